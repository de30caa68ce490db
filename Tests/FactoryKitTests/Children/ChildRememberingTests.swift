// Factory, MIT licence; see LICENSE
//
// Wrappers that remember a child: everything that they offer uses the child as long as it exists, and the shared container
// once it is gone.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Remembering {
  @Injected(\.cachedOrigin) var injected
  @LazyInjected(\.cachedOrigin) var lazy
  @WeakLazyInjected(\.cachedOrigin) var weak
  @DynamicInjected(\.cachedOrigin) var dynamic
}

extension Container {
  fileprivate var remembering: Factory<Remembering> { self { Remembering() } }
}

/// A use of a wrapper after the construction of the object that it belongs to.
private enum LaterUse: CaseIterable, Sendable {
  case lazyValue, weakValue, dynamicValue
  case injectedFactory, lazyFactory, weakFactory, dynamicFactory
  case resolveInjected, resolveLazily, resolveWeakly

  func origin(_ object: Remembering) -> Origin? {
    switch self {
    case .lazyValue: object.lazy
    case .weakValue: object.weak
    case .dynamicValue: object.dynamic
    case .injectedFactory: object.$injected.factory()
    case .lazyFactory: object.$lazy.factory()
    case .weakFactory: object.$weak.factory()
    case .dynamicFactory: object.$dynamic()
    case .resolveInjected: object.$injected.resolve()
    case .resolveLazily: object.$lazy.resolve()
    case .resolveWeakly: object.$weak.resolve()
    }
  }
}

/// A use of a wrapper that resets its factory.
private enum LaterReset: CaseIterable, Sendable {
  case injected, lazy, weak, dynamic

  func origin(_ object: Remembering) -> Origin? {
    switch self {
    case .injected: return object.$injected.resolve(reset: .scope)
    case .lazy: return object.$lazy.resolve(reset: .scope)
    case .weak: return object.$weak.resolve(reset: .scope)
    case .dynamic:
      object.$dynamic.reset(.scope)
      return object.dynamic
    }
  }
}

@Suite("Wrappers that remember a child", .container) struct ChildRememberingTests {
  @Test("A wrapper uses the child that has built its object", arguments: LaterUse.allCases)
  fileprivate func child(use: LaterUse) {
    let child = Container.child("child")
    let object = child.remembering()
    #expect(use.origin(object) === child.cachedOrigin())
    #expect(child.cachedOrigin().name == "child")
  }

  @Test("A wrapper uses the shared container when the child is gone", arguments: LaterUse.allCases)
  fileprivate func gone(use: LaterUse) {
    let object = Container.child("child").remembering()
    #expect(use.origin(object) === Container.shared.cachedOrigin())
    #expect(Container.shared.cachedOrigin().name == "root")
  }

  @Test(
    "A wrapper uses the child although another container is the shared one",
    arguments: LaterUse.allCases)
  fileprivate func childInOther(use: LaterUse) {
    let child = Container.child("child")
    let object = child.remembering()
    let other = Container.child("other")
    #expect(other.run { use.origin(object) }?.name == "child")
  }

  @Test(
    "Resolving again with a reset evicts the child's instance only", arguments: LaterReset.allCases)
  fileprivate func reset(use: LaterReset) {
    let child = Container.child("child")
    let (ofChild, ofRoot) = (child.cachedOrigin(), Container.shared.cachedOrigin())
    let new = use.origin(child.remembering())
    #expect(new?.name == "child")
    #expect(new !== ofChild)
    #expect(child.cachedOrigin() === new)
    #expect(Container.shared.cachedOrigin() === ofRoot)
  }

  @Test(
    "Resolving again with a reset evicts the shared container's instance when the child is gone",
    arguments: LaterReset.allCases)
  fileprivate func resetGone(use: LaterReset) {
    let ofRoot = Container.shared.cachedOrigin()
    let new = use.origin(Container.child("child").remembering())
    #expect(new?.name == "root")
    #expect(new !== ofRoot)
    #expect(Container.shared.cachedOrigin() === new)
  }

  @Test("A reset of a wrapper's registration removes that of the child")
  func resetRegistration() {
    let child = Container.child("child")
    let object = child.remembering()
    Container.shared.register("parent")
    #expect(object.$lazy.resolve(reset: .all).name == "parent")
    #expect(child.cachedOrigin() === object.lazy)
    #expect(Container.shared.cachedOrigin().name == "parent")
  }

  @Test(
    "A weak wrapper is nil when its instance has gone with the child, until it is resolved again")
  func weakInstance() {
    var child: Container? = .child("child")
    let object = child!.remembering()
    #expect(object.weak?.name == "child")
    object.injected = Origin("none")
    child = nil
    #expect(object.weak == nil)
    #expect(object.$weak.resolve() === Container.shared.cachedOrigin())
    #expect(object.weak?.name == "root")
  }

  @Test("A lazy wrapper that was read keeps its instance when the child is gone")
  func lazyInstance() {
    var child: Container? = .child("child")
    let object = child!.remembering()
    let instance = object.lazy
    child = nil
    #expect(object.lazy === instance)
    #expect(object.$lazy.resolvedOrNil() === instance)
    #expect(object.$lazy.factory().name == "root")
  }

  @Test("A wrapper that an instance was assigned to remembers the child")
  func assigned() {
    let child = Container.child("child")
    let object = child.remembering()
    object.lazy = Origin("assigned")
    object.weak = object.lazy
    #expect(object.$lazy.factory().name == "child")
    #expect(object.$lazy.resolve().name == "child")
    #expect(object.$weak.factory().name == "child")
  }

  @Test("A copy of a wrapper remembers the child, and not more than the original does")
  func copy() {
    var child: Container? = .child("child")
    let object = child!.remembering()
    let (lazy, weak) = (object.$lazy, object.$weak)
    #expect(lazy.wrappedValue.name == "child")
    child = nil
    #expect(lazy.factory().name == "root")
    #expect(weak.factory().name == "root")
  }
}

// MARK: Injection by type

private final class TypedDepot: SharedContainer, Resolving {
  @TaskLocal static var shared = TypedDepot()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: TypedDepot) { manager = ContainerManager(childOf: parent) }
}

private final class ByType {
  @InjectedType(TypedDepot.self) var origin: Origin?
  @InjectedType(TypedDepot.self) var number: Int?
}

extension TypedDepot {
  fileprivate var byType: Factory<ByType> { self { ByType() } }
}

@Suite("Injection by type in a child") struct ChildInjectionByTypeTests {
  @Test("@InjectedType resolves what the child has registered for the type")
  func child() {
    let child = TypedDepot(parent: TypedDepot())
    child.register { Origin("child") }
    #expect(child.byType().origin?.name == "child")
  }

  @Test("@InjectedType resolves what the child's parent has registered for the type")
  func parent() {
    let parent = TypedDepot()
    parent.register { Origin("parent") }
    #expect(TypedDepot(parent: parent).byType().origin?.name == "parent")
  }

  @Test("@InjectedType is nil for a type that neither the child nor its parent registers")
  func missing() {
    // Another container than the shared one, which has a registration.
    TypedDepot().run(TypedDepot.$shared) {
      TypedDepot.shared.register { 1 }
      #expect(ByType().number == 1)
      #expect(TypedDepot(parent: TypedDepot()).byType().number == nil)
    }
  }
}
