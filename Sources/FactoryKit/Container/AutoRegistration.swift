// Factory, MIT licence; see LICENSE
//
// Runs `autoRegister` once for each container, before anything else is done with it.
import FactoryAtomics

extension ContainerManager {
  /// Called by each factory value of a container that has not registered itself yet.
  @usableFromInline @inline(never)
  func prepare(_ container: any ManagedContainer) {
    core.withLock { state, _ in
      guard state.containerType == nil else { return }
      state.containerType = type(of: container)
      factory_core_set_identity(core, ContainerIdentity(type(of: container)).bits)
    }
    autoRegister((container as Any) as? any AutoRegistering)
  }

  /// Called by each resolution and registration: a reset may have come since the factory value
  /// was made.
  @usableFromInline @inline(never)
  func autoRegisterAgain() {
    autoRegister(core.withLock { state, _ in state.autoRegistering }?.object)
  }

  private func autoRegister(_ registering: (any AutoRegistering)?) {
    let me = factory_current_thread()
    var isMine = false
    let running: Construction? = core.withLock { state, _ in
      if state.settings.isAutoRegistered { return nil }
      guard let registering else {
        state.settings.isAutoRegistered = true
        return nil
      }
      if let running = state.autoRegistration {
        // Inside its own `autoRegister` a container is used as it is so far.
        return running.owner == me ? nil : running
      }
      // Stored only where needed: a weak reference makes an object's own references dearer.
      if state.autoRegistering?.object == nil {
        state.autoRegistering = WeakAutoRegistering(registering)
      }
      let running = Construction(owner: me, isSkippable: true)
      state.autoRegistration = running
      isMine = true
      return running
    }
    guard let running else { return }
    guard isMine else {
      if case .skipped = WaitGraph.wait(for: running) { remark(Message.autoRegistrationGoesAhead) }
      return
    }
    me.pointee.auto_registering += 1
    registering?.autoRegister()
    me.pointee.auto_registering -= 1
    core.withLock { state, garbage in
      // A reset or a `pop` meanwhile has its own say about what is registered.
      guard state.autoRegistration === running else { return }
      state.autoRegistration = nil
      state.settings.isAutoRegistered = true
      garbage.add(running)
    }
    running.finish(with: nil)
  }

  /// Has `autoRegister` run again, unless this is called from inside it.
  @inline(never)
  func rearmAutoRegistration() {
    let me = factory_current_thread()
    core.withLock { state, garbage in
      if let running = state.autoRegistration {
        if running.owner == me { return }
        garbage.add(running)
      }
      state.autoRegistration = nil
      state.settings.isAutoRegistered = false
    }
  }
}
