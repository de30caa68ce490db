// Factory, MIT licence; see LICENSE
//
// References to child containers that do not keep them alive. A weak reference would make retaining and releasing the
// container slower, and cost as much as creating a child.
internal import FactoryCore

extension Store {
  /// Called by the `deinit` of a child.
  func forgetContainer(_ container: AnyObject) {
    withState { state in
      // Not for an object that was created for the same storage after the container was gone: see `outermostContainer`.
      guard state.container?.toOpaque() == Unmanaged.passUnretained(container).toOpaque() else {
        return
      }
      state.container = nil
      state.reference?.forget()
    }
  }

  /// The container of a child that is a `Container`; nil if it is gone.
  var container: AnyObject? { withState { $0.container.flatMap(retained) } }

  /// A reference to the container of a child that is a `Container`, for property wrappers. The container may be gone while
  /// its storage still builds an instance.
  var reference: ChildReference {
    withState { state in
      if let reference = state.reference { return reference }
      let reference = ChildReference(state.container, factory_core_identity(core))
      state.reference = reference
      return reference
    }
  }
}

/// Retains a container that may be about to be deallocated; nil if it is. The caller holds a lock that the `deinit` of
/// the container takes, so its memory is valid.
private func retained(_ container: Unmanaged<AnyObject>) -> AnyObject? {
  factory_try_retain(container.toOpaque()) == nil ? nil : container.takeRetainedValue()
}

/// A reference to a container.
final class ChildReference: @unchecked Sendable {
  // Sendable: `other` is written by `init` only, and the runtime makes reading it safe from any thread.

  /// A `Container`, which calls `forget`.
  private let state: Locked<Unmanaged<AnyObject>?>
  /// A container of another type, which is retained while it builds.
  @exclusivity(unchecked) private(set) weak var other: AnyObject?
  /// The identity of the `Container`; zero for another type.
  private let identity: UInt64

  fileprivate init(_ container: Unmanaged<AnyObject>?, _ identity: UInt64) {
    state = Locked(container)
    self.identity = identity
  }

  /// Whether the storage is that of the `Container`.
  func refers(to core: ContainerCore) -> Bool { identity == factory_core_identity(core) }

  /// A reference to a container of another type than `Container`.
  init(to other: AnyObject) {
    state = Locked(nil)
    identity = 0
    self.other = other
  }

  fileprivate func forget() { state.withLock { $0 = nil } }

  /// Nil if the container is gone.
  var container: AnyObject? { other ?? state.withLock { $0.flatMap(retained) } }
}
