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
    // Sendable: `store` guards itself; `origin` is constant.
    private let store = Locked(SingletonStore())
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

    private init(origin: Singleton?) {
      self.origin = origin
      super.init(kind: .singleton)
    }

    deinit {
      // Nobody can reach the cells any more: whoever resolves in this scope holds it.
      for cell in store.withLock({ $0.cells }) {
        cell.destroy()
      }
    }

    /// Drops all singletons of this scope. Returns at once, also while one is being built: its
    /// callers get it, and the next resolution builds another.
    public func reset() {
      for cell in store.withLock({ $0.cells }) { cell.invalidate() }
    }

    /// A scope with the same instances. What is made in either one from now on stays there.
    ///
    /// Cost: proportional to the number of singletons.
    public func clone() -> Singleton {
      let clone = Singleton(origin: origin ?? self)
      factory_note_other_singletons()
      let original = store.withLock { $0 }
      var copies: [UnsafeMutablePointer<Cell>: UnsafeMutablePointer<Cell>] = [:]
      for cell in original.cells {
        let copy = Cell.allocate()
        copy.restore(cell.save())
        copies[cell] = copy
      }
      clone.store.withLock { store in
        store.cells = original.cells.map { copies[$0]! }
        store.byContainer = original.byContainer.mapValues { copies[$0]! }
        store.byDeclaration = original.byDeclaration.mapValues { copies[$0]! }
      }
      return clone
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
      let factory = SingletonStore.FactoryKey(entry)
      let byContainer = SingletonStore.ContainerKey(factory: factory, container: container)
      let byDeclaration = SingletonStore.DeclarationKey(
        factory: factory, file: String(cString: declaration.file), line: declaration.line)
      return store.withLock { $0.cell(byContainer, byDeclaration) }
    }
  }
}

/// The cells of one singleton scope.
///
/// A factory is known by its container's type, where equal keys are one factory, and by where it
/// is declared, so that a declaration on `extension SharedContainer` is one factory for all.
private struct SingletonStore: @unchecked Sendable {
  // Sendable: the pointers are to cells that the owning scope frees, and that lock themselves.
  var cells: [UnsafeMutablePointer<Cell>] = []
  var byContainer: [ContainerKey: UnsafeMutablePointer<Cell>] = [:]
  var byDeclaration: [DeclarationKey: UnsafeMutablePointer<Cell>] = [:]

  mutating func cell(
    _ containerKey: ContainerKey, _ declarationKey: DeclarationKey
  ) -> UnsafeMutablePointer<Cell> {
    if let cell = byContainer[containerKey] { return cell }
    let cell = byDeclaration[declarationKey] ?? makeCell()
    byContainer[containerKey] = cell
    byDeclaration[declarationKey] = cell
    return cell
  }

  private mutating func makeCell() -> UnsafeMutablePointer<Cell> {
    let cell = Cell.allocate()
    cells.append(cell)
    return cell
  }

  /// Name and types, copied because the scope outlives the entry.
  struct FactoryKey: Hashable {
    let name: String
    let type: ObjectIdentifier
    let parameterType: ObjectIdentifier

    init(_ entry: UnsafeMutablePointer<Entry>) {
      name = String(cString: entry.pointee.name)
      type = entry.pointee.type
      parameterType = entry.pointee.parameterType
    }
  }

  struct ContainerKey: Hashable {
    let factory: FactoryKey
    let container: ObjectIdentifier
  }

  struct DeclarationKey: Hashable {
    let factory: FactoryKey
    let file: String
    let line: UInt32
  }
}
