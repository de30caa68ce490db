import FactoryKit
import Foundation

protocol APIClient: Sendable {
    func fetch(_ path: String) async throws -> String
}

struct LiveAPIClient: APIClient {
    var host = "example.com"
    func fetch(_ path: String) async throws -> String { host + path }
}

// The key of the client

// Large enough

struct Cache: Sendable {
    var size: Int
    var name: String
}

extension Container {
    var apiClient: Factory<any APIClient> { self { LiveAPIClient() }.cached }

    /// The cache.
    var cache: Factory<Cache> {
        self {
            Cache(
                size: 100,
                name: "cache")
        }.cached
    }
}

struct Feature {
    @DynamicInjected(\.apiClient) var apiClient
    @DynamicInjected(\.cache) private var cache: Cache

    func load() async throws -> String {
        @DynamicInjected(\.cache) var again
        return try await apiClient.fetch("/\(cache.name)\(again.size)")
    }
}
