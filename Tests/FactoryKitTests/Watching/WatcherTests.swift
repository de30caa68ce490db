// Factory, MIT licence; see LICENSE
//
// What a watcher may do, and what ends it.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Watchers", .container) struct WatcherTests {
  private let container = WatchedContainer()

  @Test("A watcher does not get the resolutions that it makes itself")
  func resolving() {
    let events = LockedArray<ResolutionEvent>()
    let watch = container.manager.watch { [unowned container] event in
      events.append(event)
      _ = container.outer()
      _ = container.cached()
    }
    _ = container.middle()
    watch.cancel()
    #expect(events.elements.summaries == ["1 unscoped built", "0 middle built"])
  }

  @Test("Other watchers get the resolutions that a watcher makes")
  func othersResolving() {
    let first = LockedArray<String>()
    let second = LockedArray<String>()
    let watches = [
      container.manager.watch { [unowned container] event in
        first.append(event.summary)
        _ = container.cached()
      },
      container.manager.watch { [unowned container] event in
        second.append(event.summary)
        _ = container.unscoped()
      },
    ]
    _ = container.plain()
    for watch in watches { watch.cancel() }
    #expect(first.elements == ["0 plain built", "0 unscoped built"])
    #expect(second.elements == ["0 cached built", "0 plain built"])
  }

  @Test("A watcher may resolve a factory whose closure is running around the event")
  func resolvingOuter() {
    let count = Counter()
    let watch = container.manager.watch { [unowned container] _ in
      count.increment()
      _ = container.middle()
    }
    _ = container.middle()
    watch.cancel()
    #expect(count.value == 2)
  }

  @Test("A watcher's resolutions share no instances of the scope graph with those around it")
  func graph() {
    let seen = LockedArray<TestService>()
    let watch = container.manager.watch { [unowned container] event in
      if event.kind == .built { seen.append(container.graph()) }
    }
    let instances = container.graphs()
    watch.cancel()
    #expect(instances[0] === instances[1])
    #expect(seen.count == 2)
    #expect(seen.elements.allSatisfy { $0 !== instances[0] })
    #expect(seen.elements[0] !== seen.elements[1])
  }

  @Test("A watcher of an async factory may resolve what is being built around it")
  func resolvingInAsync() async {
    let seen = LockedArray<String>()
    let watch = container.manager.watch { [unowned container] event in
      seen.append(event.summary)
      _ = container.graphs()
    }
    _ = await container.async()
    watch.cancel()
    #expect(
      seen.elements
        == ["2 plain built", "1 asyncInner built", "1 plain built", "0 async built"])
  }

  @Test("Two containers' watchers may resolve from each other's container")
  func twoContainers() {
    let other = WatchedContainer()
    let count = Counter()
    let watches = [
      container.manager.watch { _ in
        count.increment()
        _ = other.unscoped()
      },
      other.manager.watch { [unowned container] _ in
        count.increment()
        _ = container.unscoped()
      },
    ]
    _ = container.unscoped()
    for watch in watches { watch.cancel() }
    #expect(count.value == 2)
  }

  @Test("A watcher may cancel itself")
  func cancellingItself() {
    let events = LockedArray<ResolutionEvent>()
    let token = LockedValue<ResolutionWatch?>(nil)
    let watch = container.manager.watch { event in
      events.append(event)
      token.withLock { $0 }?.cancel()
    }
    token.withLock { $0 = watch }
    _ = container.outer()
    token.withLock { $0 = nil }
    #expect(events.elements.summaries == ["2 unscoped built"])
  }

  @Test("A watcher that another one cancels is not called any more, not even for the same event")
  func cancellingAnother() {
    let token = LockedValue<ResolutionWatch?>(nil)
    let count = Counter()
    let first = container.manager.watch { _ in token.withLock { $0.take() }?.cancel() }
    token.withLock { $0 = container.manager.watch { _ in count.increment() } }
    _ = container.unscoped()
    first.cancel()
    #expect(count.value == 0)
  }

  @Test("A watcher may add a watcher, which gets the next resolution")
  func addingWatchers() {
    let added = LockedArray<ResolutionWatch>()
    let events = LockedArray<ResolutionEvent>()
    let watch = container.manager.watch { [unowned container] _ in
      if added.count == 0 { added.append(container.manager.watch { events.append($0) }) }
    }
    _ = container.middle()
    _ = container.unscoped()
    watch.cancel()
    for watch in added.elements { watch.cancel() }
    #expect(events.elements.summaries == ["0 unscoped built"])
  }

  @Test("A watcher may register and reset")
  func changing() {
    let kinds = LockedArray<ResolutionEvent.Kind>()
    let watch = container.manager.watch { [unowned container] event in
      kinds.append(event.kind)
      switch kinds.count {
      case 1: container.cached.register { TestService("mock") }
      case 2: container.manager.reset()
      default: break
      }
    }
    for _ in 0..<3 { _ = container.cached() }
    watch.cancel()
    #expect(kinds.elements == [.built, .registered, .built])
  }

  @Test("Several watchers are called in the order in which they were added")
  func order() {
    let calls = LockedArray<Int>()
    let watches = (0..<3).map { number in container.manager.watch { _ in calls.append(number) } }
    _ = container.unscoped()
    watches[1].cancel()
    _ = container.unscoped()
    withExtendedLifetime(watches) {}
    #expect(calls.elements == [0, 1, 2, 0, 2])
  }

  @Test("push, pop and resets leave watchers in place")
  func snapshots() {
    let events = container.events {
      container.manager.push()
      _ = container.unscoped()
      container.manager.pop()
      _ = container.unscoped()
      container.manager.reset()
      _ = container.unscoped()
      container.manager.reset(options: .scope)
      _ = container.unscoped()
      container.unscoped.reset()
      _ = container.unscoped()
    }
    #expect(events.count == 5)
  }

  @Test("pop does not bring back a watcher that was cancelled after the push")
  func cancelledAfterPush() {
    let count = Counter()
    let watch = container.manager.watch { _ in count.increment() }
    container.manager.push()
    watch.cancel()
    container.manager.pop()
    _ = container.unscoped()
    #expect(count.value == 0)
  }

  @Test("A cancelled watcher is not called any more, and cancelling it again does nothing")
  func cancel() {
    let count = Counter()
    let watch = container.manager.watch { _ in count.increment() }
    _ = container.unscoped()
    watch.cancel()
    watch.cancel()
    _ = container.unscoped()
    #expect(count.value == 1)
  }

  @Test("A watcher whose token is released is not called any more")
  func released() {
    let count = Counter()
    var watch: ResolutionWatch? = container.manager.watch { _ in count.increment() }
    _ = container.unscoped()
    withExtendedLifetime(watch) {}
    watch = nil
    _ = container.unscoped()
    #expect(count.value == 1)
  }

  @Test("A token that is only stored in a constant watches until the end of its block")
  func constant() {
    let count = Counter()
    do {
      let watch = container.manager.watch { _ in count.increment() }
      _ = container.unscoped()
      _ = container.cached()
      _ = watch
    }
    #expect(count.value == 2)
  }

  @Test("The instances are the same with and without a watcher")
  func transparent() {
    let before = container.cached()
    _ = container.events { #expect(container.cached() === before) }
    #expect(container.cached() === before)
  }

  @Test("An event does not retain the instance")
  func instance() {
    let events = container.events {
      _ = container.shared()
      #expect(container.shared.resolvedOrNil() == nil)
    }
    #expect(events.count == 1)
  }

  @Test("Resolving the instance that is being built around the event is a circular dependency")
  func circular() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = WatchedContainer()
      container.cached.register { container.unscoped() }
      let watch = container.manager.watch { _ in _ = container.cached() }
      _ = container.cached()
      watch.cancel()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let factory = "FactoryKitFeatureTests.WatchedContainer.cached"
    #expect(text.contains("circular dependency: creating \(factory)"))
  }
}
