// Factory, MIT licence; see LICENSE
//
// The library's one hash table, of words: a dictionary is compiled anew for each pair of types,
// which for a handful of cold tables is most of the library's size.

/// Numbers by word. Not guarded. A class: what copies a value is compiled for each of
/// the types that have one.
final class WordTable {
  /// Open addressing, at most half of the slots taken; a power of two of them, or none. A slot is
  /// a word and its number; a word of 0 is an empty slot, so there is another place for 0.
  private var slots: [Int] = []
  private var count = 0
  private var numberOfZero: Int?

  init() {}

  init(copying other: WordTable) {
    slots = other.slots
    count = other.count
    numberOfZero = other.numberOfZero
  }

  @inline(never)
  func find(_ word: Int) -> Int? {
    if word == 0 { return numberOfZero }
    if slots.isEmpty { return nil }
    let slot = slot(of: word)
    return slots[slot] == 0 ? nil : slots[slot + 1]
  }

  /// Sets a word's number.
  @inline(never)
  func set(_ word: Int, to number: Int) {
    if word == 0 {
      numberOfZero = number
      return
    }
    if count * 4 >= slots.count { grow() }
    let slot = slot(of: word)
    if slots[slot] == 0 { count += 1 }
    slots[slot] = word
    slots[slot + 1] = number
  }

  /// Where the word is, or would be.
  private func slot(of word: Int) -> Int {
    let mask = slots.count - 1
    let spread = UInt64(truncatingIfNeeded: word) &* 0x9e37_79b9_7f4a_7c15
    var slot = Int(truncatingIfNeeded: spread &>> 32) &* 2 & mask
    while slots[slot] != 0, slots[slot] != word { slot = (slot + 2) & mask }
    return slot
  }

  private func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(16, old.count * 2))
    var slot = 0
    while slot < old.count {
      if old[slot] != 0 {
        let place = self.slot(of: old[slot])
        slots[place] = old[slot]
        slots[place + 1] = old[slot + 1]
      }
      slot += 2
    }
  }
}
