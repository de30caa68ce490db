// Factory, MIT licence; see LICENSE
//
// The tasks that wait for one run of the closure of an asynchronous factory, the frames of asynchronous resolutions, and
// their circular dependencies.
internal import FactoryCore
public import FactoryKitCore

/// The tasks that wait for a construction whose closure runs in a task of its own.
///
/// A task that waits is suspended: it occupies no thread. If waiting is cancellable, the
/// construction is cancelled when the last of the tasks that want the instance is cancelled.
// Sendable: all variables are guarded by the wait graph's lock, so exclusivity need not be checked.
final class ConstructionTasks: WaitingTasks, @unchecked Sendable {
  /// How many tasks want the instance: those that have asked, except those that were cancelled.
  @exclusivity(unchecked) fileprivate var askers = 1
  /// Whether no task wants the instance any more, so the construction was cancelled. The next task
  /// that asks starts another one.
  @exclusivity(unchecked) fileprivate var isAbandoned = false
  /// Whether tasks wait that receive the result, even if they are cancelled.
  @exclusivity(unchecked) fileprivate var hasReceivers = false
  /// Whether the task that asked first has stopped waiting, and `replaceFirst` has not chosen
  /// another task for whose decorators and observers the instance is new.
  @exclusivity(unchecked) fileprivate var firstHasStopped = false
  /// The tasks that are suspended. Each knows its index.
  @exclusivity(unchecked) fileprivate var waiting: [WaitingTask] = []
  @exclusivity(unchecked) fileprivate var task: Task<Void, Never>?
  /// The suspended tasks that belong to this construction: those that its closure has started, and
  /// the one that runs it. Each knows its index.
  @exclusivity(unchecked) fileprivate var inner: [WaitingTask] = []
  /// Whether the closure has returned. Tasks that it has started may go on.
  @exclusivity(unchecked) fileprivate var closureHasReturned = false
  /// The construction to which such tasks belong after the closure has returned.
  @exclusivity(unchecked) fileprivate var outer: Construction?
  /// The highest priority that the construction's task was given, or is to be given.
  @exclusivity(unchecked) fileprivate var priority = TaskPriority.background
  /// The number of the last search that has visited this construction.
  @exclusivity(unchecked) fileprivate var lastSearch: UInt64 = 0
  /// Counts searches, so that each search visits a construction once. Guarded by the wait graph's lock.
  nonisolated(unsafe) fileprivate static var searches: UInt64 = 0

  func addAsker() -> Bool {
    if isAbandoned { return false }
    askers += 1
    return true
  }

  func decideReceivers() -> Bool {
    hasReceivers = askers > 0
    return hasReceivers
  }

  func takeAll() -> () -> Void {
    let tasks = waiting
    for task in tasks { task.leaveEnclosing() }
    waiting = []
    task = nil
    // Resumed without the lock: the executor of a task may be user code.
    return { for task in tasks { task.resume(.finished) } }
  }

  fileprivate func add(_ task: WaitingTask) -> Int {
    inner.append(task)
    return inner.count - 1
  }

  fileprivate func remove(at index: Int) {
    inner[index] = inner[inner.count - 1]
    inner[index].innerIndex = index
    inner.removeLast()
  }
}

extension Construction {
  /// Only for a construction that runs in a task.
  fileprivate var state: ConstructionTasks {
    // Created by `WaitingTasksMaker.shared`.
    assumedObject(tasks!, ConstructionTasks.self)
  }

  /// Records the task that runs the closure. Called once, before the task that created the
  /// construction waits for it.
  @usableFromInline
  func started(_ task: Task<Void, Never>, priority: TaskPriority) {
    let wanted = WaitGraph.lock.withLock(.waitGraph) {
      state.task = task
      // Another task may be waiting already.
      let wanted = state.priority
      state.priority = priority
      return wanted
    }
    raise(to: wanted)
  }

  // MARK: Waiting

  /// Waits until the construction is finished.
  ///
  /// - Parameters:
  ///   - resolution: the resolution that waits, for `describe`.
  ///   - enclosing: the construction that the waiting task belongs to.
  ///   - isFirst: whether the task has created the construction.
  ///   - isCancellable: whether a cancelled task stops waiting.
  ///   - describe: returns the message for a circular wait. Its argument contains the resolutions
  ///     of the circle, starting with the calling one. Each waits for an instance that the
  ///     construction around the next one is building.
  func wait(
    _ resolution: TaskFrame, inside enclosing: Construction?, isFirst: Bool,
    isCancellable: Bool, isolation: isolated (any Actor)? = #isolation,
    describe: @escaping @Sendable ([TaskFrame]) -> String
  ) async -> WaitingTask.Outcome {
    let waiting = WaitingTask(resolution, for: self, inside: enclosing, isFirst: isFirst)
    return await withTaskCancellationHandler {
      await withEscalation {
        raise(to: Task.currentPriority)
        return await withUnsafeContinuation { continuation in
          suspend(waiting, continuation, describe)
        }
      }
    } onCancel: {
      if isCancellable { withdraw(waiting) }
    }
  }

  /// Suspends a task. Resumes it at once if the construction is finished, if the task was
  /// cancelled, or if the wait would close a circle.
  private func suspend(
    _ new: WaitingTask, _ continuation: UnsafeContinuation<WaitingTask.Outcome, Never>,
    _ describe: ([TaskFrame]) -> String
  ) {
    let outcome: WaitingTask.Outcome? = WaitGraph.lock.withLock(.waitGraph) {
      // Before the result: that of a cancelled construction is for nobody.
      if new.isWithdrawn { return .cancelled }
      if isFinished { return .finished }
      while let enclosing = new.enclosing, enclosing.state.closureHasReturned {
        new.enclosing = enclosing.state.outer
      }
      if let cycle = cycle(closedBy: new) { return .circular(describe(cycle)) }
      new.continuation = continuation
      new.index = state.waiting.count
      state.waiting.append(new)
      new.enter(new.enclosing)
      return nil
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  /// Stops the wait of a cancelled task, and cancels the construction if nobody else waits.
  private func withdraw(_ cancelled: WaitingTask) {
    let abandoned = WaitGraph.lock.withLock(.waitGraph) { () -> Task<Void, Never>? in
      // A finished construction resumes the task, and one that has receivers is about to.
      if isFinished || state.hasReceivers { return nil }
      cancelled.isWithdrawn = true
      if cancelled.isFirst { state.firstHasStopped = true }
      if let index = cancelled.index {
        state.waiting[index] = state.waiting[state.waiting.count - 1]
        state.waiting[index].index = index
        state.waiting.removeLast()
        cancelled.leaveEnclosing()
      }
      state.askers -= 1
      if state.askers > 0 { return nil }
      state.isAbandoned = true
      return state.task
    }
    if cancelled.isWithdrawn { cancelled.resume(.cancelled) }
    abandoned?.cancel()
  }

  /// The result, when the construction is finished.
  var finalResult: AnyObject { WaitGraph.lock.withLock(.waitGraph) { result! } }

  /// Whether the instance counts as new for the calling task, which did not ask first. True once,
  /// if the task that asked first was cancelled.
  func replaceFirst() -> Bool {
    WaitGraph.lock.withLock(.waitGraph) {
      defer { state.firstHasStopped = false }
      return state.firstHasStopped
    }
  }

  // MARK: Circular waits

  /// The resolutions of the circle that a wait of `new` would close; nil if it would not close one.
  ///
  /// The construction that `new` belongs to may be awaited by a task of another construction, and
  /// so on. If this construction is among them, it would wait for itself. Called under the lock.
  private func cycle(closedBy new: WaitingTask) -> [TaskFrame]? {
    guard let start = new.enclosing else { return nil }
    // In a circle, a task of each construction waits. This one has usually just begun.
    if state.inner.isEmpty, start !== self { return nil }
    var found: [(construction: Construction, awaitedBy: WaitingTask, previous: Int)] = []
    found.append((start, new, -1))
    ConstructionTasks.searches &+= 1
    start.state.lastSearch = ConstructionTasks.searches
    var next = 0
    while next < found.count {
      let construction = found[next].construction
      if construction === self {
        var cycle: [TaskFrame] = []
        var index = next
        while index >= 0 {
          cycle.append(found[index].awaitedBy.resolution)
          index = found[index].previous
        }
        // `new` is the last one: it waits for the construction at which the search has ended.
        return [cycle.removeLast()] + cycle
      }
      for waiting in construction.state.waiting {
        guard let outer = waiting.enclosing, outer.state.lastSearch != ConstructionTasks.searches
        else { continue }
        outer.state.lastSearch = ConstructionTasks.searches
        found.append((outer, waiting, next))
      }
      next += 1
    }
    return nil
  }

  /// Records that the closure has returned. Tasks that it has started, and that are suspended,
  /// belong to `outer` from now on. Returns the resolutions of the circle that this closes, or nil
  /// if it closes none. Called under the lock.
  func closureReturned(to outer: Construction?) -> [TaskFrame]? {
    state.closureHasReturned = true
    state.outer = outer
    var found: [TaskFrame]?
    for task in state.inner {
      task.enter(outer)
      found = found ?? task.construction.cycle(closedBy: task)
    }
    state.inner = []
    return found
  }

  // MARK: Priority

  /// Raises the priority of the construction's task to that of a task that waits.
  private func raise(to new: TaskPriority) {
    let task = WaitGraph.lock.withLock(.waitGraph) { () -> Task<Void, Never>? in
      if isFinished || new <= state.priority { return nil }
      state.priority = new
      return state.task
    }
    // A task that waits for the value of another one raises that one's priority, on all systems.
    if let task { Task.detached(priority: new) { await task.value } }
  }

  /// Runs `wait`, and raises the priority again whenever that of the waiting task is raised.
  private func withEscalation(
    isolation: isolated (any Actor)? = #isolation, _ wait: () async -> WaitingTask.Outcome
  ) async -> WaitingTask.Outcome {
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) {
        return await withTaskPriorityEscalationHandler {
          await wait()
        } onPriorityEscalated: { _, new in
          self.raise(to: new)
        }
      }
    #endif
    return await wait()
  }
}

/// A task that waits, or is about to wait, for a construction.
final class WaitingTask: @unchecked Sendable {
  // Sendable: the variables are guarded by the lock, which all constructions share.

  enum Outcome: Sendable {
    case finished
    /// The task was cancelled.
    case cancelled
    /// The wait would close a circle, and never end. The value is the message.
    case circular(String)
  }

  /// The resolution that waits.
  let resolution: TaskFrame
  /// The construction that the task waits for.
  fileprivate let construction: Construction
  /// The construction that the task belongs to; nil if there is none.
  @exclusivity(unchecked) fileprivate var enclosing: Construction?
  /// The task's index among those that belong to that construction, while it is suspended.
  @exclusivity(unchecked) fileprivate var innerIndex: Int?
  /// Whether the task has created the construction that it waits for.
  fileprivate let isFirst: Bool
  /// Nil until the task is suspended.
  fileprivate var continuation: UnsafeContinuation<Outcome, Never>?
  /// The task's index among those that wait for the construction, while it is suspended.
  fileprivate var index: Int?
  fileprivate var isWithdrawn = false

  fileprivate init(
    _ resolution: TaskFrame, for construction: Construction,
    inside enclosing: Construction?, isFirst: Bool
  ) {
    self.resolution = resolution
    self.construction = construction
    self.enclosing = enclosing
    self.isFirst = isFirst
  }

  fileprivate func enter(_ enclosing: Construction?) {
    self.enclosing = enclosing
    innerIndex = enclosing?.state.add(self)
  }

  fileprivate func leaveEnclosing() {
    if let innerIndex { enclosing?.state.remove(at: innerIndex) }
    innerIndex = nil
  }

  /// Resumes the task, if it is suspended. Called once, after the task was removed from those that
  /// wait.
  func resume(_ outcome: Outcome) { continuation?.resume(returning: outcome) }
}

// MARK: -

// The frame of an asynchronous resolution, from its beginning to its end. A task-local value refers to the innermost one,
// because a task that is suspended continues on any thread.
//
// Child tasks, and tasks that a closure starts with `Task { }`, inherit the frame in which they start. Such a task may
// outlive the resolution, so the frame knows whether its resolution has ended.

extension TaskFrame {
  /// The frame of a resolution that starts now.
  @usableFromInline
  static func beginAsynchronous(
    _ manager: ContainerManager, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ parameter: (any Sendable)?
  ) -> TaskFrame {
    _ = WaitingTasksMaker.activated
    var description = factory_frame()
    factory_frame_describe(
      &description, factory_core_identity(manager.core), types.result,
      declaration.name, declaration.file, declaration.lineAndFlags)
    description.parameter_type = types.parameter
    withUnsafeMutablePointer(to: &description) { $0.setOwner(manager, asked: manager) }
    description.owner.containers = factory_last_container()
    description.depth = innermostResolution.map { $0.description.depth + 1 } ?? 0
    return TaskFrame(asynchronous: description, manager, parameter)
  }

  /// Runs a factory's closure as part of this resolution.
  @_alwaysEmitIntoClient
  func run<T, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ make: () async throws(Failure) -> T
  ) async throws(Failure) -> T {
    checkForCycle()
    do {
      guard let shared else {
        return try await TaskFrame.taskLocal.withValue(self, operation: make)
      }
      return try await Container.$shared.withValue(shared) {
        try await TaskFrame.taskLocal.withValue(self, operation: make)
      }
    } catch {
      // `withValue` throws what `make` throws.
      throw error as! Failure
    }
  }

  /// Records the construction that is going to run the factory's closure in a task of its own, and
  /// makes it a user of the tree.
  func begin(_ build: Build) {
    let root = joinTree()
    withAsyncState { $0.root = root }
    WaitGraph.lock.withLock(.waitGraph) { construction = build }
  }

  /// Records that the construction has run the factory's closure. Traps if that closes a circle of
  /// tasks that wait.
  func endConstruction() {
    end()
    let root = withAsyncState { $0.root.take() }
    var build: Build?
    let circle = WaitGraph.lock.withLock(.waitGraph) { () -> [TaskFrame]? in
      build = construction.take()
      return build?.closureReturned(to: innermostConstruction)
    }
    if let circle { CircularDependency.stop(Self.describe(circle)) }
    root?.leaveTree()
    skipEnded()
  }

  /// Ends the resolution that has created the frame.
  /// - Parameter isBuilding: whether the resolution has started a construction, which uses the
  ///   frame until `endConstruction`.
  @usableFromInline
  func endAsynchronous(isBuilding: Bool) {
    if !isBuilding { end() }
    leaveTree()
    // Otherwise, `end` has done it.
    if isBuilding { skipEnded() }
  }
}

extension WaitingTasksMaker {
  /// Read before the first asynchronous resolution begins.
  static let activated: Void = shared.set(WaitingTasksMaker { ConstructionTasks() })
}

// MARK: -

// Finds circular dependencies of asynchronous resolutions, and describes them.

extension TaskFrame {
  /// The innermost construction in progress to which the frame belongs.
  var enclosingConstruction: Construction? {
    WaitGraph.lock.withLock(.waitGraph) { innermostConstruction }
  }

  /// The same as `enclosingConstruction`. Called under the lock of the wait graph.
  var innermostConstruction: Construction? {
    var next: TaskFrame? = resolution
    while let frame = next {
      if let build = frame.construction { return build }
      next = frame.outerResolution
    }
    return nil
  }

  /// Traps if the factory, whose closure is about to run, is already running its closure in a
  /// resolution around this one, in the same container and with the same parameter.
  @usableFromInline
  func checkForCycle() {
    var mine = description
    guard FrameChecks.everyStep || factory_frame_is_deep(&mine) else { return }
    var next = outerResolution
    while let frame = next {
      next = frame.outerResolution
      var other = frame.description
      if frame.hasEnded || !factory_same_factory(&mine, &other)
        || !Self.areEqual(parameter, frame.parameter)
      {
        continue
      }
      CircularDependency.stopIfTested(circularMessage)
      return
    }
  }

  /// The message for a circle that this resolution closes.
  var circularMessage: String {
    Message.circular(
      chainDescription, types: chain.map { "\($0.withDescription(\.product))" },
      fix: .asynchronous)
  }

  /// The message for resolutions that wait for each other's constructions.
  static func describe(_ frames: [TaskFrame]) -> String {
    let chain = frames[0].chain
    // If all of them are in one chain, the circle is within one resolution and the tasks that it
    // has started.
    if frames.dropFirst().allSatisfy({ frame in chain.contains { $0 === frame } }) {
      return frames[0].circularMessage
    }
    return Message.waitingCycle(frames.map(\.chainDescription), "task", fix: .asynchronous)
  }

  private var parameter: (any Sendable)? { withAsyncState { $0.parameter } }

  /// Whether two parameters are equal by `==` or, if they are not `Equatable`, by their bytes.
  private static func areEqual(_ lhs: (any Sendable)?, _ rhs: (any Sendable)?) -> Bool {
    guard let lhs, let rhs else { return lhs == nil && rhs == nil }
    func compare<P>(_ lhs: P) -> Bool {
      guard let rhs = rhs as? P else { return false }
      return CircularDependency.areEqual(lhs, rhs)
    }
    return compare(lhs)
  }
}
