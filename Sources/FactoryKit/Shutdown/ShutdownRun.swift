// Factory, MIT licence; see LICENSE
//
// One shutdown of a container or of a singleton scope.
internal import FactoryCore
public import FactoryKitCore

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

// MARK: -

// An instance that a shutdown or a failed warm-up has to close, and where it is cached.

/// A cached instance that a shutdown or a failed warm-up may have to close.
final class ClosableInstance: @unchecked Sendable {
  // Sendable: constant.
  let record: ShutdownRecord
  let box: InstanceBox
  let number: UInt64
  private let place: Place
  /// The instance, if its box holds it weakly, so that it lives until its hook has run.
  private let instance: AnyObject?

  init(
    _ record: ShutdownRecord, _ box: InstanceBox, in place: Place
  ) {
    self.record = record
    self.box = box
    self.place = place
    number = record.number
    // `isWeak` is true only for a `WeakBox`.
    instance = box.isWeak ? assumedObject(box, WeakBox.self).object : nil
  }

  /// Evicts the instance, unless another one has replaced it by now. A later `pop` does not restore it.
  func evict() {
    record.markAsClosed()
    place.store.withLock { state in
      state.withSlot(place.node, place.parameter) { slot, garbage in
        if let evicted = slot.evict(box) { garbage.add(evicted) }
      }
      state.forget(box, of: place.node, place.parameter)
    }
  }
}

extension [ClosableInstance] {
  // A binary heap, because a call of the standard library's `sort` would add several KiB of
  // specialised code, and because instances are added while others are being closed.

  /// Adds an instance to the heap.
  mutating func push(_ new: ClosableInstance) {
    append(new)
    var index = count - 1
    while index > 0, self[(index - 1) / 2].number < self[index].number {
      swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the instance that was built last from the heap.
  mutating func popLatest() -> ClosableInstance? {
    guard let last = popLast() else { return nil }
    guard let latest = first else { return last }
    self[0] = last
    var index = 0
    while true {
      var child = 2 * index + 1
      if child >= count { return latest }
      if child + 1 < count, self[child + 1].number > self[child].number { child += 1 }
      if self[child].number <= self[index].number { return latest }
      swapAt(index, child)
      index = child
    }
  }
}

// MARK: -

// How a shutdown finds the instances of a container, and those of a singleton scope.

extension ContainerManager: ClosableOwner {
  func forEachClosable(_ body: (ClosableInstance) -> Void) { store.forEachClosable(body) }

  func evictInstancesWithoutHook() { store.evictInstancesWithoutHook() }
}

extension Scope.Singleton: ClosableOwner {
  // Instances with lower numbers than the first belong to the scope of which this one is a copy, and stay there.

  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    store.store.forEachClosable(from: store.firstNumber, body)
  }

  func evictInstancesWithoutHook() {
    store.store.evictInstancesWithoutHook(orBefore: store.firstNumber)
  }
}

extension Store {
  /// Passes the cached instances that have a hook, and numbers from `first` on, to `body`.
  /// - Parameter only: the only factory to consider.
  func forEachClosable(
    of only: Node? = nil, from first: UInt64 = 0, _ body: (ClosableInstance) -> Void
  ) {
    withEachSlot(of: only) { node, parameter, slot, garbage in
      guard let box = slot.cached?.instance, let record = box.shutdownRecord,
        record.hook != nil, record.number >= first
      else { return }
      garbage.keepAlive(box)
      if box.isAlive { body(ClosableInstance(record, box, in: Place(self, node, parameter))) }
    }
  }

  /// Evicts the instances without a hook, and those with lower numbers than `first`.
  func evictInstancesWithoutHook(of only: Node? = nil, orBefore first: UInt64 = 0) {
    // Retained until the lock has been released.
    var evicted: [(box: InstanceBox, node: Node, parameter: ParameterKey?)] = []
    withEachSlot(of: only) { node, parameter, slot, garbage in
      guard let box = slot.cached?.instance else { return }
      if let record = box.shutdownRecord, record.hook != nil, record.number >= first { return }
      if let object = slot.evict(box) { garbage.add(object) }
      evicted.append((box, node, parameter))
    } completion: { state in
      // Under the same lock, so that no `pop` restores one in between.
      for (box, node, parameter) in evicted { state.forget(box, of: node, parameter) }
    }
  }

  private func withEachSlot(
    of only: Node?, _ body: (Node, ParameterKey?, inout InstanceSlot, inout Garbage) -> Void,
    completion: (inout StoreState) -> Void = { _ in }
  ) {
    withLock { state in
      defer { completion(&state) }
      for node in only.map({ [$0] }) ?? state.nodes {
        state.withEachSlot(node) { parameter, slot, garbage in
          body(node, parameter, &slot, &garbage)
        }
      }
    }
  }
}
