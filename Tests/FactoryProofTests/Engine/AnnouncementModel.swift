// Factory, MIT licence; see LICENSE
//
// The protocol of `announcements.c` as a machine of few states, every one of which is visited.

/// Readers who announce, droppers who wait for them, and somebody who publishes again, all around
/// one word. Steps are those of the comments in `announcements.c`.
struct AnnouncementModel: Hashable {
  /// What may be left out, to see that the walk finds what then goes wrong.
  enum Omission: CaseIterable, Sendable {
    /// Nothing: the protocol as it is.
    case none
    /// The announcement is a plain store, which a processor may hold back while it reads ahead.
    case orderOfAnnouncement
    /// The dropper lets go without waiting for announcements to end.
    case waiting
    /// The reader withdraws before it has its own reference.
    case lateWithdrawal
  }

  enum Reader: Hashable {
    case starting
    /// Announced, as far as the reader itself can see.
    case announced
    /// Has read the word and found this box there.
    case found(Int)
    case holding(Int)
    case done
  }

  enum Dropper: Hashable {
    case starting
    /// Took this box out of the word and looks at the places from this one on.
    case waiting(Int, place: Int)
    case done
  }

  let omission: Omission
  var readers: [Reader]
  var droppers: [Dropper]
  /// Which box is published; the droppers' garbage, or nothing.
  var word: Int? = 0
  /// Whether each reader's place names the word, for everybody else to see.
  var places: [Bool]
  /// Stores to places that only their own reader sees yet.
  var heldBack: [Bool]
  /// How many references there are to each box; the word's own is one of them.
  var references: [Int] = [1, 0]
  var hasPublishedAgain = false
  /// A reader took a reference to a box that was gone.
  var isBroken = false

  init(readers: Int, droppers: Int, omission: Omission) {
    self.omission = omission
    self.readers = Array(repeating: .starting, count: readers)
    self.droppers = Array(repeating: .starting, count: droppers)
    places = Array(repeating: false, count: readers)
    heldBack = Array(repeating: false, count: readers)
  }

  var isDone: Bool {
    readers.allSatisfy { $0 == .done } && droppers.allSatisfy { $0 == .done }
      && !heldBack.contains(true)
  }

  /// Every state that one step of one thread leads to.
  var next: [AnnouncementModel] {
    readers.indices.flatMap(afterReader) + droppers.indices.flatMap(afterDropper)
      + afterPublisher
  }

  private func changed(_ change: (inout AnnouncementModel) -> Void) -> [AnnouncementModel] {
    var copy = self
    change(&copy)
    return [copy]
  }

  private func afterReader(_ index: Int) -> [AnnouncementModel] {
    var states: [AnnouncementModel] = []
    if heldBack[index] {
      states += changed {
        $0.heldBack[index] = false
        $0.places[index] = true
      }
    }
    switch readers[index] {
    case .starting:
      states += changed {
        $0.readers[index] = .announced
        if omission == .orderOfAnnouncement {
          $0.heldBack[index] = true
        } else {
          $0.places[index] = true
        }
      }
    case .announced:
      states += changed {
        guard let box = word else { return $0.withdraw(index) }
        $0.readers[index] = .found(box)
        if omission == .lateWithdrawal { $0.places[index] = false }
      }
    case .found(let box):
      states += changed {
        if references[box] == 0 { $0.isBroken = true }
        $0.references[box] += 1
        $0.readers[index] = .holding(box)
      }
    case .holding(let box):
      // Withdraws, and at some time lets its own reference go.
      states += changed {
        $0.withdraw(index)
        $0.references[box] -= 1
      }
    case .done: break
    }
    return states
  }

  private mutating func withdraw(_ index: Int) {
    // A processor's stores become visible in order, so one held back goes first.
    heldBack[index] = false
    places[index] = false
    readers[index] = .done
  }

  private func afterDropper(_ index: Int) -> [AnnouncementModel] {
    switch droppers[index] {
    case .starting:
      return changed {
        guard let box = word else {
          $0.droppers[index] = .done
          return
        }
        $0.word = nil
        $0.droppers[index] = .waiting(box, place: 0)
      }
    case .waiting(let box, let place):
      if place == places.count || omission == .waiting {
        return changed {
          $0.references[box] -= 1
          $0.droppers[index] = .done
        }
      }
      // Nobody's step while the place names the word: the dropper looks again.
      return places[place] ? [] : changed { $0.droppers[index] = .waiting(box, place: place + 1) }
    case .done: return []
    }
  }

  /// Another instance is built and published once.
  private var afterPublisher: [AnnouncementModel] {
    if hasPublishedAgain || word != nil { return [] }
    return changed {
      $0.hasPublishedAgain = true
      $0.word = 1
      $0.references[1] = 1
    }
  }

  /// What a walk through all states found.
  struct Walk {
    var states = 0
    var broken = 0
    /// States in which somebody has yet to end and nobody can make a step.
    var stuck = 0
    /// Ends at which a box that is not published is still held.
    var leaking = 0
  }

  /// Visits every state that can be reached.
  func walk() -> Walk {
    var walk = Walk()
    var seen: Set<AnnouncementModel> = [self]
    var open = [self]
    while let state = open.popLast() {
      walk.states += 1
      if state.isBroken {
        walk.broken += 1
        continue
      }
      let next = state.next
      if next.isEmpty, !state.isDone { walk.stuck += 1 }
      if state.isDone {
        let held = state.references.indices.filter { state.references[$0] != 0 }
        if held != (state.word.map { [$0] } ?? []) { walk.leaking += 1 }
      }
      for candidate in next where seen.insert(candidate).inserted { open.append(candidate) }
    }
    return walk
  }
}
