// Factory, MIT licence; see LICENSE
//
// The singleton scope and its store, the only scope whose instances no container owns.
import FactoryAtomics

extension Scope {
  /// Keeps one instance for each declared factory, whatever the container instance.
  ///
  /// Two container types that each declare a factory of the same name and type do not share; a
  /// factory declared once for all containers, on `extension SharedContainer`, is one singleton.
  /// Safe to use from any thread.
  public final class Singleton: Scope, @unchecked Sendable {
    // Sendable: `lock` guards the three after it; `origin` is constant.
    private let lock: Lock
    private var cells: [Cell]
    private var factories: [SingletonFactory]
    /// The last of `factories` of each hash.
    private let byHash: WordTable
    /// What this scope was cloned from. Factories record the origin and use the task's clone.
    private let origin: Singleton?

    /// The scope of every task that has not been given another.
    @usableFromInline static let process = Singleton(origin: nil)

    /// A scope with no instances.
    public convenience init() {
      self.init(origin: nil)
      // From now on a task may be in another scope than the process's.
      factory_note_other_singletons()
    }

    private init(
      origin: Singleton?, cells: [Cell] = [],
      factories: [SingletonFactory] = [], byHash: WordTable = WordTable()
    ) {
      lock = Lock()
      self.cells = cells
      self.factories = factories
      self.byHash = byHash
      self.origin = origin
      super.init(kind: FACTORY_SINGLETON_SCOPE)
    }

    deinit {
      // Nobody can reach the cells any more: whoever resolves in this scope holds it.
      for cell in lock.withLock({ cells }) {
        cell.destroy()
      }
    }

    /// Drops all singletons of this scope. Returns at once, also while one is being built: its
    /// callers get it, and the next resolution builds another.
    public func reset() {
      for cell in lock.withLock({ cells }) { cell.invalidate() }
    }

    /// A scope with the same instances. What is made in either one from now on stays there.
    ///
    /// Cost: proportional to the number of singletons.
    public func clone() -> Singleton {
      factory_note_other_singletons()
      let copy = lock.withLock {
        Singleton(
          origin: origin ?? self, cells: cells, factories: factories,
          byHash: WordTable(copying: byHash))
      }
      for index in copy.cells.indices {
        let cell = Cell.allocate()
        cell.restore(copy.cells[index].save())
        copy.cells[index] = cell
      }
      return copy
    }

    override var recorded: Scope { origin ?? self }

    /// The scope to use now for factories that recorded this one.
    var current: Singleton {
      self === Singleton.process ? Scope.singleton : self
    }

    /// The cell of a factory. Valid while this scope lives.
    ///
    /// A factory is known by its container's type, where equal keys are one factory, and by where it
    /// is declared, so that a declaration on `extension SharedContainer` is one factory for all.
    func cell(
      for key: EntryKey, of container: ObjectIdentifier,
      declaredAt file: UnsafePointer<UInt8>, _ line: UInt32
    ) -> Cell {
      let hash = Int(truncatingIfNeeded: factory_key_hash(key))
      return lock.withLock {
        let last = byHash.find(hash).map { factories[$0] }
        var next = last
        var cell: Int?
        while let factory = next {
          if factory_key_matches(factory.key, key) {
            if factory.container == container { return cells[factory.cell] }
            if factory.line == line, factory_same_text(factory.file, file) { cell = factory.cell }
          }
          next = factory.previous
        }
        if cell == nil { cells.append(Cell.allocate()) }
        let found = cell ?? cells.count - 1
        byHash.set(hash, to: factories.count)
        factories.append(
          SingletonFactory(key, container, file, line, cell: found, previous: last))
        return cells[found]
      }
    }
  }
}

/// A factory of one container type. Its texts are literals or lasting copies of such.
private final class SingletonFactory {
  let key: EntryKey
  let container: ObjectIdentifier
  let file: UnsafePointer<UInt8>
  let line: UInt32
  /// The index of its cell.
  let cell: Int
  /// The one before of the same hash.
  let previous: SingletonFactory?

  init(
    _ key: EntryKey, _ container: ObjectIdentifier, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    cell: Int, previous: SingletonFactory?
  ) {
    self.key = key
    self.container = container
    self.file = file
    self.line = line
    self.cell = cell
    self.previous = previous
  }
}
