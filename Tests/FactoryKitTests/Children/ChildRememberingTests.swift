// Factory, MIT licence; see LICENSE
//
// Wrappers that remember a child: everything that they offer uses the child as long as it exists, and the shared container
// once it is gone. And functions that are injected while a child builds.
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
  case injectedFactory, lazyFactory, weakFactory, dynamicFactory
  case resolveInjected, resolveLazily, resolveWeakly

  func origin(_ object: Remembering) -> Origin? {
    switch self {
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
  @Test("@InjectedType resolves what the child or its parent has registered for the type")
  func child() {
    let parent = TypedDepot()
    let child = TypedDepot(parent: parent)
    parent.register { Origin("parent") }
    #expect(child.byType().origin?.name == "parent")
    child.register { Origin("child") }
    #expect(child.byType().origin?.name == "child")
    TypedDepot().run(TypedDepot.$shared) {
      TypedDepot.shared.register { 1 }
      #expect(ByType().number == 1)
      #expect(child.byType().number == nil)
    }
  }
}

// MARK: Functions that are injected while a child builds

extension Container {
  fileprivate var named: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var titled: MainActorParameterFactory<Int, String> {
    self { "\(self.origin().name) \($0)" }
  }
  fileprivate var callers: Factory<Callers> { self { Callers() } }
  fileprivate var mainCallers: MainActorFactory<MainCallers> { self { MainCallers() } }
}

extension Depot {
  fileprivate var named: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var caller: Factory<DepotCaller> { self { DepotCaller() } }
}

private final class Callers {
  @Injected(\.named) var injected
  @LazyInjected(\.named) var lazy
  @DynamicInjected(\.named) var dynamic
  @Injected(\.named) var sendable: @Sendable (Int) -> String
  @LazyInjected(\.named) var lazySendable: @Sendable (Int) -> String
  @DynamicInjected(\.named) var dynamicSendable: @Sendable (Int) -> String
}

private final class DepotCaller {
  @Injected(\Depot.named) var injected
}

@MainActor private final class MainCallers {
  @Injected(\.titled) var injected
  @LazyInjected(\.titled) var lazy
  @DynamicInjected(\.titled) var dynamic
}

/// A wrapper of `Callers`.
private enum Caller: CaseIterable, Sendable {
  case injected, lazy, dynamic, sendable, lazySendable, dynamicSendable, resolvedAgain

  func call(_ callers: Callers, _ number: Int) -> String {
    switch self {
    case .injected: callers.injected(number)
    case .lazy: callers.lazy(number)
    case .dynamic: callers.dynamic(number)
    case .sendable: callers.sendable(number)
    case .lazySendable: callers.lazySendable(number)
    case .dynamicSendable: callers.dynamicSendable(number)
    case .resolvedAgain: callers.$injected.resolve()(number)
    }
  }
}

@Suite("Functions that a child injects", .container) struct ChildFunctionInjectionTests {
  @Test(
    "A function uses the child, with the registrations of each call", arguments: Caller.allCases)
  fileprivate func child(caller: Caller) {
    let child = Container.child("child")
    let callers = child.callers()
    #expect(caller.call(callers, 1) == "child 1")
    child.register("new")
    #expect(caller.call(callers, 2) == "new 2")
    Container.child("other").run { #expect(caller.call(callers, 3) == "new 3") }
  }

  @Test(
    "A function does not keep the child alive, and then uses the shared container",
    arguments: Caller.allCases)
  fileprivate func gone(caller: Caller) {
    weak var weakChild: Container?
    let callers: Callers
    do {
      let child = Container.child("child")
      weakChild = child
      callers = child.callers.cached()
      #expect(caller.call(callers, 1) == "child 1")
    }
    #expect(weakChild == nil)
    #expect(caller.call(callers, 2) == "root 2")
  }

  @Test("A function that is injected outside of constructions uses its container for good")
  func ofRun() {
    let callers = Container.child("child").run { Callers() }
    #expect(callers.injected(1) == "child 1")
  }

  @Test("A function of a custom container's child uses that child, and then the shared container")
  func customContainer() {
    var depot: Depot? = .child("child depot")
    let caller = depot!.caller()
    #expect(caller.injected(1) == "child depot 1")
    depot = nil
    #expect(caller.injected(2) == "depot 2")
  }

  @Test("Functions of the main actor use the child, and then the shared container") @MainActor
  func mainActor() {
    var child: Container? = .child("child")
    let callers = child!.mainCallers()
    #expect(callers.injected(1) == "child 1")
    #expect(callers.lazy(2) == "child 2")
    #expect(callers.dynamic(3) == "child 3")
    child = nil
    #expect(callers.injected(4) == "root 4")
    #expect(callers.lazy(5) == "root 5")
    #expect(callers.dynamic(6) == "root 6")
  }
}
