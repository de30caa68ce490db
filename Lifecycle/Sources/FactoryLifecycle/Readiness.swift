// Factory, MIT licence; see LICENSE
//
// Services that start when a container has been warmed up.
import ServiceLifecycle

/// Whether the warm-up of a `ContainerService` has ended, and how.
actor Readiness {
  private var result: Result<Void, any Error>?
  private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var lastNumber = 0

  /// Returns when the warm-up has ended. Throws its error, or `CancellationError` if the task is cancelled first.
  func wait() async throws {
    lastNumber += 1
    let number = lastNumber
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let result {
          continuation.resume(with: result)
        } else if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiting[number] = continuation
        }
      }
    } onCancel: {
      // Runs after `wait` has suspended, because both are isolated to this actor.
      Task { await cancel(number) }
    }
  }

  private func cancel(_ number: Int) {
    waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }

  /// Ends the wait. Calls after the first have no effect.
  func end(_ result: Result<Void, any Error>) {
    if self.result != nil { return }
    self.result = result
    for continuation in waiting.values { continuation.resume(with: result) }
    waiting = [:]
  }
}

/// A service that starts another one when a container has been warmed up.
struct ServiceAfterWarmUp<Base: Service>: Service {
  let base: Base
  let readiness: Readiness

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await readiness.wait() }
    } catch is CancellationError where Task.isShuttingDownGracefully {
      return
    }
    try await base.run()
  }
}
