// Factory, MIT licence; see LICENSE
//
// The schema, as the steps that lead to it. A step that was released is never changed.
import GRDB

let migrator: DatabaseMigrator = {
  var migrator = DatabaseMigrator()
  migrator.registerMigration("users and tickets") { db in
    try db.create(table: "user") { table in
      table.primaryKey("name", .text)
      table.column("tenant", .text).notNull()
      table.column("token", .text).notNull().unique()
    }
    try db.create(table: "ticket") { table in
      table.primaryKey("id", .text)
      table.column("tenant", .text).notNull().indexed()
      table.column("author", .text).notNull().references("user")
      table.column("title", .text).notNull()
      table.column("isUrgent", .boolean).notNull()
      table.column("opened", .datetime).notNull()
    }
  }
  migrator.registerMigration("outbox") { db in
    try db.create(table: "mail") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("author", .text).notNull().references("user")
      table.column("ticket", .text).notNull().references("ticket")
      table.column("sent", .datetime)
    }
  }
  return migrator
}()
