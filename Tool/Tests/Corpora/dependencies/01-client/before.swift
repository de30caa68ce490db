import Dependencies

struct Greeter: Sendable {
    var greet: @Sendable (String) -> String
}

extension Greeter: DependencyKey {
    static let liveValue = Greeter { "Hello, \($0)" }
}

extension DependencyValues {
    // Says hello
    var greeter: Greeter {
        get { self[Greeter.self] }
        set { self[Greeter.self] = newValue }
    }
}

struct Door {
    @Dependency(\.greeter) private var greeter
    @Dependency(\.greeter.greet) var greet

    func open(_ name: String) -> String { greeter.greet(name) }
}
