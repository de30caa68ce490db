// Factory, MIT licence; see LICENSE
//
// What each scope keeps, for how long, and what happens when another scope is set. `KindScopeTests`
// has what holds for every kind of factory, and `GraphScopeTests` the resolution cycles of
// `.graph`.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol OpenProtocol: Sendable {}
extension TestService: OpenProtocol {}
extension TestValue: OpenProtocol {}
private final class Failure: Error {}
private struct ServiceHolder {
  let service: TestService
}

extension Scope {
  fileprivate static let session = Cached()
}

private final class ScopesContainer: SharedContainer {
  @TaskLocal static var shared = ScopesContainer()
  let manager = ContainerManager()

  var service: Factory<TestService> { self { TestService() } }
  var another: Factory<TestService> { self { TestService() } }
  var number: Factory<Int> { self { .random(in: 0...(.max)) } }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
  var otherSingleton: Factory<TestService> { self { TestService() }.singleton }
  var failure: Factory<any Error> { self { Failure() }.shared }
  var optional: Factory<(any TestServiceType)?> { self { TestService() }.shared }

  func inCycle<T>(_ body: @escaping () -> T) -> T { self(body)() }
}

private struct Kept {
  weak var instance: TestService?
}

@Suite("Scopes", .container) struct ScopeTests {
  private let container = ScopesContainer()

  @Test(
    "Two factories of one type have an instance each",
    arguments: [.cached, .shared, .singleton, .graph, .session] as [Scope])
  func perFactory(scope: Scope) {
    let container = container
    let instances = container.inCycle {
      [container.service, container.another, container.service].map { $0.scope(scope)() }
    }
    #expect(instances[0] !== instances[1])
    #expect(instances[0] === instances[2])
  }

  @Test("A value stays the same", arguments: [.cached, .singleton, .graph, .session] as [Scope])
  func value(scope: Scope) {
    let container = container
    let numbers = container.inCycle {
      (container.number.scope(scope)(), container.number.scope(scope)())
    }
    #expect(numbers.0 == numbers.1)
  }
}

// MARK: Shared

/// What is resolved, and how many instances are created of it: see `created(_:)`.
private typealias SharedInstance = (name: String, created: @Sendable () -> (held: Int, after: Int))

private let weaklyHeld: [SharedInstance] = [
  ("an object", { created { TestService() } }),
  ("behind a class protocol", { created { TestService() as any TestServiceType } }),
  ("behind a protocol for any type", { created { TestService() as any OpenProtocol } }),
  ("behind a composition", { created { TestService() as any TestServiceType & OpenProtocol } }),
  ("behind Any", { created { TestService() as Any } }),
  ("behind AnyObject", { created { TestService() as AnyObject } }),
  ("an optional", { created { TestService() as TestService? } }),
  ("an optional class protocol", { created { TestService() as (any TestServiceType)? } }),
  ("an optional protocol for any type", { created { TestService() as (any OpenProtocol)? } }),
  ("an optional of an optional", { created { TestService() as TestService?? } }),
]

private let notCached: [SharedInstance] = [
  ("a number", { created { 1 } }),
  ("a structure", { created { TestValue() } }),
  ("a structure behind a protocol", { created { TestValue() as any OpenProtocol } }),
  ("an optional value", { created { 1 as Int? } }),
  ("a structure around an object", { created { ServiceHolder(service: TestService()) } }),
  ("a closure", { created { { 1 } } }),
]

/// Resolves a factory of the shared scope several times. Returns the number of instances that were created while the
/// results were retained, and the number after they were released and the factory was resolved again.
private func created<T>(_ make: @escaping @Sendable () -> T) -> (held: Int, after: Int) {
  let (container, count) = (ScopesContainer(), Counter())
  var factory: Factory<T> {
    Factory(container) {
      count.increment()
      return make()
    }.shared
  }
  var held: [T]? = [factory(), factory(), factory()]
  let whileHeld = count.value
  withExtendedLifetime(held) {}
  held = nil
  _ = factory()
  return (whileHeld, count.value)
}

@Suite("Shared scope") struct SharedScopeTests {
  private let container = ScopesContainer()

  @Test(
    "An object is kept while it is referenced, whatever its type is", arguments: weaklyHeld.indices)
  func weakly(index: Int) {
    #expect(weaklyHeld[index].created() == (1, 2), "\(weaklyHeld[index].name)")
  }

  @Test("A value is not cached, whatever its type is", arguments: notCached.indices)
  func values(index: Int) {
    #expect(notCached[index].created() == (3, 4), "\(notCached[index].name)")
  }

  @Test("What the shared instance conforms to survives the weak reference")
  func protocolAfterHit() {
    let first = container.optional()
    #expect(container.optional()?.label == "original")
    #expect(container.optional() === first)
  }

  @Test("A shared error stays valid while others are created and released")
  func errors() throws {
    let first = container.failure()
    for _ in 0..<10 {
      #expect(container.failure() is Failure)
    }
    #expect(first is Failure)
  }
}

// MARK: Changes

/// Two ways of writing each change.
private let changes: [(name: String, change: @Sendable (Factory<TestService>) -> Void)] = [
  (".shared", { _ = $0.shared }),
  (".scope(.shared)", { $0.scope(.shared) }),
  (".unique", { _ = $0.unique }),
  (".scope(.unique)", { $0.scope(.unique) }),
  (".graph", { _ = $0.graph }),
  (".scope(Cached())", { $0.scope(Scope.Cached()) }),
]

@Suite("Another scope", .container) struct ChangingScopesTests {
  private let container = ScopesContainer()

  @Test("Another scope evicts the instance at once", arguments: changes.indices)
  func atOnce(index: Int) {
    let kept = Kept(instance: container.service.cached())
    changes[index].change(container.service)
    #expect(kept.instance == nil, "\(changes[index].name)")
  }

  @Test(
    "Another scope evicts the singleton at once, resolved meanwhile or not",
    arguments: [.cached, .unique] as [Scope], [true, false])
  func singleton(scope: Scope, isResolved: Bool) {
    let kept = Kept(instance: container.service.singleton())
    container.service.scope(scope)
    #expect(kept.instance == nil)
    let meanwhile = isResolved ? container.service() : nil
    let new = container.service.singleton()
    #expect(new !== meanwhile)
    #expect(ScopesContainer().service.singleton() === new)
  }

  @Test("`scope(.singleton)` is `singleton` in a task with singletons of its own")
  func singletonOfTask() {
    let other = Scope.Singleton()
    let first = Scope.$singleton.withValue(other) { container.service.scope(.singleton)() }
    #expect(container.service.scope(.singleton)() !== first)
    #expect(Scope.$singleton.withValue(other) { container.service.singleton() } === first)
  }

  @Test("A factory that leaves a default singleton scope and returns has a new singleton")
  func offAndBackByDefault() {
    container.manager.defaultScope = .singleton
    let before = container.service()
    #expect(container.service.cached() !== before)
    #expect(container.service.singleton() !== before)
  }

  @Test("Another default scope evicts the instances of the previous one")
  func defaultScope() {
    container.manager.defaultScope = .cached
    let kept = Kept(instance: container.service())
    #expect(kept.instance != nil)
    container.manager.defaultScope = .shared
    #expect(kept.instance == nil)
  }

  @Test("The default scope does not affect factories with a scope of their own")
  func ownScope() {
    let kept = container.service.cached()
    container.manager.defaultScope = .shared
    container.manager.defaultScope = nil
    #expect(container.service() === kept)
  }

  @Test("The `deinit` of an evicted instance may release the container")
  func releasingTheContainer() {
    let owner = Owner()
    owner.container = OwnedContainer(owner)
    _ = owner.container!.dropping.cached()
    _ = owner.container!.dropping.shared
    #expect(owner.container == nil)
  }
}

// Sendable: used by one test only, on one thread.
private final class Owner: @unchecked Sendable {
  var container: OwnedContainer?
}

/// Releases the container in its `deinit`.
private final class ContainerReleaser {
  let owner: Owner
  init(_ owner: Owner) { self.owner = owner }
  deinit { owner.container = nil }
}

private final class OwnedContainer: ManagedContainer {
  let manager = ContainerManager()
  unowned let owner: Owner
  init(_ owner: Owner) { self.owner = owner }

  var dropping: Factory<ContainerReleaser> { self { ContainerReleaser(self.owner) } }
}

// MARK: Singletons

@Suite("Singleton scope and its clones", .container) struct SingletonScopeTests {
  private let container = ScopesContainer()

  @Test(
    "Resetting the factory evicts its singleton and no other",
    arguments: [FactoryResetOptions.all, .scope])
  func factoryReset(options: FactoryResetOptions) {
    let (one, another) = (container.singleton(), container.otherSingleton())
    container.singleton.reset(options)
    #expect(ScopesContainer().singleton() !== one)
    #expect(container.otherSingleton() === another)
  }

  @Test("Resetting a clone does not affect the original")
  func resetInside() {
    let before = container.singleton()
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      Scope.singleton.reset()
      #expect(container.singleton() !== before)
    }
    #expect(container.singleton() === before)
  }

  @Test("Registering inside a clone does not evict the original's instance")
  func registerInside() {
    let before = container.singleton()
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      ScopesContainer().singleton.register { TestService("inside") }
      #expect(container.singleton() !== before)
    }
    #expect(container.singleton() === before)
  }

  @Test("A clone of a clone has the singletons that the first one created, and so has a child task")
  func twice() async {
    await Scope.$singleton.withValue(Scope.singleton.clone()) {
      let inside = container.singleton()
      Scope.$singleton.withValue(Scope.singleton.clone()) {
        #expect(container.singleton() === inside)
      }
      async let seen = container.singleton()
      #expect(await seen === inside)
    }
  }

  @Test("A default singleton scope set outside a clone means the clone inside it")
  func defaultScope() {
    container.manager.defaultScope = .singleton
    let before = container.service()
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      Scope.singleton.reset()
      #expect(container.service() !== before)
    }
    #expect(container.service() === before)
  }
}
