// Factory, MIT licence; see LICENSE
//
// Reports a wait for a construction that takes so long that it may never end.
internal import FactoryCore

/// Reports waits of `limit` or longer.
///
/// The closure may be waiting for the thread that waits for its instance, for example by `DispatchQueue.main.sync`. The
/// wait graph does not know of such waits, so they are reported, and nothing is stopped.
package enum SlowWait {
  // Read and written as one atomic word. In milliseconds.
  nonisolated(unsafe) private static let word = {
    let word = AtomicWord.make()
    factory_word_store(word, 10_000)
    return word
  }()

  /// Ten seconds, in nanoseconds.
  package static var limit: UInt64 { UInt64(factory_word_load(word)) * 1_000_000 }

  /// For tests: a shorter limit to test reports, or a longer one where thousands of tests keep all tasks waiting.
  package static func setLimit(milliseconds: UInt32) { factory_word_store(word, milliseconds) }

  /// Logs that the calling thread waits. Once for each construction, and not if it is finished.
  fileprivate static func report(_ construction: Construction, _ factory: String) {
    let builder = WaitGraph.lock.withLock(.waitGraph) { construction.takeReport() }
    guard let builder else { return }
    let waiting = CircularDependency.currentChain
    Log.write(Message.slowWait(factory, kind: "thread", waiting: waiting, building: builder))
  }
}

extension WaitGraph {
  /// Waits until `construction` is finished, unless that would close a cycle.
  /// - Parameter factory: what the construction creates, for a report.
  static func wait(for construction: Construction, _ factory: () -> String) -> Outcome {
    wait(for: construction, describe: CircularDependency.describe, reportAfter: SlowWait.limit) {
      SlowWait.report(construction, factory())
    }
  }
}

extension Construction {
  /// The factories whose closures the building thread is running, as lines of a message, outermost first. Nil if the
  /// construction is finished or was reported. Called under the wait graph's lock: the building thread needs it to finish,
  /// so its frames exist meanwhile, and those around its own do not change.
  fileprivate func takeReport() -> [String]? {
    if isFinished || isReported { return nil }
    isReported = true
    let around = frames.around.map { CircularDependency.chain(of: $0) } ?? []
    // Only what does not change: the thread links its own frame again before it calls the closure.
    return around + (frames.own.map { [$0.description] } ?? [])
  }
}
