// Factory, MIT licence; see LICENSE
//
// The events that watchers get.
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
    let log = ExpectedLines(containing: "registered for FactoryKitFeatureTests.WatchedContainer")
    FactoryContext.setArg("watching-context", forKey: "watching")
    defer { FactoryContext.removeArg(forKey: "watching") }
    container.inContext.register { TestService("mock") }
    let events = container.events { _ = container.inContext() }
    #expect(events.map(\.kind) == [.context])
    #if DEBUG
      #expect(log.lines.count == 1)
    #else
      #expect(log.lines.isEmpty)
    #endif
  }

  @Test("An instance is built, not of the context, if the context is not active")
  func otherContext() {
    #expect(container.events { _ = container.inAbsentContext() }.map(\.kind) == [.built])
  }

  @Test("Names are those of messages and traces")
  func names() {
    let event = container.events { _ = container.middle() }.first
    #expect(event?.factory == "FactoryKitFeatureTests.WatchedContainer.unscoped")
    #expect(event?.container == "FactoryKitFeatureTests.WatchedContainer")
    #expect(event?.parent == "FactoryKitFeatureTests.WatchedContainer.middle")
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

  @Test("An event is correct after its container is gone, and does not retain it")
  func outlives() {
    var container: WatchedContainer? = WatchedContainer()
    weak let released = container
    let event = container!.events { _ = container!.middle() }[0]
    container = nil
    #expect(released == nil)
    #expect(event.factory == "FactoryKitFeatureTests.WatchedContainer.unscoped")
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
