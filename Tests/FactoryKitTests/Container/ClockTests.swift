// Factory, MIT licence; see LICENSE
//
// A container's clock is user code: it may resolve, in the middle of another resolution.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Leaf {}

private final class Root {
  let leaf: Leaf
  init(_ leaf: Leaf) { self.leaf = leaf }
}

private final class ClockContainer: ManagedContainer {
  let manager = ContainerManager()
  let decorated = LockedArray<Bool>()

  var time: Factory<UInt64> { self { 5 }.cached }
  var leaf: Factory<Leaf> { self { Leaf() }.graph }
  var root: Factory<Root> {
    self { Root(self.leaf()) }.cached.timeToLive(10)
      .decorator { [unowned self] in decorated.append(leaf() === $0.leaf) }
  }
}

@Suite(.container) struct ClockTests {
  private let container = ClockContainer()

  init() {
    container.manager.clock = { [unowned container] in
      _ = container.leaf()
      return container.time()
    }
  }

  @Test("The graph's instance is the same before and after the clock was read")
  func graph() {
    _ = container.root()
    #expect(container.decorated.elements == [true])
  }

  @Test("An instance with a time to live is cached although the clock resolves")
  func kept() {
    #expect(container.root() === container.root())
  }
}

extension ProcessWide {
  @Suite struct TracedClockTests {
    @Test("A clock may resolve while resolutions are traced")
    func traced() {
      let container = ClockContainer()
      container.manager.clock = { [unowned container] in container.time() }
      var roots: [Root] = []
      let lines = ProcessWide.log(naming: "ClockContainer.root<", trace: true) {
        roots = [container.root(), container.root()]
      }
      #expect(roots[0] === roots[1])
      #expect(lines.count == 2)
    }
  }
}
