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
  /// Called for each factory value that is created before `autoRegister` has finished.
  @usableFromInline @inline(never)
  func prepare(_ container: any ManagedContainer) {
    core.withLock { state, _ in
      if state.containerType == nil {
        state.containerType = type(of: container)
        factory_core_set_identity(core, ContainerIdentity(type(of: container)).bits)
      }
      // Stored only where needed: a weak reference makes retaining and releasing its object slower.
      if !state.settings.isAutoRegistered, state.autoRegistering?.object == nil,
        let registering = (container as Any) as? any AutoRegistering
      {
        state.autoRegistering = WeakAutoRegistering(registering)
      }
    }
    _ = ensureAutoRegistered()
  }

  /// Runs `autoRegister` or waits for it, unless it has finished. Repeats that after a concurrent
  /// reset.
  func ensureAutoRegistered() -> AutoRegistrationState {
    let me = factory_current_thread()
    while true {
      switch core.withLock({ state, _ in state.beginAutoRegistering(on: me) }) {
      case .proceed(let state):
        return state
      case .wait(let construction):
        let outcome = WaitGraph.wait(for: construction, describe: CircularDependency.describe)
        if case .skipped = outcome {
          let isFirst = core.withLock { _, _ in construction.recordSkip() }
          if isFirst { log(Message.autoRegistrationGoesAhead) }
          return .skipped
        }
      case .run(let registering, let construction):
        registering.autoRegister()
        let isAwaited = core.withLock { state, garbage in
          state.autoRegistration = nil
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

extension ContainerState {
  fileprivate enum AutoRegistrationStep {
    case proceed(AutoRegistrationState)
    case wait(Construction)
    case run(any AutoRegistering, Construction)
  }

  fileprivate mutating func beginAutoRegistering(on thread: ThreadState) -> AutoRegistrationStep {
    if settings.isAutoRegistered { return .proceed(.done) }
    if let running = autoRegistration {
      if running.owner == thread { return .proceed(.inside) }
      running.isAwaited = true
      return .wait(running)
    }
    guard let registering = autoRegistering?.object else {
      settings.isAutoRegistered = true
      return .proceed(.done)
    }
    let construction = Construction(owner: thread, mayBeSkipped: true)
    autoRegistration = construction
    return .run(registering, construction)
  }

  /// Makes `autoRegister` run again, unless the calling thread is inside it.
  mutating func rearmAutoRegistration() {
    if let running = autoRegistration {
      if running.owner == factory_current_thread() { return }
      isAutoRegistrationOutdated = true
    }
    settings.isAutoRegistered = false
  }
}
