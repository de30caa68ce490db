// Factory, MIT licence; see LICENSE
//
// All that one container keeps of one factory: its registration, contexts, scope and instance.
import FactoryAtomics

/// The state of one factory in one container.
///
/// Entries are allocated by the container's table, never moved, and freed when the container
/// goes. They are used through `UnsafeMutablePointer<Entry>`. Everything but the constants at
/// the top is guarded by the cell's lock, except where it says otherwise.
@usableFromInline
package struct Entry {
  // The first four are at fixed offsets and reached through the pointers further down only.

  /// What a hit has to heed, one bit each. Written under the lock, read without it: a change
  /// that races with a resolution may be seen by it or not, as if it had come a moment later.
  private var traits: UInt = 0
  /// The scope given by a modifier; null if there is none. Read like `traits`. Not retained here:
  /// the container keeps every scope its entries ever had, because a reader may still look at one.
  private var scope: UnsafeMutableRawPointer?
  /// The cell in the process-wide singleton store, once looked up; those are never freed.
  private var singleton: UnsafeMutableRawPointer?
  private var cell = Cell()

  /// The key: constant.
  let name: UnsafePointer<UInt8>
  let nameLength: UInt32
  let type: ObjectIdentifier
  let parameterType: ObjectIdentifier

  var options: EntryOptions?
  /// The next entry whose key has the same hash; guarded by the container's lock.
  var nextWithSameHash: Int32 = -1

  /// The bits of `traits`.
  @usableFromInline
  enum Trait {
    /// A registration or a context may replace the factory's closure.
    @usableFromInline static let overridden: UInt32 = 1
    @usableFromInline static let decorated: UInt32 = 2
    @usableFromInline static let timed: UInt32 = 4
    @usableFromInline static let perParameter: UInt32 = 8
    @usableFromInline static let once: UInt32 = 16
    /// The contexts were reset after `.once()`: the definition's apply once more.
    static let contextsAgain: UInt32 = 32
  }

  init(key: EntryKey) {
    name = key.name
    nameLength = key.nameLength
    type = key.type
    parameterType = key.parameterType
  }
}

extension Entry {
  /// After three words, rounded up to a cell's alignment.
  @inlinable static var cellOffset: Int {
    let alignment = MemoryLayout<Cell>.alignment
    return (3 * MemoryLayout<UInt>.size + alignment - 1) / alignment * alignment
  }

  /// Whether the computed addresses are those of the fields. For tests.
  package static var isLaidOutAsComputed: Bool {
    MemoryLayout<Entry>.offset(of: \.traits) == 0
      && MemoryLayout<Entry>.offset(of: \.scope) == MemoryLayout<UInt>.size
      && MemoryLayout<Entry>.offset(of: \.singleton) == 2 * MemoryLayout<UInt>.size
      && MemoryLayout<Entry>.offset(of: \.cell) == cellOffset && Cell.isLaidOutAsComputed
      && ContainerCore.isLaidOutAsComputed && EntryTable.isLaidOutAsComputed
  }
}

/// What a key is made of.
struct EntryKey {
  let name: UnsafePointer<UInt8>
  let nameLength: UInt32
  let type: ObjectIdentifier
  let parameterType: ObjectIdentifier

  /// A hash of the content, for keys that meet under different addresses.
  var contentHash: UInt {
    var hash = UInt(bitPattern: type.hashValue) ^ UInt(bitPattern: parameterType.hashValue)
    for offset in 0..<Int(nameLength) {
      hash = (hash ^ UInt(name[offset])) &* 0x0000_0100_0000_01b3
    }
    return hash
  }

  func matches(_ entry: Entry) -> Bool {
    type == entry.type && parameterType == entry.parameterType
      && sameText(name, nameLength, entry.name, entry.nameLength)
  }
}

/// Whether two texts are equal, by address first.
func sameText(
  _ lhs: UnsafePointer<UInt8>, _ lhsLength: UInt32, _ rhs: UnsafePointer<UInt8>, _ rhsLength: UInt32
) -> Bool {
  guard lhsLength == rhsLength else { return false }
  if lhs == rhs { return true }
  for offset in 0..<Int(lhsLength) where lhs[offset] != rhs[offset] { return false }
  return true
}

/// The rarely used part of an entry, a value so that `push` can copy it.
struct EntryOptions {
  /// An `Override<P, T>`.
  var registration: AnyObject?
  /// `Override<P, T>` by context.
  var contexts: [FactoryContextType: AnyObject] = [:]
  /// A `Decoration<T>`.
  var decorator: AnyObject?
  /// Nanoseconds an unused instance lives.
  var timeToLive: UInt64?
  /// An empty table, to make others like it.
  var parameterCells: (any AnyParameterCells)?
  var isOnce = false
  var takesContextsAgain = false

  var traits: UInt32 {
    (registration != nil || !contexts.isEmpty ? Entry.Trait.overridden : 0)
      | (decorator != nil ? Entry.Trait.decorated : 0)
      | (timeToLive != nil ? Entry.Trait.timed : 0)
      | (parameterCells != nil ? Entry.Trait.perParameter : 0)
      | (isOnce ? Entry.Trait.once : 0)
      | (takesContextsAgain ? Entry.Trait.contextsAgain : 0)
  }
}

/// A closure that stands in for the factory's own.
final class Override<P, T> {
  let make: (P) -> T

  init(_ make: @escaping (P) -> T) {
    self.make = make
  }
}

/// A decorator of one factory.
final class Decoration<T> {
  let apply: (T, Bool) -> Void

  init(_ apply: @escaping (T, Bool) -> Void) {
    self.apply = apply
  }
}

extension UnsafeMutablePointer<Entry> {
  // Addresses are computed for the reason given at `Cell.lockWord`. A test compares the offsets
  // with the compiler's.

  @inlinable @inline(__always)
  var traitsWord: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt32.self)
  }

  @inlinable @inline(__always)
  var scopeWord: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    (UnsafeMutableRawPointer(self) + 1 * MemoryLayout<UInt>.size)
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  @inlinable @inline(__always)
  var singletonWord: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    (UnsafeMutableRawPointer(self) + 2 * MemoryLayout<UInt>.size)
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// Where the entry's own instance is.
  @inlinable @inline(__always)
  var cell: UnsafeMutablePointer<Cell> {
    (UnsafeMutableRawPointer(self) + Entry.cellOffset).assumingMemoryBound(to: Cell.self)
  }

  /// What a hit has to heed now.
  @inlinable @inline(__always)
  var traits: UInt32 { factory_word_load(traitsWord) }

  /// Reads or changes the options under the lock and brings `traits` up to date.
  func withOptions<Result>(
    _ body: (inout EntryOptions, inout [AnyObject]) -> Result
  ) -> Result {
    cell.withLock { _, garbage in
      var options = pointee.options ?? EntryOptions()
      let result = body(&options, &garbage)
      // The replaced options may hold the last reference to a user's closure.
      if let old = pointee.options { garbage.append(Discarded(old)) }
      pointee.options = options
      factory_word_store(traitsWord, options.traits)
      return result
    }
  }

  /// A copy of the options.
  var options: EntryOptions {
    cell.withLock { _, _ in pointee.options } ?? EntryOptions()
  }

  /// Whether each parameter has an instance of its own.
  var isScopedOnParameters: Bool {
    traits & Entry.Trait.perParameter != 0
  }

  /// Whether a modifier already gave the factory this very scope.
  @inlinable
  func isRecorded(_ scope: Scope) -> Bool {
    factory_pointer_load(scopeWord) == Unmanaged.passUnretained(scope).toOpaque()
  }

  /// The scope given by a modifier.
  @usableFromInline
  var scope: Scope? {
    // Alive: the container keeps every scope its entries ever had.
    factory_pointer_load(scopeWord).map {
      Unmanaged<Scope>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

/// Carries a value out of a lock to be let go.
final class Discarded<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
