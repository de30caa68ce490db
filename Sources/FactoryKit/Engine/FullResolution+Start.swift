// Factory, MIT licence; see LICENSE
//
// What a resolution on the full way finds: a kept instance, somebody who makes one, or whose closure
// is to be called. Nothing here knows a type.
import FactoryAtomics

extension FullResolution {
  @inline(never)
  init(_ manager: ContainerManager, _ entry: Entry?, _ frame: Frame) {
    if manager.mustAutoRegister { manager.autoRegisterAgain() }
    let entry = entry ?? manager.entryIfNeeded(frame)
    self.manager = manager
    self.entry = entry
    options = entry?.options
    self.frame = frame
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    isDeep = factory_frame_push(frame)
    isDecorated =
      (entry?.traits ?? 0) & Trait.decorated != 0
      || manager.core.traits & ContainerTrait.decorated != 0
    line = factory_is_tracing() ? Trace.begin() : nil
  }

  /// Whether there is anything to do once there is an instance.
  var isFollowed: Bool {
    if case .nowhere = keeping { return isDecorated || line != nil }
    return true
  }

  /// Takes the frame off, and ends the cycle if it was the outermost.
  borrowing func leave() {
    if factory_frame_pop(frame) { ResolutionCycle.end() }
  }

  /// Finds the kept instance, or who is to make one.
  @inline(never)
  mutating func start(_ parameter: UnsafeRawPointer) -> Step {
    guard let entry, let scope = entry.recordedScope ?? manager.recordedDefaultScope else {
      return make(options)
    }
    switch scope.kind {
    case FACTORY_UNIQUE_SCOPE:
      return make(options)
    case FACTORY_GRAPH_SCOPE:
      // The outermost one finds nothing, and ends the cycle, unless a decorator comes first that may
      // resolve again.
      if frame.pointee.previous == nil, !isDecorated, factory_cell_is_empty(entry.cell) {
        return make(options)
      }
      return startInGraph(leaf(of: entry.cell, owner: nil, parameter), scope, parameter)
    case FACTORY_CACHED_SCOPE, FACTORY_SHARED_SCOPE:
      return start(in: leaf(of: entry.cell, owner: nil, parameter), scope, parameter)
    default:
      let singleton = scope.singleton.current
      let cell = manager.singletonCell(
        of: entry, in: singleton, frame.pointee.file!, frame.pointee.line)
      return start(in: leaf(of: cell, owner: singleton, parameter), scope, parameter)
    }
  }

  /// The cell of the parameter, where the factory is scoped on its parameters.
  @inline(never)
  private borrowing func leaf(of cell: Cell, owner: AnyObject?, _ parameter: UnsafeRawPointer)
    -> Leaf
  {
    guard let prototype = options?.shared?.options.parameterCells else {
      return Leaf(cell: cell, owner: owner)
    }
    let cells = withExtendedLifetime(owner) {
      cell.withLock { state, garbage in state.divide(like: prototype, &garbage) }
    }
    return Leaf(cell: cells.cell(for: parameter), owner: cells)
  }

  /// One instance for each cycle.
  private mutating func startInGraph(
    _ leaf: Leaf, _ scope: RecordedScope, _ parameter: UnsafeRawPointer
  ) -> Step {
    let (generation, parameters) = leaf.cell.withLock {
      state, garbage -> (UInt32?, ParameterCells?) in
      if let parameters = state.parameters { return (0, parameters) }
      if isOutdated(scope, leaf.cell) { return (nil, nil) }
      return (state.generation(for: scope.identity, &garbage), nil)
    }
    guard let generation else { return start(parameter) }
    // The cell is shared with a factory that is scoped on its parameters.
    if let parameters {
      return startInGraph(
        Leaf(cell: parameters.undivided, owner: parameters), scope, parameter)
    }
    if let box = ResolutionCycle.existing?.instance(
      of: leaf.cell, generation, in: frame.pointee.container)
    {
      return .take(box, box)
    }
    if frame.pointee.previous != nil || isDecorated {
      keeping = .graph(leaf, generation: generation)
    }
    return make(entry?.options)
  }

  /// One instance for each cell: the first to come builds it, others wait for that one.
  private mutating func start(
    in leaf: Leaf, _ scope: RecordedScope, _ parameter: UnsafeRawPointer
  ) -> Step {
    let me = factory_current_thread()
    let request = InstanceState.Request(
      scope: scope.identity, owner: me,
      // The clock is user code when a test drives it, so it is read outside the lock.
      timeToLive: timeToLive.map { ($0, manager.clock()) })
    let action = leaf.cell.withLock { state, garbage in
      isOutdated(scope, leaf.cell) ? nil : state.request(request, &garbage)
    }
    guard let action else { return start(parameter) }
    switch action {
    case .hit(let box, let existing):
      shorten(scope, to: leaf.cell)
      return .take(box, existing)
    case .build(let construction):
      keeping = .cell(leaf, construction, isWeak: scope.kind == FACTORY_SHARED_SCOPE)
      // Read only now: whoever registers afterwards drops what is built here.
      return make(entry?.options)
    case .wait(let construction):
      if case .circular(let chains) = WaitGraph.wait(for: construction) {
        CircularDependency.stop(waiting: chains)
      }
      // Set before the waiters were woken; only a `StrongBox<T>` is ever put there.
      let box = unsafeDowncast(construction.result!, to: InstanceBox.self)
      return .take(box, box)
    case .ask(let cell, let parameters):
      return start(in: Leaf(cell: cell, owner: parameters), scope, parameter)
    case .reentered:
      CircularDependency.stop(reentering: me)
    }
  }

  /// Whether the factory has been given another scope since this resolution looked. Under the cell's
  /// lock, which a change of the entry's scope takes as well: so nothing is kept, or dropped, for a
  /// scope that the factory no longer has.
  private borrowing func isOutdated(_ scope: RecordedScope, _ cell: Cell) -> Bool {
    guard let entry, cell == entry.cell, let recorded = entry.recordedScope else { return false }
    return recorded != scope
  }

  private var timeToLive: UInt64? { options?.shared?.options.timeToLive }

  /// The closure to call: a context's, the registered one, or the factory's own.
  private mutating func make(_ options: OptionsReference?) -> Step {
    guard let options else { return .make(nil) }
    if let shared = options.shared, !shared.options.contexts.isEmpty,
      let (closure, context) = FactoryContext.current.select(from: shared.options.contexts)
    {
      if line != nil { override = "\(context)" }
      return .make(closure)
    }
    let registration = options.registration
    if line != nil, registration != nil { override = "registered" }
    return .make(registration)
  }

  /// Before the closure that stands in for the factory's own is called.
  borrowing func begin() {
    frame.pointee.phase = UInt32(FACTORY_CONSTRUCTING)
    if isDeep || FrameChecks.everyStep { CircularDependency.check(frame) }
  }

  /// Has the next resolution find the instance on a short way, where there is one.
  @inline(never)
  private borrowing func shorten(_ scope: RecordedScope, to cell: Cell) {
    // The cells of parameters, and those of other singleton scopes, may go while others read.
    guard let entry else { return }
    if cell == entry.cell || cell == factory_entry_singleton(entry) {
      entry.shorten(scope, to: cell)
    }
  }

  /// Ends a construction: keeps its box, unless it was overtaken, and hands its instance to those who
  /// wait.
  @inline(never)
  borrowing func store(
    _ box: InstanceBox?, _ strong: InstanceBox, _ construction: Construction, _ leaf: Leaf
  ) {
    let kept = timeToLive == nil ? box : box.map { TimedBox($0, lastUse: manager.clock()) }
    let parameters = leaf.cell.withLock { state, garbage in
      state.finish(construction, kept, &garbage)
      return state.parameters
    }
    // The cell was divided meanwhile, and what it had went there.
    parameters?.undivided.withLock { state, garbage in
      state.finish(construction, kept, &garbage)
    }
    construction.finish(with: strong)
    withExtendedLifetime(leaf.owner) {}
  }
}

extension ContainerManager {
  /// The entry of a factory; nil if nothing of any factory is kept, nor is to be.
  func entryIfNeeded(_ frame: Frame) -> Entry? {
    let isNeeded =
      factory_core_table(core) != nil || core.traits & ContainerTrait.hasDefaultScope != 0
    if !isNeeded { return nil }
    // Written by whoever made the frame.
    return factory_core_entry(
      core, frame.pointee.name!, frame.pointee.type!, frame.pointee.parameter_type)
  }

  /// The factory's cell in a singleton scope; remembered in the entry for the process's own.
  @inline(never)
  func singletonCell(
    of entry: Entry, in scope: Scope.Singleton, _ file: UnsafePointer<UInt8>, _ line: UInt32
  ) -> Cell {
    let isProcess = scope === Scope.Singleton.process
    // Valid: the process's singleton scope is never freed, nor are its cells.
    if isProcess, let cell = factory_entry_singleton(entry) { return cell }
    let cell = scope.cell(
      for: entry.pointee.key, of: ObjectIdentifier(containerType), declaredAt: file, line)
    if isProcess { factory_entry_set_singleton(entry, cell) }
    return cell
  }
}
