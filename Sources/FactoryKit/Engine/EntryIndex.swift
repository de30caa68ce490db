// Factory, MIT licence; see LICENSE
//
// All entries of a container, and which is that of a name wherever the name is stored.

/// The entries by the content of their keys. Guarded by the container's lock.
struct EntryIndex {
  /// Open addressing, at most seven of eight slots taken; a power of two of them, or none.
  private var slots: [UnsafeMutablePointer<Entry>?] = []
  private(set) var count = 0

  /// The entry whose key has the same content.
  func find(_ key: EntryKey) -> UnsafeMutablePointer<Entry>? {
    if slots.isEmpty { return nil }
    var index = first(key)
    while let entry = slots[index] {
      if key.matches(entry.pointee.key) { return entry }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds an entry whose key is not there yet.
  mutating func insert(_ entry: UnsafeMutablePointer<Entry>) {
    if count * 8 >= slots.count * 7 { grow() }
    place(entry)
    count += 1
  }

  /// Every entry once.
  var all: [UnsafeMutablePointer<Entry>] { slots.compactMap { $0 } }

  private func first(_ key: EntryKey) -> Int {
    Int(truncatingIfNeeded: key.contentHash) & (slots.count - 1)
  }

  private mutating func place(_ entry: UnsafeMutablePointer<Entry>) {
    var index = first(entry.pointee.key)
    while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
    slots[index] = entry
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: max(8, old.count * 2))
    for case let entry? in old { place(entry) }
  }
}
