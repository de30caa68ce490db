// Factory, MIT licence; see LICENSE
//
// 1.x programs on several threads and tasks at once.
import Factory
import FactoryTestSupport
import Testing

private final class Counted: @unchecked Sendable {
  // Sendable: no state.
  init(_ created: Counter) { created.increment() }
}

extension Container {
  fileprivate static let counter = Factory<Counted?>(scope: .singleton) { nil }
  fileprivate static let text = Factory<MyServiceType>(scope: .cached) { MyService() }
  fileprivate static let number = ParameterFactory<Int, Int> { $0 }
}

private class Reader: @unchecked Sendable {
  // Sendable: read only; the wrapper guards itself.
  @LazyInjected(Container.counter) var counted
}

/// Runs `body` on several threads at once, all in this test's container.
private func inThisContainer(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let container = StaticContainer.shared
  onThreads(threads) { index in
    StaticContainer.$shared.withValue(container) { body(index) }
  }
}

@Suite("1.x: Threads and tasks", .staticContainer)
struct ThreadTests {
  @Test("A lazy property that several threads read is resolved once")
  func lazy() {
    for _ in 0..<50 {
      let created = Counter()
      Container.counter.register { Counted(created) }
      Container.Scope.reset(includingSingletons: true)
      let reader = Reader()
      inThisContainer(threads: 8) { _ in _ = reader.counted }
      #expect(created.value == 1)
    }
  }

  @Test("Registering, resetting, pushing and resolving at the same time is safe")
  func mixture() {
    inThisContainer(threads: 8) { index in
      for round in 0..<200 {
        switch (index + round) % 7 {
        case 0: Container.text.register { MockService() }
        case 1: Container.text.reset()
        case 2: Container.Scope.cached.reset()
        case 3: Container.Registrations.reset()
        case 4:
          Container.Registrations.push()
          Container.Registrations.pop()
        case 5: #expect(Container.number(round) == round)
        default: #expect(["MyService", "MockService"].contains(Container.text().text()))
        }
      }
    }
    Container.Registrations.reset()
    Container.Scope.reset()
    #expect(Container.text() is MyService)
  }
}
