// Factory, MIT licence; see LICENSE
//
// Watchers that are added, cancelled and released while threads and tasks resolve.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class WatchedContainer: SharedContainer {
  @TaskLocal static var shared = WatchedContainer()
  let manager = ContainerManager()

  var unscoped: Factory<TestService> { self { TestService() } }
  var cached: Factory<TestService> { self { TestService() }.cached }
  /// Causes three more resolutions.
  var outer: Factory<[TestService]> { self { [self.middle(), self.cached()] } }
  var middle: Factory<TestService> { self { self.unscoped() } }
  var numbers: ParameterFactory<Int, Int> { self { $0 }.scopeOnParameters.cached }
  var asyncInner: AsyncFactory<Int, Never> { self { self.plain() } }
  var asyncNumber: AsyncParameterFactory<Int, Int, Never> { self { $0 }.scopeOnParameters.cached }
  var plain: Factory<Int> { self { 1 } }
}

private enum Marker {
  @TaskLocal static var thread: Int?
}

@Suite("Watch and resolve", .oneAtATime) struct WatchAndResolve {
  @Test("Resolutions on several threads are all reported, each on its own thread")
  func threads() {
    let container = WatchedContainer()
    let counts = (0..<4).map { _ in Counter() }
    let misplaced = Counter()
    let watch = container.manager.watch { _ in
      if let thread = Marker.thread { counts[thread].increment() } else { misplaced.increment() }
    }
    onThreads(4) { index in
      Marker.$thread.withValue(index) {
        for round in 1...100 {
          _ = container.outer()
          _ = container.numbers(index)
          // `outer` causes three more resolutions. Only this thread changes its count.
          if counts[index].value != round * 5 { misplaced.increment() }
        }
      }
    }
    watch.cancel()
    #expect(counts.map(\.value) == Array(repeating: 100 * 5, count: 4))
    #expect(misplaced.value == 0)
  }

  @Test("Watchers may be added and cancelled while threads resolve")
  func race() {
    let container = WatchedContainer()
    let seen = Counter()
    let wrong = Counter()
    onThreads(4) { index in
      for round in 0..<200 {
        if index < 2 {
          let watch = container.manager.watch { event in
            seen.increment()
            if event.container != "FactoryProofTests.WatchedContainer" { wrong.increment() }
          }
          _ = container.unscoped()
          if round % 2 == 0 { watch.cancel() }
        } else {
          _ = container.outer()
          if round % 16 == 0 { container.manager.reset(options: .scope) }
        }
      }
    }
    // Each adding thread has seen its own resolution.
    #expect(seen.value >= 2 * 200)
    #expect(wrong.value == 0)
    let before = seen.value
    _ = container.outer()
    #expect(seen.value == before)
  }

  @Test("Tokens may be released while their container is released")
  func releaseRace() {
    for _ in 0..<100 {
      let container = LockedValue<WatchedContainer?>(WatchedContainer())
      let watches = LockedValue<[ResolutionWatch]>(
        (0..<2).map { _ in container.withLock { $0! }.manager.watch { _ in } })
      onThreads(3) { index in
        if index == 0 {
          _ = container.withLock { $0.take() }
        } else {
          _ = watches.withLock { $0.popLast() }
        }
      }
    }
  }

  @Test("Async resolutions are reported in their tasks, while watchers come and go")
  func tasks() async {
    let container = WatchedContainer()
    let count = Counter()
    let watch = container.manager.watch { _ in count.increment() }
    await inTasks(4) { index in
      for _ in 0..<50 {
        let other = container.manager.watch { _ in }
        _ = await container.asyncInner()
        _ = await container.asyncNumber(index)
        other.cancel()
      }
    }
    watch.cancel()
    // `asyncInner` causes one more resolution.
    #expect(count.value == 4 * 50 * 3)
  }
}
