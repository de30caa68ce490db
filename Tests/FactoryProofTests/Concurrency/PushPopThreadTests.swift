// Factory, MIT licence; see LICENSE
//
// `push` and `pop` while other threads resolve and register.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class SnapshotContainer: ManagedContainer {
  let manager = ContainerManager()

  /// Resolved on the slow path, because it has a decorator.
  var decorated: Factory<TestService> { self { TestService("original") }.cached.decorator { _ in } }
  var cached: Factory<TestService> { self { TestService("original") }.cached }

  func numbered(_ number: StaticString) -> Factory<TestService> {
    self(key: number) { TestService("original") }.cached
  }
}

@Suite("Snapshots and concurrent changes", .oneAtATime) struct PushPopThreadTests {
  @Test("An inner pop does not change the outer snapshot while another thread resolves")
  func nestedPop() {
    for _ in 0..<300 {
      let container = SnapshotContainer()
      let others: [StaticString] = ["a", "b", "c", "d", "e", "f", "g", "h"]
      _ = container.decorated()
      container.manager.push()
      container.manager.push()
      container.decorated.register { TestService("inner") }
      for key in others { container.numbered(key).register { TestService("inner") } }
      onThreads(2) { index in
        if index == 0 {
          container.manager.pop()
        } else {
          for _ in 0..<50 { _ = container.decorated() }
        }
      }
      container.manager.pop()
      container.decorated.reset(.scope)
      #expect(container.decorated().label == "original")
    }
  }

  @Test("A snapshot contains a registration together with its eviction, or neither")
  func registration() {
    for _ in 0..<2_000 {
      let container = SnapshotContainer()
      _ = container.cached()
      onThreads(2) { index in
        if index == 0 {
          container.cached.register { TestService("registered") }
        } else {
          container.manager.push()
        }
      }
      container.manager.pop()
      let kept = container.cached().label
      container.cached.reset(.scope)
      #expect(kept == container.cached().label)
    }
  }
}
