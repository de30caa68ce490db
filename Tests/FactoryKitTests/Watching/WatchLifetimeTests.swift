// Factory, MIT licence; see LICENSE
//
// What watchers and their tokens retain, and watching on several threads.
import FactoryCore
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

@Suite("Lifetime of watchers", .container) struct WatchLifetimeTests {
  @Test("A token does not retain its container")
  func token() {
    var container: WatchedContainer? = WatchedContainer()
    weak let released = container
    let watch = container!.manager.watch { _ in }
    _ = container!.cached()
    container = nil
    #expect(released == nil)
    watch.cancel()
  }

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
      let hasWatched = Flag()
      init(_ manager: ContainerManager) { self.manager = manager }
      deinit { manager.watch { _ in }.cancel() }
    }
    let container = WatchedContainer()
    var resolving: Resolving? = Resolving(container.manager)
    weak let released = resolving
    var watch: ResolutionWatch? = container.manager.watch { [resolving] _ in
      resolving?.hasWatched.raise()
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
    let start = Latch(1)
    let kinds = LockedArray<ResolutionEvent.Kind>()
    container.cached.register {
      start.arrive()
      return TestService()
    }
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
