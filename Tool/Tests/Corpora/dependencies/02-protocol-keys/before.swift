import Dependencies
import Foundation

protocol APIClient: Sendable {
    func fetch(_ path: String) async throws -> String
}

struct LiveAPIClient: APIClient {
    var host = "example.com"
    func fetch(_ path: String) async throws -> String { host + path }
}

/// The key of the client
private enum APIClientKey: DependencyKey {
    static let liveValue: any APIClient = LiveAPIClient()
}

private struct CacheKey: DependencyKey {
    // Large enough
    static var liveValue: Cache {
        Cache(
            size: 100,
            name: "cache")
    }
}

struct Cache: Sendable {
    var size: Int
    var name: String
}

extension DependencyValues {
    var apiClient: any APIClient {
        get { self[APIClientKey.self] }
        set { self[APIClientKey.self] = newValue }
    }

    /// The cache.
    var cache: Cache {
        get { self[CacheKey.self] }
        set { self[CacheKey.self] = newValue }
    }
}

struct Feature {
    @Dependency(\.apiClient) var apiClient
    @Dependency(\.cache) private var cache: Cache

    func load() async throws -> String {
        @Dependency(\.cache) var again
        return try await apiClient.fetch("/\(cache.name)\(again.size)")
    }
}
