// Factory, MIT licence; see LICENSE
//
// One shutdown of a container or of a singleton scope.
internal import FactoryCore
internal import FactoryKitCore

/// An owner of instances that a shutdown may have to close: a container's manager or a singleton scope.
protocol ClosableOwner: AnyObject, Sendable {
  /// Passes the cached instances that have a hook to `body`.
  func forEachClosable(_ body: (ClosableInstance) -> Void)
  /// Evicts the cached instances without a hook.
  func evictInstancesWithoutHook()
}

/// One shutdown. Calls of `shutdown` while it is in progress wait for it: see `run`.
final class ShutdownRun: Sendable {
  private let owner: any ClosableOwner
  private let runner: HookRunner
  /// The hook that has called `shutdown`.
  private let outer = HookContext.current
  /// A number that is higher than those of all instances that were built before the shutdown.
  private let begin = ConstructionOrder.next()
  private let state = Locked(State())

  /// Few shutdowns are in progress at once.
  private static let inProgress = Locked<[ShutdownRun]>([])

  private struct State {
    /// Whether the shutdown is looking for instances for the last time, or has done so.
    var hasTakenAll = false
    var isFinished = false
    /// The errors of the hooks. Set when the shutdown is finished.
    var errors: [(factory: String, error: any Error)] = []
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  /// What the task of the shutdown has to do.
  private struct Work {
    /// The `ShutdownRecord.stored` before the instances were last looked for.
    var stored: UInt64?
    var instances: [ClosableInstance] = []
    /// How many more of the instances that other code builds during the shutdown are included. At first,
    /// that is 64 plus the number of instances with which the shutdown began.
    var newcomersLeft = 64
    var errors: [(factory: String, error: any Error)] = []
  }

  private init(_ owner: any ClosableOwner, limit: UInt64) {
    self.owner = owner
    runner = HookRunner(limit: limit)
  }

  /// Shuts down, or waits for the shutdown in progress. If that one has already looked for instances for the last time, shuts
  /// down again afterwards, and throws the errors of both.
  /// - Parameter limit: in nanoseconds.
  static func run(_ owner: any ClosableOwner, limit: UInt64) async throws(ShutdownError) {
    let new = ShutdownRun(owner, limit: limit)
    let run = inProgress.withLock { runs in
      if let current = runs.first(where: { $0.owner === owner }) { return current }
      runs.append(new)
      return new
    }
    var isTooLate = false
    if run === new {
      // A task of its own: the cancellation of the caller does not cancel hooks.
      Task { await new.closeAll() }
    } else if HookContext.current?.isInside(run) == true {
      // It would wait for itself.
      return Log.write(Message.shutdownInsideHook)
    } else {
      isTooLate = run.state.withLock { $0.hasTakenAll }
    }
    await run.wait()
    var errors = run.state.withLock { $0.errors }
    if isTooLate {
      // An instance that was cached after the last look may still be open.
      do throws(ShutdownError) {
        try await Self.run(owner, limit: limit)
      } catch {
        errors += error.errors
      }
    }
    if !errors.isEmpty { throw ShutdownError(errors: errors) }
  }

  private func wait() async {
    await withUnsafeContinuation { continuation in
      let isFinished = state.withLock { state in
        if !state.isFinished { state.waiting.append(continuation) }
        return state.isFinished
      }
      if isFinished { continuation.resume() }
    }
  }

  // MARK: The task of the shutdown

  private func closeAll() async {
    var work = Work()
    collect(&work)
    work.newcomersLeft += work.instances.count
    while true {
      collect(&work)
      guard let instance = work.instances.popLatest() else {
        // The last look: an instance may have been cached that is still to be counted. It also covers calls of
        // `shutdown` that have joined before `hasTakenAll` is set. Later ones shut down again.
        state.withLock { $0.hasTakenAll = true }
        work.stored = nil
        collect(&work)
        if work.instances.isEmpty { break }
        state.withLock { $0.hasTakenAll = false }
        continue
      }
      if let error = await close(instance) {
        work.errors.append((instance.record.factory.description, error))
      }
    }
    runner.end()
    owner.evictInstancesWithoutHook()
    Self.inProgress.withLock { runs in runs.removeAll { $0 === self } }
    let errors = work.errors
    let waiting = state.withLock { state in
      state.isFinished = true
      state.errors = errors
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Takes the instances that have a hook and that no shutdown has taken yet.
  private func collect(_ work: inout Work) {
    let stored = ShutdownRecord.stored
    if work.stored == stored { return }
    work.stored = stored
    owner.forEachClosable { instance in
      if !instance.record.hasBeenTaken, mayTake(instance, &work.newcomersLeft),
        instance.record.take()
      {
        work.instances.push(instance)
      }
    }
  }

  /// Whether an instance is included. If hooks or other code build more and more instances during the
  /// shutdown, the last ones are not, so that it ends.
  private func mayTake(_ instance: ClosableInstance, _ newcomersLeft: inout Int) -> Bool {
    // First, because an earlier shutdown may have left open what its hooks have built.
    if instance.number <= begin { return true }
    if instance.record.depth > 0 { return instance.record.depth <= Self.deepest }
    newcomersLeft -= 1
    return newcomersLeft >= 0
  }

  /// Runs the hook of an instance, evicts the instance, and returns the hook's error.
  private func close(_ instance: ClosableInstance) async -> (any Error)? {
    defer { instance.evict() }
    guard let hook = instance.record.hook else { return nil }
    let context = HookContext(self, depth: instance.record.depth + 1, outer: outer)
    return await runner.run(hook.closing(instance.box), context)
  }

  /// The highest `ShutdownRecord.depth` that is included. An instance that a hook builds is closed as
  /// well, and so is one that the hook of that instance builds, but no further ones: otherwise, two hooks
  /// that resolve each other's factories would go on forever.
  private static let deepest = 2
}
