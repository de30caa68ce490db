import FactoryKit

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
    var name: Factory<String> { self { "Ada" } }
    var limit: Factory<Int> { self { 10 } }
    var ratio: Factory<Double> { self { 0.5 } }
    var isOn: Factory<Bool> { self { true } }
    var standard: Factory<Configuration> { self { Configuration.standard } }
    var renamed: Factory<Configuration> { self { Configuration().renamed("other") } }
    var generic: Factory<Client<Int>> { self { Client<Int>(configuration: self.standard()) } }
    var made: Factory<Client<String>> { self { makeClient() }.cached }
    var same: Factory<Client<Int>> { self { self.generic() } }
    var built: Factory<Configuration> {
        self {
            var configuration = self.standard()
            configuration.name = self.name()
            return configuration
        }
    }
    // factory:migrate the closure does not tell its type: write `var chosen: Factory<…> { self { … } }`
    static let chosen = Factory { self.isOn() ? Configuration() : Configuration.standard }
    var optional: Factory<Configuration?> { self { Configuration.standard as Configuration? } }
    var shadowed: Factory<[String]> {
        self { () -> [String] in
            let name = "local"
            return [name].map { limit in limit + name }
        }
    }
}

let client = Container.shared.generic()
let text = Container.shared.name() + Container.shared.built().name
