// Factory, MIT licence; see LICENSE
//
// What looks like a circular dependency and is none.
import FactoryTesting
import Testing

/// A container that leads to the next one with factories of the same names.
final class ChainedContainer: ManagedContainer {
  let manager = ContainerManager()
  let next: ChainedContainer?
  let count = Tally()

  init(next: ChainedContainer? = nil) {
    self.next = next
  }
}

private struct Opaque {
  let number: Int
}

extension ChainedContainer {
  fileprivate var chain: Factory<[Gadget]> {
    self { [Gadget()] + (self.next?.chain() ?? []) }
  }
  fileprivate var cachedChain: Factory<[Gadget]> {
    self { [Gadget()] + (self.next?.cachedChain() ?? []) }.cached
  }
  fileprivate var factorial: ParameterFactory<Int, Double> {
    self { $0 == 0 ? 1 : Double($0) * self.factorial($0 - 1) }
  }
  fileprivate var depth: ParameterFactory<Int, Int> {
    self { $0 == 0 ? 0 : 1 + self.depth($0 - 1) }
  }
  fileprivate var cachedDepth: ParameterFactory<Int, Int> {
    self { $0 == 0 ? 0 : 1 + self.cachedDepth($0 - 1) }.scopeOnParameters.cached
  }
  fileprivate var opaqueDepth: ParameterFactory<Opaque, Int> {
    self { $0.number == 0 ? 0 : 1 + self.opaqueDepth(Opaque(number: $0.number - 1)) }
  }
  fileprivate var twice: Factory<[Gadget]> { self { [self.gadget(), self.gadget()] } }
  fileprivate var gadget: Factory<Gadget> { self { Gadget() } }
  /// Needs itself until the third time.
  fileprivate var third: Factory<Int> {
    self { self.count.next() < 3 ? self.third() : self.count.count }
  }

  /// Factories whose keys differ by their type only.
  fileprivate var typed: Factory<Int> { Factory(self, key: "typed") { self.typedText().count } }
  fileprivate var typedText: Factory<String> { Factory(self, key: "typed") { "four" } }
}

@Suite("No circular dependencies") struct NoCircularDependencyTests {
  @Test("Factories of equal names in two containers are two")
  func twoContainers() {
    let container = ChainedContainer(next: ChainedContainer())
    #expect(container.chain().count == 2)
    #expect(container.cachedChain().count == 2)
  }

  @Test("A chain through 500 containers is reported at no depth")
  func manyContainers() {
    var container = ChainedContainer()
    for _ in 1..<500 { container = ChainedContainer(next: container) }
    let first = container
    StartedThread {
      #expect(first.chain().count == 500)
      #expect(first.cachedChain().count == 500)
    }.join()
  }

  @Test("A recursion that ends is none: 1000 deep, over a parameter")
  func recursion() {
    let container = ChainedContainer()
    StartedThread { #expect(container.depth(1000) == 1000) }.join()
  }

  @Test("A recursion over a scoped parameter that ends is none")
  func scopedRecursion() {
    let container = ChainedContainer()
    StartedThread { #expect(container.cachedDepth(1000) == 1000) }.join()
  }

  @Test("A recursion over a parameter without == that ends is none")
  func opaqueRecursion() {
    let container = ChainedContainer()
    StartedThread { #expect(container.opaqueDepth(Opaque(number: 200)) == 200) }.join()
  }

  @Test("A recursion gives what it computes")
  func factorial() {
    #expect(ChainedContainer().factorial(5) == 120)
  }

  @Test("Factories of equal names and different types are two")
  func types() {
    #expect(ChainedContainer().typed() == 4)
  }

  @Test("A factory that is needed twice, one after the other, is no cycle")
  func twice() {
    #expect(ChainedContainer().twice().count == 2)
  }
}

extension ProcessWide {
  @Suite("Testing for circular dependencies") struct CircularDependencyTestingTests {
    @Test("It is on unless changed")
    func isOn() {
      #expect(ContainerManager().circularDependencyTesting)
    }

    @Test("Turned off, a factory may need itself and end")
    func off() {
      let container = ChainedContainer()
      defer { container.manager.circularDependencyTesting = true }
      container.manager.circularDependencyTesting = false
      #expect(container.third() == 3)
    }

    @Test("The switch is one for all containers")
    func global() {
      let (first, second) = (ContainerManager(), ContainerManager())
      defer { first.circularDependencyTesting = true }
      first.circularDependencyTesting = false
      #expect(!second.circularDependencyTesting)
    }

    #if DEBUG
      @Test("Left on, a debug build reports a factory that needs itself although it would end")
      func on() async {
        await #expect(processExitsWith: .failure) {
          _ = ChainedContainer().third()
        }
      }
    #else
      @Test("A release build lets a factory need itself a few times")
      func on() {
        #expect(ChainedContainer().third() == 3)
      }
    #endif
  }
}
