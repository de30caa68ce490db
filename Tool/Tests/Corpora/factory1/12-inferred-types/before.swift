import Factory

struct Configuration {
    static let standard = Configuration()
    var name = "standard"
    func renamed(_ name: String) -> Configuration { Configuration(name: name) }
}

final class Client<Body> {
    init(configuration: Configuration) {}
}

func makeClient() -> Client<String> {
    Client(configuration: .standard)
}

extension Container {
    static let name = Factory { "Ada" }
    static let limit = Factory { 10 }
    static let ratio = Factory { 0.5 }
    static let isOn = Factory { true }
    static let standard = Factory { Configuration.standard }
    static let renamed = Factory { Configuration().renamed("other") }
    static let generic = Factory { Client<Int>(configuration: standard()) }
    static let made = Factory(scope: .cached) { makeClient() }
    static let same = Factory { Container.generic() }
    static let built = Factory {
        var configuration = Container.standard()
        configuration.name = Container.name()
        return configuration
    }
    static let chosen = Factory { isOn() ? Configuration() : Configuration.standard }
    static let optional = Factory { Configuration.standard as Configuration? }
    static let shadowed = Factory { () -> [String] in
        let name = "local"
        return [name].map { limit in limit + name }
    }
}

let client = Container.generic()
let text = Container.name() + Container.built().name
