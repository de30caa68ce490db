// Factory, MIT licence; see LICENSE
//
// Snapshots that are taken and restored while other threads resolve and register, and instances whose
// last reference is released during a lookup.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

private final class SnapshotContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()

  var number: Factory<Int> { self { 0 } }
  var shared: Factory<Reentrant> { self { [unowned self] in Reentrant(self) }.shared }

  func autoRegister() { number.register { 7 } }
}

/// Uses its container when it is released.
private final class Reentrant {
  private unowned let container: SnapshotContainer

  init(_ container: SnapshotContainer) { self.container = container }

  deinit { container.shared.reset(.context) }
}

@Suite("Pop and resolve", .oneAtATime) struct PopAndResolve {
  @Test("Every resolution finds the registrations of autoRegister")
  func registrations() {
    let container = SnapshotContainer()
    _ = container.number()
    let wrong = Counter()
    whileChanging(Effort.scaled(20_000)) { _ in
      container.manager.push()
      container.manager.reset()
      container.manager.pop()
    } read: {
      if container.number() != 7 { wrong.increment() }
    }
    #expect(wrong.value == 0)
  }

  @Test("The deinit of a shared instance may use its factory on any thread")
  func lastReference() {
    let container = SnapshotContainer()
    onThreads(4) { _ in
      for _ in 0..<Effort.scaled(20_000) {
        _ = container.shared()
        container.shared.decorator { _ in }
      }
    }
    container.manager.reset()
  }
}

private final class DecoratedContainer: ManagedContainer {
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
      let container = DecoratedContainer()
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
      let container = DecoratedContainer()
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
