import Factory

struct Account: Equatable {
    var name: String
    static let mockAccounts = [Account(name: "Ada"), Account(name: "Grace")]
}

enum APIError: Error { case network }

typealias AccountProviding = () async throws -> [Account]

extension Container {
    static let accountProvider = Factory<AccountProviding> {
        { try await Network.get(path: "/accounts") }
    }
    static let formatter = Factory<(Account) -> String> { { $0.name } }
}

enum Network {
    static func get(path: String) async throws -> [Account] { [] }
}

class AccountViewModel {
    @Injected(Container.accountProvider) var accountProvider
    @Injected(Container.formatter) var formatter
    var accounts: [Account] = []
    @MainActor func load() async {
        do {
            accounts = try await accountProvider()
        } catch {
            print(error)
        }
    }
}

func testAllAccounts() async {
    Container.accountProvider.register {{ Account.mockAccounts }}
    let viewModel = AccountViewModel()
    await viewModel.load()
    assert(viewModel.accounts.count == 5)
}

func testErrorLoadingAccounts() async {
    Container.accountProvider.register {{ throw APIError.network }}
    Container.formatter.register { { account in
        account.name.uppercased()
    } }
}
