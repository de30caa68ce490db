// Factory, MIT licence; see LICENSE
//
// The events that watchers get, of all kinds of factory and all ways to resolve them.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Resolution events", .container) struct ResolutionEventTests {
  private let container = WatchedContainer()

  @Test("An instance of the scope graph is kept for the rest of its cycle")
  func graph() {
    let events = container.events {
      let instances = container.graphs()
      #expect(instances[0] === instances[1])
    }
    #expect(events.summaries == ["1 graph built", "1 graph kept", "0 graphs built"])
  }

  @Test("An instance that the closure of a context builds is of the context")
  func context() {
    FactoryContext.setArg("watching-context", forKey: "watching")
    defer { FactoryContext.removeArg(forKey: "watching") }
    let events = container.events { _ = container.inContext() }
    #expect(events.map(\.kind) == [.context])
  }

  @Test("Events come innermost first, with their depth and parent")
  func nesting() {
    let events = container.events { _ = container.outer() }
    #expect(
      events.summaries
        == ["2 unscoped built", "1 middle built", "1 cached built", "0 outer built"])
    #expect(
      events.map { $0.parent?.split(separator: ".").last } == ["middle", "outer", "outer", nil])
  }

  @Test("An event comes when the instance is there already")
  func afterwards() {
    let found = LockedArray<TestService?>()
    let watch = container.manager.watch { [unowned container] _ in
      found.append(container.cached.resolvedOrNil())
    }
    let instance = container.cached()
    watch.cancel()
    #expect(found.count == 1)
    #expect(found.elements.allSatisfy { $0 === instance })
  }

  @Test("A resolution in a decorator is caused by the decorated factory")
  func decorator() {
    let events = container.events { _ = container.decorated() }
    #expect(events.summaries == ["1 cached built", "0 decorated built"])
    #expect(events.first?.parent == "FactoryKitFeatureTests.WatchedContainer.decorated")
  }

  @Test("A container's decorator is called as without a watcher")
  func containerDecorator() {
    let decorated = LockedArray<TestService>()
    container.decorator { decorated.append($0 as! TestService) }
    let events = container.events { for _ in 0..<2 { _ = container.cached() } }
    #expect(events.map(\.kind) == [.built, .kept])
    #expect(decorated.count == 2)
  }

  @Test("The duration includes that of inner resolutions, and ends before the watchers are called")
  func duration() {
    let clock = ContinuousClock()
    var elapsed = Duration.zero
    container.middle.register { [unowned container] in
      let start = clock.now
      while clock.now - start < .milliseconds(2) {}
      return container.unscoped()
    }
    let events = container.events { elapsed = clock.measure { _ = container.outer() } }
    let durations = Dictionary(uniqueKeysWithValues: events.map { ($0.name, $0.duration) })
    #expect(durations["unscoped"]! >= 0)
    #expect(durations["middle"]! >= 0.002)
    #expect(durations["outer"]! >= durations["middle"]!)
    #expect(durations["outer"]! <= elapsed / .seconds(1))
  }

  @Test("Only resolutions of the watched container are reported, with parents in other ones")
  func otherContainers() {
    WatchedContainer.$shared.withValue(container) {
      let events = container.events {
        _ = OtherWatchedContainer.shared.entering()
        _ = container.crossing()
      }
      #expect(
        events.summaries == ["1 cached built", "2 cached kept", "0 crossing built"])
      #expect(events[0].parent == "FactoryKitFeatureTests.OtherWatchedContainer.entering")
    }
  }

  @Test("resolvedOrNil() and a later read of a lazy wrapper are no resolutions")
  func reads() {
    let events = container.events {
      #expect(container.cached.resolvedOrNil() == nil)
      _ = container.cached()
      #expect(container.cached.resolvedOrNil() != nil)
    }
    #expect(events.summaries == ["0 cached built"])
  }

  @Test("A resolution that began before the watcher was added is not reported")
  func lateWatcher() {
    let events = LockedArray<ResolutionEvent>()
    let watch = LockedValue<ResolutionWatch?>(nil)
    container.unscoped.register { [unowned container] in
      watch.withLock { $0 = container.manager.watch { events.append($0) } }
      _ = container.cached()
      return TestService()
    }
    _ = container.unscoped()
    #expect(events.elements.summaries == ["1 cached built"])
    watch.withLock { $0?.cancel() }
  }

  @Test("The resolutions of autoRegister are reported, and what it registers is registered")
  func autoRegister() {
    let container = RegisteringWatchedContainer()
    let events = container.events { _ = container.service() }
    #expect(events.map(\.kind) == [.registered])
  }

  @Test("A factory that is registered by type has the type in its name")
  func byType() {
    let container = RegisteringWatchedContainer()
    container.register { TestValue() }
    let events = container.events { #expect(container.resolve(TestValue.self) != nil) }
    #expect(
      events.map(\.factory)
        == [
          "FactoryKitFeatureTests.RegisteringWatchedContainer.(by type)<FactoryKitTestSupport.TestValue>"
        ])
  }

  @Test("Names are those of messages and traces, also after the container is gone")
  func names() {
    var container: WatchedContainer? = WatchedContainer()
    weak let released = container
    let event = container!.events { _ = container!.middle() }[0]
    container = nil
    #expect(released == nil)
    #expect(event.factory == "FactoryKitFeatureTests.WatchedContainer.unscoped")
    #expect(event.container == "FactoryKitFeatureTests.WatchedContainer")
    #expect(event.parent == "FactoryKitFeatureTests.WatchedContainer.middle")
  }

  @Test("A built-in scope is not custom, even if no modifier in the process has named it")
  func builtInScope() async {
    await #expect(processExitsWith: .success) {
      let container = WatchedContainer()
      container.manager.defaultScope = .cached
      let events = container.events { _ = container.unscoped() }
      precondition(events.map(\.hasCustomScope) == [false])
    }
  }

  @Test("The description of an event is one line")
  func description() {
    let event = container.events { _ = container.unscoped() }[0]
    #expect(
      "\(event)"
        == "FactoryKitFeatureTests.WatchedContainer.unscoped: built, depth 0, \(event.duration) s"
    )
  }
}

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

extension ProcessWide {
  @Suite("Watching while tracing", .container) struct TracedWatchTests {
    private let container = WatchedContainer()

    @Test("A traced container reports the same events")
    func traced() {
      _ = ProcessWide.log(naming: "no container", trace: true) {
        let events = container.events { for _ in 0..<2 { _ = container.outer() } }
        #expect(
          events.summaries == [
            "2 unscoped built", "1 middle built", "1 cached built", "0 outer built",
            "2 unscoped built", "1 middle built", "1 cached kept", "0 outer built",
          ])
      }
    }
  }
}
