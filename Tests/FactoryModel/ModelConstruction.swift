// Factory, MIT licence; see LICENSE
//
// The reference for constructions of asynchronous factories: who waits for one, and when it is
// cancelled. For tasks that run one after the other.

/// One call of an asynchronous closure, in a task of its own.
final class ModelConstruction: @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.

  enum Outcome {
    case finished(Result<Instance?, any Error>)
    /// The waiting task was cancelled.
    case cancelled
  }

  private final class Waiter: @unchecked Sendable {
    // Sendable: as above.
    var continuation: UnsafeContinuation<Outcome, Never>?
    var isCancelled = false
  }

  private var result: Result<Instance?, any Error>?
  private var waiters: [Waiter] = []
  private var task: Task<Void, Never>?
  /// Whether there was a moment at which no task waited, so that the construction was cancelled.
  private(set) var isAbandoned = false

  /// Calls a closure in a new task, then `end`, which may keep the instance.
  func start(
    _ build: @escaping @Sendable () async throws -> Instance?,
    end: @escaping @Sendable (Result<Instance?, any Error>) -> Void
  ) {
    task = Task { [self] in
      let result: Result<Instance?, any Error>
      do { result = .success(try await build()) } catch { result = .failure(error) }
      end(result)
      self.result = result
      task = nil
      for waiter in waiters { waiter.continuation!.resume(returning: .finished(result)) }
      waiters = []
    }
  }

  /// Waits until the closure has returned or thrown an error or, if `isCancellable`, until the
  /// calling task is cancelled.
  func wait(isCancellable: Bool) async -> Outcome {
    let waiter = Waiter()
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if waiter.isCancelled {
          continuation.resume(returning: .cancelled)
        } else if let result {
          continuation.resume(returning: .finished(result))
        } else {
          waiter.continuation = continuation
          waiters.append(waiter)
        }
      }
    } onCancel: {
      if isCancellable { cancel(waiter) }
    }
  }

  private func cancel(_ waiter: Waiter) {
    guard result == nil else { return }
    waiter.isCancelled = true
    waiters.removeAll { $0 === waiter }
    waiter.continuation?.resume(returning: .cancelled)
    if waiters.isEmpty {
      isAbandoned = true
      task?.cancel()
    }
  }
}
