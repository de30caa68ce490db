// Factory, MIT licence; see LICENSE
//
// Factories that return functions. (Guide: Functional injection.)
import FactoryTesting
import Testing

private struct Account: Equatable {
  let id: Int
  static let live = [Account(id: 1)]
  static let mocks = [Account(id: 8), Account(id: 9)]
}

private enum APIError: Error { case network }

private typealias AccountProviding = @Sendable () async throws -> [Account]
private typealias PlainProviding = () async throws -> [Account]

extension Container {
  fileprivate var accountProvider: Factory<AccountProviding> {
    self { { Account.live } }
  }
  fileprivate var plainProvider: Factory<PlainProviding> {
    self { { Account.live } }
  }
  fileprivate var doubling: Factory<(Int) -> Int> {
    self { { $0 * 2 } }
  }
  fileprivate var counting: Factory<() -> Int> {
    self {
      var count = 0
      return {
        count += 1
        return count
      }
    }.cached
  }
}

private class AccountVM {
  @Injected(\.accountProvider) var provide
  var accounts: [Account]? = nil
  @MainActor func load() async {
    accounts = (try? await provide()) ?? []
  }
}

@Suite(.container) struct FunctionalInjectionTests {
  @Test("A factory can return an asynchronous function that throws")
  func asynchronousFunction() async throws {
    #expect(try await Container.shared.accountProvider()() == Account.live)
  }

  @Test("A factory can return a function that is not Sendable")
  func plainFunction() async throws {
    let provide = Container().plainProvider()
    #expect(try await provide() == Account.live)
  }

  @Test("A factory can return a function with a parameter")
  func functionWithParameter() {
    #expect(Container().doubling()(21) == 42)
  }

  @Test("A registered function takes the place of the original")
  func registeredFunction() async throws {
    Container.shared.accountProvider.register { { Account.mocks } }
    #expect(try await Container.shared.accountProvider()() == Account.mocks)
  }

  @Test("A registered function may throw")
  func registeredError() async {
    Container.shared.accountProvider.register { { throw APIError.network } }
    await #expect(throws: APIError.network) { try await Container.shared.accountProvider()() }
  }

  @Test("A scoped function keeps what it captured")
  func scopedFunction() {
    let container = Container()
    #expect(container.counting()() == 1)
    #expect(container.counting()() == 2)
  }

  @Test("A view model calls its injected function") @MainActor
  func injectedFunction() async {
    Container.shared.accountProvider.register { { Account.mocks } }
    let viewModel = AccountVM()
    await viewModel.load()
    #expect(viewModel.accounts == Account.mocks)
  }

  @Test("A view model sees the error of its injected function") @MainActor
  func injectedError() async {
    Container.shared.accountProvider.register { { throw APIError.network } }
    let viewModel = AccountVM()
    await viewModel.load()
    #expect(viewModel.accounts == [])
  }
}
