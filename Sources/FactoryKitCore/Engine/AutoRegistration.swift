// Factory, MIT licence; see LICENSE
//
// Runs `autoRegister` once per container, before the container is used.
internal import FactoryCore

extension ContainerManager {
  /// This manager, after the container's `autoRegister`, or one that retains the container. Called for each
  /// factory value that is created.
  @usableFromInline @inline(never)
  package func prepared(for container: AnyObject) -> ContainerManager {
    #if DEBUG
      SecondCopy.report
    #endif
    return factory_core_is_unprepared(core) ? prepare(container) : self
  }

  @inline(never)
  func prepare(_ container: AnyObject) -> ContainerManager {
    if core.valuesRetainContainer { return retaining(container) }
    store.withLock { state in
      if factory_core_type(core) == nil {
        let type: Any.Type = type(of: container)
        // A metatype is the address of its metadata, which is never freed.
        factory_core_set_type(core, unsafeBitCast(type, to: UnsafeRawPointer.self))
        factory_core_set_identity(core, ContainerIdentity(type).bits)
      }
      // Stored only where needed: a weak reference makes retaining and releasing its object slower.
      if !state.settings.isAutoRegistered, state.autoRegistration?.container == nil,
        let registering = container as? any AutoRegistering
      {
        if state.autoRegistration == nil { state.autoRegistration = AutoRegistration() }
        state.autoRegistration?.container = registering
      }
    }
    _ = runAutoRegister()
    return self
  }

  /// Calls `read`, and repeats that if there was a reset meanwhile, which has removed what `autoRegister` registers.
  package func readRegistrations<Result>(_ read: () -> Result) -> Result {
    let root = store.root
    while true {
      let rearmings = root.withState { $0.autoRegistration?.rearmings }
      if core.hasFlag(Int(FACTORY_AUTO_REGISTERS)), ensureAutoRegistered() == .done { continue }
      let result = read()
      if rearmings == root.withState({ $0.autoRegistration?.rearmings }) { return result }
    }
  }

  /// The call of the container's `autoRegister` that the calling thread runs.
  package var autoRegistrationRun: AutoRegistrationRun? {
    store.withState { state in
      guard let running = state.autoRegistration?.running, running.isRunOnThisThread
      else { return nil }
      return running
    }
  }

  /// Runs `autoRegister` or waits for it, unless it has finished.
  func ensureAutoRegistered() -> AutoRegistrationState {
    // A child has no `autoRegister` of its own.
    parent?.ensureAutoRegistered() ?? runAutoRegister()
  }

  /// Runs `autoRegister` or waits for it, and repeats that after a concurrent reset.
  private func runAutoRegister() -> AutoRegistrationState {
    let me = factory_current_thread()
    while true {
      switch store.withLock({ $0.beginAutoRegistering(on: me) }) {
      case .proceed(let state):
        return state
      case .wait(let construction):
        let outcome = WaitGraph.wait(for: construction)
        if case .skipped = outcome {
          let isFirst = store.withState { _ in construction.recordSkip() }
          if isFirst { log(Message.autoRegistrationGoesAhead) }
          return .skipped
        }
      case .run(let registering, let construction):
        LockOrder.requireNone()
        var frame: TaskFrame? = TaskFrame(keptBy: self)
        frame!.run { registering.autoRegister() }
        TaskFrame.end(&frame)
        let isAwaited = store.withLock { state in
          state.endAutoRegistering()
          state.garbage.add(construction)
          return construction.isAwaited
        }
        if isAwaited { WaitGraph.finish(construction, with: nil) }
      }
    }
  }
}

extension Construction {
  /// Whether the calling thread runs the closure.
  var isRunOnThisThread: Bool { builder == factory_current_thread() }
}

// MARK: -

// What a container knows of its `autoRegister`, which `ContainerManager.ensureAutoRegistered` runs.

/// One call of `autoRegister`.
// Sendable: like `Construction`, and `state` has a lock of its own.
package final class AutoRegistrationRun: Construction, @unchecked Sendable {
  private let state = Locked(false)

  fileprivate init(on thread: ThreadState) { super.init(builder: thread, mayBeSkipped: true) }

  /// Whether the container was reset, or `pop` was called on another thread, meanwhile. What it has added does not count.
  var isOutdated: Bool {
    @inline(never) get { state.withLock { $0 } }
  }

  @inline(never)
  fileprivate func becomeOutdated() { state.withLock { $0 = true } }
}

/// The result of `ensureAutoRegistered` for the calling thread.
enum AutoRegistrationState {
  /// `autoRegister` has run, or the container has none.
  case done
  /// The thread is inside the container's `autoRegister`. It sees the registrations made so far.
  case inside
  /// The thread must not wait for the container's `autoRegister`, because that would be a deadlock.
  /// It sees the registrations made so far.
  case skipped
}

/// What a container knows of its `autoRegister`. Guarded by the lock of its store.
final class AutoRegistration {
  /// Weak, because the container owns its manager.
  fileprivate(set) weak var container: (any AutoRegistering)?
  /// How often it had to run again.
  fileprivate(set) var rearmings: UInt32 = 0
  /// The call that is running.
  fileprivate(set) var running: AutoRegistrationRun?
}

extension StoreState {
  /// Whether a resolution has to call `autoRegister` first, or to wait for it.
  /// - Parameter state: what the last call of `ensureAutoRegistered` has returned; nil without one.
  func mustRegister(_ state: AutoRegistrationState?) -> Bool {
    !settings.isAutoRegistered && (state == nil || state == .done)
  }

  enum AutoRegistrationStep {
    case proceed(AutoRegistrationState)
    case wait(Construction)
    case run(any AutoRegistering, Construction)
  }

  mutating func beginAutoRegistering(on thread: ThreadState) -> AutoRegistrationStep {
    if settings.isAutoRegistered { return .proceed(.done) }
    if let running = autoRegistration?.running {
      if running.builder == thread { return .proceed(.inside) }
      running.isAwaited = true
      return .wait(running)
    }
    guard let autoRegistration, let registering = autoRegistration.container else {
      settings.isAutoRegistered = true
      publishFlags()
      return .proceed(.done)
    }
    let running = AutoRegistrationRun(on: thread)
    autoRegistration.running = running
    return .run(registering, running)
  }

  /// Makes `autoRegister` run again. A reset inside it does not, unless another thread has called `pop` since it began.
  mutating func rearmAutoRegistration() {
    if neverAutoRegisters { return }
    if let running = autoRegistration?.running {
      // After a `pop` on another thread, no resolution waits for the call that is running.
      let othersWait = !settings.isAutoRegistered
      if running.isRunOnThisThread, othersWait { return }
      running.becomeOutdated()
    }
    settings.isAutoRegistered = false
    autoRegistration?.rearmings &+= 1
    publishFlags()
  }

  /// Called after a `pop`, which has restored whether `autoRegister` has run.
  mutating func restoreAutoRegistration() {
    if neverAutoRegisters { settings.isAutoRegistered = true }
    guard let autoRegistration else { return }
    if let running = autoRegistration.running, !running.isRunOnThisThread {
      // If the snapshot says that it has run, nobody waits for it.
      running.becomeOutdated()
    }
    autoRegistration.rearmings &+= 1
  }

  /// Called only after `beginAutoRegistering` has answered `run`.
  mutating func endAutoRegistering() {
    // If it was reset in the meantime, it has to run again. If there was a `pop` in the
    // meantime, that has restored `isAutoRegistered`.
    if let running = autoRegistration?.running.take(), !running.isOutdated {
      settings.isAutoRegistered = true
    }
    publishFlags()
  }
}
