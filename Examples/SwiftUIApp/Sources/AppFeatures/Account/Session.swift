// Factory, MIT licence; see LICENSE
//
// The user who is logged in. Logging out resets the instances of the session scope.
import FactoryKit
import Observation

@MainActor @Observable
final class Session {
  private(set) var user: User?
  private let accounts: any Accounts

  init(accounts: any Accounts) { self.accounts = accounts }

  func resume() async {
    if user == nil { user = await accounts.rememberedUser() }
  }

  func logIn(name: String, password: String) async throws {
    user = try await accounts.logIn(name: name, password: password)
  }

  func logOut() {
    user = nil
    Container.shared.manager.reset(scope: .session)
  }
}
