// Factory, MIT licence; see LICENSE
//
// The user who is logged in, in one window.
import Observation

@MainActor @Observable
final class Session {
  private(set) var user: User?
  private let accounts: any Accounts

  init(accounts: any Accounts, user: User? = nil) {
    self.accounts = accounts
    self.user = user
  }

  func resume() async {
    if user == nil { user = await accounts.rememberedUser() }
  }

  func logIn(name: String, password: String) async throws {
    user = try await accounts.logIn(name: name, password: password)
  }
}
