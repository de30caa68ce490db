import Resolver

extension Resolver.Name {
    static let primary = Self("primary")
    static let backup = Self("backup")
}

protocol Database {}
final class SQLite: Database {
    init(_ path: String) {}
}

final class Repository<Item> {
    init(database: Database, backup: Database) {}
}

extension Resolver {
    static func registerDatabases() {
        register(name: .primary) { SQLite("main.db") as Database }.scope(.application)
        register(name: .backup) { SQLite("backup.db") as Database }.scope(.application)
        register(name: "memory-only") { SQLite(":memory:") as Database }
        register { Repository<String>(database: resolve(name: .primary), backup: resolve(name: .backup)) }
        register { SQLite("default.db") }
            .implements(Database.self, name: "default")
    }
}

final class Screen {
    @Injected(name: .primary) private var database: Database
    @LazyInjected(name: "memory-only") var scratch: Database
    let repository: Repository<String> = Resolver.resolve()
    let named = Resolver.resolve(Database.self, name: "default")
}
