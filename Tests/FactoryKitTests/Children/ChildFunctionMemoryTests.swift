// Factory, MIT licence; see LICENSE
//
// Functions that wrappers inject after the construction does not keep the child alive either.
import FactoryKitTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var named: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var caller: Factory<Caller> { self { Caller() }.cached }
}

extension Depot {
  fileprivate var named: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var caller: Factory<DepotCaller> { self { DepotCaller() }.cached }
}

private final class Caller {
  @LazyInjected(\.named) var lazy
  @LazyInjected(\.named) var lazySendable: @Sendable (Int) -> String
  @DynamicInjected(\.named) var dynamic
  @Injected(\.named) var injected
}

private final class DepotCaller {
  @LazyInjected(\Depot.named) var lazy
}

private enum StoredFunction: CaseIterable, Sendable {
  case lazy, lazySendable, dynamic, resolvedAgain

  func call(_ caller: Caller) -> String {
    switch self {
    case .lazy: caller.lazy(1)
    case .lazySendable: caller.lazySendable(1)
    case .dynamic: caller.dynamic(1)
    case .resolvedAgain: caller.$injected.resolve()(1)
    }
  }
}

@Suite("Functions that are injected after the construction in a child", .container)
struct ChildFunctionMemoryTests {
  @Test(
    "A function that is first read later does not keep the child alive",
    arguments: StoredFunction.allCases)
  fileprivate func released(stored: StoredFunction) {
    weak var weakChild: Container?
    weak var weakCaller: Caller?
    do {
      let child = Container.child("child")
      let caller = child.caller()
      #expect(stored.call(caller) == "child 1")
      (weakChild, weakCaller) = (child, caller)
    }
    #expect(weakChild == nil)
    #expect(weakCaller == nil)
  }

  @Test("It uses the shared container once the child is gone", arguments: StoredFunction.allCases)
  fileprivate func gone(stored: StoredFunction) {
    let caller: Caller
    do {
      let child = Container.child("child")
      caller = child.caller()
      #expect(stored.call(caller) == "child 1")
    }
    #expect(caller.injected(1) == "root 1")
    #expect(caller.lazy(1) == "root 1")
  }

  @Test("Nor does that of a custom container")
  func customContainer() {
    weak var weakDepot: Depot?
    weak var weakCaller: DepotCaller?
    do {
      let depot = Depot.child("child depot")
      let caller = depot.caller()
      #expect(caller.lazy(1) == "child depot 1")
      (weakDepot, weakCaller) = (depot, caller)
    }
    #expect(weakDepot == nil)
    #expect(weakCaller == nil)
  }
}
