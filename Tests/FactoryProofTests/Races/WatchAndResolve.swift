// Factory, MIT licence; see LICENSE
//
// The trace is switched on and off, and watchers are added, cancelled and released, while threads and
// tasks resolve.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

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
  var failing: ThrowingFactory<Int, any Error> {
    self {
      _ = self.outer()
      throw WatchFailure.always
    }
  }
  var keptInner: AsyncFactory<Int, Never> { self { self.outer().count }.cached }
  var waiting: AsyncFactory<Int, any Error> {
    self {
      async let one = self.keptInner()
      async let two = self.keptInner()
      let sum = await one + two
      try Task.checkCancellation()
      return sum
    }.cached
  }
}

private enum WatchFailure: Error { case always }

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

@Suite("Trace and resolve", .oneAtATime) struct TraceAndResolve {
  @Test("On threads, whole lines are written, and no resolution is left")
  func threads() async {
    await #expect(processExitsWith: .success) {
      let (container, lines) = (WatchedContainer(), LockedArray<String>())
      container.manager.logger = { lines.append($0) }
      onThreads(5) { index in
        for round in 0..<200 {
          if index == 0 {
            container.manager.trace = round % 2 == 0
          } else {
            _ = container.outer()
            _ = try? container.failing()
            if round % 8 == 0 { container.manager.reset(options: .scope) }
          }
        }
      }
      container.manager.trace = false
      precondition(lines.elements.allSatisfy { $0.contains(" = ") })
      precondition(Trace.shared.isIdle)
    }
  }

  @Test("In tasks, of which some are cancelled, whole lines are written, and no resolution is left")
  func tasks() async {
    await #expect(processExitsWith: .success) {
      let (container, lines) = (WatchedContainer(), LockedArray<String>())
      container.manager.logger = { lines.append($0) }
      await inTasks(5) { index in
        for round in 0..<100 {
          if index == 0 {
            container.manager.trace = round % 2 == 0
            await Task.yield()
          } else {
            let task = Task { try await container.waiting() }
            if round % 3 == 0 { task.cancel() }
            _ = try? await task.value
            if round % 4 == 0 { container.manager.reset(options: .scope) }
          }
        }
      }
      container.manager.trace = false
      // A construction may outlive the resolution that was cancelled.
      while !Trace.shared.isIdle { await Task.yield() }
      precondition(lines.elements.allSatisfy { $0.contains(" = ") })
    }
  }
}
