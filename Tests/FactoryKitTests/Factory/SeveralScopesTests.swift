// Factory, MIT licence; see LICENSE
//
// Definitions with more than one scope: the last one applies, and its instance stays cached from
// one read to the next.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class SeveralContainer: SharedContainer {
  @TaskLocal static var shared = SeveralContainer()
  let manager = ContainerManager()
}

extension Scope {
  fileprivate static let first = Cached()
  fileprivate static let last = Cached()
}

extension SeveralContainer {
  var sharedUniqueCached: Factory<TestService> { self { TestService() }.shared.unique.cached }
  var singletonCached: Factory<TestService> { self { TestService() }.singleton.cached }
  var graphCached: Factory<TestService> { self { TestService() }.graph.cached }
  var cachedShared: Factory<TestService> { self { TestService() }.cached.shared }
  var cachedSingleton: Factory<TestService> { self { TestService() }.cached.singleton }
  var uniqueSingleton: Factory<TestService> { self { TestService() }.unique.singleton }
  var custom: Factory<TestService> { self { TestService() }.scope(.first).scope(.last) }
  var customCached: Factory<TestService> { self { TestService() }.scope(.first).cached }
  var once: Factory<TestService> { self { TestService() }.unique.cached.once() }
  var cached: Factory<TestService> { self { TestService() }.cached }
}

@Suite("Definitions of several scopes", .container) struct SeveralScopesTests {
  private typealias Path = any KeyPath<SeveralContainer, Factory<TestService>> & Sendable
  private static let keepingPaths: [Path] = [
    \.sharedUniqueCached, \.singletonCached, \.graphCached, \.cachedShared, \.cachedSingleton,
    \.uniqueSingleton, \.custom, \.customCached, \.once,
  ]
  private static let cachedPaths: [Path] = [
    \.sharedUniqueCached, \.singletonCached, \.graphCached, \.customCached, \.once,
  ]
  private static let singletonPaths: [Path] = [\.cachedSingleton, \.uniqueSingleton]

  private let container = SeveralContainer()

  @Test(
    "A stored factory with several scopes keeps one instance, which new reads return",
    arguments: keepingPaths)
  private func value(path: Path) {
    let factory = container[keyPath: path]
    let instance = factory()
    #expect(factory() === instance)
    #expect(container[keyPath: path]() === instance)
    #expect(factory() === instance)
  }

  @Test("A reset of the last scope evicts the instance", arguments: cachedPaths)
  private func reset(path: Path) {
    let before = container[keyPath: path]()
    container.reset(scope: .cached)
    let after = container[keyPath: path]()
    #expect(after !== before)
    #expect(container[keyPath: path]() === after)
  }

  @Test("Resets of scopes that come before the last evict nothing", arguments: keepingPaths)
  private func resetOthers(path: Path) {
    let instance = container[keyPath: path]()
    container.reset(scope: .unique)
    container.reset(scope: .first)
    container.reset(scope: .graph)
    #expect(container[keyPath: path]() === instance)
  }

  @Test(
    "A factory has one instance across containers if its last scope is singleton, and only then",
    arguments: singletonPaths)
  private func singleton(path: Path) {
    let instance = container[keyPath: path]()
    #expect(SeveralContainer()[keyPath: path]() === instance)
    #expect(container[keyPath: path]() === instance)
    #expect(container.singletonCached() !== SeveralContainer().singletonCached())
  }

  @Test("A factory whose last scope is shared releases its instance with the last reference")
  func shared() {
    weak let instance = container.cachedShared()
    #expect(instance == nil)
  }

  @Test(
    "The last scope of the definition wins over one from outside",
    arguments: [\.sharedUniqueCached, \.customCached, \.cached] as [Path])
  private func fromOutside(path: Path) {
    for scope in [Scope.unique, .shared, .singleton, .last] {
      container[keyPath: path].scope(scope)
      #expect(container[keyPath: path]() === container[keyPath: path]())
    }
    _ = container[keyPath: path].unique
    #expect(container[keyPath: path]() === container[keyPath: path]())
  }

  @Test("A scope from outside that is resolved at once applies to that resolution only")
  func callSite() {
    let outside = container.cached.unique()
    let instance = container.cached()
    #expect(instance !== outside)
    #expect(container.cached() === instance)
  }
}
