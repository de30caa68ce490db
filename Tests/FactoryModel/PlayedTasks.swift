// Factory, MIT licence; see LICENSE
//
// The tasks that the steps of a program start, their results, and where asynchronous closures wait until
// a step continues them.

/// The tasks of one player.
final class PlayedTasks: @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  let pauses = Pauses()
  private var held: [Instance] = []
  /// The numbers of the instances that were closed since the last step.
  var closed: [Int] = []
  private var running: [Int: Task<Void, Never>] = [:]
  private var ended: [Int: (result: Result<Instance?, any Error>, isHeld: Bool)] = [:]
  private var count = 0

  /// Starts a task. If `isHeld`, the player holds its instance until `release`.
  func start(isHeld: Bool, _ resolve: @escaping @Sendable () async throws -> Instance?) {
    count += 1
    running[count] = Task { [self, count] in
      do {
        ended[count] = (.success(try await resolve()), isHeld)
      } catch {
        ended[count] = (.failure(error), isHeld)
      }
      running[count] = nil
    }
  }

  /// Records the result of a resolution that needed no task.
  func record(_ result: Result<Instance?, any Error>, isHeld: Bool) {
    count += 1
    ended[count] = (result, isHeld)
  }

  /// Cancels one of the tasks that have not ended. `index` is taken modulo their number.
  func cancel(_ index: Int) {
    let numbers = running.keys.sorted()
    if !numbers.isEmpty { running[numbers[index % numbers.count]]!.cancel() }
  }

  /// Releases the instance that was held first.
  func release() {
    if !held.isEmpty { held.removeFirst() }
  }

  var haveEnded: Bool { running.isEmpty }

  /// The results of the tasks that have ended since the last call, the closures that pause, and the
  /// tasks that have not ended.
  func takeResults() -> String {
    let results = ended.keys.sorted().map { number -> String in
      switch ended[number]!.result {
      case .success(let instance):
        if ended[number]!.isHeld, let instance { held.append(instance) }
        return "task \(number): \(instance?.description ?? "nil")"
      case .failure(let error):
        return "task \(number) threw \(error)"
      }
    }
    ended = [:]
    defer { closed = [] }
    let tasks = "paused: \(pauses.numbers), running: \(running.keys.sorted())"
    return "\(results), closed: \(closed), \(tasks)"
  }
}

/// The closures that wait to be continued, by their numbers.
final class Pauses: @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  private var waiting: [Int: UnsafeContinuation<Void, Never>] = [:]

  /// Suspends the calling closure. It has one pause at a time.
  func pause(_ number: Int) async {
    await withUnsafeContinuation { continuation in
      precondition(waiting[number] == nil, "one closure pauses twice")
      waiting[number] = continuation
    }
  }

  var numbers: [Int] { waiting.keys.sorted() }

  /// Continues one of the closures. `index` is taken modulo their number.
  func proceed(_ index: Int) {
    let numbers = numbers
    guard !numbers.isEmpty else { return }
    waiting.removeValue(forKey: numbers[index % numbers.count])!.resume()
  }
}
