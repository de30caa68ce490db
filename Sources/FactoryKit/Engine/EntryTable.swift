// Factory, MIT licence; see LICENSE
//
// Finds a factory's entry: open addressing, read without a lock.
import FactoryAtomics

/// A fixed number of slots, by the address of the factory's name and its type.
///
/// Why reading without a lock is safe:
/// - A table is reached through one pointer, stored with release after all its slots were written
///   and loaded with acquire; so a reader sees a complete table.
/// - Slots go from empty to taken once, under the container's lock, and never change again. They
///   are stored with release and loaded with acquire, and what they point to was written before.
///   A reader that finds none takes the slow way, which looks again under the lock.
/// - A full table is replaced by one twice as large and kept until the container goes, so a reader
///   never holds freed memory. The old tables together are smaller than the new one.
/// - Entries and aliases are freed with the container, which every reader owns.
@usableFromInline
package struct EntryTable {
  let mask: Int
  /// How many slots are taken; guarded by the container's lock, reached through `usedWord` only.
  private var used = 0
  let previous: UnsafeMutablePointer<EntryTable>?

  static func make(
    capacity: Int, previous: UnsafeMutablePointer<EntryTable>?
  ) -> UnsafeMutablePointer<EntryTable> {
    precondition(capacity & (capacity - 1) == 0, "FactoryKit: a table's size is a power of two")
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: slotsOffset + capacity * MemoryLayout<Slot.Word>.stride, alignment: 16)
    let table = memory.bindMemory(to: EntryTable.self, capacity: 1)
    table.initialize(to: EntryTable(mask: capacity - 1, previous: previous))
    (memory + slotsOffset).bindMemory(to: Slot.Word.self, capacity: capacity)
      .initialize(repeating: nil, count: capacity)
    return table
  }

  private init(mask: Int, previous: UnsafeMutablePointer<EntryTable>?) {
    self.mask = mask
    self.previous = previous
  }

  /// See `Entry.isLaidOutAsComputed`.
  static var isLaidOutAsComputed: Bool {
    MemoryLayout<EntryTable>.offset(of: \.used) == MemoryLayout<Int>.size
      && MemoryLayout<EntryTable>.size <= slotsOffset
  }

  /// The header, rounded up to a slot's alignment.
  fileprivate static var slotsOffset: Int { 32 }

  /// What a slot points to: an entry, or an alias, which another address of an entry's name has.
  ///
  /// Both are aligned to 16 bytes, so four bits are free: the lowest tells an alias, the others
  /// are bits of the hash, so that a reader seldom touches an entry that is not the one.
  enum Slot {
    typealias Word = UnsafeMutableRawPointer?
    static let alignment = 16
    static let alias: UInt = 1

    static func tag(_ hash: UInt64) -> UInt { UInt(truncatingIfNeeded: (hash &>> 32) & 7) &<< 1 }
  }

  struct Alias {
    let name: UnsafePointer<UInt8>
    let entry: UnsafeMutablePointer<Entry>
  }
}

extension UnsafeMutablePointer<EntryTable> {
  private var slots: UnsafeMutablePointer<EntryTable.Slot.Word> {
    (UnsafeMutableRawPointer(self) + EntryTable.slotsOffset)
      .assumingMemoryBound(to: EntryTable.Slot.Word.self)
  }

  /// `used`, whose address is computed for the reason given at `Cell.lockWord`: `mask` is read
  /// without the lock.
  private var usedWord: UnsafeMutablePointer<Int> {
    (UnsafeMutableRawPointer(self) + MemoryLayout<Int>.size).assumingMemoryBound(to: Int.self)
  }

  /// The entry stored under this very address, or nil. Inlined into the few ways that are hot; all
  /// others come by `findEntry`.
  @inline(__always)
  func find(
    _ name: UnsafePointer<UInt8>, _ type: ObjectIdentifier, _ parameterType: ObjectIdentifier
  ) -> UnsafeMutablePointer<Entry>? {
    let hash = EntryKey.addressHash(name, type)
    let tag = EntryTable.Slot.tag(hash)
    let mask = pointee.mask
    var index = Int(truncatingIfNeeded: hash) & mask
    while let slot = factory_pointer_load(slots + index) {
      let bits = UInt(bitPattern: slot) & 15
      if bits == tag {
        let entry = (slot - Int(bits)).assumingMemoryBound(to: Entry.self)
        if entry.pointee.name == name, entry.pointee.type == type,
          entry.pointee.parameterType == parameterType
        {
          return entry
        }
      } else if bits == tag | EntryTable.Slot.alias {
        let alias = (slot - Int(bits)).assumingMemoryBound(to: EntryTable.Alias.self)
        if alias.pointee.name == name, alias.pointee.entry.pointee.type == type,
          alias.pointee.entry.pointee.parameterType == parameterType
        {
          return alias.pointee.entry
        }
      }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds a slot. Only under the container's lock, and only while the table is not crowded.
  func insert(_ entry: UnsafeMutablePointer<Entry>) {
    let hash = EntryKey.addressHash(entry.pointee.name, entry.pointee.type)
    insert(UnsafeMutableRawPointer(entry) + Int(EntryTable.Slot.tag(hash)), hash)
  }

  /// The same for an alias.
  func insert(_ alias: UnsafeMutablePointer<EntryTable.Alias>) {
    let hash = EntryKey.addressHash(alias.pointee.name, alias.pointee.entry.pointee.type)
    let tag = EntryTable.Slot.tag(hash) | EntryTable.Slot.alias
    insert(UnsafeMutableRawPointer(alias) + Int(tag), hash)
  }

  private func insert(_ slot: UnsafeMutableRawPointer, _ hash: UInt64) {
    var index = Int(truncatingIfNeeded: hash) & pointee.mask
    while slots[index] != nil { index = (index + 1) & pointee.mask }
    factory_pointer_store(slots + index, slot)
    usedWord.pointee += 1
  }

  /// Seven of eight slots taken: the tags keep probing cheap up to there.
  var isCrowded: Bool { usedWord.pointee &* 8 >= (pointee.mask &+ 1) &* 7 }

  /// A table twice the size with the same slots.
  func grown() -> UnsafeMutablePointer<EntryTable> {
    let larger = EntryTable.make(capacity: (pointee.mask + 1) * 2, previous: self)
    for index in 0...pointee.mask {
      guard let slot = slots[index] else { continue }
      let bits = UInt(bitPattern: slot) & 15
      let memory = slot - Int(bits)
      if bits & EntryTable.Slot.alias == 0 {
        larger.insert(memory.assumingMemoryBound(to: Entry.self))
      } else {
        larger.insert(memory.assumingMemoryBound(to: EntryTable.Alias.self))
      }
    }
    return larger
  }

  /// Frees this table, those it replaced, and the aliases, which are all in this one.
  func destroy() {
    for index in 0...pointee.mask {
      guard let slot = slots[index], UInt(bitPattern: slot) & EntryTable.Slot.alias != 0 else {
        continue
      }
      (slot - Int(UInt(bitPattern: slot) & 15)).deallocate()
    }
    var next: UnsafeMutablePointer<EntryTable>? = self
    while let table = next {
      next = table.pointee.previous
      UnsafeMutableRawPointer(table).deallocate()
    }
  }
}
