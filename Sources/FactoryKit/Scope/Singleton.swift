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
    // Sendable: `store` is guarded by `lock`; `origin` is constant.
    private let lock: Lock
    // Guarded by `lock`.
    private var store: SingletonStore
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

    private init(origin: Singleton?, store: SingletonStore = SingletonStore()) {
      lock = Lock()
      self.store = store
      self.origin = origin
      super.init(kind: .singleton)
    }

    deinit {
      // Nobody can reach the cells any more: whoever resolves in this scope holds it.
      for cell in lock.withLock({ store.cells }) {
        cell.destroy()
      }
    }

    /// Drops all singletons of this scope. Returns at once, also while one is being built: its
    /// callers get it, and the next resolution builds another.
    public func reset() {
      for cell in lock.withLock({ store.cells }) { cell.invalidate() }
    }

    /// A scope with the same instances. What is made in either one from now on stays there.
    ///
    /// Cost: proportional to the number of singletons.
    public func clone() -> Singleton {
      factory_note_other_singletons()
      let copy = lock.withLock { SingletonStore(copying: store) }
      for index in copy.cells.indices {
        let cell = Cell.allocate()
        cell.restore(copy.cells[index].save())
        copy.cells[index] = cell
      }
      return Singleton(origin: origin ?? self, store: copy)
    }

    override var recorded: Scope { origin ?? self }

    /// The scope to use now for factories that recorded this one.
    var current: Singleton {
      self === Singleton.process ? Scope.singleton : self
    }

    /// The cell of a factory. Valid while this scope lives.
    func cell(
      for entry: UnsafeMutablePointer<Entry>, of container: ObjectIdentifier,
      declaredAt declaration: FactoryDeclaration
    ) -> UnsafeMutablePointer<Cell> {
      let key = entry.pointee.key
      return lock.withLock { store.cell(key, container, declaration) }
    }
  }
}

/// The cells of one singleton scope.
///
/// A factory is known by its container's type, where equal keys are one factory, and by where it
/// is declared, so that a declaration on `extension SharedContainer` is one factory for all.
private final class SingletonStore {
  var cells: [UnsafeMutablePointer<Cell>] = []
  private var factories: [Factory] = []
  /// The last one of each hash.
  private let byHash: WordTable

  init() { byHash = WordTable() }

  init(copying other: SingletonStore) {
    cells = other.cells
    factories = other.factories
    byHash = WordTable(copying: other.byHash)
  }

  /// A factory of one container type. Its texts are literals or lasting copies of such.
  private struct Factory {
    let key: EntryKey
    let container: ObjectIdentifier
    let file: UnsafePointer<UInt8>
    let line: UInt32
    let cell: Int
    /// The one before of the same hash, or -1.
    let previous: Int
  }

  func cell(
    _ key: EntryKey, _ container: ObjectIdentifier, _ declaration: FactoryDeclaration
  ) -> UnsafeMutablePointer<Cell> {
    let hash = Int(truncatingIfNeeded: key.contentHash)
    let last = byHash.find(hash) ?? -1
    var index = last
    var cell: Int?
    while index >= 0 {
      let factory = factories[index]
      if factory.key.matches(key) {
        if factory.container == container { return cells[factory.cell] }
        if factory.line == declaration.line, sameText(factory.file, declaration.file) {
          cell = factory.cell
        }
      }
      index = factory.previous
    }
    if cell == nil { cells.append(Cell.allocate()) }
    let found = cell ?? cells.count - 1
    byHash.set(hash, to: factories.count)
    factories.append(
      Factory(
        key: key, container: container, file: declaration.file, line: declaration.line,
        cell: found, previous: last))
    return cells[found]
  }
}
