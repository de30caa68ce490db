// Factory, MIT licence; see LICENSE
//
// What a child builds, and injects from it, does not keep the child alive, nor the child itself.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var user: Factory<User> { self { User() }.cached }
  fileprivate var numbered: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var storing: Factory<Storing> { self { Storing() }.cached }
}

private enum UsedWrapper: CaseIterable, Sendable {
  case nothing, injected, lazy, weak, dynamic, function, dynamicFunction
  case factories, resolvedAgain
}

/// Has wrappers that remember the child by which it is cached.
private final class User: @unchecked Sendable {
  // Sendable: used by one task at a time.
  @Injected(\.cachedOrigin) var injected: Origin
  @LazyInjected(\.cachedOrigin) var lazy: Origin
  @WeakLazyInjected(\.cachedOrigin) var weak: Origin?
  @DynamicInjected(\.cachedOrigin) var dynamic: Origin
  @Injected(\.numbered) var function: (Int) -> String
  @DynamicInjected(\.numbered) var dynamicFunction: (Int) -> String

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

@Suite("The memory of children", .container) struct ChildMemoryTests {
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
    "A cached object that stores its container retains the child, until that is reset or shut down",
    arguments: [false, true])
  func stored(shutsDown: Bool) async throws {
    weak var weakChild: Container?
    do {
      let child = Container.child("child")
      #expect(child.storing().container === child)
      weakChild = child
    }
    #expect(weakChild != nil)
    if shutsDown { try await weakChild?.shutdown() } else { weakChild?.reset(options: .scope) }
    await untilReleased { weakChild }
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
        return User()
      }
      _ = child.user()
      weakChild = child
    }
    parent.manager.reset()
    weakChild?.manager.reset()
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
