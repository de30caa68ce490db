import Dependencies
import DependenciesMacros

public struct Search: Sendable {
    var find: @Sendable (String) -> [String]
    static let live = Search { [$0] }
    static let none = Search { _ in [] }
}

struct Settings: Sendable { var isOn = false }

extension DependencyValues {
    @DependencyEntry(liveValue: Search.live, previewValue: Search.none)
    public var search: Search = Search { _ in ["test"] }

    /// Only live.
    @DependencyEntry(liveValue: Settings(isOn: true)) var settings: Settings

    @DependencyEntry var other = Settings()
}

struct Model {
    @Dependency(\.search) var search
    @Dependency(\.settings) var settings
}
