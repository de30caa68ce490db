// Factory, MIT licence; see LICENSE
//
// Functions that are injected while a child builds.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

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
  fileprivate var callers: Factory<DepotCallers> { self { DepotCallers() } }
}

private final class Callers {
  @Injected(\.named) var injected
  @LazyInjected(\.named) var lazy
  @DynamicInjected(\.named) var dynamic
  @Injected(\.named) var sendable: @Sendable (Int) -> String
  @LazyInjected(\.named) var lazySendable: @Sendable (Int) -> String
  @DynamicInjected(\.named) var dynamicSendable: @Sendable (Int) -> String
}

private final class DepotCallers {
  @Injected(\Depot.named) var injected
  @LazyInjected(\Depot.named) var lazy
  @DynamicInjected(\Depot.named) var dynamic
}

@MainActor private final class MainCallers {
  @Injected(\.titled) var injected
  @LazyInjected(\.titled) var lazy
  @DynamicInjected(\.titled) var dynamic
}

/// A wrapper of `Callers`.
private enum Caller: CaseIterable, Sendable {
  case injected, lazy, dynamic, sendable, lazySendable, dynamicSendable

  func call(_ callers: Callers, _ number: Int) -> String {
    switch self {
    case .injected: callers.injected(number)
    case .lazy: callers.lazy(number)
    case .dynamic: callers.dynamic(number)
    case .sendable: callers.sendable(number)
    case .lazySendable: callers.lazySendable(number)
    case .dynamicSendable: callers.dynamicSendable(number)
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

  @Test("A function uses the shared container when the child is gone", arguments: Caller.allCases)
  fileprivate func gone(caller: Caller) {
    let callers = Container.child("child").callers()
    #expect(caller.call(callers, 1) == "root 1")
  }

  @Test("A construction can call the functions", arguments: Caller.allCases)
  fileprivate func duringConstruction(caller: Caller) {
    let child = Container.child("child")
    child.callers.register {
      let callers = Callers()
      #expect(caller.call(callers, 1) == "child 1")
      return callers
    }
    let callers = child.callers()
    #expect(caller.call(callers, 2) == "child 2")
  }

  @Test("Functions of a custom container's child")
  func customContainer() {
    let depot = Depot.child("child depot")
    let callers = depot.callers()
    #expect(callers.injected(1) == "child depot 1")
    #expect(callers.lazy(2) == "child depot 2")
    #expect(callers.dynamic(3) == "child depot 3")
  }

  @Test("Functions of a custom container's child that is gone use the shared container")
  func customContainerGone() {
    let callers = Depot.child("child depot").callers()
    #expect(callers.injected(1) == "depot 1")
    #expect(callers.lazy(2) == "depot 2")
    #expect(callers.dynamic(3) == "depot 3")
  }

  @Test("Functions of the main actor") @MainActor
  func mainActor() {
    let child = Container.child("child")
    let callers = child.mainCallers()
    #expect(callers.injected(1) == "child 1")
    #expect(callers.lazy(2) == "child 2")
    #expect(callers.dynamic(3) == "child 3")
  }

  @Test("Functions of the main actor whose child is gone use the shared container") @MainActor
  func mainActorGone() {
    let callers = Container.child("child").mainCallers()
    #expect(callers.injected(1) == "root 1")
    #expect(callers.lazy(2) == "root 2")
    #expect(callers.dynamic(3) == "root 3")
  }
}
