// Factory, MIT licence; see LICENSE
//
// The example of the article on command-line tools. A test compares the two.
import ArgumentParser
import FactoryKit
import ServiceCore

struct AddUser: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Adds a user to a database.")

  @Option(help: "The SQLite file.") var database: String?
  @Option(help: "The tenant of the user.") var tenant: String
  @Argument(help: "The name of the user.") var name: String

  func run() async throws {
    try await withCommand { container in
      if let database { container.databasePath.register { database } }
      let token = container.identifiers().next()
      let user = User(name: name, tenant: Tenant(id: tenant))
      try await container.users().add(user, token: token)
      container.output()(token)
    }
  }
}

func withCommand(_ body: (Container) async throws -> Void) async throws {
  // The error of the command matters more than that of a hook.
  var firstError: (any Error)?
  do { try await body(.shared) } catch { firstError = error }
  do { try await Container.shared.shutdown() } catch { firstError = firstError ?? error }
  do { try await Scope.singleton.shutdown() } catch { firstError = firstError ?? error }
  if let firstError { throw firstError }
}

extension Container {
  /// Where a command prints what it has to say.
  var output: Factory<@Sendable (String) -> Void> { self { { print($0) } } }
}
