// Factory, MIT licence; see LICENSE
//
// The state machine of one instance: decides, and does nothing else. `Cell` locks around it,
// `Construction` waits for it. See the table of states below.

/// Where one scoped instance stands.
///
/// | phase    | holds              | a request gets                          |
/// |----------|--------------------|-----------------------------------------|
/// | empty    | nothing            | `build`: it becomes the builder         |
/// | building | the construction   | `wait`, or `reentered` on the same thread |
/// | ready    | the instance       | `hit`                                   |
///
/// `invalidate` leads back to empty from everywhere. A builder it overtakes keeps its own
/// `Construction`, so its callers get their instance, but `finish` finds another phase and keeps
/// nothing: that is how a reset never waits and is never undone.
struct InstanceState {
  enum Phase {
    // First, so that the reference is stored as it is: of the other cases the enum marks some bits,
    // and a tool that looks for leaks does not recognise the pointer.
    case ready(InstanceBox)
    case building(Construction)
    case empty
  }

  private(set) var phase = Phase.empty
  /// The scope that the phase is of. An instance made for another scope does not count.
  private(set) var scope: ObjectIdentifier?
  /// The cells of a factory scoped on its parameters; each has a state of its own.
  private(set) var parameters: ParameterCells?
  /// How often the state was invalidated. Graph instances are checked against it.
  private(set) var generation: UInt32 = 0

  enum Action {
    case hit(InstanceBox)
    case build(Construction)
    case wait(Construction)
    case reentered(Construction)
  }

  /// What a request finds, apart from the state itself.
  struct Request {
    let scope: ObjectIdentifier
    let owner: ThreadState
    /// Nanoseconds an unused instance lives, and what the clock says now.
    let timeToLive: (limit: UInt64, now: UInt64)?
  }

  /// Answers a request. What is dropped on the way goes to `garbage`, for release after the lock.
  mutating func request(_ request: Request, garbage: inout Garbage) -> Action {
    switch phase {
    case .ready(let instance):
      if scope == request.scope, !instance.isExpired(request.timeToLive), instance.isAlive {
        if let now = request.timeToLive?.now { instance.lastUse = now }
        return .hit(instance)
      }
      invalidate(garbage: &garbage)
    case .building(let construction):
      if scope == request.scope {
        return construction.owner == request.owner ? .reentered(construction) : .wait(construction)
      }
      invalidate(garbage: &garbage)
    case .empty:
      break
    }
    let construction = Construction(owner: request.owner)
    phase = .building(construction)
    scope = request.scope
    return .build(construction)
  }

  /// The generation of an instance that the resolution cycle keeps in this state's stead.
  mutating func generation(for scope: ObjectIdentifier, garbage: inout Garbage) -> UInt32 {
    if self.scope != scope {
      invalidate(garbage: &garbage)
      self.scope = scope
    }
    return generation
  }

  /// Keeps what the builder made, unless it was overtaken. `instance` is nil for what no scope
  /// keeps: a nil result, a value in `.shared`.
  mutating func finish(_ finished: Construction, instance: InstanceBox?, now: UInt64?) {
    guard case .building(let construction) = phase, construction === finished else { return }
    instance?.lastUse = now
    phase = instance.map { .ready($0) } ?? .empty
  }

  /// The cells by parameter; those of `prototype`'s type are made if there are none.
  mutating func divide(like prototype: ParameterCells) -> ParameterCells {
    if let parameters { return parameters }
    let cells = prototype.empty()
    parameters = cells
    return cells
  }

  /// Empties the state, but for the instances of parameters.
  mutating func invalidate(garbage: inout Garbage) {
    switch phase {
    case .empty: break
    case .building(let construction): garbage.add(construction)
    case .ready(let instance): garbage.add(instance)
    }
    phase = .empty
    scope = nil
    generation &+= 1
  }

  /// Empties the state.
  mutating func invalidateAll(garbage: inout Garbage) {
    invalidate(garbage: &garbage)
    garbage.add(parameters)
    parameters = nil
  }

  /// Puts back what a snapshot or a clone of the singleton scope kept.
  mutating func restore(_ saved: SavedCell, garbage: inout Garbage) {
    invalidateAll(garbage: &garbage)
    if let instance = saved.instance { phase = .ready(instance) }
    scope = saved.scope
    parameters = saved.parameters
  }

  /// The instance, if there is one.
  var instance: InstanceBox? {
    guard case .ready(let instance) = phase else { return nil }
    return instance
  }
}

/// What a cell keeps, for a snapshot. The boxes and tables in it belong to one cell each.
struct SavedCell {
  var instance: InstanceBox?
  var scope: ObjectIdentifier?
  var parameters: ParameterCells?

  var isEmpty: Bool { instance == nil && parameters == nil }

  /// The same for another cell.
  func copy() -> SavedCell {
    SavedCell(
      instance: instance.map { $0.copy(lastUse: $0.lastUse) }, scope: scope,
      parameters: parameters?.copy())
  }
}
