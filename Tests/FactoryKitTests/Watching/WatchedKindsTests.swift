// Factory, MIT licence; see LICENSE
//
// Watching all kinds of factory, and all ways to resolve them.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var watchedService: Factory<TestService> { self { TestService() }.cached }
  fileprivate var watchedNumber: ParameterFactory<Int, Int> { self { $0 } }
}

private final class Wrapped {
  @Injected(\.watchedService) var injected
  @LazyInjected(\.watchedService) var lazy
  @DynamicInjected(\.watchedService) var dynamic
  @Injected(\.watchedNumber) var number: (Int) -> Int
}

@Suite("Watching all kinds of factory", .container) struct WatchedKindsTests {
  private let container = WatchedContainer()

  @Test("A resolution that fails is not reported, and does not disturb those around it")
  func failing() {
    let events = container.events {
      for _ in 0..<2 { #expect(throws: TestError.self) { try container.failing() } }
      _ = container.middle()
    }
    #expect(events.summaries == ["1 unscoped built", "0 middle built"])
  }

  @Test("An async factory is reported with the depth and parent of its tree")
  func async() async {
    let events = await container.asyncEvents {
      _ = await container.async()
      _ = await container.async()
    }
    #expect(
      events.summaries
        == [
          "2 plain built", "1 asyncInner built", "1 plain built", "0 async built", "0 async kept",
        ])
    #expect(
      events.map { $0.parent?.split(separator: ".").last }
        == ["asyncInner", "async", "async", nil, nil])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A task that waits for another one's construction keeps its instance, and has waited")
  func waiting() async throws {
    let clock = ContinuousClock()
    let events = try await container.asyncEvents {
      async let first = container.asyncWaiting()
      await container.begun.wait()
      let second = WatchedTask { [container] in try await container.asyncWaiting() }
      await second.suspended()
      let start = clock.now
      while clock.now - start < .milliseconds(2) { await Task.yield() }
      container.gate.open()
      _ = try await (first, second.value)
    }
    #expect(Set(events.summaries) == ["0 asyncWaiting built", "0 asyncWaiting kept"])
    #expect(events.allSatisfy { $0.duration >= 0.002 })
  }

  @Test("A task that was cancelled while it waited is not reported")
  func cancelled() async {
    let events = await container.asyncEvents {
      let task = Task { try await container.asyncWaiting() }
      await container.begun.wait()
      task.cancel()
      _ = await task.result
      container.gate.open()
    }
    #expect(events.isEmpty)
  }

  @Test("A resolution in a child task has the resolution around it as its parent")
  func childTasks() async {
    container.async.register { [unowned container] in
      async let one = container.asyncInner()
      async let two = container.plain()
      return await one + two
    }
    let events = await container.asyncEvents { _ = await container.async() }
    #expect(events.last?.summary == "0 async registered")
    let inner = events.dropLast().filter { $0.depth == 1 }
    #expect(inner.count == 2)
    #expect(inner.allSatisfy { $0.parent == "FactoryKitFeatureTests.WatchedContainer.async" })
  }

  @Test("A required factory is reported as registered")
  func required() {
    container.needed.register { WatchedServiceStub() }
    #expect(container.events { _ = container.needed() }.summaries == ["0 needed registered"])
  }

  @Test("Resolutions by wrappers and dependency(_:) are reported, a lazy one when it is first read")
  func wrappers() {
    let events = LockedArray<ResolutionEvent>()
    let watch = Container.shared.manager.watch { events.append($0) }
    defer { watch.cancel() }
    let wrapped = Wrapped()
    #expect(events.elements.summaries == ["0 watchedService built", "0 watchedNumber built"])
    _ = (wrapped.lazy, wrapped.lazy)
    #expect(events.elements.summaries.dropFirst(2) == ["0 watchedService kept"])
    _ = (wrapped.dynamic, wrapped.dynamic)
    #expect(events.count == 5)
    _ = wrapped.number(1)
    #expect(events.elements.summaries.last == "0 watchedNumber built")
    _ = dependency(\.watchedService)
    #expect(events.elements.summaries.dropFirst(6) == ["0 watchedService kept"])
  }
}
