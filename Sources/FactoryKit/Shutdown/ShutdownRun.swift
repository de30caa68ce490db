// Factory, MIT licence; see LICENSE
//
// One shutdown of a container or of a singleton scope.
internal import FactoryCore
internal import FactoryKitCore

/// An owner of instances that a shutdown may have to close: a container's manager or a singleton scope.
protocol ClosableOwner: AnyObject, Sendable {
  /// Records that `new` is in progress, unless another shutdown is. Returns the one that is.
  func beginShutdown(_ new: ShutdownRun) -> ShutdownRun
  func endShutdown()
  /// Passes the cached instances that have a hook to `body`.
  func forEachClosable(_ body: (ClosableInstance) -> Void)
  /// Evicts the cached instances without a hook.
  func evictInstancesWithoutHook()
}

/// One shutdown. Calls of `shutdown` while it is in progress wait for it.
final class ShutdownRun: @unchecked Sendable {
  // Sendable: constant, or guarded by `lock`, or used by the task of the shutdown only.
  private let owner: any ClosableOwner
  private let runner: HookRunner
  /// The hook that has called `shutdown`.
  private let outer = HookContext.current
  private let lock = Lock()
  @exclusivity(unchecked) private var hasNewInstances = false
  @exclusivity(unchecked) private var isFinished = false
  @exclusivity(unchecked) private var waiting: [UnsafeContinuation<Void, Never>] = []

  // Used by the task of the shutdown only, until it is finished.
  @exclusivity(unchecked) private var instances: [ClosableInstance] = []
  @exclusivity(unchecked) private var errors: [(factory: String, error: any Error)] = []
  /// A number that is higher than those of all instances that were built before the shutdown.
  private let begin = ConstructionOrder.next()
  /// How many more of the instances that other code builds during the shutdown are included. At first,
  /// that is 64 plus the number of instances with which the shutdown began.
  @exclusivity(unchecked) private var newcomersLeft = 64

  private init(_ owner: any ClosableOwner, limit: UInt64) {
    self.owner = owner
    runner = HookRunner(limit: limit)
  }

  /// Shuts down, or waits for the shutdown in progress.
  /// - Parameter limit: in nanoseconds.
  static func run(_ owner: any ClosableOwner, limit: UInt64) async throws(ShutdownError) {
    _ = InstanceObserver.observingAll
    let new = ShutdownRun(owner, limit: limit)
    let run = owner.beginShutdown(new)
    if run === new {
      // A task of its own: the cancellation of the caller does not cancel hooks.
      Task { await new.closeAll() }
    } else if HookContext.current?.isInside(run) == true {
      // It would wait for itself.
      return Log.write(Message.shutdownInsideHook)
    }
    await run.wait()
    if !run.errors.isEmpty { throw ShutdownError(errors: run.errors) }
  }

  private func wait() async {
    await withUnsafeContinuation { continuation in
      let isFinished = lock.withLock {
        if !self.isFinished { waiting.append(continuation) }
        return self.isFinished
      }
      if isFinished { continuation.resume() }
    }
  }

  /// Called when another instance with a hook was cached.
  func recordInstance() { lock.withLock { hasNewInstances = true } }

  // MARK: The task of the shutdown

  private func closeAll() async {
    recordInstance()
    collect()
    newcomersLeft += instances.count
    while true {
      collect()
      guard let instance = instances.popLatest() else {
        // Once more, because `recordInstance` is called a moment after an instance was cached.
        recordInstance()
        collect()
        if instances.isEmpty { break }
        continue
      }
      await close(instance)
    }
    runner.end()
    owner.evictInstancesWithoutHook()
    owner.endShutdown()
    let waiting = lock.withLock {
      isFinished = true
      defer { self.waiting = [] }
      return self.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Takes the instances that have a hook and that no shutdown has taken yet.
  private func collect() {
    let mustCollect = lock.withLock {
      defer { hasNewInstances = false }
      return hasNewInstances
    }
    if !mustCollect { return }
    owner.forEachClosable { instance in
      if !instance.record.hasBeenTaken, mayTake(instance), instance.record.take() {
        instances.push(instance)
      }
    }
  }

  /// Whether an instance is included. If hooks or other code build more and more instances during the
  /// shutdown, the last ones are not, so that it ends.
  private func mayTake(_ instance: ClosableInstance) -> Bool {
    // First, because an earlier shutdown may have left open what its hooks have built.
    if instance.number <= begin { return true }
    if instance.record.depth > 0 { return instance.record.depth <= Self.deepest }
    newcomersLeft -= 1
    return newcomersLeft >= 0
  }

  private func close(_ instance: ClosableInstance) async {
    if let hook = instance.hook {
      let context = HookContext(self, depth: instance.record.depth + 1, outer: outer)
      if let error = await runner.run(hook, instance, context) {
        errors.append((instance.record.factory.description, error))
      }
    }
    instance.evict()
  }

  /// The highest `ShutdownRecord.depth` that is included. An instance that a hook builds is closed as
  /// well, and so is one that the hook of that instance builds, but no further ones: otherwise, two hooks
  /// that resolve each other's factories would go on forever.
  private static let deepest = 2
}
