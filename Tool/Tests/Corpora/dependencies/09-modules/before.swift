// The interface module of a client: the live value is in another one.
import Dependencies

public struct SearchClient: Sendable {
    public var search: @Sendable (String) async throws -> [String]

    public init(search: @escaping @Sendable (String) async throws -> [String]) {
        self.search = search
    }
}

extension SearchClient: TestDependencyKey {
    public static let testValue = SearchClient { _ in [] }
    public static let previewValue = SearchClient { ["preview", $0] }
}

public extension DependencyValues {
    var searchClient: SearchClient {
        get { self[SearchClient.self] }
        set { self[SearchClient.self] = newValue }
    }
}

public final class SearchModel {
    @Dependency(\.searchClient) var searchClient
    public init() {}
}
