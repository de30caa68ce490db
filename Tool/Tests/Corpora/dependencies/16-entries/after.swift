import FactoryKit

public struct Search: Sendable {
    var find: @Sendable (String) -> [String]
    static let live = Search { [$0] }
    static let none = Search { _ in [] }
}

struct Settings: Sendable { var isOn = false }

extension Container {
    // factory:migrate only properties that read `self[Key.self]` are rewritten: write a factory, `var …: Factory<…> { self { … } }`
    @DependencyEntry(liveValue: Search.live, previewValue: Search.none)
    public var search: Search = Search { _ in ["test"] }

    /// Only live.
    // factory:migrate only properties that read `self[Key.self]` are rewritten: write a factory, `var …: Factory<…> { self { … } }`
    @DependencyEntry(liveValue: Settings(isOn: true)) var settings: Settings

    // factory:migrate only properties that read `self[Key.self]` are rewritten: write a factory, `var …: Factory<…> { self { … } }`
    @DependencyEntry var other = Settings()
}

struct Model {
    // factory:migrate nothing in these files declares `search`: write `var search: Factory<…> { self { … }.cached }` in `extension Container`
    @DynamicInjected(\.search) var search
    // factory:migrate nothing in these files declares `settings`: write `var settings: Factory<…> { self { … }.cached }` in `extension Container`
    @DynamicInjected(\.settings) var settings
}
