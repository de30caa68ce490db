// Factory, MIT licence; see LICENSE
//
// The part of a container that keeps things, and the lifetime of its entries.
import FactoryAtomics

/// Keeps a container's registrations, settings and instances.
///
/// Every container has one, made with it: `public let manager = ContainerManager()`. All of its
/// members may be used from any thread; none of them waits for a factory's closure to end.
public final class ContainerManager: @unchecked Sendable {
  // Sendable: `core` is constant and what it points to is guarded by its lock.
  @usableFromInline let core: ContainerCore

  public init() {
    core = ContainerCore.allocate()
  }

  deinit {
    // A singleton of a scope that a factory has left is not the container's, so it would stay.
    leaveScopes()
    core.destroy()
  }

  // MARK: Reset

  /// Drops what `options` says from every factory of this container. (Guide: Reset.)
  ///
  /// Returns at once: instances being built are handed to those who wait for them, but not kept.
  /// Singletons are not the container's and stay.
  public func reset(options: FactoryResetOptions = .all) {
    // In this order a resolution in between is either overtaken or has registered anew.
    let entries = entries
    for entry in entries { entry.forget(options) }
    if options == .all || options == .registration { rearmAutoRegistration() }
    if options == .all || options == .scope {
      for entry in entries { entry.cell.invalidate() }
    }
  }

  /// Drops this container's instances in one scope, whoever gave them that scope.
  ///
  /// For singletons it only logs that the container does not manage them: use
  /// `Scope.singleton.reset()`.
  public func reset(scope: Scope) {
    guard scope.kind != FACTORY_SINGLETON_SCOPE else {
      remark(Message.singletonsAreNotTheContainers)
      return
    }
    for entry in entries { entry.cell.invalidate(ObjectIdentifier(scope)) }
  }

  // MARK: Snapshots

  /// Remembers registrations, contexts, scopes, instances and settings, for ``pop()``. They stay
  /// in force. Snapshots nest; singletons are not part of them.
  public func push() {
    // Cells have locks of their own, so they are saved outside the container's.
    let entries = entries
    let saved = entries.map { $0.save() }
    core.withLock { state, _ in
      state.snapshots.append(
        ContainerSnapshot(settings: state.settings, entries: entries, saved: saved))
    }
  }

  /// Goes back to the last ``push()``. Without one it logs that and does nothing.
  public func pop() {
    let snapshot: ContainerSnapshot? = core.withLock { state, _ in
      guard let snapshot = state.snapshots.popLast() else { return nil }
      // The old ones go with the snapshot, after the lock.
      swap(&state.settings, &snapshot.settings)
      state.autoRegistration = nil
      return snapshot
    }
    guard let snapshot else {
      remark(Message.popWithoutPush)
      return
    }
    let places = WordTable()
    for (place, entry) in snapshot.entries.enumerated() {
      places.set(Int(bitPattern: entry), to: place)
    }
    for entry in entries {
      entry.restore(places.find(Int(bitPattern: entry)).map { snapshot.saved[$0] })
    }
  }

  // MARK: Internal

  /// Every entry there is now, with what was postponed done.
  @usableFromInline
  var entries: [Entry] {
    leaveScopes()
    return core.entries
  }

  /// Whether `autoRegister` has yet to run, or is running.
  @_alwaysEmitIntoClient @inline(__always)
  var mustAutoRegister: Bool {
    factory_core_auto_registers(core)
  }

  @inline(never)
  var containerType: Any.Type {
    core.withLock { state, _ in state.containerType } ?? ContainerManager.self
  }

  var containerName: String { typeName(containerType) }

  /// Logs something about this container.
  @inline(never)
  func remark(_ text: (before: String, after: String)) {
    Log.write("FactoryKit: " + text.before + containerName + text.after)
  }
}
