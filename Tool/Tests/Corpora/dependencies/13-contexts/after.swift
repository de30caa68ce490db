import FactoryKit

struct Flags: Sendable {
    var level = 0
}

extension Flags {
    static let liveValue = Flags()
    static let previewValue = Flags(level: 9)
    static let testValue = Flags(level: 7)
}

extension Container {
    var flags: Factory<Flags> {
        self { Flags.liveValue }.cached
            .onTest { Flags.testValue }
            .onPreview { Flags.previewValue }
            .once()
    }
}

enum Region {
    static let liveValue = "EU"
    static let testValue = "test"
}

extension Container {
    var region: Factory<String> { self { Region.liveValue }.cached.onTest { Region.testValue }.once() }
}

struct Model {
    @DynamicInjected(\.flags) var flags
    @DynamicInjected(\.region) var region
}

func preview() -> Int {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.flags.reset(.context).register { Flags(level: 1) }
        $0.region.reset(.context).register { "US" }
    }) {
        Model().flags.level
    }
}

func level() throws -> Int { 3 }

func launch() throws {
    // factory:migrate a registration can neither throw nor wait: evaluate the value before, and write `$0.….register { … }`
    try Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.flags.level = try level()
    }) {
        print(Injected(\.flags).wrappedValue)
    }
}

func later() {
    // factory:migrate keep the container instead, and use it later: `let container = Container.shared`, `Container.$shared.withValue(container) { … }`
    withEscapedDependencies { dependencies in
        dependencies.yield { print(Model().region) }
    }
}
