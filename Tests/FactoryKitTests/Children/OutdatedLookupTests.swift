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

  init() {
    manager = ContainerManager()
    manager.clock = clock.reading
  }

  init(parent: TimedParent) { manager = ContainerManager(childOf: parent) }
  init(sharingCachedOf parent: TimedParent) {
    manager = ContainerManager(childOf: parent, sharing: .cached)
  }

  var timed: Factory<TestService> { self { TestService("timed") }.cached.timeToLive(10) }
  var timedOnce: Factory<TestService> {
    self { TestService("timed") }.cached.timeToLive(10).once()
  }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  var async: AsyncParameterFactory<Int, TestService, Never> {
    self { TestService("\($0)") }.scopeOnParameters.cached
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
    "After `.once()`, a child's time to live precedes its parent's, also if it is the definition's")
  func timeToLiveAfterOnce() {
    let child = TimedParent(parent: parent)
    _ = child.timedOnce()
    parent.timedOnce.timeToLive(100)
    child.timedOnce.timeToLive(10)
    let first = child.timedOnce()
    parent.clock.advance(seconds: 10)
    #expect(child.timedOnce() !== first)
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
