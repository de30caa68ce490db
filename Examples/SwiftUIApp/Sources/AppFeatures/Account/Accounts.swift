// Factory, MIT licence; see LICENSE
//
// The users of the application, and the service that logs them in.

public struct User: Hashable, Sendable {
  public let name: String
  public init(name: String) { self.name = name }
}

public struct WrongPassword: Error {
  public init() {}
}

public protocol Accounts: Sendable {
  /// The user who was logged in when the application was last used.
  func rememberedUser() async -> User?
  func logIn(name: String, password: String) async throws -> User
}

/// Accepts one password for all users. A real application would send a request to its server.
struct LocalAccounts: Accounts {
  func rememberedUser() async -> User? { nil }

  func logIn(name: String, password: String) async throws -> User {
    guard password == "open sesame" else { throw WrongPassword() }
    return User(name: name)
  }
}
