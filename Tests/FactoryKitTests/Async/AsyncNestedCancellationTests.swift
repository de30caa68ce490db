// Factory, MIT licence; see LICENSE
//
// Cancellation of constructions that wait for other constructions.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class NestedContainer: ManagedContainer {
  let manager = ContainerManager()
  let builder = AsyncBuilder()
  let outerCount = Counter()
  var inner: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build("inner") }.cached
  }
  var outer: AsyncFactory<TestService, any Error> {
    self {
      self.outerCount.increment()
      return TestService("outer of \(try await self.inner().label)")
    }.cached
  }
  var unscoped: AsyncFactory<TestService, any Error> {
    self { TestService("unscoped of \(try await self.inner().label)") }
  }
  var typed: AsyncFactory<TestService, TestError> {
    self { () async throws(TestError) in
      do { return try await self.inner() } catch { throw TestError(number: 1) }
    }.cached
  }
}

@Suite("Cancellation of nested constructions", .container)
struct AsyncNestedCancellationTests {
  private let container = NestedContainer()
  private let gate = TaskGate()
  private let innerHasEnded = TaskGate()

  private func prepare() {
    let (gate, innerHasEnded) = (gate, innerHasEnded)
    container.builder.during { number in
      if number > 1 { return }
      defer { innerHasEnded.open() }
      try await gate.waitUnlessCancelled()
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A cancelled construction stops waiting for its dependency, which is cancelled as well")
  func cascade() async throws {
    prepare()
    let container = container
    let task = WatchedTask { try await container.outer() }
    await container.builder.hasBegun.wait()
    task.cancel()
    #expect(errorOf(await task.result) is CancellationError)
    await innerHasEnded.wait()
    #expect(try await container.outer().label == "outer of inner")
    #expect(container.builder.count.value == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A dependency that another task waits for goes on")
  func shared() async throws {
    prepare()
    let container = container
    let outer = WatchedTask { try await container.outer() }
    await container.builder.hasBegun.wait()
    let inner = WatchedTask { try await container.inner() }
    await inner.suspended()
    outer.cancel()
    #expect(errorOf(await outer.result) is CancellationError)
    gate.open()
    #expect(try await inner.value.label == "inner")
    #expect(try await container.outer().label == "outer of inner")
    #expect(container.builder.count.value == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A construction that another task waits for goes on, with its dependency")
  func sharedOuter() async throws {
    prepare()
    let container = container
    let first = WatchedTask { try await container.outer() }
    await container.builder.hasBegun.wait()
    let second = WatchedTask { try await container.outer() }
    await second.suspended()
    first.cancel()
    #expect(errorOf(await first.result) is CancellationError)
    gate.open()
    #expect(try await second.value.label == "outer of inner")
    #expect(container.outerCount.value == 1)
    #expect(container.builder.count.value == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Cancellation reaches a dependency through an unscoped factory")
  func unscoped() async throws {
    prepare()
    let container = container
    let task = WatchedTask { try await container.unscoped() }
    await container.builder.hasBegun.wait()
    task.cancel()
    #expect(errorOf(await task.result) is CancellationError)
    await innerHasEnded.wait()
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A construction with a typed error is not cancelled, nor is its dependency")
  func typed() async throws {
    prepare()
    let container = container
    let task = WatchedTask { try await container.typed() }
    await container.builder.hasBegun.wait()
    task.cancel()
    await task.suspended()
    gate.open()
    #expect(try await task.value.label == "inner")
  }
}
