import Swinject

struct Settings {
    var isOn = false
}
struct Feature { let settings: Settings }
struct Late {}

class SettingsAssembly: Assembly {
    let isOn: Bool
    init(isOn: Bool) { self.isOn = isOn }

    func assemble(container: Container) {
        let isOn = self.isOn
        container.register(Settings.self) { _ in Settings(isOn: isOn) }
        container.register(Feature.self) { r in Feature(settings: r.resolve(Settings.self)!) }
    }

    func loaded(resolver: Resolver) {
        print("loaded", resolver)
    }
}

func registerLate(_ container: Container, _ condition: Bool) {
    if condition {
        container.register(Late.self) { _ in Late() }
    }
    container.removeAll()

    _ = container.resolve(Late.self)!
}

let graph = Container(defaultObjectScope: .container)
let other = Container()
