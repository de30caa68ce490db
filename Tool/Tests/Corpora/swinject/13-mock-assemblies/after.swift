import FactoryKit

protocol Mail { func send() }
final class LiveMail: Mail { func send() {} }
final class MockMail: Mail { func send() {} }
final class Clock {}

extension Container {
    // the real one
    var mail: Factory<Mail> { self { LiveMail() }.cached }
    var clock: Factory<Clock> { self { Clock() }.graph }
}

final class MockAssembly {
    // factory:migrate this assembly does more than declare factories: call it where the container is made, or move what it does into `autoRegister()`
    func assemble(container: Container) {
        container.mail.register { MockMail() } // no network
    }
}

func app() -> Mail {
    Container.shared.mail()
}

func preview() -> Mail {
    // factory:migrate what these assemblies do besides declaring factories has to be called: write `MockAssembly().assemble(container: Container.shared)`
    let mocked = Assembler([LiveAssembly(), MockAssembly()])
    return Container.shared.mail()
}

// factory:migrate `Assembler` has no counterpart: pass a `Container`
func more(_ live: Assembler) { print("more") }

let clock = Container.shared.clock()

final class Locator {
    static let shared = Locator()
    let container = Container()

    // factory:migrate there is no resolution by a type that is not known here: use the properties of the container where this is called
    func resolve<T>(_ type: T.Type) -> T { container.resolve(type)! }
}

let mail = Locator.shared.resolve(Mail.self)
