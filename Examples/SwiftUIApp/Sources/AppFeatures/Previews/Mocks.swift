// Factory, MIT licence; see LICENSE
//
// Mocks for previews, tests, and the launch argument of UI tests.
import FactoryKit

extension Container {
  /// Registers the mocks that previews and tests share.
  /// - Parameter user: is logged in.
  func setupMocks(user: User? = nil) {
    library.register { MockLibrary() }
    accounts.register { MockAccounts() }
    if let user {
      session.register { Session(accounts: MockAccounts(), user: user) }
    }
  }
}

public struct MockLibrary: Library {
  private let count: Int
  public init(count: Int = 2) { self.count = count }

  public func books() async throws -> [Book] {
    (0..<count).map { Book(id: $0, title: "Book \($0)", author: "Author \($0)") }
  }
}

public struct ClosedLibrary: Library {
  struct IsClosed: Error {}
  public init() {}
  public func books() async throws -> [Book] { throw IsClosed() }
}

/// Accepts every user except "nobody".
public struct MockAccounts: Accounts {
  private let user: User?
  public init(remembering user: User? = nil) { self.user = user }

  public func rememberedUser() async -> User? { user }

  public func logIn(name: String, password: String) async throws -> User {
    if name == "nobody" { throw WrongPassword() }
    return User(name: name)
  }
}
