// Factory, MIT licence; see LICENSE
//
// A factory that one thread registers again and again: each registration makes one instance.
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Resolving while another thread registers")
  struct RegisterAndResolve {
    @Test("Instances of the same registration are the same object", arguments: ThingScope.keeping)
    func sameObject(scope: ThingScope) {
      let container = ThingContainer()
      let known = FirstThings()
      let wrong = Counter()
      whileChanging(Effort.scaled(60_000), readers: 2) { number in
        scope.register(container) { Thing(number: number) }
      } read: {
        let (x, y) = (scope.resolve(container), scope.resolve(container))
        if known.first(like: x) !== x || known.first(like: y) !== y { wrong.increment() }
      }
      #expect(wrong.value == 0)
    }

    @Test(
      "A registered closure runs once, however many threads request the instance",
      arguments: ThingScope.keeping)
    func madeOnce(scope: ThingScope) {
      let container = ThingContainer()
      let again = Counter()
      whileChanging(Effort.scaled(60_000), readers: 2) { number in
        let calls = Counter()
        scope.register(container) {
          if calls.increment() > 1 { again.increment() }
          return Thing(number: number)
        }
      } read: {
        _ = scope.resolve(container)
      }
      #expect(again.value == 0)
    }

    @Test(
      "An instance that is resolved during a registration is not evicted by its end",
      arguments: ThingScope.allCases)
    func inTheMiddle(scope: ThingScope) {
      let container = ThingContainer()
      let found = LockedArray<Thing>()
      Scope.$singleton.withValue(Scope.Singleton()) {
        // The captures of the first registration are released when the second one replaces it.
        registerDeinitAction(scope, container) { [unowned container] in
          found.append(scope.resolve(container))
        }
        scope.register(container) { Thing(number: 2) }
        let after = scope.resolve(container)
        #expect(after.number == 2)
        #expect(found.elements.count == 1)
        #expect(found.elements.allSatisfy { $0.number != 2 || $0 === after })
        container.manager.reset()
      }
    }

    /// Registers a closure that calls `body` when it is released.
    private func registerDeinitAction(
      _ scope: ThingScope, _ container: ThingContainer, _ body: @escaping @Sendable () -> Void
    ) {
      let action = DeinitAction(body)
      scope.register(container) { Thing(number: action.number) }
    }
  }
}

/// What the factories create.
final class Thing: Sendable {
  /// Which registration made it; 0 is the original closure.
  let number: Int

  init(number: Int) { self.number = number }
}

/// The first instance of each registration that any thread has got.
private final class FirstThings: Sendable {
  private let things = LockedValue([Int: Thing]())

  /// The first one of the same registration, which is this one if there was none.
  func first(like thing: Thing) -> Thing {
    things.withLock { things in
      if let first = things[thing.number] { return first }
      things[thing.number] = thing
      return thing
    }
  }
}

/// Calls a closure when it is deinitialised.
private final class DeinitAction: Sendable {
  let number = 1
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}

final class ThingContainer: ManagedContainer {
  let manager = ContainerManager()
  static let visit = Scope.Cached()

  var cached: Factory<Thing> { self { Thing(number: 0) }.cached }
  var shared: Factory<Thing> { self { Thing(number: 0) }.shared }
  var singleton: Factory<Thing> { self { Thing(number: 0) }.singleton }
  var custom: Factory<Thing> { self { Thing(number: 0) }.scope(Self.visit) }
  var byParameter: ParameterFactory<Int, Thing> {
    self { _ in Thing(number: 0) }.scopeOnParameters.cached
  }
  var singletonByParameter: ParameterFactory<Int, Thing> {
    self { _ in Thing(number: 0) }.scopeOnParameters.singleton
  }
}

enum ThingScope: CaseIterable, Sendable {
  case cached, shared, singleton, custom, byParameter, singletonByParameter

  /// The scopes that retain their instances.
  static let keeping = allCases.filter { $0 != .shared }

  func resolve(_ container: ThingContainer) -> Thing {
    switch self {
    case .cached: container.cached()
    case .shared: container.shared()
    case .singleton: container.singleton()
    case .custom: container.custom()
    case .byParameter: container.byParameter(1)
    case .singletonByParameter: container.singletonByParameter(1)
    }
  }

  func register(_ container: ThingContainer, _ make: @escaping @Sendable () -> Thing) {
    switch self {
    case .cached: container.cached.register(factory: make)
    case .shared: container.shared.register(factory: make)
    case .singleton: container.singleton.register(factory: make)
    case .custom: container.custom.register(factory: make)
    case .byParameter: container.byParameter.register { _ in make() }
    case .singletonByParameter: container.singletonByParameter.register { _ in make() }
    }
  }
}
