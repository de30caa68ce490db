// Factory, MIT licence; see LICENSE
//
// How factories are declared and registered, and what they return and take. (Guide: Defining
// factories, Parameters, Functional injection; the article Tags.)
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Repository {
  let network: any TestServiceType
  init(network: any TestServiceType) { self.network = network }
}

private struct Settings {
  var name: String
  var size: Int
}

extension Container {
  fileprivate var sugar: Factory<any TestServiceType> { self { TestService() } }
  fileprivate var longForm: Factory<any TestServiceType> { Factory(self) { TestService() } }
  fileprivate var concrete: Factory<TestService> { self { TestService() } }
  fileprivate var number: Factory<Int> {
    self {
      var number = 3
      number += 4
      return number
    }
  }
  fileprivate var pair: Factory<(any TestServiceType, Int)> { self { (TestService(), 7) } }
  fileprivate var repository: Factory<Repository> {
    self { Repository(network: self.network()) }
  }
  fileprivate var network: Factory<any TestServiceType> { self { TestService() }.singleton }

  fileprivate var byPair: ParameterFactory<(Int, String), String> {
    self { (number, text) in "\(number) \(text)" }
  }
  fileprivate var byLabels: ParameterFactory<(number: Int, text: String), String> {
    self { "\($0.number) \($0.text)" }
  }
  fileprivate var byDictionary: ParameterFactory<[String: Int], Int?> { self { $0["answer"] } }
  fileprivate var bySettings: ParameterFactory<Settings, String> {
    ParameterFactory(self) { "\($0.name) \($0.size)" }
  }
  fileprivate var byOptional: ParameterFactory<Int?, String> {
    self { $0.map(String.init) ?? "none" }
  }
}

@Suite("Declarations of factories", .container) struct FactoryTests {
  private let container = Container()

  @Test("The sugar `self { }` and the long form declare factories that take registrations")
  func sugarAndLongForm() {
    for factory in [container.sugar, container.longForm] {
      #expect(factory().label == "original")
      factory.register { TestService("registered") }
    }
    #expect(container.sugar().label == "registered")
    #expect(container.longForm().label == "registered")
  }

  @Test("A factory may return a protocol, a class, a value or a tuple")
  func products() {
    let (service, number) = container.pair()
    #expect(service is TestService)
    #expect(number == 7)
    #expect(container.concrete().label == "original")
    #expect(container.number() == 7)
  }

  @Test("A factory passes its container's dependencies to an initialiser, in their own scopes")
  func constructorInjection() {
    let network = container.network()
    #expect(container.repository().network === network)
    container.network.register { TestService("registered") }
    #expect(container.repository().network.label == "registered")
  }

  @Test("A parameter may be a tuple, a dictionary, a struct or an optional")
  func parameters() {
    #expect(container.byPair((1, "x")) == "1 x")
    #expect(container.byLabels((number: 1, text: "x")) == "1 x")
    #expect(container.byDictionary(["answer": 42]) == 42)
    #expect(container.bySettings(Settings(name: "A", size: 4)) == "A 4")
    #expect(container.byOptional(nil) == "none")
    #expect(container.byOptional(1) == "1")
  }

  // MARK: Registrations

  @Test("Scope, decorator, registration and resolution can be chained")
  func chain() {
    let seen = LockedArray<String>()
    let instance = container.sugar
      .decorator { seen.append($0.label) }
      .scope(.cached)
      .register { TestService("registered") }()
    #expect(container.sugar() === instance)
    #expect(seen.elements == ["registered", "registered"])
  }
}

// MARK: Functions

private struct Account: Equatable {
  let id: Int
  static let live = [Account(id: 1)]
  static let mocks = [Account(id: 8), Account(id: 9)]
}

private enum APIError: Error { case network }

extension Container {
  fileprivate var accountProvider: Factory<@Sendable () async throws -> [Account]> {
    self { { Account.live } }
  }
  fileprivate var plainProvider: Factory<() async throws -> [Account]> { self { { Account.live } } }
  fileprivate var doubling: Factory<(Int) -> Int> { self { { $0 * 2 } } }
}

private class AccountVM {
  @Injected(\.accountProvider) var provide
  var accounts: [Account]? = nil
  @MainActor func load() async {
    accounts = (try? await provide()) ?? []
  }
}

@Suite("Factories that return functions", .container) struct FunctionalInjectionTests {
  @Test("A function may be asynchronous and throw, and may take a parameter")
  func functions() async throws {
    let plain = Container.shared.plainProvider()
    #expect(try await plain() == Account.live)
    #expect(Container.shared.doubling()(21) == 42)
  }

  @Test("A view model calls the function that is registered, and gets its error") @MainActor
  func injectedFunction() async {
    Container.shared.accountProvider.register { { Account.mocks } }
    let viewModel = AccountVM()
    await viewModel.load()
    #expect(viewModel.accounts == Account.mocks)
    Container.shared.accountProvider.register { { throw APIError.network } }
    let failing = AccountVM()
    await failing.load()
    #expect(failing.accounts == [])
    await #expect(throws: APIError.network) { try await Container.shared.accountProvider()() }
  }
}

// MARK: Tags

private protocol Processor {
  var name: String { get }
}
private struct NamedProcessor: Processor {
  let name: String
}

private final class TagContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension TagContainer {
  fileprivate var first: Factory<Processor> { self { NamedProcessor(name: "one") }.cached }
  fileprivate var second: Factory<Processor> { self { NamedProcessor(name: "two") } }

  fileprivate static let list: [any KeyPath<TagContainer, Factory<Processor>> & Sendable] =
    [\.first, \.second]
}

@Suite("Tags") struct TagTests {
  private let container = TagContainer()

  @Test("A list of key paths resolves its factories, and their registrations, in its order")
  func group() {
    func names() -> [String] { TagContainer.list.map { container[keyPath: $0]().name } }
    #expect(names() == ["one", "two"])
    container.second.register { NamedProcessor(name: "mock") }
    #expect(names() == ["one", "mock"])
  }
}
