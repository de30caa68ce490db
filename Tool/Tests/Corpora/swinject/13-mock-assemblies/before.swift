import Swinject

protocol Mail { func send() }
final class LiveMail: Mail { func send() {} }
final class MockMail: Mail { func send() {} }
final class Clock {}

final class LiveAssembly: Assembly {
    func assemble(container: Container) {
        // the real one
        container.register(Mail.self) { _ in LiveMail() }.inObjectScope(.container)
        container.register(Clock.self) { _ in Clock() }
    }
}

final class MockAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Mail.self) { _ in MockMail() } // no network
    }
}

func app() -> Mail {
    Assembler([LiveAssembly()]).resolver.resolve(Mail.self)!
}

func preview() -> Mail {
    let mocked = Assembler([LiveAssembly(), MockAssembly()])
    return mocked.resolver.resolve(Mail.self)!
}

func more(_ live: Assembler) { live.apply(assembly: LiveAssembly()); print("more") }

let global = Assembler([LiveAssembly()])
let clock = global.resolver.resolve(Clock.self)!

final class Locator {
    static let shared = Locator()
    let container = Container()

    func resolve<T>(_ type: T.Type) -> T { container.resolve(type)! }
}

let mail = Locator.shared.resolve(Mail.self)
