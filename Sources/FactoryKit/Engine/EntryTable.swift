// Factory, MIT licence; see LICENSE
//
// Finds a factory's entry: open addressing, read without a lock.
import FactoryAtomics

/// A fixed number of slots, by the address of the factory's name and its type.
///
/// Why reading without a lock is safe:
/// - A table is reached through one pointer, stored with release after all its slots were written
///   and loaded with acquire; so a reader sees a complete table.
/// - Slots go from empty to taken once, under the container's lock, and never change again. The
///   name is written before the entry, the entry with release; a reader that loads the entry with
///   acquire and finds one sees its name too. A reader that finds none takes the slow way, which
///   looks again under the lock.
/// - A full table is replaced by one twice as large and kept until the container goes, so a reader
///   never holds freed memory. The old tables together are smaller than the new one.
/// - Entries are freed with the container, which every reader owns.
@usableFromInline
package struct EntryTable {
  @usableFromInline let mask: Int
  /// How many slots are taken; guarded by the container's lock, reached through `usedWord` only.
  private var used = 0
  let previous: UnsafeMutablePointer<EntryTable>?

  @usableFromInline
  struct Slot {
    @usableFromInline var name: UnsafePointer<UInt8>?
    @usableFromInline var entry: UnsafeMutableRawPointer?
  }

  static func make(
    capacity: Int, previous: UnsafeMutablePointer<EntryTable>?
  ) -> UnsafeMutablePointer<EntryTable> {
    precondition(capacity & (capacity - 1) == 0, "FactoryKit: a table's size is a power of two")
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: slotsOffset + capacity * MemoryLayout<Slot>.stride, alignment: 16)
    let table = memory.bindMemory(to: EntryTable.self, capacity: 1)
    table.initialize(to: EntryTable(mask: capacity - 1, previous: previous))
    (memory + slotsOffset).bindMemory(to: Slot.self, capacity: capacity)
      .initialize(repeating: Slot(), count: capacity)
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
      && MemoryLayout<Slot>.offset(of: \.entry) == MemoryLayout<UInt>.size
  }

  /// The header, rounded up to a slot's alignment.
  @usableFromInline static var slotsOffset: Int { 32 }
}

extension UnsafeMutablePointer<EntryTable> {
  @usableFromInline
  var slots: UnsafeMutablePointer<EntryTable.Slot> {
    (UnsafeMutableRawPointer(self) + EntryTable.slotsOffset)
      .assumingMemoryBound(to: EntryTable.Slot.self)
  }

  /// The entry of a slot; computed for the reason given at `Cell.lockWord`.
  private func entryWord(_ index: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    (UnsafeMutableRawPointer(slots + index) + MemoryLayout<UInt>.size)
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// `used`, whose address is computed for the same reason: `mask` is read without the lock.
  private var usedWord: UnsafeMutablePointer<Int> {
    (UnsafeMutableRawPointer(self) + MemoryLayout<Int>.size).assumingMemoryBound(to: Int.self)
  }

  /// The slot to look at first. The address and the type are spread by one multiplication; the
  /// high bits are the well mixed ones.
  func firstSlot(_ name: UnsafePointer<UInt8>, _ type: ObjectIdentifier) -> Int {
    let key =
      UInt64(UInt(bitPattern: name)) ^ (UInt64(UInt(bitPattern: type)) &<< 17)
      ^ (UInt64(UInt(bitPattern: type)) &>> 4)
    return Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) &>> 24) & pointee.mask
  }

  /// The entry stored under this very address, or nil.
  func find(
    _ name: UnsafePointer<UInt8>, _ type: ObjectIdentifier, _ parameterType: ObjectIdentifier
  ) -> UnsafeMutablePointer<Entry>? {
    var index = firstSlot(name, type)
    while let found = factory_pointer_load(entryWord(index)) {
      if slots[index].name == name {
        let entry = found.assumingMemoryBound(to: Entry.self)
        if entry.pointee.type == type, entry.pointee.parameterType == parameterType {
          return entry
        }
      }
      index = (index + 1) & pointee.mask
    }
    return nil
  }

  /// Adds a slot. Only under the container's lock, and only while the table is under three
  /// quarters full.
  func insert(_ entry: UnsafeMutablePointer<Entry>, under name: UnsafePointer<UInt8>) {
    var index = firstSlot(name, entry.pointee.type)
    while slots[index].entry != nil { index = (index + 1) & pointee.mask }
    slots[index].name = name
    factory_pointer_store(entryWord(index), entry)
    usedWord.pointee += 1
  }

  var isCrowded: Bool { usedWord.pointee &* 4 >= (pointee.mask &+ 1) &* 3 }

  /// A table twice the size with the same slots.
  func grown() -> UnsafeMutablePointer<EntryTable> {
    let larger = EntryTable.make(capacity: (pointee.mask + 1) * 2, previous: self)
    for index in 0...pointee.mask {
      if let name = slots[index].name, let entry = slots[index].entry {
        larger.insert(entry.assumingMemoryBound(to: Entry.self), under: name)
      }
    }
    return larger
  }

  /// Frees this table and those it replaced.
  func deallocateAll() {
    var next: UnsafeMutablePointer<EntryTable>? = self
    while let table = next {
      next = table.pointee.previous
      UnsafeMutableRawPointer(table).deallocate()
    }
  }
}
