// Factory, MIT licence; see LICENSE
//
// What a child builds, and injects from it, does not keep the child alive, nor the child itself.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var user: Factory<User> { self { User(Container.self) }.cached }
  fileprivate var asyncUser: AsyncFactory<User, Never> {
    self { () async in User(Container.self) }.cached
  }
  fileprivate var numbered: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var storing: Factory<Storing> { self { Storing() }.cached }
}

extension Depot {
  fileprivate var user: Factory<User> { self { User(Depot.self) }.cached }
  fileprivate var numbered: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var storing: Factory<DepotStoring> { self { DepotStoring() }.cached }
}

private enum UsedWrapper: CaseIterable, Sendable {
  case nothing, injected, lazy, weak, dynamic, function, dynamicFunction
  case factories, resolvedAgain
}

/// Has wrappers that remember the child by which it is cached.
private final class User: @unchecked Sendable {
  // Sendable: used by one task at a time.
  @Injected var injected: Origin
  @LazyInjected var lazy: Origin
  @WeakLazyInjected var weak: Origin?
  @DynamicInjected var dynamic: Origin
  @Injected var function: (Int) -> String
  @DynamicInjected var dynamicFunction: (Int) -> String

  init(_: Container.Type) {
    _injected = Injected(\.cachedOrigin)
    _lazy = LazyInjected(\.cachedOrigin)
    _weak = WeakLazyInjected(\.cachedOrigin)
    _dynamic = DynamicInjected(\.cachedOrigin)
    _function = Injected(\.numbered)
    _dynamicFunction = DynamicInjected(\.numbered)
  }

  init(_: Depot.Type) {
    _injected = Injected(\Depot.cachedOrigin)
    _lazy = LazyInjected(\Depot.cachedOrigin)
    _weak = WeakLazyInjected(\Depot.cachedOrigin)
    _dynamic = DynamicInjected(\Depot.cachedOrigin)
    _function = Injected(\Depot.numbered)
    _dynamicFunction = DynamicInjected(\Depot.numbered)
  }

  func use(_ wrapper: UsedWrapper) {
    switch wrapper {
    case .nothing: break
    case .injected: _ = injected
    case .lazy: _ = lazy
    case .weak: _ = weak
    case .dynamic: _ = dynamic
    case .function: _ = function(1)
    case .dynamicFunction: _ = dynamicFunction(1)
    case .factories: _ = ($injected.factory(), $lazy.factory(), $weak.factory(), $dynamic())
    case .resolvedAgain:
      _ = ($injected.resolve(), $lazy.resolve(), $weak.resolve())
    }
  }
}

/// Stores the container, and is cached by it.
private final class Storing {
  @InjectedContainer var container
}

private final class DepotStoring {
  @InjectedContainer(Depot.self) var container
}

@Suite("The memory of children", .container) struct ChildMemoryTests {
  @Test(
    "A cached object and its child free each other, whatever was used",
    arguments: UsedWrapper.allCases)
  fileprivate func container(wrapper: UsedWrapper) {
    weak var weakUser: User?
    weak var weakChild: Container?
    do {
      let child = Container.child("child")
      let user = child.user()
      user.use(wrapper)
      (weakUser, weakChild) = (user, child)
    }
    #expect(weakUser == nil)
    #expect(weakChild == nil)
  }

  @Test("So do those of a custom container", arguments: UsedWrapper.allCases)
  fileprivate func customContainer(wrapper: UsedWrapper) {
    weak var weakUser: User?
    weak var weakDepot: Depot?
    do {
      let depot = Depot.child("child depot")
      let user = depot.user()
      user.use(wrapper)
      (weakUser, weakDepot) = (user, depot)
    }
    #expect(weakUser == nil)
    #expect(weakDepot == nil)
  }

  @Test("So does an object that was built asynchronously", arguments: UsedWrapper.allCases)
  fileprivate func asynchronous(wrapper: UsedWrapper) async {
    weak var weakUser: User?
    weak var weakChild: Container?
    do {
      let child = Container.child("child")
      let user = await child.asyncUser()
      user.use(wrapper)
      (weakUser, weakChild) = (user, child)
    }
    // The task that has built it may be about to end.
    await untilReleased { weakUser }
    await untilReleased { weakChild }
  }

  @Test(
    "A child is freed although what it has built is still used", arguments: UsedWrapper.allCases)
  fileprivate func usedLonger(wrapper: UsedWrapper) {
    weak var weakChild: Container?
    weak var weakManager: ContainerManager?
    let user: User
    do {
      let child = Container.child("child")
      user = child.user()
      user.use(wrapper)
      (weakChild, weakManager) = (child, child.manager)
    }
    #expect(weakChild == nil)
    #expect(weakManager == nil)
    user.use(wrapper)
    #expect(user.$lazy.factory().name == "root")
  }

  @Test(
    "A custom child is freed although what it has built is still used",
    arguments: UsedWrapper.allCases)
  fileprivate func customUsedLonger(wrapper: UsedWrapper) {
    weak var weakDepot: Depot?
    let user: User
    do {
      let depot = Depot.child("child depot")
      user = depot.user()
      user.use(wrapper)
      weakDepot = depot
    }
    #expect(weakDepot == nil)
    user.use(wrapper)
    #expect(user.$lazy.factory().name == "depot")
  }

  // MARK: Cycles

  @Test("A cached object that stores its container retains the child, until that is reset")
  func reset() {
    weak var weakChild: Container?
    do {
      let child = Container.child("child")
      #expect(child.storing().container === child)
      weakChild = child
    }
    #expect(weakChild != nil)
    weakChild?.reset(options: .scope)
    #expect(weakChild == nil)
  }

  @Test(
    "A child whose parent had a registration that stored the child is released after resets of both"
  )
  func resetOfParent() {
    weak var weakChild: Container?
    let parent = Container()
    do {
      let child = Container(parent: parent)
      parent.user.register {
        _ = child
        return User(Container.self)
      }
      _ = child.user()
      weakChild = child
    }
    parent.manager.reset()
    weakChild?.manager.reset()
    #expect(weakChild == nil)
  }

  @Test("A cached object that stores its container retains the child, until that is shut down")
  func shutdown() async throws {
    weak var weakChild: Container?
    do {
      let child = Container.child("child")
      _ = child.storing()
      weakChild = child
    }
    #expect(weakChild != nil)
    try await weakChild?.shutdown()
    await untilReleased { weakChild }
  }

  @Test("A cached object that stores its custom container retains the child, until that is reset")
  func customReset() {
    weak var weakDepot: Depot?
    do {
      let depot = Depot.child("child depot")
      #expect(depot.storing().container === depot)
      weakDepot = depot
    }
    #expect(weakDepot != nil)
    weakDepot?.reset(options: .scope)
    #expect(weakDepot == nil)
  }

  @Test(
    "A cached object that stores its custom container retains the child, until that is shut down")
  func customShutdown() async throws {
    weak var weakDepot: Depot?
    do {
      let depot = Depot.child("child depot")
      _ = depot.storing()
      weakDepot = depot
    }
    #expect(weakDepot != nil)
    try await weakDepot?.shutdown()
    await untilReleased { weakDepot }
  }

  @Test(
    "An object without a scope that stores its container retains the child as long as it exists")
  func unscoped() {
    weak var weakChild: Container?
    var storing: Storing?
    do {
      let child = Container.child("child")
      storing = Factory<Storing>(child, key: "unscoped") { Storing() }()
      weakChild = child
    }
    #expect(storing?.container === weakChild)
    #expect(weakChild != nil)
    storing = nil
    #expect(weakChild == nil)
  }
}

/// What a child has been asked to forget is released, also if the child is not asked for the factory again.
@Suite("Closures of a child", .container) struct ChildClosureTests {
  enum Change: CaseIterable, Sendable { case reset, resetOfFactory, registration, pop }

  @Test(
    "A closure that was registered in a child is released with the registration",
    arguments: Change.allCases)
  func released(change: Change) {
    let child = Container(parent: .shared)
    child.manager.push()
    weak var captured: TestService?
    do {
      let service = TestService("captured")
      captured = service
      child.cachedOrigin.register { Origin(service.label) }
      #expect(child.cachedOrigin().name == "captured")
    }
    switch change {
    case .reset: child.reset()
    case .resetOfFactory: child.cachedOrigin.reset()
    case .registration: child.cachedOrigin.register { Origin("new") }
    case .pop: child.manager.pop()
    }
    #expect(captured == nil)
  }
}
