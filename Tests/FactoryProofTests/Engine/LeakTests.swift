// Factory, MIT licence; see LICENSE
//
// What the leak detection of the address sanitizer sees when a program ends. Without it, these tests
// only end a program.
import FactoryTesting
import Testing

private final class Retained: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class LastingContainer: SharedContainer {
  @TaskLocal static var shared = LastingContainer()
  let manager = ContainerManager()

  var cached: ParameterFactory<Int, Retained> { self { Retained($0) }.scopeOnParameters.cached }
  var timed: ParameterFactory<Int, Retained> {
    self { Retained($0) }.scopeOnParameters.cached.timeToLive(1_000)
  }
  var singleton: ParameterFactory<Int, Retained> {
    self { Retained($0) }.scopeOnParameters.singleton
  }
  var async: AsyncParameterFactory<Int, Retained, Never> {
    self { Retained($0) }.scopeOnParameters.cached
  }
  var plain: Factory<Retained> { self { Retained(0) }.cached }
}

@Suite("Instances in a container that lives to the end of the program") struct LeakTests {
  @Test("Instances with and without a parameter are not reported as leaks")
  func instances() async {
    await #expect(processExitsWith: .success) {
      let container = LastingContainer.shared
      for number in 0..<1_000 {
        _ = container.cached(number)
        _ = container.timed(number)
        _ = container.singleton(number)
        _ = await container.async(number)
      }
      _ = container.plain()
    }
  }
}
