// Factory, MIT licence; see LICENSE
//
// The 1.3 guide: Circular Dependency Chain Detection.
import Factory
import Testing

private class CircularA {
  @Injected(Container.circularB) var circularB
}

private class CircularB {
  @Injected(Container.circularC) var circularC
}

private class CircularC {
  @Injected(Container.circularA) var circularA
}

extension Container {
  fileprivate static let circularA = Factory { CircularA() }
  fileprivate static let circularB = Factory { CircularB() }
  fileprivate static let circularC = Factory { CircularC() }
}

private class MendedA {
  @Injected(Container.mendedB) var circularB
}

private class MendedB {
  @Injected(Container.mendedC) var circularC
}

private class MendedC {
  @WeakLazyInjected(Container.mendedA) var circularA
}

extension Container {
  fileprivate static let mendedA = Factory(scope: .shared) { MendedA() }
  fileprivate static let mendedB = Factory { MendedB() }
  fileprivate static let mendedC = Factory { MendedC() }

  fileprivate static let outer = wrapped { "outer " + inner() }
  fileprivate static let inner = wrapped { "inner" }
  /// Factories of one name, type and place that are not the same.
  private static func wrapped(_ make: @escaping () -> String) -> Factory<String> {
    Factory { make() }
  }
}

@Suite("1.x: Circular dependency chains", .staticContainer)
struct CircularTests {
  @Test("The program stops and dumps the chain")
  func reported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Container.circularA()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "circular dependency chain - CircularA > CircularB > CircularC > CircularA"))
    #expect(
      text.contains(
        "Container.Factory<FactoryTests.CircularB> (FactoryTests/CircularTests.swift:21)"))
  }

  @Test("WeakLazyInjected in one place mends it, without a circle of references")
  func mended() {
    var first: MendedA? = Container.mendedA()
    let observed = Observed(first)
    #expect(first?.circularB.circularC.circularA === first)
    first = nil
    #expect(observed.object == nil)
  }

  @Test("Factories that a function makes in one place are each one of their own")
  func notCircular() {
    #expect(Container.outer() == "outer inner")
    Container.inner.register { "other" }
    #expect(Container.outer() == "outer other")
  }
}
