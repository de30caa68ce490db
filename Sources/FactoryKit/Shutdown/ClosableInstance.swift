// Factory, MIT licence; see LICENSE
//
// An instance that a shutdown or a failed warm-up has to close, and where it is cached.
internal import FactoryCore
internal import FactoryKitCore

/// A cached instance that a shutdown or a failed warm-up may have to close.
final class ClosableInstance: @unchecked Sendable {
  // Sendable: constant.
  let record: ShutdownRecord
  let box: InstanceBox
  let number: UInt64
  private let place: Place
  /// The instance, if its box holds it weakly, so that it lives until its hook has run.
  private let instance: AnyObject?

  init(
    _ record: ShutdownRecord, _ box: InstanceBox, in place: Place
  ) {
    self.record = record
    self.box = box
    self.place = place
    number = record.number
    // `isWeak` is true only for a `WeakBox`.
    instance = box.isWeak ? assumedObject(box, WeakBox.self).object : nil
  }

  /// Evicts the instance, unless another one has replaced it by now. A later `pop` does not restore it.
  func evict() {
    record.markAsClosed()
    place.store.withLock { state in
      state.withSlot(place.node, place.parameter) { slot, garbage in
        if let evicted = slot.evict(box) { garbage.add(evicted) }
      }
      state.forget(box, of: place.node, place.parameter)
    }
  }
}

extension [ClosableInstance] {
  // A binary heap, because a call of the standard library's `sort` would add several KiB of
  // specialised code, and because instances are added while others are being closed.

  /// Adds an instance to the heap.
  mutating func push(_ new: ClosableInstance) {
    append(new)
    var index = count - 1
    while index > 0, self[(index - 1) / 2].number < self[index].number {
      swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the instance that was built last from the heap.
  mutating func popLatest() -> ClosableInstance? {
    guard let last = popLast() else { return nil }
    guard let latest = first else { return last }
    self[0] = last
    var index = 0
    while true {
      var child = 2 * index + 1
      if child >= count { return latest }
      if child + 1 < count, self[child + 1].number > self[child].number { child += 1 }
      if self[child].number <= self[index].number { return latest }
      swapAt(index, child)
      index = child
    }
  }
}
