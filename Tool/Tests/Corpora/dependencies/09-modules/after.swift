// The interface module of a client: the live value is in another one.
import FactoryKit

public struct SearchClient: Sendable {
    public var search: @Sendable (String) async throws -> [String]

    public init(search: @escaping @Sendable (String) async throws -> [String]) {
        self.search = search
    }
}

extension SearchClient {
    public static let testValue = SearchClient { _ in [] }
    public static let previewValue = SearchClient { ["preview", $0] }
}

public extension Container {
    // factory:migrate nothing in these files gives `searchClient` a live value: register it at launch
    var searchClient: Factory<SearchClient> {
        required().cached
            .onTest { SearchClient.testValue }
            .onPreview { SearchClient.previewValue }
            .once()
    }
}

public final class SearchModel {
    @DynamicInjected(\.searchClient) var searchClient
    public init() {}
}
