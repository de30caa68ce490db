// Factory, MIT licence; see LICENSE
//
// All that one container keeps of one factory: its registration, contexts, scope and instance.
import FactoryAtomics

/// The state of one factory in one container.
///
/// Entries are allocated by the container, never moved, and freed when the container goes. They
/// are used through `UnsafeMutablePointer<Entry>`. Everything but the key is guarded by the cell's
/// lock, except where it says otherwise.
@usableFromInline
package struct Entry {
  // The words down to `cell` are at fixed offsets and reached through the pointers further down
  // only, but for the key.

  /// The way that a resolution takes; see ``Way``. Written under the lock, read without it: a
  /// change that races with a resolution may be seen by it or not, as if it had come a moment later.
  private var way: UnsafeMutableRawPointer?
  /// The scope given by a modifier; null if there is none. Read like `way`. Not retained here:
  /// the container keeps every scope its entries ever had, because a reader may still look at one.
  private var scope: UnsafeMutableRawPointer?
  /// The cell in the process-wide singleton store, once looked up; those are never freed.
  private var singleton: UnsafeMutableRawPointer?
  /// What `options` has, one bit each. Read like `way`.
  private var traits: UInt32 = 0

  /// The key: constant.
  let name: UnsafePointer<UInt8>
  let type: ObjectIdentifier
  let parameterType: ObjectIdentifier

  private var cell = Cell()
  fileprivate var options: SharedOptions?

  /// The bits of `traits`.
  enum Trait {
    /// A registration or a context may replace the factory's closure.
    static let overridden: UInt32 = 1
    static let decorated: UInt32 = 2
    static let timed: UInt32 = 4
    static let perParameter: UInt32 = 8
    static let once: UInt32 = 16
    /// The contexts were reset after `.once()`: the definition's apply once more.
    static let contextsAgain: UInt32 = 32
  }

  /// The short ways of a resolution, decided whenever the entry changes so that a resolution need
  /// not. The word is null for the full way, `plain`, or the address of a published word with a tag.
  @usableFromInline
  enum Way {
    /// Call the factory's closure: nothing is kept and nothing stands in for it.
    @inlinable static var plain: UInt { 1 }
    /// The published instance is the process's singleton: right unless the task has other ones.
    static var singletonTag: UInt { 2 }
  }

  init(key: EntryKey) {
    name = key.name
    type = key.type
    parameterType = key.parameterType
    way = UnsafeMutableRawPointer(bitPattern: Way.plain)
  }

  /// Words before the cell.
  static var cellOffset: Int {
    let alignment = MemoryLayout<Cell>.alignment
    let end = 7 * MemoryLayout<UInt>.size
    return (end + alignment - 1) / alignment * alignment
  }

  /// Whether the computed addresses are those of the fields. For tests.
  package static var isLaidOutAsComputed: Bool {
    MemoryLayout<Entry>.offset(of: \.way) == 0
      && MemoryLayout<Entry>.offset(of: \.scope) == MemoryLayout<UInt>.size
      && MemoryLayout<Entry>.offset(of: \.singleton) == 2 * MemoryLayout<UInt>.size
      && MemoryLayout<Entry>.offset(of: \.traits) == 3 * MemoryLayout<UInt>.size
      && MemoryLayout<Entry>.offset(of: \.cell) == cellOffset && Cell.isLaidOutAsComputed
      && ContainerCore.isLaidOutAsComputed && EntryTable.isLaidOutAsComputed
  }
}

extension UnsafeMutablePointer<Entry> {
  // Addresses are computed for the reason given at `Cell.lockWord`. A test compares the offsets
  // with the compiler's.

  var wayWord: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  var scopeWord: UnsafeMutablePointer<UnsafeMutableRawPointer?> { wayWord + 1 }

  var singletonWord: UnsafeMutablePointer<UnsafeMutableRawPointer?> { wayWord + 2 }

  var traitsWord: UnsafeMutablePointer<UInt32> {
    (UnsafeMutableRawPointer(self) + 3 * MemoryLayout<UInt>.size)
      .assumingMemoryBound(to: UInt32.self)
  }

  /// Where the entry's own instance is.
  var cell: UnsafeMutablePointer<Cell> {
    (UnsafeMutableRawPointer(self) + Entry.cellOffset).assumingMemoryBound(to: Cell.self)
  }

  var traits: UInt32 { factory_word_load(traitsWord) }

  /// Reads or changes the options under the lock and brings what follows from them up to date.
  func withOptions<Result>(
    _ body: (inout EntryOptions, inout Garbage) -> Result
  ) -> Result {
    cell.withLock { _, garbage in
      var options = pointee.options?.options ?? EntryOptions()
      let result = body(&options, &garbage)
      // The replaced ones hold whatever the change took out, so nothing of it is let go in here.
      garbage.add(pointee.options)
      let traits = options.traits
      pointee.options = traits == 0 ? nil : SharedOptions(options)
      closeWay()
      factory_word_store(traitsWord, traits)
      decideWay()
      return result
    }
  }

  /// Forgets all options, and the scope.
  func clear() {
    cell.withLock { _, garbage in
      garbage.add(pointee.options)
      pointee.options = nil
      closeWay()
      factory_word_store(traitsWord, 0)
      factory_pointer_store(scopeWord, nil)
      decideWay()
    }
  }

  /// The options; nil if none was ever set.
  var options: SharedOptions? {
    // Saves the lock for most: a change that races with this may be seen or not.
    traits == 0 ? nil : cell.withLock { _, _ in pointee.options }
  }

  /// Whether each parameter has an instance of its own.
  var isScopedOnParameters: Bool {
    traits & Entry.Trait.perParameter != 0
  }

  /// Whether a modifier already gave the factory this very scope.
  func isRecorded(_ scope: Scope) -> Bool {
    factory_pointer_load(scopeWord) == Unmanaged.passUnretained(scope).toOpaque()
  }

  /// The scope given by a modifier.
  var scope: Scope? {
    // Alive: the container keeps every scope its entries ever had.
    factory_pointer_load(scopeWord).map {
      Unmanaged<Scope>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Gives the factory a scope, or takes it away, and returns the one before. The container must
  /// keep `scope` already.
  @discardableResult
  func replaceScope(by scope: Scope?) -> Scope? {
    cell.withLock { _, _ in
      let old = self.scope
      closeWay()
      factory_pointer_store(scopeWord, scope.map { Unmanaged.passUnretained($0).toOpaque() })
      decideWay()
      return old
    }
  }

  /// Before a change: whoever sees the new scope or traits without the lock must not take the way
  /// of the old ones. Under the lock.
  private func closeWay() { factory_pointer_store(wayWord, nil) }

  /// The way after a change: plain, or the full one until it has found an instance. Under the lock.
  private func decideWay() {
    let replaces = Entry.Trait.overridden | Entry.Trait.decorated
    let isPlain = traits & replaces == 0 && (scope?.kind ?? .unique) == .unique
    factory_pointer_store(
      wayWord, isPlain ? UnsafeMutableRawPointer(bitPattern: Entry.Way.plain) : nil)
  }

  /// Has resolutions look for the instance of `scope` in `leaf` first, where `box` is now.
  func shorten(_ scope: Scope, to leaf: UnsafeMutablePointer<Cell>, _ box: InstanceBox) {
    leaf.publish(box)
    let tag = scope.kind == .singleton ? Entry.Way.singletonTag : 0
    let complicates = Entry.Trait.decorated | Entry.Trait.timed | Entry.Trait.perParameter
    cell.withLock { _, _ in
      guard self.scope === scope, traits & complicates == 0 else { return }
      factory_pointer_store(wayWord, UnsafeMutableRawPointer(leaf.publishedWord) + Int(tag))
    }
  }
}
