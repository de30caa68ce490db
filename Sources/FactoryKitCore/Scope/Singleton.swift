// Factory, MIT licence; see LICENSE
//
// The singleton scope, whose instances the process keeps, unless a container with a parent overrides the factory.
internal import FactoryCore

extension Scope {
  /// Caches one instance per declared factory, across all instances of the container.
  ///
  /// Two container types that each declare a factory of the same name and type do not share an
  /// instance. A factory that is declared for all containers, on `extension SharedContainer`, has
  /// one instance, except in generic containers: each type, such as `Box<Int>`, has its own. May be
  /// used from any thread. See <doc:Scopes>.
  ///
  /// ```swift
  /// Scope.singleton.reset()
  /// ```
  public final class Singleton: Scope, @unchecked Sendable {
    // Sendable: both properties are constant, and the store guards itself.
    package let store: SingletonStore
    /// The scope that this one was cloned from. Factories store the original and use the task's
    /// clone.
    private let original: Singleton?

    /// The scope of every task in which `Scope.singleton` has no other value.
    package static let process = Singleton(SingletonStore(), original: nil)

    /// Creates a singleton scope that has no instances yet and can be reset separately.
    public convenience init() {
      self.init(SingletonStore(), original: nil)
      // `Scope.singleton` may now have this scope as its value in a task: see `current`.
      factory_record_other_singletons()
    }

    private init(_ store: SingletonStore, original: Singleton?) {
      self.store = store
      self.original = original
      super.init(kind: .singleton)
    }

    /// Evicts all singletons of this scope.
    ///
    /// Returns without waiting: an instance that is being built goes to the callers that wait for
    /// it, but is not cached. The cost is proportional to the number of singletons.
    public func reset() {
      store.evictAll()
    }

    /// Returns a scope with the same instances. Instances built in one of the scopes from now on
    /// are not visible in the other.
    ///
    /// The cost is proportional to the number of singletons. See <doc:Testing>.
    public func clone() -> Singleton {
      factory_record_other_singletons()
      return Singleton(store.copy(), original: original ?? self)
    }

    /// The scope that factories store. For the singletons of the current task, it is that of the process: see `current`.
    override var origin: Scope {
      let process = Singleton.process
      return original ?? (self === process.current ? process : self)
    }

    /// The scope to use in the current task for factories that store this scope.
    package var current: Singleton {
      // Reading the task-local value is slow, and unnecessary until a second scope is created.
      self === Singleton.process && factory_has_other_singletons() ? Scope.singleton : self
    }
  }
}

// MARK: -

// The instances of one singleton scope.

/// Finds the node of a factory's singleton.
///
/// A factory is found by its key and its container's type, and also by its key and the location of
/// its declaration, so that a declaration on `extension SharedContainer` has one singleton for all
/// containers. Generic containers are found by their type only: nothing tells a declaration on
/// `extension SharedContainer` from one on `extension Box`, whose types are different containers. The same holds for
/// factories by type, whose declaration is the library's: its line is zero.
package final class SingletonStore {
  package let store = Store.makeInner()
  /// Each node has several keys. Guarded by the store's lock.
  private var nodes = [FactoryIdentity: Node]()
  /// The instances with lower numbers belong to the store that this one was copied from.
  private(set) package var firstNumber: UInt64 = 0

  init() {}

  /// The node of a factory. Valid while the store exists.
  func node(
    for key: factory_key, of container: Any.Type, declaredAt file: UnsafePointer<UInt8>,
    _ line: UInt32
  ) -> Node {
    let inContainer = FactoryIdentity(key, in: container)
    if let known = store.withState({ _ in nodes[inContainer] }) { return known }
    let isOfType = line == 0 || String(reflecting: container).utf8.contains(UInt8(ascii: "<"))
    let declared = isOfType ? inContainer : FactoryIdentity(key, declaredAt: file, line)
    return store.withState { state in
      // Another thread may have added it meanwhile.
      let node =
        nodes[inContainer] ?? nodes[declared] ?? state.add(key, 0, Settings.empty, nil)
      nodes[inContainer] = node
      nodes[declared] = node
      return node
    }
  }

  func evictAll() {
    store.withLock { state in
      for node in state.nodes { state.evict(node) }
    }
  }

  /// A store with the same cached instances, without the constructions in progress.
  func copy() -> SingletonStore {
    let copy = SingletonStore()
    let (entries, nodes) = store.withState { state in
      (state.nodes.map { ($0, $0.savedEntry()) }, self.nodes)
    }
    copy.store.withLock { state in
      for (node, entry) in entries {
        let new = state.add(node.pointee.key, 0, Settings.empty, nil)
        var saved = entry
        state.restore(new, &saved)
      }
      // In the same order.
      for (identity, node) in nodes { copy.nodes[identity] = state.nodes[Int(node.pointee.index)] }
    }
    copy.firstNumber = ConstructionOrder.next()
    return copy
  }
}
