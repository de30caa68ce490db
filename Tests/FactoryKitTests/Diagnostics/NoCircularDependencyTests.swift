// Factory, MIT licence; see LICENSE
//
// Resolutions that are similar to circular dependencies and must not be reported.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A container that resolves from the next one, with factories of the same names.
final class ChainedContainer: ManagedContainer {
  let manager = ContainerManager()
  let next: ChainedContainer?
  let count = Counter()

  init(next: ChainedContainer? = nil) {
    self.next = next
  }
}

private struct Opaque {
  let number: Int
}

extension ChainedContainer {
  fileprivate var chain: Factory<[TestService]> {
    self { [TestService()] + (self.next?.chain() ?? []) }
  }
  fileprivate var cachedChain: Factory<[TestService]> {
    self { [TestService()] + (self.next?.cachedChain() ?? []) }.cached
  }
  fileprivate var opaqueDepth: ParameterFactory<Opaque, Int> {
    self { $0.number == 0 ? 0 : 1 + self.opaqueDepth(Opaque(number: $0.number - 1)) }
  }
  /// Needs itself until the third time.
  fileprivate var third: Factory<Int> {
    self { self.count.increment() < 3 ? self.third() : self.count.value }
  }

  /// Factories whose keys differ by their type only.
  fileprivate var typed: Factory<Int> { Factory(self, key: "typed") { self.typedText().count } }
  fileprivate var typedText: Factory<String> { Factory(self, key: "typed") { "four" } }
}

private func onDeepStack(_ body: @escaping @Sendable () -> Void) {
  TestThread(stackSize: TestThread.deepStack, body).join()
}

@Suite("No circular dependencies") struct NoCircularDependencyTests {
  @Test("Factories of equal names in two containers are different factories")
  func twoContainers() {
    let container = ChainedContainer(next: ChainedContainer())
    #expect(container.chain().count == 2)
    #expect(container.cachedChain().count == 2)
  }

  @Test("A chain through 500 containers is not reported")
  func manyContainers() {
    var container = ChainedContainer()
    for _ in 1..<500 { container = ChainedContainer(next: container) }
    let first = container
    onDeepStack {
      #expect(first.chain().count == 500)
      #expect(first.cachedChain().count == 500)
    }
  }

  @Test("A recursion over a parameter without == that ends is not reported")
  func opaqueRecursion() {
    let container = ChainedContainer()
    onDeepStack { #expect(container.opaqueDepth(Opaque(number: 200)) == 200) }
  }

  @Test("Factories of equal names and different types are different factories")
  func types() {
    #expect(ChainedContainer().typed() == 4)
  }
}

extension ProcessWide {
  @Suite("Testing for circular dependencies") struct CircularDependencyTestingTests {
    @Test("The test is on by default; off for all containers, a factory may resolve itself")
    func off() {
      let manager = ContainerManager()
      #expect(manager.circularDependencyTesting)
      defer { manager.circularDependencyTesting = true }
      manager.circularDependencyTesting = false
      #expect(!ContainerManager().circularDependencyTesting)
      #expect(ChainedContainer().third() == 3)
    }

    #if DEBUG
      @Test("With the test on, a debug build reports a factory that resolves itself and would end")
      func on() async {
        await #expect(processExitsWith: .failure) {
          _ = ChainedContainer().third()
        }
      }
    #else
      @Test("A release build allows a factory to resolve itself a few times")
      func on() {
        #expect(ChainedContainer().third() == 3)
      }
    #endif
  }
}
