// Factory, MIT licence; see LICENSE
//
// A record of what tasks did with an asynchronous factory, and the guarantees that are checked in
// it.
import FactoryModel
import FactoryTestSupport
import FactoryTesting

/// When something began and ended, as numbers of one count for all tasks.
struct Interval: Sendable {
  let start: Int
  /// Greater than all others until it has ended.
  var end = Int.max

  func isBefore(_ other: Interval) -> Bool { end < other.start }
}

/// The events of one history. Times are numbers from one counter: an event with a smaller number happened before.
final class AsyncHistory: Sendable {
  struct Resolution: Sendable {
    let parameter: Int
    var time: Interval
    var isCancelled = false
    var result = Outcome.none

    enum Outcome: Sendable {
      case none
      /// With the number of the construction.
      case instance(Int)
      case failure(Int)
      case cancellation
    }
  }

  struct Construction: Sendable {
    let parameter: Int
    /// The time of the closure.
    var time: Interval
    /// The resolution that has started it.
    let asker: Int
    /// The number of the last registration whose closure this may be.
    let version: Int
    var isCancelled = false
  }

  struct Change: Sendable {
    enum Kind: Sendable {
      case reset
      case register(version: Int)
    }

    let kind: Kind
    var time: Interval
  }

  struct Events: Sendable {
    var resolutions: [Resolution] = []
    var constructions: [Construction] = []
    var changes: [Change] = []
  }

  private let clock = Counter()
  private let events = LockedValue(Events())

  var recorded: Events { events.withLock { $0 } }

  /// The resolution that the task belongs to. A construction inherits that of the first asker.
  @TaskLocal static var resolution = -1

  // MARK: Recording

  /// Records a resolution, and returns its number.
  func beginResolution(_ parameter: Int) -> Int {
    events.withLock { events in
      events.resolutions.append(
        Resolution(parameter: parameter, time: Interval(start: clock.increment())))
      return events.resolutions.count - 1
    }
  }

  func endResolution(_ number: Int, _ result: Resolution.Outcome) {
    events.withLock { events in
      events.resolutions[number].time.end = clock.increment()
      events.resolutions[number].result = result
    }
  }

  func noteCancellation(_ number: Int) {
    events.withLock { $0.resolutions[number].isCancelled = true }
  }

  func beginConstruction(_ parameter: Int, version: Int) -> Int {
    events.withLock { events in
      events.constructions.append(
        Construction(
          parameter: parameter, time: Interval(start: clock.increment()), asker: Self.resolution,
          version: version))
      return events.constructions.count - 1
    }
  }

  func endConstruction(_ number: Int, isCancelled: Bool) {
    events.withLock { events in
      events.constructions[number].time.end = clock.increment()
      events.constructions[number].isCancelled = isCancelled
    }
  }

  func recordChange(_ kind: Change.Kind, _ change: () -> Void) {
    let number = events.withLock { events in
      events.changes.append(Change(kind: kind, time: Interval(start: clock.increment())))
      return events.changes.count - 1
    }
    change()
    events.withLock { $0.changes[number].time.end = clock.increment() }
  }
}

// MARK: Guarantees

extension AsyncHistory.Events {
  /// What the history violates.
  var violations: [String] {
    overlappingConstructions + staleResults + keptErrors + wrongCancellations
  }

  /// One construction is in flight for each generation and parameter: a second one begins only after
  /// a change has overtaken the first one, or after that was abandoned.
  private var overlappingConstructions: [String] {
    var found: [String] = []
    for (index, second) in constructions.enumerated() {
      for (firstIndex, first) in constructions[..<index].enumerated()
      where first.parameter == second.parameter && !first.time.isBefore(second.time) {
        // The decision to build was made between the start of the resolution that asked and that of
        // the closure. Closures may start in another order.
        let isOvertaken =
          mayBeChanged(between: first, second) || mayBeChanged(between: second, first)
        let isAbandoned =
          mayBeAbandoned(firstIndex)
          || resolutions[second.asker].time.start < first.time.start && mayBeAbandoned(index)
        if !isOvertaken, !isAbandoned {
          found.append("two constructions at a time: \(first), \(second)")
        }
      }
    }
    return found
  }

  /// Whether all tasks that had asked for a construction may have been cancelled. Nobody gets the
  /// result of such a construction once another one has begun.
  private func mayBeAbandoned(_ index: Int) -> Bool {
    resolutions[constructions[index].asker].isCancelled
      && !resolutions.contains { resolution in
        switch resolution.result {
        case .instance(let number), .failure(let number): number == index
        case .none, .cancellation: false
        }
      }
  }

  /// Whether a change may have come after the decision to build one instance, and before that to build another.
  private func mayBeChanged(
    between first: AsyncHistory.Construction, _ second: AsyncHistory.Construction
  ) -> Bool {
    let asked = resolutions[first.asker].time.start
    return changes.contains { $0.time.start < second.time.start && $0.time.end > asked }
  }

  /// Nothing that a completed change has removed is returned to those who ask afterwards.
  private var staleResults: [String] {
    var found: [String] = []
    for resolution in resolutions {
      guard case .instance(let number) = resolution.result else { continue }
      let construction = constructions[number]
      for change in changes where change.time.isBefore(resolution.time) {
        let isOlder =
          switch change.kind {
          case .reset: construction.time.start < change.time.start
          case .register(let version): construction.version < version
          }
        if isOlder { found.append("\(construction) is older than \(change): \(resolution)") }
      }
    }
    return found
  }

  /// An error goes only to resolutions that began before any of them had got it.
  private var keptErrors: [String] {
    var firstEnds: [Int: Int] = [:]
    for resolution in resolutions {
      switch resolution.result {
      case .instance(let number), .failure(let number):
        firstEnds[number] = min(firstEnds[number] ?? .max, resolution.time.end)
      case .none, .cancellation: break
      }
    }
    return resolutions.compactMap { resolution in
      guard case .failure(let number) = resolution.result,
        resolution.time.start > firstEnds[number]!
      else { return nil }
      return "\(resolution) got the error of \(constructions[number])"
    }
  }

  /// Only cancelled tasks throw `CancellationError`, a result is that of the parameter, and every
  /// resolution has one. A construction is cancelled only if a task that asked for it was cancelled.
  private var wrongCancellations: [String] {
    var found: [String] = []
    for resolution in resolutions {
      switch resolution.result {
      case .none: found.append("\(resolution) has not ended")
      case .cancellation:
        if !resolution.isCancelled { found.append("\(resolution) was not cancelled") }
      case .instance(let number), .failure(let number):
        if constructions[number].parameter != resolution.parameter {
          found.append("\(resolution) got \(constructions[number])")
        }
      }
    }
    for construction in constructions where construction.isCancelled {
      let wasAskedByCancelled = resolutions[construction.asker].isCancelled
      if !wasAskedByCancelled { found.append("\(construction) was cancelled, but not its asker") }
    }
    return found
  }
}
