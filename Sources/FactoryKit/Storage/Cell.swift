// Factory, MIT licence; see LICENSE
//
// One place for an instance: a state machine behind a lock, and the published address that hits read
// without the lock. Entries and singletons have one each.
import FactoryCore

/// The memory of a cell.
@usableFromInline
struct CellMemory {
  /// What threads share without the lock, and the lock. Must stay the first field: C code finds it at
  /// the address of the cell.
  var shared = factory_cell()
  /// Guarded by the lock.
  var contents = CellContents()
}

/// What a cell's lock guards.
struct CellContents {
  var machine = InstanceStateMachine()
  /// The instances by parameter, for factories that are scoped on their parameters.
  var parameters: ParameterTable?

  var isEmpty: Bool {
    if case .empty = machine.phase { return parameters == nil }
    return false
  }

  /// Changes the state machine of the instance of a parameter, or of the only instance.
  mutating func withMachine<Result>(
    of node: ParameterNode?, _ body: (inout InstanceStateMachine) -> Result
  ) -> Result {
    if let node { body(&node.machine) } else { body(&machine) }
  }

  /// Evicts the instance, those of all parameters, and whatever is being built.
  @inline(never)
  mutating func evict(_ garbage: inout Garbage) {
    if let evicted = machine.evict() { garbage.add(evicted) }
    if let parameters {
      parameters.detach(&garbage)
      garbage.add(parameters)
      self.parameters = nil
    }
  }

  /// What is kept here, but not what is being built.
  func saved() -> SavedContents {
    SavedContents(instance: machine.kept, parameters: parameters?.saved() ?? [])
  }

  /// Puts back what `saved` returned.
  mutating func restore(_ saved: SavedContents, _ garbage: inout Garbage) {
    evict(&garbage)
    if let (instance, lastUse) = saved.instance { machine.restore(instance, lastUse: lastUse) }
    if !saved.parameters.isEmpty { parameters = ParameterTable(saved.parameters) }
  }
}

/// What a cell kept at some moment.
struct SavedContents {
  var instance: (instance: InstanceBox, lastUse: UInt64)?
  var parameters: [ParameterTable.Saved] = []
}

/// A cell, by its address. Cells are never moved: the owner of one allocates it and keeps it until no
/// resolution can reach it.
@usableFromInline
typealias Cell = UnsafeMutablePointer<CellMemory>

extension Cell {
  static func allocate() -> Cell {
    let cell = Cell.allocate(capacity: 1)
    cell.initialize(to: CellMemory())
    return cell
  }

  /// The part that C code knows.
  var shared: UnsafeMutablePointer<factory_cell> {
    // The first field of the memory is at its address.
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: factory_cell.self)
  }

  init(_ shared: UnsafeMutablePointer<factory_cell>) {
    // See above: every `factory_cell` is the first field of a `CellMemory`.
    self = UnsafeMutableRawPointer(shared).assumingMemoryBound(to: CellMemory.self)
  }

  // The addresses of the fields are computed and not taken from a `pointee`, because an `inout`
  // access would claim the whole cell, while other threads use parts of it.

  private var contents: UnsafeMutablePointer<CellContents> {
    (UnsafeMutableRawPointer(self) + MemoryLayout<CellMemory>.offset(of: \.contents)!)
      .assumingMemoryBound(to: CellContents.self)
  }

  /// Takes the lock. `unlock` must follow.
  func lock() -> UnsafeMutablePointer<CellContents> {
    factory_lock(factory_cell_lock(shared))
    return contents
  }

  /// Publishes the instance that there is now, and gives the lock back.
  func unlock(_ garbage: inout Garbage) {
    publish(&garbage)
    unlock()
  }

  /// Gives the lock back when nothing was kept or evicted.
  func unlock() { factory_unlock(factory_cell_lock(shared)) }

  /// Runs `body` under the lock; what it adds to the garbage is released after it.
  func withLock<Result>(_ body: (inout CellContents, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    let contents = lock()
    let result = body(&contents.pointee, &garbage)
    unlock(&garbage)
    garbage.release()
    return result
  }

  /// Makes hits find the instance that is kept now, and no other. The published address owns a
  /// reference of its own, which is released when no reader protects the object any more.
  @inline(never)
  private func publish(_ garbage: inout Garbage) {
    var new: UnsafeMutableRawPointer?
    if case .kept(let box) = contents.pointee.machine.phase {
      new = Unmanaged.passUnretained(box).toOpaque() + (box.isWeak ? Int(FACTORY_HOLDS_WEAKLY) : 0)
    }
    let published = factory_cell_published(shared)
    if factory_pointer_load(published) == new { return }
    if let new { _ = Unmanaged<AnyObject>.fromOpaque(new.withoutTag).retain() }
    if let old = factory_publish(published, new) { garbage.add(retired: old) }
  }

  /// Evicts everything.
  @inline(never)
  func evict() {
    withLock { contents, garbage in contents.evict(&garbage) }
  }

  /// Releases everything and the memory. No other thread can reach the cell.
  func destroy() {
    clear()
    deallocate()
  }

  /// Releases everything. No other thread can reach the cell, but a reader that came before may still
  /// be using its instance.
  func clear() {
    evict()
    deinitialize(count: 1)
  }
}
