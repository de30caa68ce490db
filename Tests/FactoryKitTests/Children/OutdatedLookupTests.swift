// Factory, MIT licence; see LICENSE
//
// Factory values of a child that were created before the parent changed.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class TimedParent: ManagedContainer {
  let manager: ContainerManager
  let clock = ManualClock()
  let calls = Counter()

  init() {
    manager = ContainerManager()
    manager.clock = clock.reading
  }

  init(parent: TimedParent) { manager = ContainerManager(childOf: parent) }
  init(sharingCachedOf parent: TimedParent) {
    manager = ContainerManager(childOf: parent, sharing: .cached)
  }

  var timed: Factory<TestService> { self { TestService("timed") }.cached.timeToLive(10) }
  var once: Factory<TestService> {
    self { TestService("once") }.cached.timeToLive(10).inContext(self).counted(by: self)
      .closed(by: self).once()
  }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  var async: AsyncParameterFactory<Int, TestService, Never> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
}

// The same closures in the definition and in a test.
extension Factory<TestService> {
  fileprivate func inContext(_ container: TimedParent) -> Self {
    onArg("repeated") { TestService("in context") }
  }
  fileprivate func counted(by container: TimedParent) -> Self {
    decorator { [calls = container.calls] _ in calls.increment() }
  }
  fileprivate func closed(by container: TimedParent) -> Self {
    onShutdown { [calls = container.calls] _ in calls.increment() }
  }
}

/// A modifier of the definition of `once`, which a test repeats.
private enum Repeated: CaseIterable {
  case scope, timeToLive, decorator, context, hook

  func repeatDefinition(_ factory: Factory<TestService>, _ container: TimedParent) {
    switch self {
    case .scope: _ = factory.cached
    case .timeToLive: factory.timeToLive(10)
    case .decorator: _ = factory.counted(by: container)
    case .context: _ = factory.inContext(container)
    case .hook: _ = factory.closed(by: container)
    }
  }

  func override(_ factory: Factory<TestService>) {
    switch self {
    case .scope: _ = factory.unique
    case .timeToLive: factory.timeToLive(100)
    case .decorator: factory.decorator { _ in }
    case .context: factory.onArg("repeated") { TestService("parent's") }
    case .hook: factory.onShutdown { _ in }
    }
  }
}

@Suite("Factory values of a child, older than a change of the parent", .container)
struct OutdatedLookupTests {
  private let parent = TimedParent()

  @Test("An instance expires if the parent has got a time to live since")
  func timeToLive() {
    let factory = TimedParent(parent: parent).byNumber
    let first = factory(1)
    parent.byNumber.timeToLive(10)
    // The time begins with the first use after the change.
    #expect(factory(1) === first)
    parent.clock.advance(seconds: 10)
    #expect(factory(1) !== first)
  }

  @Test("The clock of the container that keeps an instance decides, not the child's")
  func clocks() {
    let child = TimedParent(sharingCachedOf: parent)
    child.manager.clock = { .max / 2 }
    let first = parent.timed()
    #expect(child.timed() === first)
    // The child has found out that the factory has a time to live, and the parent has to do so again.
    parent.timed.decorator { _ in }
    #expect(child.timed() === first)
  }

  @Test("A scope after `.once()` stays in force in a child, with a reset between the two")
  func onceBetweenResets() {
    let once = parent.timed.once()
    parent.manager.reset()
    _ = once.shared
    let child = TimedParent(parent: parent)
    #expect(child.timed() === child.timed())
  }

  @Test(
    "After `.once()`, what a child sets precedes what its parent has, also if the definition sets it",
    arguments: Repeated.allCases, [true, false])
  private func afterOnce(modifier: Repeated, parentIsFirst: Bool) async throws {
    if modifier == .context { FactoryContext.setArg("repeated", forKey: "repeated") }
    defer { if modifier == .context { FactoryContext.removeArg(forKey: "repeated") } }
    let child = TimedParent(parent: parent)
    _ = child.once()
    if parentIsFirst { modifier.override(parent.once) }
    modifier.repeatDefinition(child.once, child)
    if !parentIsFirst { modifier.override(parent.once) }
    child.calls.reset()
    let first = child.once()
    switch modifier {
    case .scope: #expect(child.once() === first)
    case .timeToLive:
      parent.clock.advance(seconds: 10)
      #expect(child.once() !== first)
    case .decorator: #expect(child.calls.value == 1)
    case .context: #expect(first.label == "in context")
    case .hook: break
    }
    child.calls.reset()
    try await child.shutdown(hookLimit: longHookLimit)
    if modifier == .hook { #expect(child.calls.value == 1) }
  }

  @Test("An instance of an asynchronous factory expires if the parent has got a time to live since")
  func timeToLiveOfAsync() async {
    let factory = TimedParent(parent: parent).async
    let first = await factory(1)
    parent.async.timeToLive(10)
    let same = await factory(1)
    #expect(same === first)
    parent.clock.advance(seconds: 10)
    let next = await factory(1)
    #expect(next !== first)
  }
}
