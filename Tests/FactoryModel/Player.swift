// Factory, MIT licence; see LICENSE
//
// What the model and the library have in common when they play a program: numbered instances, what
// closures do, and what one can see of a step.

/// The instance that every closure creates. Equal numbers are the same construction in the library and in the model.
final class Instance: Sendable {
  let number: Int
  let label: String
  let parts: [Instance]
  private let counts: InstanceCounts

  init(number: Int, label: String, parts: [Instance], counts: InstanceCounts) {
    self.number = number
    self.label = label
    self.parts = parts
    self.counts = counts
    counts.alive += 1
  }

  deinit {
    counts.alive -= 1
  }

  var description: String {
    "\(label)#\(number)\(parts.map { "\($0.number)" })"
  }
}

/// Counts the instances of the library or of the model, and the calls of closures.
final class InstanceCounts: @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  var alive = 0
  var made = 0
  /// By the closures' labels.
  var calls: [String: Int] = [:]
}

/// Plays the steps of a program, one by one.
protocol Player: AnyObject, Sendable {
  var counts: InstanceCounts { get }
  var tasks: PlayedTasks { get }
  func resolve(_ target: Target) async throws -> Instance?
  /// Resolves a factory without a task. Nil if that needs one.
  func resolveDirectly(_ target: Target) -> Result<Instance?, any Error>?
  func existing(_ target: Target) -> Instance?
  func change(_ operation: Operation)
}

extension Player {
  /// Performs a step, lets all tasks run until they wait, and returns what is visible then.
  func play(_ operation: Operation) -> String {
    switch operation {
    case .resolve(let target, let isHeld):
      if let result = resolveDirectly(target) {
        tasks.record(result, isHeld: isHeld)
      } else {
        tasks.start(isHeld: isHeld) { [self] in try await resolve(target) }
      }
    case .existing(let target): tasks.record(.success(existing(target)), isHeld: false)
    case .proceed(let index): tasks.pauses.proceed(index)
    case .cancel(let index): tasks.cancel(index)
    default: perform(operation)
    }
    ControlledTasks.drain()
    return "made \(counts.made); \(tasks.takeResults())"
  }

  /// Continues all closures, until every task has ended.
  func end() {
    while !tasks.pauses.numbers.isEmpty { _ = play(.proceed(0)) }
  }

  /// Performs a step of a closure that resolves nothing.
  func perform(_ operation: Operation) {
    if case .releaseInstance = operation { tasks.release() } else { change(operation) }
  }

  // MARK: What closures do

  /// The body of an asynchronous closure of the library, and of all closures of the model.
  ///
  /// An asynchronous closure pauses after each step that may have suspended it. So at most one
  /// closure does something visible at a time, and the order of jobs makes no difference.
  func build<Failure: Error>(
    _ builder: Builder, for kind: FactoryKind, _: Failure.Type
  ) async throws(Failure) -> Instance? {
    do {
      let number = begin(builder)
      var parts: [Instance] = []
      let isConcurrent = kind.isAsync && builder.isConcurrent
      for step in builder.steps {
        switch step {
        case .resolve(let target, _):
          if isConcurrent { continue }
          let result = await result(of: target)
          if target.kind.isAsync { await tasks.pauses.pause(pauseNumber(number)) }
          if let part = try part(result, of: builder, kind) { parts.append(part) }
        case .existing(let target):
          if let part = existing(target) { parts.append(part) }
        default:
          perform(step)
        }
      }
      if isConcurrent {
        for result in await resultsOfGroup(builder, number) {
          if let part = try part(result, of: builder, kind) { parts.append(part) }
        }
      }
      if kind.isAsync, builder.pauses { await tasks.pauses.pause(pauseNumber(number)) }
      return try finish(builder, number, kind, parts)
    } catch {
      // `part` and `finish` throw what closures of the kind can throw.
      throw error as! Failure
    }
  }

  /// Resolves all parts in child tasks, which begin when a step continues them.
  private func resultsOfGroup(
    _ builder: Builder, _ number: Int
  ) async -> [Result<Instance?, any Error>] {
    let targets = builder.steps.compactMap { step -> Target? in
      if case .resolve(let target, _) = step { target } else { nil }
    }
    let results = await withTaskGroup(of: (Int, Result<Instance?, any Error>).self) { group in
      for (index, target) in targets.enumerated() {
        group.addTask { [self] in
          await tasks.pauses.pause(pauseNumber(number, child: index))
          return (index, await result(of: target))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    await tasks.pauses.pause(pauseNumber(number))
    return targets.indices.map { results[$0]! }
  }

  private func result(of target: Target) async -> Result<Instance?, any Error> {
    do { return .success(try await resolve(target)) } catch { return .failure(error) }
  }

  /// The number of a closure's pause, or of the pause of one of its child tasks.
  private func pauseNumber(_ call: Int, child: Int? = nil) -> Int {
    call * 8 + (child.map { $0 + 1 } ?? 0)
  }

  /// Counts a call of a closure, and returns its number in the program.
  func begin(_ builder: Builder) -> Int {
    counts.made += 1
    counts.calls[builder.label, default: 0] += 1
    return counts.made
  }

  func part(
    _ result: Result<Instance?, any Error>, of builder: Builder, _ kind: FactoryKind
  ) throws -> Instance? {
    switch result {
    case .success(let instance): return instance
    case .failure(let error):
      if builder.throwsErrorsOfParts, kind.canThrow { throw error }
      return nil
    }
  }

  func finish(
    _ builder: Builder, _ number: Int, _ kind: FactoryKind, _ parts: [Instance]
  ) throws -> Instance? {
    if builder.failures.contains(counts.calls[builder.label]!) {
      if !kind.canThrow { return nil }
      throw PlannedError(label: builder.label, number: number)
    }
    if builder.checksCancellation, kind.canThrow { try Task.checkCancellation() }
    if builder.returnsNil { return nil }
    let instance = Instance(number: number, label: builder.label, parts: parts, counts: counts)
    return builder.layers.reduce(instance) { $1.wrapped($0, counts) }
  }
}
