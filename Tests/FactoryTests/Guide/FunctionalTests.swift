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

private let mocks: [(provider: AccountProviding, count: Int, error: APIError?)] = [
  ({ Account.mockAccounts }, 5, nil), ({ [] }, 0, nil), ({ throw APIError.network }, 0, .network),
]

@Suite("1.x: Functional injection", .staticContainer)
struct FunctionalTests {
  @Test("A factory creates a function, and the model calls it")
  func original() async {
    let viewModel = AccountViewModel()
    await viewModel.load()
    #expect(viewModel.accounts == [Account()])
  }

  @Test("A test registers another function", arguments: mocks.indices)
  func registered(index: Int) async {
    let mock = mocks[index]
    Container.accountProvider.register { mock.provider }
    let viewModel = AccountViewModel()
    await viewModel.load()
    #expect(viewModel.accounts.count == mock.count)
    #expect(viewModel.failure as? APIError == mock.error)
  }
}
