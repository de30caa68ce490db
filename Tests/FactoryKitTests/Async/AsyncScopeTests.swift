// Factory, MIT licence; see LICENSE
//
// How long the instances of asynchronous factories live.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Scopes of async factories", .container) struct AsyncScopeTests {
  private let container = AsyncContainer()

  @Test("A scope that caches returns the same instance again", arguments: AsyncKept.allCases)
  private func kept(_ kept: AsyncKept) async throws {
    kept.prepare(container)
    let first = try await kept.resolve(container)
    #expect(try await kept.resolve(container) === first)
    #expect(container.builder.count.value == 1)
  }

  @Test("A reset evicts the instance", arguments: AsyncKept.allCases)
  private func reset(_ kept: AsyncKept) async throws {
    kept.prepare(container)
    let first = try await kept.resolve(container)
    kept.reset(container)
    kept.prepare(container)
    #expect(try await kept.resolve(container) !== first)
    #expect(container.builder.count.value == 2)
  }

  @Test("Each container has its own instance, except of singletons", arguments: AsyncKept.allCases)
  private func containers(_ kept: AsyncKept) async throws {
    let other = AsyncContainer()
    kept.prepare(container)
    kept.prepare(other)
    let isSingleton = [.singleton, .singletonPerParameter].contains(kept)
    let first = try await kept.resolve(container)
    #expect((try await kept.resolve(other) === first) == isSingleton)
  }

  @Test("A scope can be changed by a later modifier")
  func changed() async throws {
    let first = try await container.cached.unique()
    #expect(try await container.cached.unique() !== first)
  }

  @Test("A reset of the container does not evict singletons")
  func containerReset() async throws {
    let (one, two) = (try await container.singleton(), try await container.singletonPerParameter(1))
    container.reset()
    #expect(try await container.singleton() === one)
    #expect(try await container.singletonPerParameter(1) === two)
  }

  @Test("Singletons are found in the current singleton scope only")
  func singletonScope() async throws {
    let outside = try await container.singleton()
    try await Scope.$singleton.withValue(Scope.singleton.clone()) {
      let inside = try await container.singleton()
      let again = try await container.singleton()
      #expect(again === inside)
      container.singleton.reset()
      let afterReset = try await container.singleton()
      #expect(afterReset !== inside)
    }
    #expect(try await container.singleton() === outside)
  }

  @Test("A fresh singleton scope has no instances")
  func freshSingletonScope() async throws {
    let outside = try await container.singletonPerParameter(1)
    try await Scope.$singleton.withValue(Scope.Singleton()) {
      let inside = try await container.singletonPerParameter(1)
      #expect(inside !== outside)
    }
    #expect(try await container.singletonPerParameter(1) === outside)
  }

  @Test("A weakly held instance lives as long as something else retains it")
  func weak() async throws {
    weak var released: TestService?
    do {
      let first = try await container.shared()
      released = first
      #expect(try await container.shared() === first)
    }
    await untilReleased { released }
    #expect(try await container.shared().label == "original")
    #expect(container.builder.count.value == 2)
  }

  @Test("An optional result that is nil is not cached")
  func nilResult() async throws {
    let count = Counter()
    container.optional.register {
      count.increment()
      return nil
    }
    #expect(try await container.optional() == nil)
    #expect(try await container.optional() == nil)
    #expect(count.value == 2)
  }

  @Test("An optional result that is not nil is cached")
  func someResult() async throws {
    #expect(try await container.optional() === container.optional())
  }

  @Test("Without scopeOnParameters, the first parameter's instance is cached for all")
  func firstParameter() async throws {
    let first = try await container.ofFirstParameter(1)
    #expect(try await container.ofFirstParameter(2) === first)
    #expect(first.label == "1")
  }

  @Test("With scopeOnParameters, each parameter has its own instance")
  func parameters() async throws {
    let one = try await container.perParameter(1)
    let two = try await container.perParameter(2)
    #expect(one.label == "1")
    #expect(two.label == "2")
    #expect(try await container.perParameter(1) === one)
    #expect(try await container.perParameter(2) === two)
  }

  @Test("A reset of a factory evicts the instances of all parameters")
  func parametersReset() async throws {
    for parameter in 1...3 { _ = try await container.perParameter(parameter) }
    container.perParameter.reset(.scope)
    for parameter in 1...3 { _ = try await container.perParameter(parameter) }
    #expect(container.builder.count.value == 6)
  }

  @Test("A value type in the shared scope is not cached")
  func valueInShared() async {
    let count = Counter()
    func factory() -> AsyncFactory<Int, Never> {
      AsyncFactory(container, key: "AsyncScopeTests.value") { count.increment() }.shared
    }
    #expect(await factory()() == 1)
    #expect(await factory()() == 2)
  }
}
