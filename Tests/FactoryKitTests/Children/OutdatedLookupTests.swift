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
