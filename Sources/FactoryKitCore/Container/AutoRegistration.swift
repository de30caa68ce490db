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
      if !state.settings.isAutoRegistered, state.autoRegistration.object?.object == nil,
        let registering = container as? any AutoRegistering
      {
        state.autoRegistration.object = WeakAutoRegistering(registering)
      }
    }
    _ = runAutoRegister()
    return self
  }

  /// Calls `read`, and repeats that if there was a reset meanwhile, which has removed what `autoRegister` registers.
  package func readRegistrations<Result>(_ read: () -> Result) -> Result {
    let root = store.root
    while true {
      let rearmings = root.withState { $0.autoRegistration.rearmings }
      if core.hasFlag(Int(FACTORY_AUTO_REGISTERS)), ensureAutoRegistered() == .done { continue }
      let result = read()
      if rearmings == root.withState({ $0.autoRegistration.rearmings }) { return result }
    }
  }

  /// The call of the container's `autoRegister` that the calling thread runs.
  package var autoRegistrationRun: AutoRegistrationRun? {
    store.withState { state in
      guard let running = state.autoRegistration.construction, running.isRunOnThisThread else {
        return nil
      }
      return state.autoRegistration.run
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
