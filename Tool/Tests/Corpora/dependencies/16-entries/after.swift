import FactoryKit

public struct Search: Sendable {
    var find: @Sendable (String) -> [String]
    static let live = Search { [$0] }
    static let none = Search { _ in [] }
}

struct Settings: Sendable { var isOn = false }

extension Container {
    public var search: Factory<Search> {
        self { Search.live }.cached
            .onTest { Search { _ in ["test"] } }
            .onPreview { Search.none }
            .once()
    }

    /// Only live.
    var settings: Factory<Settings> { self { Settings(isOn: true) }.cached }

    // factory:migrate nothing in these files gives `other` a live value: register it at launch
    var other: Factory<Settings> {
        required().cached
            .onTest { Settings() }
            .once()
    }
}

struct Model {
    @DynamicInjected(\.search) var search
    @DynamicInjected(\.settings) var settings
}
