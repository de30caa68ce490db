// Factory, MIT licence; see LICENSE
//
// Who may use the application.

public struct User: Hashable, Sendable {
  public let name: String
  public init(name: String) { self.name = name }
}

public struct WrongPassword: Error {
  public init() {}
}

public protocol Accounts: Sendable {
  /// Who was logged in when the application was last used.
  func rememberedUser() async -> User?
  func logIn(name: String, password: String) async throws -> User
}

/// Knows one password, the same for everybody. An application would ask its server.
struct LocalAccounts: Accounts {
  func rememberedUser() async -> User? { nil }

  func logIn(name: String, password: String) async throws -> User {
    guard password == "open sesame" else { throw WrongPassword() }
    return User(name: name)
  }
}
