// Factory, MIT licence; see LICENSE
//
// 1.x programs on several threads and tasks at once.
import Factory
import FactoryTestSupport
import Testing

extension Container {
  fileprivate static let text = Factory<MyServiceType>(scope: .cached) { MyService() }
  fileprivate static let number = ParameterFactory<Int, Int> { $0 }
}

/// Runs `body` on several threads at once, all in this test's container.
private func inThisContainer(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let container = StaticContainer.shared
  onThreads(threads) { index in
    StaticContainer.$shared.withValue(container) { body(index) }
  }
}

@Suite("1.x: Threads", .staticContainer)
struct ThreadTests {
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
