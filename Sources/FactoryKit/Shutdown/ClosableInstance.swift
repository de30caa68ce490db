// Factory, MIT licence; see LICENSE
//
// An instance that a shutdown or a failed warm-up has to close, and where it is cached.
internal import FactoryCore
internal import FactoryKitCore

/// A cached instance that a shutdown or a failed warm-up may have to close.
final class ClosableInstance: @unchecked Sendable {
  // Sendable: constant. The node and the cell are accessed with the cell's lock.
  let record: ShutdownRecord
  let box: InstanceBox
  let number: UInt64
  private let cell: Cell
  private let node: ParameterNode?
  // These own the cell's memory.
  private let manager: ContainerManager?
  private let owner: AnyObject?
  /// The instance, if its box holds it weakly, so that it lives until its hook has run.
  private let instance: AnyObject?

  init(
    _ record: ShutdownRecord, _ box: InstanceBox, in cell: Cell, _ node: ParameterNode?,
    of manager: ContainerManager?, _ owner: AnyObject?
  ) {
    self.record = record
    self.box = box
    self.cell = cell
    self.node = node
    self.manager = manager
    self.owner = owner
    number = record.number
    // `isWeak` is true only for a `WeakBox`.
    instance = box.isWeak ? assumedObject(box, WeakBox.self).object : nil
  }

  /// Evicts the instance, unless its cell holds another one by now. A later `pop` does not restore it.
  func evict() {
    record.markAsClosed()
    cell.withLock { locked, garbage in
      guard node?.isDetached == true else {
        if let evicted = locked.withMachine(of: node, { $0.evict(box) }) { garbage.add(evicted) }
        return
      }
      // A `pop` may have restored the instance in another node.
      locked.withEachMachine { _, machine in
        if let evicted = machine.evict(box) { garbage.add(evicted) }
      }
    }
    if let core = manager?.core { core.withState { _ in core.forget(box) } }
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
