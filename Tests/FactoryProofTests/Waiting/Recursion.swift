// Factory, MIT licence; see LICENSE
//
// Recursions that end, and must not be reported.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Recursions that end")
struct Recursion {
  @Test("A decorator may resolve its own factory without decorating that instance")
  func decorators() {
    let container = RecursiveContainer()
    #expect(container.decorated(100) == 100)
    #expect(container.decorations.value == 1)
  }

  @Test("autoRegister does not run again after a reset inside it")
  func resetInside() {
    let container = ResettingContainer()
    #expect(container.number() == 1)
    #expect(container.number() == 1)
    #expect(container.runs.value == 1)
  }

  @Test("autoRegister runs again after a reset on another thread")
  func resetMeanwhile() {
    let container = SlowContainer()
    let first = TestThread { _ = container.number() }
    container.isInside.wait()
    container.manager.reset()
    container.mayEnd.open()
    first.join()
    #expect(container.number() == 1)
    #expect(container.runs.value == 2)
  }
}

private final class RecursiveContainer: ManagedContainer {
  let manager = ContainerManager()
  let decorations = Counter()

  var decorated: ParameterFactory<Int, Int> {
    self { $0 }.decorator { [unowned self] number in
      decorations.increment()
      if number > 0 { _ = self.decorated(number - 1) }
    }
  }
}

private final class ResettingContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Counter()
  var number: Factory<Int> { self { 0 } }

  func autoRegister() {
    runs.increment()
    manager.reset()
    number.register { 1 }
  }
}

private final class SlowContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Counter()
  let isInside = Gate()
  let mayEnd = Gate()
  var number: Factory<Int> { self { 0 } }

  func autoRegister() {
    if runs.increment() == 1 {
      isInside.open()
      mayEnd.wait()
    }
    number.register { 1 }
  }
}
