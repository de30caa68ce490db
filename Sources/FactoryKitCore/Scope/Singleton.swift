// Factory, MIT licence; see LICENSE
//
// The singleton scope, the only scope whose instances are not stored in a container.
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

    override var origin: Scope { original ?? self }

    /// The scope to use in the current task for factories that store this scope.
    package var current: Singleton {
      // Reading the task-local value is slow, and unnecessary until a second scope is created.
      self === Singleton.process && factory_has_other_singletons() ? Scope.singleton : self
    }
  }
}
