// Factory, MIT licence; see LICENSE
//
// The part of a container that stores its state.
public import FactoryCore

/// Stores a container's registrations, settings and instances.
///
/// Every container has one, created with it: `public let manager = ContainerManager()`. All of its
/// members may be used from any thread; none of them waits for a factory's closure or for a thread
/// that resolves.
public final class ContainerManager: @unchecked Sendable {
  // Sendable: `core` is constant. What it points to is atomic, or guarded by its lock or an entry's.
  @usableFromInline let core: ContainerCore

  public init() {
    core = ContainerCore.allocate()
  }

  deinit {
    core.destroy()
  }

  // MARK: Reset

  /// Resets every factory of this container as far as `options` says.
  ///
  /// Returns at once: instances that are being built are handed to those who wait for them, but not
  /// kept. Singletons do not belong to the container and stay.
  public func reset(options: FactoryResetOptions = .all) {
    core.withLock { state, garbage in
      if options == .all || options == .registration {
        state.rearmAutoRegistration()
        // Before the registrations go: a resolution that finds none then sees this.
        core.publishFlags(of: state)
      }
      core.withEachEntry(&garbage) { locked, garbage in
        locked.willChange()
        locked.forget(options, &garbage)
        if options == .all || options == .scope { locked.evict(&garbage) }
      }
    }
  }

  /// Evicts this container's instances in one scope, whatever gave them that scope.
  ///
  /// For singletons it only logs that the container does not manage them: use
  /// `Scope.singleton.reset()`.
  public func reset(scope: Scope) {
    guard scope.kind != .singleton else {
      log(Message.singletonsAreNotTheContainers)
      return
    }
    evictInstances(in: scope, isSpared: false)
  }

  /// Evicts this container's instances in a scope or, if that is spared, in all others.
  func evictInstances(in scope: Scope, isSpared: Bool) {
    core.withLock { _, garbage in
      core.withEachEntry(&garbage) { locked, garbage in
        let isInScope = locked.scope == ScopeReference(scope)
        if isInScope != isSpared {
          locked.willChange()
          locked.evict(&garbage)
        }
      }
    }
  }

  // MARK: Snapshots

  /// Remembers registrations, contexts, scopes, instances and settings, for ``pop()``. They stay
  /// in force. Snapshots nest; singletons are not part of them.
  ///
  /// Costs the same whatever the number of factories: a factory's state is saved before its first
  /// change.
  public func push() {
    core.withLock { state, _ in
      state.snapshotsTaken &+= 1
      let snapshot = ContainerSnapshot(state.settings, number: max(1, state.snapshotsTaken))
      core.withSnapshots { $0.append(snapshot) }
    }
  }

  /// Restores the state of the last ``push()``. Without one it logs that and does nothing.
  public func pop() {
    let hasPopped = core.withLock { state, garbage in
      guard let snapshot = core.withSnapshots({ $0.popLast() }) else { return false }
      garbage.add(snapshot)
      if let old = state.settings.decorator { garbage.add(old) }
      if let old = state.settings.clock { garbage.add(old) }
      state.settings = snapshot.settings
      if let running = state.autoRegistration, running.owner != factory_current_thread() {
        state.isAutoRegistrationOutdated = true
      }
      // As for a reset. If it is done, that is published at the end, when the registrations are back.
      if !state.settings.isAutoRegistered { core.publishFlags(of: state) }
      core.publishDefaultScope(of: state)
      // What is being built now was perhaps built with what is about to go.
      factory_core_count_restoration(core)
      // The first state of an entry counts, so it comes last.
      for (entry, saved) in snapshot.entries.reversed() {
        entry.withLock(core, garbage: &garbage) { locked, garbage in
          locked.pop(saved, &garbage)
        }
      }
      // Nothing to evict: a change of the default scope has saved every entry that it concerns.
      core.updateLookups(evicting: false, &garbage)
      return true
    }
    if !hasPopped { log(Message.popWithoutPush) }
  }

  // MARK: Internal

  /// Whether `autoRegister` has yet to run, or is running.
  @_alwaysEmitIntoClient @inline(__always)
  var mustAutoRegister: Bool {
    // The manager owns what `core` points to.
    withExtendedLifetime(self) { factory_core_auto_registers(core) }
  }

  var containerType: Any.Type {
    // Never zero for a container that has been used; that of an unused one has no type.
    ContainerIdentity(bits: factory_core_identity(core)).type ?? ContainerManager.self
  }

  var containerName: String { typeName(containerType) }

  /// Logs something about this container.
  @inline(never)
  func log(_ text: (before: String, after: String)) {
    Log.write("FactoryKit: " + text.before + containerName + text.after)
  }
}
