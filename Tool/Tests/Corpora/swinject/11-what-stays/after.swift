import FactoryKit

struct Settings {
    var isOn = false
}
struct Feature { let settings: Settings }
struct Late {}

class SettingsAssembly {
    let isOn: Bool
    init(isOn: Bool) { self.isOn = isOn }

    // factory:migrate this assembly does more than declare factories: call it where the container is made, or move what it does into `autoRegister()`
    func assemble(container: Container) {
        let isOn = self.isOn
        container.settings.register { Settings(isOn: isOn) }
    }

    func loaded(resolver: Container) {
        print("loaded", resolver)
    }
}

extension Container {
    // factory:migrate its scope is not known: the default scope is `container` or `graph`, so write `.cached`, `.shared`, `.singleton`, `.graph` or `.unique`
    var feature: Factory<Feature> { self { Feature(settings: self.settings()) } }
}

func registerLate(_ container: Container, _ condition: Bool) {
    if condition {
        container.late.register { Late() }
    }
    // factory:migrate factories cannot be removed: `container.reset()` resets them
    container.removeAll()

    _ = container.late()
}

// factory:migrate another container has another default scope: give the factories of this one their scope, and remove the argument
let graph = Container(defaultObjectScope: .container)
let other = Container()

extension Container {
    // factory:migrate Settings is registered when `assemble` runs: call that first, or write its closure here
    var settings: Factory<Settings> { required() }
    // factory:migrate Late is registered when `registerLate` runs: call that first, or write its closure here
    var late: Factory<Late> { required() }
}
