// Factory, MIT licence; see LICENSE
//
// Runs `autoRegister` once per container, before the container is used.
internal import FactoryCore

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
    core.withLock { state, _ in
      if factory_core_type(core) == nil {
        let type: Any.Type = type(of: container)
        // A metatype is the address of its metadata, which is never freed.
        factory_core_set_type(core, unsafeBitCast(type, to: UnsafeRawPointer.self))
        factory_core_set_identity(core, ContainerIdentity(type).bits)
      }
      // Stored only where needed: a weak reference makes retaining and releasing its object slower.
      if !state.settings.isAutoRegistered, state.autoRegistering?.object == nil,
        let registering = container as? any AutoRegistering
      {
        state.autoRegistering = WeakAutoRegistering(registering)
      }
    }
    _ = runAutoRegister()
    return self
  }

  /// Calls `read`, and repeats that if there was a reset meanwhile, which has removed what `autoRegister` registers.
  package func readRegistrations<Result>(_ read: () -> Result) -> Result {
    while true {
      let flags = factory_core_all_flags(core)
      if flags & UInt32(FACTORY_AUTO_REGISTERS) != 0, ensureAutoRegistered() == .done { continue }
      let result = read()
      if flags == factory_core_all_flags(core) { return result }
    }
  }

  /// The call of the container's `autoRegister` that the calling thread runs.
  package var autoRegistrationRun: AutoRegistrationRun? {
    core.withState { state in
      guard let running = state.autoRegistration, running.isRunOnThisThread else {
        return nil
      }
      return state.autoRegistrationRun
    }
  }

  /// Runs `autoRegister` or waits for it, unless it has finished.
  func ensureAutoRegistered() -> AutoRegistrationState {
    // A child has no `autoRegister` of its own.
    if let parent {
      // A `pop` of the child, which holds the lock. The caller would find the flag again and again until it has ended.
      if factory_core_auto_registers(core) { core.withState { _ in } }
      return parent.ensureAutoRegistered()
    }
    return runAutoRegister()
  }

  /// Runs `autoRegister` or waits for it, and repeats that after a concurrent reset.
  private func runAutoRegister() -> AutoRegistrationState {
    let me = factory_current_thread()
    while true {
      switch core.withLock({ state, _ in state.beginAutoRegistering(on: me) }) {
      case .proceed(let state):
        return state
      case .wait(let construction):
        let outcome = WaitGraph.wait(for: construction) { "autoRegister() of \(containerName)" }
        if case .skipped = outcome {
          let isFirst = core.withState { _ in construction.recordSkip() }
          if isFirst { log(Message.autoRegistrationGoesAhead) }
          return .skipped
        }
      case .run(let registering, let construction):
        LockOrder.requireNone()
        var frame: TaskFrame? = TaskFrame(keptBy: self)
        frame!.run { registering.autoRegister() }
        TaskFrame.end(&frame)
        let isAwaited = core.withLock { state, garbage in
          state.autoRegistration = nil
          if state.isAutoRegistrationOutdated {
            state.autoRegistrationRun?.becomeOutdated()
          }
          state.autoRegistrationRun = nil
          // If it was reset in the meantime, it has to run again. If there was a `pop` in the
          // meantime, that has restored `isAutoRegistered`.
          if !state.isAutoRegistrationOutdated { state.settings.isAutoRegistered = true }
          state.isAutoRegistrationOutdated = false
          garbage.add(construction)
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

extension ContainerState {
  fileprivate enum AutoRegistrationStep {
    case proceed(AutoRegistrationState)
    case wait(Construction)
    case run(any AutoRegistering, Construction)
  }

  fileprivate mutating func beginAutoRegistering(on thread: ThreadState) -> AutoRegistrationStep {
    if settings.isAutoRegistered { return .proceed(.done) }
    if let running = autoRegistration {
      if running.builder == thread { return .proceed(.inside) }
      running.isAwaited = true
      return .wait(running)
    }
    guard let registering = autoRegistering?.object else {
      settings.isAutoRegistered = true
      return .proceed(.done)
    }
    let construction = Construction(
      builder: thread, .init(around: thread.pointee.top), mayBeSkipped: true)
    autoRegistration = construction
    autoRegistrationRun = AutoRegistrationRun()
    return .run(registering, construction)
  }

  /// Makes `autoRegister` run again. A reset inside it does not, unless another thread has called `pop` since it began.
  mutating func rearmAutoRegistration(of core: ContainerCore) {
    if isWithoutAutoRegister { return }
    if let running = autoRegistration {
      // After a `pop` on another thread, no resolution waits for the call that is running.
      let othersWait = !settings.isAutoRegistered
      if running.isRunOnThisThread, othersWait { return }
      isAutoRegistrationOutdated = true
    }
    settings.isAutoRegistered = false
    rearmings &+= 1
  }
}
