// Factory, MIT licence; see LICENSE
//
// What a watcher may do, what ends it, and what it retains.
import FactoryCore
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

@Suite("Watchers", .container) struct WatcherTests {
  private let container = WatchedContainer()
  private let count = Counter()
  private let events = LockedArray<ResolutionEvent>()

  @Test("A watcher does not get the resolutions that it makes itself")
  func resolving() {
    let watch = container.manager.watch { [unowned container, events] event in
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

  @Test("A watcher may cancel itself")
  func cancellingItself() {
    let token = LockedValue<ResolutionWatch?>(nil)
    let watch = container.manager.watch { [events] event in
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
    let first = container.manager.watch { _ in token.withLock { $0.take() }?.cancel() }
    token.withLock { $0 = container.manager.watch { [count] _ in count.increment() } }
    _ = container.unscoped()
    first.cancel()
    #expect(count.value == 0)
  }

  @Test("A watcher may add a watcher, which gets the next resolution")
  func addingWatchers() {
    let added = LockedArray<ResolutionWatch>()
    let watch = container.manager.watch { [unowned container, events] _ in
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
    let watch = container.manager.watch { [count] _ in count.increment() }
    container.manager.push()
    watch.cancel()
    container.manager.pop()
    _ = container.unscoped()
    #expect(count.value == 0)
  }

  @Test(
    "A watcher that is cancelled, also twice, or whose token is released is not called any more",
    arguments: [true, false])
  func ended(isCancelled: Bool) {
    var watch: ResolutionWatch? = container.manager.watch { [count] _ in count.increment() }
    _ = container.unscoped()
    if isCancelled {
      for _ in 0..<2 { watch?.cancel() }
    } else {
      withExtendedLifetime(watch) {}
      watch = nil
    }
    _ = container.unscoped()
    #expect(count.value == 1)
    withExtendedLifetime(watch) {}
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

@Suite("Lifetime of watchers", .container) struct WatchLifetimeTests {
  @Test(
    "Releasing the token of a container that is gone releases what the watcher captures",
    arguments: [false, true])
  func tokenOutlives(isCancelled: Bool) {
    var container: WatchedContainer? = WatchedContainer()
    weak let releasedContainer = container
    var captured: TestService? = TestService()
    weak let released = captured
    var watch: ResolutionWatch? = container!.manager.watch { [captured] _ in
      withExtendedLifetime(captured) {}
    }
    captured = nil
    container = nil
    #expect(releasedContainer == nil)
    #expect(released != nil)
    if isCancelled { watch?.cancel() }
    watch = nil
    #expect(released == nil)
  }

  @Test("Releasing the token releases a container that its closure captures")
  func cycle() {
    var container: WatchedContainer? = WatchedContainer()
    weak let released = container
    var watch: ResolutionWatch? = container!.manager.watch { [container] _ in
      withExtendedLifetime(container) {}
    }
    _ = container!.cached()
    container = nil
    #expect(released != nil)
    withExtendedLifetime(watch) {}
    watch = nil
    #expect(released == nil)
  }

  @Test("What a cancelled watcher captures is released with no lock held")
  func deinitialiser() {
    final class Resolving: Sendable {
      let manager: ContainerManager
      init(_ manager: ContainerManager) { self.manager = manager }
      deinit { manager.watch { _ in }.cancel() }
    }
    let container = WatchedContainer()
    var resolving: Resolving? = Resolving(container.manager)
    weak let released = resolving
    var watch: ResolutionWatch? = container.manager.watch { [resolving] _ in
      withExtendedLifetime(resolving) {}
    }
    resolving = nil
    watch?.cancel()
    watch = nil
    #expect(released == nil)
  }

  @Test("One more resolution is observed after the last watcher was cancelled")
  func lastWatcher() {
    let container = WatchedContainer()
    let core = container.manager.core
    let watches = (0..<2).map { _ in container.manager.watch { _ in } }
    for watch in watches {
      #expect(factory_core_all_flags(core) & UInt32(FACTORY_IS_OBSERVED) != 0)
      watch.cancel()
      _ = container.cached()
    }
    #expect(factory_core_all_flags(core) & UInt32(FACTORY_IS_OBSERVED) == 0)
  }

  @Test("A watcher may release its container")
  func releasedDuringEvent() {
    let holder = LockedValue<WatchedContainer?>(WatchedContainer())
    let count = Counter()
    let watch = holder.withLock { $0 }!.manager.watch { _ in
      _ = holder.withLock { $0.take() }
      count.increment()
    }
    let factory = holder.withLock { $0 }!.cached
    _ = factory()
    withExtendedLifetime(watch) {}
    #expect(count.value == 1)
  }

  @Test("A thread that waits for another one's construction is reported as kept")
  func waiting() {
    let container = WatchedContainer()
    let kinds = LockedArray<ResolutionEvent.Kind>()
    container.cached.register { TestService() }
    let watch = container.manager.watch { kinds.append($0.kind) }
    onThreads(4) { _ in _ = container.cached() }
    watch.cancel()
    #expect(kinds.elements.filter { $0 == .registered }.count == 1)
    #expect(kinds.elements.filter { $0 == .kept }.count == 3)
  }

  @Test("After cancel has returned, no call begins, and it does not wait for one that has begun")
  func cancelDuringCall() {
    let container = WatchedContainer()
    let (began, mayEnd, ended) = (Gate(), Gate(), Gate())
    let calls = Counter()
    let watch = container.manager.watch { _ in
      calls.increment()
      began.open()
      mayEnd.wait()
      ended.open()
    }
    let thread = TestThread {
      _ = container.unscoped()
      _ = container.unscoped()
    }
    began.wait()
    watch.cancel()
    _ = container.unscoped()
    #expect(calls.value == 1)
    mayEnd.open()
    ended.wait()
    thread.join()
    #expect(calls.value == 1)
  }

  @Test("A slow watcher does not make other threads wait for an instance or for a change")
  func slow() {
    let container = WatchedContainer()
    let (began, mayEnd) = (Gate(), Gate())
    let isFirst = LockedValue(true)
    let watch = container.manager.watch { _ in
      if isFirst.withLock({ first in
        defer { first = false }
        return first
      }) {
        began.open()
        mayEnd.wait()
      }
    }
    let thread = TestThread { _ = container.cached() }
    began.wait()
    _ = container.cached()
    container.cached.register { TestService("mock") }
    container.manager.reset()
    container.manager.watch { _ in }.cancel()
    mayEnd.open()
    thread.join()
    watch.cancel()
  }
}
