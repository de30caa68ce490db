// Factory, MIT licence; see LICENSE
//
// The singleton scope, the only one whose instances no container stores.
internal import FactoryCore

extension Scope {
  /// Keeps one instance for each declared factory, whatever the container instance.
  ///
  /// Two container types that each declare a factory of the same name and type do not share; a
  /// factory declared once for all containers, on `extension SharedContainer`, is one singleton.
  /// Safe to use from any thread.
  public final class Singleton: Scope, @unchecked Sendable {
    // Sendable: both are constant, and the store guards itself.
    let store: SingletonStore
    /// What this scope was cloned from. Factories store the original and use the task's clone.
    private let original: Singleton?

    /// The scope of every task that has not been given another.
    @usableFromInline static let process = Singleton(SingletonStore(), original: nil)

    /// A scope with no instances.
    public convenience init() {
      self.init(SingletonStore(), original: nil)
      // From now on a task may be in another scope than the process's.
      factory_note_other_singletons()
    }

    private init(_ store: SingletonStore, original: Singleton?) {
      self.store = store
      self.original = original
      super.init(kind: .singleton)
    }

    /// Evicts all singletons of this scope. Returns at once, also while one is being built: its
    /// callers get it, and the next resolution builds another.
    public func reset() {
      store.evictAll()
    }

    /// A scope with the same instances. What is built in either one from now on stays there.
    ///
    /// Cost: proportional to the number of singletons.
    public func clone() -> Singleton {
      factory_note_other_singletons()
      return Singleton(store.copy(), original: original ?? self)
    }

    override var origin: Scope { original ?? self }

    /// The scope to use now for factories that store this one.
    var current: Singleton {
      // No task can be in another scope than the process's while there is none.
      self === Singleton.process && factory_has_other_singletons() ? Scope.singleton : self
    }
  }
}
