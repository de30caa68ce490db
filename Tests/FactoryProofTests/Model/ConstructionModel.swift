// Factory, MIT licence; see LICENSE
//
// A model of the constructions of one asynchronous factory: who waits for which, what they get, and
// what is kept. A pure value, so that all its states can be listed.

/// What can happen to a factory and to the tasks that resolve it.
enum ConstructionEvent: Hashable, Sendable {
  /// A task asks for the instance. It stands for all tasks that are not waiting.
  case ask(Int)
  /// A task that is cancelled already asks for the instance.
  case askCancelled(Int)
  /// A waiting task is cancelled.
  case cancel(Int)
  /// The closure of a construction in flight returns. Constructions are counted from the oldest one.
  case succeed(Int)
  /// The closure of a construction in flight throws an error.
  case fail(Int)
  case reset
  case register
}

/// What a task has got.
enum ConstructionOutcome: Hashable, Sendable {
  /// An instance, by the number of its construction.
  case instance(Int)
  /// The error of a construction, by its number.
  case failure(Int)
  case cancelled
}

/// How a factory keeps its instance, and what its closure throws.
struct ConstructionRules: Hashable, Sendable {
  /// Whether the instance is released when no task holds it.
  var isWeak = false
  /// Whether a cancelled task stops waiting.
  var isCancellable = true
}

/// The state of one factory, and of a few tasks.
struct ConstructionModel: Hashable, Sendable {
  struct InFlight: Hashable, Sendable {
    var number: Int
    /// The tasks that wait, in the order in which they have asked.
    var waiters: [Int]
    /// Whether a task that asks now waits for this construction. False if it was overtaken.
    var isCurrent = true
    /// Whether no task waits any more. A task that asks now starts another one.
    var isCancelled = false

    var mayBeAwaited: Bool { isCurrent && !isCancelled }
  }

  let rules: ConstructionRules
  /// The constructions in flight, oldest first.
  private(set) var inFlight: [InFlight] = []
  /// What each task has got, until it asks again. A task that has an instance holds it.
  private(set) var outcomes: [ConstructionOutcome?]
  /// The number of constructions so far.
  private(set) var started = 0
  private var cached: Int?

  init(tasks: Int, rules: ConstructionRules) {
    self.rules = rules
    outcomes = Array(repeating: nil, count: tasks)
  }

  /// The instance that is kept.
  var kept: Int? {
    guard let cached else { return nil }
    return !rules.isWeak || outcomes.contains(.instance(cached)) ? cached : nil
  }

  var waiting: Set<Int> { Set(inFlight.flatMap(\.waiters)) }

  // MARK: Events

  /// The events that can happen now, with at most `limit` constructions in flight.
  func events(inFlight limit: Int) -> [ConstructionEvent] {
    var events: [ConstructionEvent] = []
    let mayStart =
      inFlight.count < limit || inFlight.contains(where: \.mayBeAwaited) || kept != nil
    // Tasks that are not waiting differ only in what they hold.
    if let idle = outcomes.indices.first(where: { !waiting.contains($0) }), mayStart {
      events += [.ask(idle), .askCancelled(idle)]
    }
    events += waiting.sorted().map { .cancel($0) }
    for index in inFlight.indices { events += [.succeed(index), .fail(index)] }
    return events + [.reset, .register]
  }

  mutating func apply(_ event: ConstructionEvent) {
    switch event {
    case .ask(let task):
      outcomes[task] = nil
      ask(task)
    case .askCancelled(let task):
      outcomes[task] = nil
      if !rules.isCancellable || kept != nil { ask(task) } else { outcomes[task] = .cancelled }
    case .cancel(let task):
      if rules.isCancellable { cancel(task) }
    case .succeed(let index):
      let construction = inFlight.remove(at: index)
      for task in construction.waiters { outcomes[task] = .instance(construction.number) }
      if construction.isCurrent { cached = construction.number }
    case .fail(let index):
      let construction = inFlight.remove(at: index)
      for task in construction.waiters { outcomes[task] = .failure(construction.number) }
    case .reset, .register:
      cached = nil
      for index in inFlight.indices { inFlight[index].isCurrent = false }
    }
  }

  private mutating func ask(_ task: Int) {
    if let kept {
      outcomes[task] = .instance(kept)
    } else if let index = inFlight.firstIndex(where: \.mayBeAwaited) {
      inFlight[index].waiters.append(task)
    } else {
      for index in inFlight.indices { inFlight[index].isCurrent = false }
      started += 1
      inFlight.append(InFlight(number: started, waiters: [task]))
    }
  }

  private mutating func cancel(_ task: Int) {
    outcomes[task] = .cancelled
    let index = inFlight.firstIndex { $0.waiters.contains(task) }!
    inFlight[index].waiters.removeAll { $0 == task }
    if inFlight[index].waiters.isEmpty { inFlight[index].isCancelled = true }
  }

  // MARK: States

  /// The state with new numbers for the constructions that still matter, in their order. Two states
  /// that differ only in their numbers are the same.
  var normalized: ConstructionModel {
    var numbers = Set(inFlight.map(\.number))
    if let kept { numbers.insert(kept) }
    let new = Dictionary(
      uniqueKeysWithValues: numbers.sorted().enumerated().map { ($1, $0 + 1) })
    var state = self
    for index in inFlight.indices { state.inFlight[index].number = new[inFlight[index].number]! }
    state.cached = kept.map { new[$0]! }
    state.outcomes = outcomes.map { outcome in
      // A task that holds the kept instance retains it. What others have got makes no difference.
      if case .instance(let number) = outcome, number == kept, rules.isWeak {
        return .instance(new[number]!)
      }
      return nil
    }
    state.started = 0
    return state
  }
}
