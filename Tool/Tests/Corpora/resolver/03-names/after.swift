import FactoryKit

protocol Database {}
final class SQLite: Database {
    init(_ path: String) {}
}

final class Repository<Item> {
    init(database: Database, backup: Database) {}
}

extension Container {
    var primaryDatabase: Factory<Database> { self { SQLite("main.db") }.singleton }
    var backupDatabase: Factory<Database> { self { SQLite("backup.db") }.singleton }
    var memoryOnlyDatabase: Factory<Database> { self { SQLite(":memory:") }.graph }
    var stringRepository: Factory<Repository<String>> { self { Repository<String>(database: self.primaryDatabase(), backup: self.backupDatabase()) }.graph }
    var sqLite: Factory<SQLite> { self { SQLite("default.db") }.graph }
    var defaultDatabase: Factory<Database> { self { self.sqLite() } }
}

final class Screen {
    @Injected(\.primaryDatabase) private var database: Database
    @LazyInjected(\.memoryOnlyDatabase) var scratch: Database
    let repository: Repository<String> = Container.shared.stringRepository()
    let named = Container.shared.defaultDatabase()
}
