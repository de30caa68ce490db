import FactoryKit

struct Settings {
    var isOn = false
}
struct Feature { let settings: Settings }
struct Late {}

class SettingsAssembly: Assembly {
    let isOn: Bool
    init(isOn: Bool) { self.isOn = isOn }

    // factory:migrate only assemblies that do nothing but register are rewritten: move the registrations into `extension Container`, as properties
    func assemble(container: Container) {
        let isOn = self.isOn
        var settings: Factory<Settings> { self { Settings(isOn: isOn) }.graph }
        var feature: Factory<Feature> { self { Feature(settings: self.settings()) }.graph }
    }

    func loaded(resolver: Container) {
        print("loaded", resolver)
    }
}

func registerLate(_ container: Container, _ condition: Bool) {
    if condition {
        container.late.register { Late() }
    }
    // factory:migrate factories cannot be removed: `container.reset()` resets them
    container.removeAll()

    _ = container.late()
}

// factory:migrate set `manager.defaultScope` of the container instead of `defaultObjectScope: .container`
let graph = Container(defaultObjectScope: .container)

extension Container {
    // factory:migrate nothing in these files registers Late: write its closure here
    var late: Factory<Late> { required() }
}
