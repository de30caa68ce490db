// Factory, MIT licence; see LICENSE
//
// Where the asynchronous closures of a program wait until a step of the program continues them.

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
