// Factory, MIT licence; see LICENSE
//
// Creating child containers, and references that do not keep them alive.
internal import FactoryCore

extension ContainerManager {
  /// Creates the manager of a child container.
  ///
  /// The child uses the parent's registrations, contexts and settings, including later ones, unless
  /// it has its own, and builds and keeps its own instances. The parent builds and keeps the instances of the scopes in
  /// `sharing`, and the outermost parent builds singletons, without what the child has registered. See
  /// <doc:ChildContainers>.
  ///
  /// The parent should be of the same type as the child: containers of another type have other
  /// factories. Runs the parent's `autoRegister`, if it has not run yet. May be called on any thread,
  /// and costs about as much as creating a container. The child retains the parent's
  /// ``ManagedContainer/manager``, but not the parent itself. Messages about the child name its `label`.
  ///
  /// ```swift
  /// final class PaymentsContainer: SharedContainer {
  ///   @TaskLocal static var shared = PaymentsContainer()
  ///   let manager: ContainerManager
  ///   init() { manager = ContainerManager() }
  ///   init(parent: PaymentsContainer) { manager = ContainerManager(childOf: parent) }
  /// }
  /// ```
  public convenience init(
    childOf parent: any ManagedContainer, sharing scopes: Scope..., label: String? = nil
  ) {
    let manager = parent.manager
    self.init(
      manager.childStore(parent, scopes, retains: true), childOf: manager, label,
      ChildReference(to: parent))
  }

  /// The store of a child.
  /// - Parameters:
  ///   - container: this manager's.
  ///   - retains: whether the child's factory values retain the child.
  @inline(never)
  fileprivate func childStore(
    _ container: AnyObject, _ scopes: [Scope], retains: Bool
  ) -> Store {
    // Creating a child is a use of the parent.
    _ = prepared(for: container)
    factory_note_child()
    // No container keeps instances of other scopes.
    let shared = scopes.map { $0.origin }.filter { scope in
      if case .container = scope.kind.keeper { true } else { false }
    }
    let child = Store(childOf: store, sharing: shared)
    if retains { child.withLock { $0.retainContainer() } }
    if let type = factory_core_type(core) { factory_core_set_type(child.core, type) }
    let identity = ContainerIdentity(bits: factory_core_identity(core)).next
    factory_core_set_identity(child.core, identity.bits)
    return child
  }
}

extension Container {
  /// Creates a child of another container, for example for one request.
  ///
  /// The child uses the parent's registrations, contexts and settings, including later ones, unless
  /// it has its own, and builds and keeps its own instances. The parent builds and keeps the instances of the scopes in
  /// `sharing`, and the outermost parent builds singletons, without what the child has registered. See
  /// <doc:ChildContainers>.
  ///
  /// May be called on any thread, and costs about as much as creating a container. Runs the parent's
  /// `autoRegister`, if it has not run yet. The child retains the parent's ``manager``, but not the
  /// parent itself. Messages about the child name its `label`.
  ///
  /// ```swift
  /// let request = Container(parent: .shared)
  /// request.user.register { user }
  /// let tab = Container(parent: .shared, sharing: .session, label: "tab 2")
  /// ```
  public convenience init(parent: Container, sharing scopes: Scope..., label: String? = nil) {
    let store = parent.manager.childStore(parent, scopes, retains: false)
    self.init(ContainerManager(store, childOf: parent.manager, label))
    store.withState { $0.container = .passUnretained(self) }
  }
}

// MARK: -

// References to child containers that do not keep them alive. A weak reference would make retaining and releasing the
// container slower, and cost as much as creating a child.

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

// MARK: In messages

extension ContainerManager {
  /// What messages call a child; nil for a container without a parent.
  var nameAsChild: String? {
    // Not `parent`, which is nil during the release of a chain of children.
    if core.parent == nil { return nil }
    return label.map { "the child container \"\($0)\"" } ?? "a child container"
  }

  /// Where something is missing, for messages: empty for a container without a label.
  var placeInChild: String { label == nil ? "" : " in \(nameAsChild!)" }
}

extension ResolutionStep {
  /// What messages call the owner, if that is a child container.
  package var child: String? { frame.manager.nameAsChild }
}
