// Factory, MIT licence; see LICENSE
//
// Definitions that name more than one scope have the last one, and keep its instance from one read
// to the next.
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
  var uniqueCached: Factory<Gadget> { self { Gadget() }.unique.cached }
  var sharedUniqueCached: Factory<Gadget> { self { Gadget() }.shared.unique.cached }
  var singletonCached: Factory<Gadget> { self { Gadget() }.singleton.cached }
  var graphCached: Factory<Gadget> { self { Gadget() }.graph.cached }
  var cachedShared: Factory<Gadget> { self { Gadget() }.cached.shared }
  var cachedSingleton: Factory<Gadget> { self { Gadget() }.cached.singleton }
  var uniqueSingleton: Factory<Gadget> { self { Gadget() }.unique.singleton }
  var custom: Factory<Gadget> { self { Gadget() }.scope(.first).scope(.last) }
  var uniqueCustom: Factory<Gadget> { self { Gadget() }.unique.scope(.last) }
  var customCached: Factory<Gadget> { self { Gadget() }.scope(.first).cached }
  var cachedUnique: Factory<Gadget> { self { Gadget() }.cached.unique }
  var byNumber: ParameterFactory<Int, Gadget> {
    self { Gadget("\($0)") }.scopeOnParameters.unique.cached
  }
  var once: Factory<Gadget> { self { Gadget() }.unique.cached.once() }
  var cached: Factory<Gadget> { self { Gadget() }.cached }
}

@Suite("Definitions of several scopes", .container) struct SeveralScopesTests {
  private typealias Path = any KeyPath<SeveralContainer, Factory<Gadget>> & Sendable
  private static let keepingPaths: [Path] = [
    \.uniqueCached, \.sharedUniqueCached, \.singletonCached, \.graphCached, \.cachedShared,
    \.cachedSingleton, \.uniqueSingleton, \.custom, \.uniqueCustom, \.customCached, \.once,
  ]
  private static let cachedPaths: [Path] = [
    \.uniqueCached, \.sharedUniqueCached, \.singletonCached, \.graphCached, \.customCached, \.once,
  ]
  private static let singletonPaths: [Path] = [\.cachedSingleton, \.uniqueSingleton]

  private let container = SeveralContainer()

  @Test("The instance of the last scope is kept from one read to the next", arguments: keepingPaths)
  private func kept(path: Path) {
    let instance = container[keyPath: path]()
    #expect(container[keyPath: path]() === instance)
    #expect(container[keyPath: path]() === instance)
  }

  @Test("A value of such a factory keeps one instance, which others read", arguments: keepingPaths)
  private func value(path: Path) {
    let factory = container[keyPath: path]
    let instance = factory()
    #expect(factory() === instance)
    #expect(container[keyPath: path]() === instance)
    #expect(factory() === instance)
  }

  @Test("Reading the factory without resolving it drops nothing", arguments: keepingPaths)
  private func read(path: Path) {
    let instance = container[keyPath: path]()
    for _ in 0..<3 { _ = container[keyPath: path] }
    #expect(container[keyPath: path]() === instance)
  }

  @Test("A reset of the last scope drops the instance", arguments: cachedPaths)
  private func reset(path: Path) {
    let before = container[keyPath: path]()
    container.reset(scope: .cached)
    let after = container[keyPath: path]()
    #expect(after !== before)
    #expect(container[keyPath: path]() === after)
  }

  @Test("Resets of scopes that come before the last drop nothing", arguments: keepingPaths)
  private func resetOthers(path: Path) {
    let instance = container[keyPath: path]()
    container.reset(scope: .unique)
    container.reset(scope: .first)
    container.reset(scope: .graph)
    #expect(container[keyPath: path]() === instance)
  }

  @Test("One whose last scope is singleton is one across containers", arguments: singletonPaths)
  private func singleton(path: Path) {
    let instance = container[keyPath: path]()
    #expect(SeveralContainer()[keyPath: path]() === instance)
    #expect(container[keyPath: path]() === instance)
  }

  @Test("One whose last scope is not singleton is one for each container")
  func notSingleton() {
    #expect(container.singletonCached() !== SeveralContainer().singletonCached())
  }

  @Test("One whose last scope is shared is let go with its last holder")
  func shared() {
    weak let instance = container.cachedShared()
    #expect(instance == nil)
  }

  @Test("One whose last scope is unique is made each time")
  func unique() {
    #expect(container.cachedUnique() !== container.cachedUnique())
  }

  @Test("Each parameter's instance is kept from one read to the next")
  func parameters() {
    let (one, two) = (container.byNumber(1), container.byNumber(2))
    #expect(one !== two)
    #expect(container.byNumber(1) === one)
    #expect(container.byNumber(2) === two)
  }

  @Test(
    "A scope from outside gives way to the last of the definition",
    arguments: [\.uniqueCached, \.sharedUniqueCached, \.customCached, \.cached] as [Path])
  private func fromOutside(path: Path) {
    for scope in [Scope.unique, .shared, .singleton, .last] {
      container[keyPath: path].scope(scope)
      #expect(container[keyPath: path]() === container[keyPath: path]())
    }
    _ = container[keyPath: path].unique
    #expect(container[keyPath: path]() === container[keyPath: path]())
  }

  @Test("A scope from outside that is resolved at once holds for that resolution only")
  func callSite() {
    let outside = container.cached.unique()
    let instance = container.cached()
    #expect(instance !== outside)
    #expect(container.cached() === instance)
  }
}
