// Factory, MIT licence; see LICENSE
//
// The 1.3 guide: Functional Injection.
import Factory
import Testing

private struct Account: Equatable {
  static let mockAccounts = Array(repeating: Account(), count: 5)
}

private enum APIError: Error {
  case network
}

private enum Network {
  static func get(path: String) async throws -> [Account] { [Account()] }
}

private typealias AccountProviding = () async throws -> [Account]

extension Container {
  fileprivate static let accountProvider = Factory<AccountProviding> {
    { try await Network.get(path: "/accounts") }
  }
}

private class AccountViewModel: ObservableObject {
  @Injected(Container.accountProvider) var accountProvider
  @Published var accounts: [Account] = []
  var failure: Error?
  @MainActor func load() async {
    do {
      accounts = try await accountProvider()
    } catch {
      failure = error
    }
  }
}

@Suite("1.x: Functional injection", .staticContainer)
struct FunctionalTests {
  @Test("A factory creates a function, and the model calls it")
  func original() async {
    let viewModel = AccountViewModel()
    await viewModel.load()
    #expect(viewModel.accounts == [Account()])
  }

  @Test("All mock accounts")
  func allAccounts() async {
    Container.accountProvider.register { { Account.mockAccounts } }
    let viewModel = AccountViewModel()
    await viewModel.load()
    #expect(viewModel.accounts.count == 5)
  }

  @Test("No accounts")
  func emptyAccounts() async {
    Container.accountProvider.register { { [] } }
    let viewModel = AccountViewModel()
    await viewModel.load()
    #expect(viewModel.accounts.isEmpty)
    #expect(viewModel.failure == nil)
  }

  @Test("An error")
  func errorLoadingAccounts() async {
    Container.accountProvider.register { { throw APIError.network } }
    let viewModel = AccountViewModel()
    await viewModel.load()
    #expect(viewModel.failure as? APIError == .network)
  }
}
