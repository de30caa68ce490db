import FactoryKit

struct Account: Equatable {
    var name: String
    static let mockAccounts = [Account(name: "Ada"), Account(name: "Grace")]
}

enum APIError: Error { case network }

typealias AccountProviding = () async throws -> [Account]

extension Container {
    var accountProvider: Factory<AccountProviding> {
        self {
            { try await Network.get(path: "/accounts") }
        }
    }
    var formatter: Factory<(Account) -> String> { self { { $0.name } } }
}

enum Network {
    static func get(path: String) async throws -> [Account] { [] }
}

class AccountViewModel {
    @Injected(\.accountProvider) var accountProvider
    @Injected(\.formatter) var formatter
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
    Container.shared.accountProvider.register {{ Account.mockAccounts }}
    let viewModel = AccountViewModel()
    await viewModel.load()
    assert(viewModel.accounts.count == 5)
}

func testErrorLoadingAccounts() async {
    Container.shared.accountProvider.register {{ throw APIError.network }}
    Container.shared.formatter.register { { account in
        account.name.uppercased()
    } }
}
