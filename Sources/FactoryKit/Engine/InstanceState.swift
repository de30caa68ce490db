// Factory, MIT licence; see LICENSE
//
// The state machine of one instance: decides, and does nothing else. `Cell` locks around it,
// `Construction` waits for it. See the table of states below.
import FactoryAtomics

/// Where one scoped instance stands: a cell, to be used under its lock only.
///
/// | phase    | holds              | a request gets                          |
/// |----------|--------------------|-----------------------------------------|
/// | empty    | nothing            | `build`: it becomes the builder         |
/// | building | the construction   | `wait`, or `reentered` on the same thread |
/// | ready    | the instance       | `hit`                                   |
/// | divided  | a cell for each parameter, and one for those that ask without | to ask there |
///
/// `invalidate` leads back to empty from everywhere. A builder it overtakes keeps its own
/// `Construction`, so its callers get their instance, but `finish` finds another phase and keeps
/// nothing: that is how a reset never waits and is never undone.
struct InstanceState {
  private let cell: Cell

  init(_ cell: Cell) {
    self.cell = cell
  }

  enum Phase {
    case empty
    case building(Construction)
    case ready(InstanceBox)
    case divided(ParameterCells)
  }

  /// The phase, which is of `scope`: an instance made for another scope does not count.
  var phase: Phase {
    guard let word = factory_cell_phase(cell) else { return .empty }
    let tag = Int(UInt(bitPattern: word) & UInt(FACTORY_PHASES))
    let object = word - tag
    // The word owns the object, of the class that its tag says: see `enter`.
    switch tag {
    case Int(FACTORY_BUILDING):
      return .building(Unmanaged<Construction>.fromOpaque(object).takeUnretainedValue())
    case Int(FACTORY_DIVIDED):
      return .divided(Unmanaged<ParameterCells>.fromOpaque(object).takeUnretainedValue())
    default:
      return .ready(Unmanaged<InstanceBox>.fromOpaque(object).takeUnretainedValue())
    }
  }

  private(set) var scope: ObjectIdentifier? {
    // An object's identity is its address.
    get { unsafeBitCast(cell.pointee.scope, to: ObjectIdentifier?.self) }
    nonmutating set {
      // See above.
      factory_cell_set_scope(cell, unsafeBitCast(newValue, to: UnsafeRawPointer?.self))
    }
  }

  /// Puts the cell into another phase. What it held goes to `garbage`, for release after the lock.
  private func enter(_ object: AnyObject?, _ tag: Int = 0, _ garbage: inout Garbage) {
    let word = object.map { Unmanaged.passRetained($0).toOpaque() + tag }
    guard let old = factory_cell_enter(cell, word) else { return }
    let tag = Int(UInt(bitPattern: old) & UInt(FACTORY_PHASES))
    // The word's own reference, taken over from it.
    garbage.add(Unmanaged<AnyObject>.fromOpaque(old - tag).takeRetainedValue())
    if tag <= Int(FACTORY_READY_WEAKLY) { garbage.mayBeAnnounced = true }
  }

  private func enter(ready box: InstanceBox, _ garbage: inout Garbage) {
    enter(box, box.phase, &garbage)
  }

  enum Action {
    /// The instance, and what is to be held while it is taken out of its box.
    case hit(InstanceBox, AnyObject)
    case build(Construction)
    case wait(Construction)
    case reentered
    case ask(Cell, of: ParameterCells)
  }

  /// Nanoseconds an unused instance lives, and what the clock says now.
  typealias TimeToLive = (limit: UInt64, now: UInt64)

  /// What a request finds, apart from the state itself.
  struct Request {
    let scope: ObjectIdentifier
    let owner: ThreadState
    let timeToLive: TimeToLive?
  }

  /// Answers a request.
  func request(_ request: Request, _ garbage: inout Garbage) -> Action {
    switch phase {
    case .ready(let box):
      if scope == request.scope, let hit = hit(box, request.timeToLive, &garbage) { return hit }
    case .building(let construction):
      if scope == request.scope {
        return construction.owner == request.owner ? .reentered : .wait(construction)
      }
    case .divided(let cells):
      return .ask(cells.undivided, of: cells)
    case .empty:
      break
    }
    let construction = Construction(owner: request.owner)
    enter(construction, Int(FACTORY_BUILDING), &garbage)
    scope = request.scope
    factory_cell_count_generation(cell)
    return .build(construction)
  }

  /// Nil if the instance has gone, or is to go.
  private func hit(
    _ box: InstanceBox, _ timeToLive: TimeToLive?, _ garbage: inout Garbage
  ) -> Action? {
    guard let existing = box.existing else { return nil }
    guard factory_cell_phase(cell).map({ UInt(bitPattern: $0) & UInt(FACTORY_READY_TIMED) }) != 0
    else {
      // The time to live was given after the instance: it starts with this use.
      if let timeToLive { enter(ready: TimedBox(box, lastUse: timeToLive.now), &garbage) }
      return .hit(box, existing)
    }
    // Only that class has this tag.
    let timed = unsafeDowncast(box, to: TimedBox.self)
    if timed.isExpired(timeToLive) {
      garbage.add(existing)
      return nil
    }
    if let timeToLive { timed.lastUse = timeToLive.now }
    return .hit(timed.box, existing)
  }

  /// The generation of an instance that the resolution cycle keeps in this state's stead.
  func generation(for scope: ObjectIdentifier, _ garbage: inout Garbage) -> UInt32 {
    if self.scope != scope {
      invalidate(&garbage)
      self.scope = scope
    }
    return cell.pointee.generation
  }

  /// Keeps what the builder made, unless it was overtaken. `box` is nil for what no scope keeps: a
  /// nil result, a value in `.shared`.
  func finish(_ finished: Construction, _ box: InstanceBox?, _ garbage: inout Garbage) {
    guard case .building(let construction) = phase, construction === finished else { return }
    if let box { enter(ready: box, &garbage) } else { enter(nil, 0, &garbage) }
  }

  /// The cells by parameter, if there are any.
  var parameters: ParameterCells? {
    guard case .divided(let cells) = phase else { return nil }
    return cells
  }

  /// The cells by parameter; those of `prototype`'s type are made if there are none. What was here
  /// moves to the one for those that ask without a parameter.
  func divide(like prototype: ParameterCells, _ garbage: inout Garbage) -> ParameterCells {
    if let parameters { return parameters }
    let cells = prototype.empty()
    let old = factory_cell_enter(cell, nil)
    // Nobody reads by announcement of this cell what another one is about to own. Readers take a few
    // instructions and no lock, so this may be waited for under the lock.
    if old != nil { factory_await_withdrawal(cell) }
    factory_cell_adopt(cells.undivided, old, cell)
    enter(cells, Int(FACTORY_DIVIDED), &garbage)
    scope = nil
    return cells
  }

  /// Empties the state.
  func invalidate(_ garbage: inout Garbage) {
    if !factory_cell_is_empty(cell) { enter(nil, 0, &garbage) }
    scope = nil
    factory_cell_count_generation(cell)
  }

  /// Puts back what a snapshot or a clone of the singleton scope kept.
  func restore(_ saved: SavedCell, _ garbage: inout Garbage) {
    invalidate(&garbage)
    if let instance = saved.instance {
      scope = saved.scope
      enter(ready: instance, &garbage)
    } else if let parameters = saved.parameters {
      enter(parameters, Int(FACTORY_DIVIDED), &garbage)
    }
  }
}

/// What a cell keeps, for a snapshot. Timed boxes and tables in it belong to one cell each.
struct SavedCell {
  var instance: InstanceBox?
  var scope: ObjectIdentifier?
  var parameters: ParameterCells?

  var isEmpty: Bool { instance == nil && parameters == nil }

  /// The same for another cell.
  func copy() -> SavedCell {
    SavedCell(instance: instance?.copied(), scope: scope, parameters: parameters?.copy())
  }
}
