import Dependencies

struct Flags: Sendable {
    var level = 0
}

extension Flags: DependencyKey {
    static let liveValue = Flags()
    static let previewValue = Flags(level: 9)
    static let testValue = Flags(level: 7)
}

extension DependencyValues {
    var flags: Flags {
        get { self[Flags.self] }
        set { self[Flags.self] = newValue }
    }
}

enum Region: DependencyKey {
    static let liveValue = "EU"
    static let testValue = "test"
}

struct Model {
    @Dependency(\.flags) var flags
    @Dependency(Region.self) var region
}

func preview() -> Int {
    withDependencies {
        $0.flags = Flags(level: 1)
        $0[Region.self] = "US"
    } operation: {
        Model().flags.level
    }
}

func level() throws -> Int { 3 }

func launch() throws {
    try withDependencies {
        $0.flags.level = try level()
    } operation: {
        print(Dependency(\.flags).wrappedValue)
    }
}

func later() {
    withEscapedDependencies { dependencies in
        dependencies.yield { print(Model().region) }
    }
}
