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

private class LazyA {
  @Injected(Container.lazyB) var circularB
}

private class LazyB {
  @Injected(Container.lazyC) var circularC
}

private class LazyC {
  @WeakLazyInjected(Container.lazyA) var circularA
}

extension Container {
  fileprivate static let lazyA = Factory(scope: .shared) { LazyA() }
  fileprivate static let lazyB = Factory { LazyB() }
  fileprivate static let lazyC = Factory { LazyC() }

  fileprivate static let outer = wrapped { "outer " + inner() }
  fileprivate static let inner = wrapped { "inner" }
  /// Factories of one name, type and place that are not the same.
  private static func wrapped(_ make: @escaping () -> String) -> Factory<String> {
    Factory { make() }
  }
}

@Suite("1.x: Circular dependency chains", .staticContainer)
struct CircularTests {
  @Test("A circular dependency stops the program and prints the chain")
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

  @Test("WeakLazyInjected in one place breaks the circular dependency without a reference cycle")
  func lazily() {
    var first: LazyA? = Container.lazyA()
    let observed = Observed(first)
    #expect(first?.circularB.circularC.circularA === first)
    first = nil
    #expect(observed.object == nil)
  }

  @Test("Each call of a function that creates a factory creates a different factory")
  func notCircular() {
    #expect(Container.outer() == "outer inner")
    Container.inner.register { "other" }
    #expect(Container.outer() == "outer other")
  }
}
