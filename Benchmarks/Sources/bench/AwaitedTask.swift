// Factory, MIT licence; see LICENSE
//
// A task for which its caller waits with what the library needs: the limit of building an
// asynchronous instance.
import Foundation

/// What the runtime needs for a shared construction with one caller: a task with a task-local value,
/// a continuation, and handlers for the caller's cancellation and priority.
@inline(never)
func callInAwaitedTask(
  _ closure: @escaping @Sendable () async -> any Service, times: Int
) async {
  for _ in 0..<times {
    let waiting = AwaitedTask()
    let task = Task {
      await AwaitedTask.$local.withValue(waiting) { waiting.finish(await closure()) }
    }
    await withTaskCancellationHandler {
      await waiting.wait(raising: task)
    } onCancel: {
      task.cancel()
    }
    sink(waiting.result!)
  }
}

private final class AwaitedTask: @unchecked Sendable {
  // Sendable: the lock guards the continuation, and the result does not change afterwards.
  @TaskLocal static var local: AwaitedTask?

  private let lock = NSLock()
  private var continuation: UnsafeContinuation<Void, Never>?
  private(set) var result: (any Service)?

  func wait(raising task: Task<Void, Never>) async {
    #if compiler(>=6.2)
      if #available(macOS 26, *) {
        return await withTaskPriorityEscalationHandler {
          await suspend()
        } onPriorityEscalated: { _, new in
          task.escalatePriority(to: new)
        }
      }
    #endif
    await suspend()
  }

  private func suspend() async {
    await withUnsafeContinuation { new in
      let isFinished = lock.withLock {
        if result == nil { continuation = new }
        return result != nil
      }
      if isFinished { new.resume() }
    }
  }

  func finish(_ value: any Service) {
    let waiting = lock.withLock {
      result = value
      return continuation
    }
    waiting?.resume()
  }
}
