// Factory, MIT licence; see LICENSE
//
// The trace is switched on and off while threads and tasks resolve.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

private enum TraceFailure: Error { case always }

private final class TraceContainer: SharedContainer {
  @TaskLocal static var shared = TraceContainer()
  let manager = ContainerManager()

  var unscoped: Factory<Int> { self { 1 } }
  var cached: Factory<TestService> { self { TestService() }.cached }
  var outer: Factory<Int> { self { self.unscoped() + self.cached().label.count } }
  var failing: ThrowingFactory<Int, any Error> {
    self {
      _ = self.outer()
      throw TraceFailure.always
    }
  }
  var inner: AsyncFactory<Int, Never> { self { self.outer() }.cached }
  var waiting: AsyncFactory<Int, any Error> {
    self {
      async let one = self.inner()
      async let two = self.inner()
      let sum = await one + two
      try Task.checkCancellation()
      return sum
    }.cached
  }
}

@Suite("Trace and resolve", .oneAtATime) struct TraceAndResolve {
  @Test("On threads, whole lines are written, and no resolution is left")
  func threads() async {
    await #expect(processExitsWith: .success) {
      let (container, lines) = (TraceContainer(), LockedArray<String>())
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
      let (container, lines) = (TraceContainer(), LockedArray<String>())
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
