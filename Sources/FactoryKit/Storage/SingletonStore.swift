// Factory, MIT licence; see LICENSE
//
// The cells of one singleton scope.
import FactoryCore

/// Finds the cell of a factory's singleton.
///
/// A factory is identified by its container's type, where equal keys are one factory, and by the place
/// of its declaration, so that a declaration on `extension SharedContainer` is one factory for all
/// containers.
final class SingletonStore: @unchecked Sendable {
  // Sendable: everything is guarded by `lock`.
  private let lock = Lock()
  private var cells: [Cell] = []
  /// Indices of `cells`.
  private var byContainer: [ContainerKey: Int] = [:]
  private var byDeclaration: [DeclarationKey: Int] = [:]

  init() {}

  deinit {
    // Nobody can reach the cells any more: whatever resolves in this scope retains it. The store of
    // the process lives as long as the process.
    for cell in cells { cell.destroy() }
  }

  /// The cell of a factory. Valid while the store exists.
  func cell(
    for key: factory_key, of container: ObjectIdentifier, declaredAt file: UnsafePointer<UInt8>,
    _ line: UInt32
  ) -> Cell {
    let inContainer = ContainerKey(key: HashableKey(key), container: container)
    let declared = DeclarationKey(key: HashableKey(key), file: HashableText(file), line: line)
    return lock.withLock {
      if let index = byContainer[inContainer] { return cells[index] }
      var index = byDeclaration[declared]
      if index == nil {
        index = cells.count
        cells.append(Cell.allocate())
      }
      byContainer[inContainer] = index
      byDeclaration[declared] = index
      return cells[index!]
    }
  }

  func evictAll() {
    for cell in lock.withLock({ cells }) { cell.evict() }
  }

  /// A store with the same instances, but none that is being built.
  func copy() -> SingletonStore {
    let copy = SingletonStore()
    let originals = lock.withLock {
      copy.byContainer = byContainer
      copy.byDeclaration = byDeclaration
      return cells
    }
    for original in originals {
      let cell = Cell.allocate()
      let saved = original.withLock { contents, _ in contents.saved() }
      cell.withLock { contents, garbage in contents.restore(saved, &garbage) }
      copy.cells.append(cell)
    }
    return copy
  }
}

private struct ContainerKey: Hashable {
  let key: HashableKey
  let container: ObjectIdentifier
}

private struct DeclarationKey: Hashable {
  let key: HashableKey
  let file: HashableText
  let line: UInt32
}

/// A factory's key, compared by its contents.
private struct HashableKey: Hashable {
  let key: factory_key

  init(_ key: factory_key) { self.key = key }

  static func == (lhs: Self, rhs: Self) -> Bool { factory_key_matches(lhs.key, rhs.key) }

  func hash(into hasher: inout Hasher) { hasher.combine(factory_key_hash(key)) }
}

/// A null-terminated text that is never freed.
private struct HashableText: Hashable {
  let text: UnsafePointer<UInt8>

  init(_ text: UnsafePointer<UInt8>) { self.text = text }

  static func == (lhs: Self, rhs: Self) -> Bool { factory_same_text(lhs.text, rhs.text) }

  // The line and the key tell almost all declarations apart.
  func hash(into hasher: inout Hasher) {}
}
