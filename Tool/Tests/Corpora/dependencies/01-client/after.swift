import FactoryKit

struct Greeter: Sendable {
    var greet: @Sendable (String) -> String
}

extension Greeter {
    static let liveValue = Greeter { "Hello, \($0)" }
}

extension Container {
    // Says hello
    var greeter: Factory<Greeter> { self { Greeter.liveValue }.cached }
}

struct Door {
    @DynamicInjected(\.greeter) private var greeter
    // factory:migrate a key path names one factory: inject `\.greeter`, and read the rest from it
    @Dependency(\.greeter.greet) var greet

    func open(_ name: String) -> String { greeter.greet(name) }
}
