// Factory, MIT licence; see LICENSE
//
// Runs `autoRegister` once for each container, before anything else is done with it.
internal import FactoryCore

/// What a thread may rely on after `ensureAutoRegistered`.
enum AutoRegistrationState {
  /// The container has registered itself.
  case done
  /// The thread is inside of the container's `autoRegister` and uses the container as it is so far.
  case inside
  /// The thread must not wait for the container's `autoRegister` and uses the container as it is so far.
  case skipped
}

extension ContainerManager {
  /// Called by each factory value of a container that has not registered itself yet.
  @usableFromInline @inline(never)
  func prepare(_ container: any ManagedContainer) {
    core.withLock { state, _ in
      if state.containerType == nil {
        state.containerType = type(of: container)
        factory_core_set_identity(core, ContainerIdentity(type(of: container)).bits)
      }
      // Stored only where needed: a weak reference makes an object's own references dearer.
      if !state.settings.isAutoRegistered, state.autoRegistering?.object == nil,
        let registering = (container as Any) as? any AutoRegistering
      {
        state.autoRegistering = WeakAutoRegistering(registering)
      }
    }
    _ = ensureAutoRegistered()
  }

  /// Makes sure that the container has registered itself, also if a reset comes meanwhile.
  func ensureAutoRegistered() -> AutoRegistrationState {
    let me = factory_current_thread()
    while true {
      switch core.withLock({ state, _ in state.beginAutoRegistering(on: me) }) {
      case .proceed(let state):
        return state
      case .wait(let construction):
        let outcome = WaitGraph.wait(for: construction, describe: CircularDependency.describe)
        if case .skipped = outcome {
          log(Message.autoRegistrationGoesAhead)
          return .skipped
        }
      case .run(let registering, let construction):
        registering.autoRegister()
        let isAwaited = core.withLock { state, garbage in
          state.autoRegistration = nil
          // After a reset meanwhile it has to run again; a `pop` has restored whether it has.
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

  /// Has `autoRegister` run again, unless the calling thread is inside of it.
  mutating func rearmAutoRegistration() {
    if let running = autoRegistration {
      if running.owner == factory_current_thread() { return }
      isAutoRegistrationOutdated = true
    }
    settings.isAutoRegistered = false
  }
}
