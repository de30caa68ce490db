// Factory, MIT licence; see LICENSE
//
// What a resolution on the slow path finds: a kept instance, another thread that is building it, or
// the closure to call. Nothing here knows a type.
import FactoryCore

/// One instance's state within a cell: the cell's own, or that of one parameter.
struct CellPlace {
  let cell: Cell
  let node: ParameterNode?
  /// The store that owns the cell of a singleton; nil if the cell is the entry's own.
  let singletons: Scope.Singleton?
}

extension SlowPath {
  /// What a look under the lock yields.
  private enum Look {
    case step(Step)
    case wait(Construction)
    case reentered
    case graph(Plan, ParameterNode?, generation: UInt64)
    // What has to be done without the lock first, because it may run user code.
    case register
    case readClock(limit: UInt64)
    case hash(ParameterKey.Type)
    case compare(ParameterNode?)
  }

  /// What is found out without the lock, to be used under it.
  private struct Known {
    var registration: AutoRegistrationState?
    var timeToLive: TimeToLive?
    var parameter: ParameterSearch?
  }

  /// Finds the kept instance, or what is to be called. Waits if another thread is building it.
  mutating func find(_ parameter: UnsafeRawPointer) -> Step {
    var known = Known()
    if factory_core_auto_registers(core) { known.registration = manager.ensureAutoRegistered() }
    while true {
      switch look(&known) {
      case .step(let step):
        return step
      case .graph(let plan, let node, let generation):
        return findInCycle(plan, node, generation)
      case .wait(let construction):
        return .kept(wait(for: construction))
      case .reentered:
        CircularDependency.stop(reentering: frame)
      case .register:
        known.registration = manager.ensureAutoRegistered()
      case .readClock(let limit):
        known.timeToLive = TimeToLive(limit: limit, now: manager.clock())
      case .hash(let type):
        known.parameter = ParameterSearch(type, parameter)
      case .compare(let list):
        known.parameter!.search(list, parameter)
      }
    }
  }

  /// The closure that a builder will run and its turn to build are decided in here, in one step.
  private mutating func look(_ known: inout Known) -> Look {
    entry.withLock(core) { locked, garbage in
      var plan = locked.currentPlan(&garbage)
      // Read after the plan: a reset sets the flag before it removes a registration.
      if factory_core_auto_registers(core), known.registration != .exempt { return .register }
      if let scope, locked.mustTake(scope) {
        manager.setScope(scope, locked, frame.pointee.file!, frame.pointee.line, &garbage)
        plan = locked.plan
      }
      if plan.settings.decorator != nil || line != nil
        || factory_core_flags(core) & UInt32(FACTORY_DECORATES) != 0
      {
        self.plan = plan
      }
      guard let scope = locked.scope else { return .step(Self.create(plan)) }
      switch scope.kind {
      case .unique:
        return .step(Self.create(plan))
      case .graph:
        // Nobody asks the outermost resolution's cycle for it again, unless it has a decorator.
        if frame.pointee.previous == nil, self.plan == nil { return .step(Self.create(plan)) }
        return Self.place(locked.contents, plan, known) { node in
          let machine = node?.machine ?? locked.contents.pointee.machine
          return .graph(
            plan, node,
            generation: UInt64(machine.generation) << 32
              | UInt64(factory_core_restorations(core)))
        }
      case .cached, .shared:
        // An expired instance may be evicted, and another time of use be noted.
        locked.willChange()
        return ask(
          locked.contents, locked.entry.cell, nil, plan, scope.kind == .shared, known, &garbage)
      case .singleton:
        let singletons = scope.singleton.current
        let cell = manager.singletonCell(
          locked, singletons, frame.pointee.file!, frame.pointee.line)
        let contents = cell.lock()
        defer { cell.unlock(&garbage) }
        return ask(contents, cell, singletons, plan, false, known, &garbage)
      }
    }
  }

  /// What to call for a new instance.
  private static func create(_ plan: Plan) -> Step {
    plan.override.map { .override($0) } ?? .definition
  }

  /// Asks the state machine of the instance.
  private mutating func ask(
    _ contents: UnsafeMutablePointer<CellContents>, _ cell: Cell, _ singletons: Scope.Singleton?,
    _ plan: Plan, _ isWeak: Bool, _ known: Known, _ garbage: inout Garbage
  ) -> Look {
    if let limit = plan.settings.timeToLive, known.timeToLive?.limit != limit {
      return .readClock(limit: limit)
    }
    let timeToLive = plan.settings.timeToLive == nil ? nil : known.timeToLive
    return Self.place(contents, plan, known) { node in
      let me = frame.pointee.thread!
      let restorations = singletons == nil ? factory_core_restorations(core) : 0
      func ask(_ machine: inout InstanceStateMachine<InstanceBox, Construction>)
        -> InstanceStateMachine<InstanceBox, Construction>.Answer
      {
        // A `pop` overtakes what was being built before it.
        if case .building(let construction) = machine.phase,
          construction.restorations != restorations
        {
          garbage.add(machine.evict())
        }
        return machine.ask(by: me, timeToLive: timeToLive) {
          Construction(owner: me, restorations: restorations)
        }
      }
      let answer = node.map { ask(&$0.machine) } ?? ask(&contents.pointee.machine)
      switch answer {
      case .hit(let box):
        return .step(.kept(box))
      case .build(let construction, let evicted):
        garbage.add(evicted)
        destination = .cell(
          CellPlace(cell: cell, node: node, singletons: singletons), construction, isWeak: isWeak)
        if timeToLive != nil { self.plan = plan }
        return .step(Self.create(plan))
      case .wait(let construction):
        construction.isAwaited = true
        return .wait(construction)
      case .reentered:
        return .reentered
      }
    }
  }

  /// Continues with the node of the parameter, where the factory is scoped on its parameters.
  private static func place(
    _ contents: UnsafeMutablePointer<CellContents>, _ plan: Plan, _ known: Known,
    _ body: (ParameterNode?) -> Look
  ) -> Look {
    guard let type = plan.settings.parameterKey else { return body(nil) }
    guard let search = known.parameter, search.type == type else { return .hash(type) }
    if let node = search.found, !node.isDetached { return body(node) }
    let list = contents.pointee.parameters?.list(search.hash)
    guard search.isMissing(in: list) else { return .compare(list) }
    let node = ParameterNode(hash: search.hash, key: search.key!, next: list)
    if contents.pointee.parameters == nil { contents.pointee.parameters = ParameterTable() }
    contents.pointee.parameters!.add(node)
    return body(node)
  }

  /// One instance for each cycle.
  private mutating func findInCycle(
    _ plan: Plan, _ node: ParameterNode?, _ generation: UInt64
  ) -> Step {
    let key = GraphKey(entry, node, generation, frame.pointee.container)
    if let box = ResolutionCycle.existing?.instance(for: key) { return .kept(box) }
    destination = .graph(node, generation: generation)
    return Self.create(plan)
  }

  private borrowing func wait(for construction: Construction) -> InstanceBox {
    if case .circular(let chains) = WaitGraph.wait(
      for: construction, describe: CircularDependency.describe)
    {
      CircularDependency.stop(waiting: chains)
    }
    // Set before the waiters were woken; only a `StrongBox<T>` is ever put there.
    return unsafeDowncast(construction.result!, to: InstanceBox.self)
  }

  /// Ends a construction: keeps the instance, unless the builder was overtaken, and hands it to all
  /// who wait.
  @inline(never)
  borrowing func store(
    _ kept: InstanceBox?, in place: CellPlace, _ construction: Construction,
    forWaiters strong: InstanceBox
  ) {
    // The clock is user code when a test drives it, so it is read outside of the lock.
    let now = plan?.settings.timeToLive == nil ? nil : manager.clock()
    var isAwaited = false
    func finish(_ contents: inout CellContents, _ kept: InstanceBox?) {
      if let node = place.node {
        node.machine.finish(construction, keeping: kept, at: now)
      } else {
        contents.machine.finish(construction, keeping: kept, at: now)
      }
      isAwaited = construction.isAwaited
    }
    if place.singletons == nil {
      entry.withLock(core) { locked, _ in
        locked.willChange()
        let isOvertaken = construction.restorations != factory_core_restorations(core)
        finish(&locked.contents.pointee, isOvertaken ? nil : kept)
      }
    } else {
      place.cell.withLock { contents, _ in finish(&contents, kept) }
    }
    if isAwaited { WaitGraph.finish(construction, with: strong) }
  }
}

/// The search for the node of one parameter. Compares and hashes parameters, which is user code, so it
/// is done without the lock.
struct ParameterSearch {
  let type: ParameterKey.Type
  let hash: Int
  private(set) var found: ParameterNode?
  /// A copy of the parameter, once it is known that it has no node yet.
  private(set) var key: ParameterKey?
  private var searched: ParameterNode??

  init(_ type: ParameterKey.Type, _ parameter: UnsafeRawPointer) {
    self.type = type
    hash = type.hash(parameter)
  }

  /// Looks through the nodes of the same hash.
  mutating func search(_ list: ParameterNode?, _ parameter: UnsafeRawPointer) {
    searched = .some(list)
    found = nil
    var next = list
    while let node = next {
      if node.key.matches(parameter) {
        found = node
        return
      }
      next = node.next
    }
    if key == nil { key = type.copy(parameter) }
  }

  /// Whether the whole list was searched in vain.
  func isMissing(in list: ParameterNode?) -> Bool {
    guard found == nil, case .some(let searched) = searched else { return false }
    return searched === list
  }
}
