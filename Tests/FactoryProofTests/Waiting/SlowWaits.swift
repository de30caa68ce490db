// Factory, MIT licence; see LICENSE
//
// Reports of waits that take long, while threads and tasks go on. DocumentedMessages shows the texts.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

extension Container {
  fileprivate var slow: Factory<Int> { self { 1 }.cached }
  fileprivate var other: Factory<Int> { self { 2 }.cached }
  fileprivate var part: ParameterFactory<Int, Int> { self { $0 } }
  fileprivate var slowTask: AsyncFactory<Int, any Error> { self { 3 }.cached }
}

@Suite("Reports of long waits") struct SlowWaits {
  @Test("A logger may wait for another factory during a report")
  func waitingLogger() async {
    await #expect(processExitsWith: .success) {
      SlowWait.setLimit(milliseconds: 1)
      let container = Container.shared
      let (reports, mayEnd) = (Counter(), Gate())
      let (isLogging, mayLog) = (Gate(), Gate())
      container.manager.logger = { line in
        // The second report is about the wait of this logger.
        guard line.contains("has waited"), reports.increment() == 1 else { return }
        isLogging.open()
        precondition(container.other() == 2)
      }
      let (isBuilding, isBuildingOther) = (Gate(), Gate())
      container.slow.register {
        isBuilding.open()
        mayEnd.wait()
        return 1
      }
      container.other.register {
        isBuildingOther.open()
        mayLog.wait()
        return 2
      }
      let builders = [TestThread { _ = container.slow() }, TestThread { _ = container.other() }]
      isBuilding.wait()
      isBuildingOther.wait()
      let waiting = TestThread { precondition(container.slow() == 1) }
      isLogging.wait()
      // The thread that logs has left the wait for `slow`, and waits for `other`.
      while !WaitGraph.hasWaiters { yieldThread() }
      mayLog.open()
      mayEnd.open()
      for thread in builders + [waiting] { thread.join() }
    }
  }

  @Test("Reports do not disturb the builder, whose resolutions go on meanwhile")
  func busyBuilder() async {
    await #expect(processExitsWith: .success) {
      SlowWait.setLimit(milliseconds: 1)
      let container = Container.shared
      let reports = Counter()
      container.manager.logger = { line in
        if line.contains("has waited") { reports.increment() }
      }
      for round in 1...10 {
        container.slow.register {
          // Ends when the wait was reported.
          var index = 0
          while reports.value < round {
            index += 1
            _ = container.part(index)
          }
          return round
        }
        let results = onThreads(8) { _ in container.slow() }
        precondition(results == Array(repeating: round, count: 8))
      }
      // One for each construction.
      precondition(reports.value == 10)
    }
  }

  @Test("A wait that ends in time is not reported")
  func inTime() async {
    await #expect(processExitsWith: .success) {
      let container = Container.shared
      container.manager.logger = { _ in preconditionFailure("reported") }
      for _ in 0..<100 {
        container.slow.reset(.scope)
        _ = onThreads(4) { _ in container.slow() }
        container.slowTask.reset(.scope)
        async let first = container.slowTask()
        async let second = container.slowTask()
        _ = try await (first, second)
      }
    }
  }

  @Test("Tasks are reported once for each construction, also if some are cancelled")
  func tasks() async {
    await #expect(processExitsWith: .success) {
      SlowWait.setLimit(milliseconds: 1)
      let container = Container.shared
      let reports = Counter()
      container.manager.logger = { line in
        if line.contains("a task has waited") { reports.increment() }
      }
      for round in 1...5 {
        container.slowTask.register {
          while reports.value < round { await Task.yield() }
          return round
        }
        let tasks = (0..<8).map { _ in Task { try await container.slowTask() } }
        for index in 1..<8 { tasks[index].cancel() }
        let last = Task { try await container.slowTask() }
        let result = try await last.value
        precondition(result == round)
        for task in tasks { _ = await task.result }
      }
      precondition(reports.value == 5)
    }
  }
}
