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

  fileprivate var longFormByNumber: ParameterFactory<Int, String> {
    ParameterFactory(self) { "\($0)" }
  }
  fileprivate var byPair: ParameterFactory<(Int, String), String> {
    self { (number, text) in "\(number) \(text)" }
  }
  fileprivate var byLabels: ParameterFactory<(number: Int, text: String), String> {
    self { "\($0.number) \($0.text)" }
  }
  fileprivate var byDictionary: ParameterFactory<[String: Int], Int?> { self { $0["answer"] } }
  fileprivate var bySettings: ParameterFactory<Settings, String> {
    self { "\($0.name) \($0.size)" }
  }
  fileprivate var byOptional: ParameterFactory<Int?, String> {
    self { $0.map(String.init) ?? "none" }
  }
  fileprivate var dependent: ParameterFactory<Int, Int> { self { self.number() + $0 } }
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

  @Test("The long form of a factory with a parameter passes that to the closure")
  func longFormWithParameter() {
    #expect(container.longFormByNumber(42) == "42")
  }

  @Test("A tuple, a dictionary or a struct carries several parameters")
  func severalParameters() {
    #expect(container.byPair((1, "x")) == "1 x")
    #expect(container.byLabels((number: 1, text: "x")) == "1 x")
    #expect(container.byDictionary(["answer": 42]) == 42)
    #expect(container.bySettings(Settings(name: "A", size: 4)) == "A 4")
  }

  @Test("A parameter may be optional")
  func optionalParameter() {
    #expect(container.byOptional(nil) == "none")
    #expect(container.byOptional(1) == "1")
  }

  @Test("A factory with a parameter may resolve others")
  func dependsOnOthers() {
    container.number.register { 200 }
    #expect(container.dependent(3) == 203)
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

  @Test("A registered closure may resolve other factories of the container")
  func registrationResolves() {
    let container = container
    container.concrete.register { TestService("registered") }
    container.sugar.register { [unowned container] in
      TestService("with \(container.concrete().label)")
    }
    #expect(container.sugar().label == "with registered")
  }

  @Test("A registration may be made inside a factory that resolves")
  func registrationInside() {
    let container = container
    let outer = Factory(container, key: "outer") {
      container.concrete.register { TestService("inside") }
      return container.concrete().label
    }
    #expect(outer() == "inside")
  }

  @Test("A registered closure that is removed is released")
  func released() {
    weak var weakly: TestService?
    do {
      let captured = TestService()
      weakly = captured
      container.sugar.register { captured }
    }
    #expect(weakly != nil)
    container.sugar.reset(.registration)
    #expect(weakly == nil)
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

@Suite("Factories that return functions", .container) struct FunctionalInjectionTests {
  @Test("A function may be asynchronous and throw, and may take a parameter")
  func functions() async throws {
    #expect(try await Container.shared.accountProvider()() == Account.live)
    let plain = Container.shared.plainProvider()
    #expect(try await plain() == Account.live)
    #expect(Container.shared.doubling()(21) == 42)
  }

  @Test("A scoped function keeps what it captured")
  func scopedFunction() {
    #expect(Container.shared.counting()() == 1)
    #expect(Container.shared.counting()() == 2)
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

// `autoRegister` adds to a group that is declared elsewhere.
private final class TagContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = TagContainer()
  let manager = ContainerManager()

  func autoRegister() {
    addProcessor(\.second)
    addProcessor(\.third)
  }
}

extension TagContainer {
  fileprivate typealias ProcessorPath = KeyPath<TagContainer, Factory<Processor>>

  fileprivate var first: Factory<Processor> { self { NamedProcessor(name: "one") }.cached }
  fileprivate var second: Factory<Processor> { self { NamedProcessor(name: "two") }.cached }
  fileprivate var third: Factory<Processor> { self { NamedProcessor(name: "three") } }

  // A stored `static var` is shared mutable state, which Swift 6 refuses.
  fileprivate static var computedList: [ProcessorPath] { [\.first, \.third] }
  fileprivate static let constantList: [any KeyPath<TagContainer, Factory<Processor>> & Sendable] =
    [\.first, \.third]

  // Without a scope: `addProcessor` resolves it in `autoRegister`, where `register` evicts nothing.
  fileprivate var processorPaths: Factory<[ProcessorPath]> { self { [\.first] } }

  fileprivate func addProcessor(_ path: ProcessorPath) {
    let paths = processorPaths() + [path]
    processorPaths.register { paths }
  }

  fileprivate func names(_ paths: [ProcessorPath]) -> [String] {
    paths.map { self[keyPath: $0]().name }
  }
}

@Suite("Tags") struct TagTests {
  private let container = TagContainer()

  @Test("A list of key paths resolves its factories, and their registrations, in its order")
  func group() {
    #expect(container.names(TagContainer.computedList) == ["one", "three"])
    container.third.register { NamedProcessor(name: "mock") }
    #expect(container.names(TagContainer.constantList) == ["one", "mock"])
  }

  @Test("autoRegister adds members to a list, also after a reset")
  func memberOfAutoRegister() {
    #expect(container.names(container.processorPaths()) == ["one", "two", "three"])
    container.reset()
    #expect(container.names(container.processorPaths()) == ["one", "two", "three"])
  }
}
