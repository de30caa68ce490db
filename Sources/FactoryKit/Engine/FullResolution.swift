// Factory, MIT licence; see LICENSE
//
// The full way of a resolution: overrides, every scope, decorators and the trace. All of it but a
// few lines knows no type.
import FactoryAtomics

/// A resolution in progress, on the stack.
@usableFromInline
typealias Frame = UnsafeMutablePointer<factory_frame>

/// A resolution on its full way: what it found at its start, and what it has to do at its end. It is
/// in its frame from its start until it leaves.
@usableFromInline
struct FullResolution: ~Copyable {
  /// Kept by whoever calls `resolveFully`, or by the turn.
  private unowned(unsafe) let manager: ContainerManager
  /// Valid: the manager's entries live as long as it. Nil if nothing of any factory is kept, nor is
  /// to be.
  private let entry: Entry?
  private let options: OptionsReference?
  private let frame: Frame
  /// Whether it is time to look for an endless recursion.
  private let isDeep: Bool
  private let isDecorated: Bool
  /// What is to become of an instance that is made.
  private var keeping = Keeping.nowhere
  private let line: Trace.Line?
  /// What stood in for the factory's own closure, for the trace.
  private var override: String?

  fileprivate enum Keeping {
    case nowhere
    /// In the resolution cycle, as of this generation of the cell.
    case graph(Leaf, generation: UInt32)
    /// In the cell that the construction is of.
    case cell(Leaf, Construction, isWeak: Bool)
  }

  /// A cell to use, and who has to be kept for it to stay valid.
  fileprivate struct Leaf {
    let cell: Cell
    let owner: AnyObject?
  }

  /// What comes next.
  fileprivate enum Step {
    /// The instance is in this box; the object is to be held while it is taken out.
    case take(InstanceBox, AnyObject)
    /// A closure is to be called: this `Override<P, T>`, or else the factory's own.
    case make(AnyObject?)
  }
}

// MARK: With the factory's types

extension ContainerManager {
  /// Resolves a factory with all that may apply, unless its own closure is to be called: then the
  /// result is nil, and `FullResolution.finish` is to follow, if `turn` says so, with what the
  /// closure made. The frame is the caller's; it is on the thread's list in here only.
  @usableFromInline @inline(never)
  func resolveFully<P, T>(
    _ frame: Frame, _ entry: Entry?, _ parameter: UnsafePointer<P>,
    _ turn: UnsafeMutablePointer<factory_turn>
  ) -> T? {
    var resolution = FullResolution(self, entry, frame)
    switch resolution.start(parameter) {
    case .take(let box, let existing):
      let value: T = withExtendedLifetime(existing) { box.instance() }
      if resolution.isFollowed { resolution.end(value, isNew: false) }
      resolution.leave()
      return value
    case .make(let override?):
      resolution.begin()
      // Entries are by type: only an `Override<P, T>` is recorded in this one.
      let value = unsafeDowncast(override, to: Override<P, T>.self).make(parameter.pointee)
      frame.pointee.phase = UInt32(FACTORY_RESOLVING)
      if resolution.isFollowed {
        resolution.keep(value)
        resolution.end(value, isNew: true)
      }
      resolution.leave()
      return value
    case .make(nil):
      _ = factory_frame_pop(frame)
      if resolution.isFollowed { turn.pointee = resolution.turn() }
      return nil
    }
  }
}

extension FullResolution {
  /// Ends what `resolveFully` left to its caller, in the same frame.
  @usableFromInline @inline(never)
  static func finish<T>(_ turn: inout factory_turn, _ frame: Frame, _ value: T) {
    // Stored by `turn()`, whose reference to it this takes over.
    let manager = Unmanaged<ContainerManager>.fromOpaque(turn.manager!).takeRetainedValue()
    let resolution = FullResolution(turn, manager, frame)
    resolution.keep(value)
    resolution.end(value, isNew: true)
    resolution.leave()
    withExtendedLifetime(manager) {}
  }

  /// Keeps a new instance, as the scope says.
  fileprivate borrowing func keep<T>(_ value: T) {
    switch keeping {
    case .nowhere: break
    case .graph(let leaf, let generation):
      if !isNil(value) {
        ResolutionCycle.current.keep(
          StrongBox(value), of: leaf.cell, generation, owner: leaf.owner)
      }
    case .cell(let leaf, let construction, let isWeak):
      let strong = StrongBox(value)
      let box: InstanceBox? = isNil(value) ? nil : isWeak ? WeakBox(value) : strong
      store(box, strong, construction, leaf)
    }
  }

  /// Runs the factory's decorator, else the container's, with no lock held, and writes the trace.
  fileprivate borrowing func end<T>(_ value: T, isNew: Bool) {
    if isDecorated {
      frame.pointee.phase = UInt32(FACTORY_DECORATING)
      if isDeep { CircularDependency.checkDecorators(frame) }
      if let decorator = options?.shared?.options.decorator {
        // Entries are by type: only a `Decoration<T>` is recorded in this one.
        unsafeDowncast(decorator, to: Decoration<T>.self).apply(value, isNew)
      } else {
        manager.decorator?(value)
      }
    }
    if let line { Trace.finish(line, frame, value, isNew, override) }
  }
}

extension InstanceBox {
  /// The instance, which must be of this type, and there.
  fileprivate final func instance<T>() -> T {
    // Entries are by type, so the boxes in their cells are too.
    if phase == FACTORY_READY_STRONGLY { return unsafeDowncast(self, to: StrongBox<T>.self).value }
    // The same for a weak one.
    return unsafeDowncast(self, to: WeakBox.self).value(T.self)!
  }
}

// MARK: Without types

extension FullResolution {
  @inline(never)
  fileprivate init(_ manager: ContainerManager, _ entry: Entry?, _ frame: Frame) {
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
  fileprivate var isFollowed: Bool {
    if case .nowhere = keeping { return isDecorated || line != nil }
    return true
  }

  /// Takes the frame off, and ends the cycle if it was the outermost.
  fileprivate borrowing func leave() {
    if factory_frame_pop(frame) { ResolutionCycle.end() }
  }

  /// Finds the kept instance, or who is to make one.
  @inline(never)
  fileprivate mutating func start(_ parameter: UnsafeRawPointer) -> Step {
    guard let entry, let scope = entry.recordedScope ?? manager.recordedDefaultScope else {
      return make(options)
    }
    switch scope.kind {
    case Scope.Kind.unique:
      return make(options)
    case Scope.Kind.graph:
      return startInGraph(leaf(of: entry.cell, owner: nil, parameter), scope)
    case Scope.Kind.cached, Scope.Kind.shared:
      return start(in: leaf(of: entry.cell, owner: nil, parameter), scope)
    default:
      let singleton = scope.singleton.current
      let cell = manager.singletonCell(
        of: entry, in: singleton, frame.pointee.file!, frame.pointee.line)
      return start(in: leaf(of: cell, owner: singleton, parameter), scope)
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
  private mutating func startInGraph(_ leaf: Leaf, _ scope: RecordedScope) -> Step {
    // The outermost one finds nothing, and ends the cycle, unless a decorator comes first that may
    // resolve again.
    if frame.pointee.previous == nil, !isDecorated, factory_cell_is_empty(leaf.cell) {
      return make(options)
    }
    let (generation, parameters) = leaf.cell.withLock {
      state, garbage -> (UInt32, ParameterCells?) in
      if let parameters = state.parameters { return (0, parameters) }
      return (state.generation(for: scope.identity, &garbage), nil)
    }
    // The cell is shared with a factory that is scoped on its parameters.
    if let parameters {
      return startInGraph(Leaf(cell: parameters.undivided, owner: parameters), scope)
    }
    if let box = ResolutionCycle.existing?.instance(of: leaf.cell, generation) {
      return .take(box, box)
    }
    if frame.pointee.previous != nil || isDecorated {
      keeping = .graph(leaf, generation: generation)
    }
    return make(entry?.options)
  }

  /// One instance for each cell: the first to come builds it, others wait for that one.
  private mutating func start(in leaf: Leaf, _ scope: RecordedScope) -> Step {
    let me = factory_current_thread()
    let request = InstanceState.Request(
      scope: scope.identity, owner: me,
      // The clock is user code when a test drives it, so it is read outside the lock.
      timeToLive: timeToLive.map { ($0, manager.clock()) })
    let action = leaf.cell.withLock { state, garbage in state.request(request, &garbage) }
    switch action {
    case .hit(let box, let existing):
      shorten(scope, to: leaf.cell)
      return .take(box, existing)
    case .build(let construction):
      keeping = .cell(leaf, construction, isWeak: scope.kind == Scope.Kind.shared)
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
      return start(in: Leaf(cell: cell, owner: parameters), scope)
    case .reentered:
      CircularDependency.stop(reentering: me)
    }
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
  fileprivate borrowing func begin() {
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
  private borrowing func store(
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

// MARK: As a turn

extension FullResolution {
  /// Itself, for the time of the factory's own closure.
  @inline(never)
  fileprivate consuming func turn() -> factory_turn {
    var turn = factory_turn()
    turn.manager = Unmanaged.passRetained(manager).toOpaque()
    turn.options = options?.retained()
    turn.is_decorated = isDecorated
    turn.line = line.map { $0.number + 1 } ?? 0
    switch keeping {
    case .nowhere: break
    case .graph(let leaf, let generation):
      turn.generation = generation
      turn.cell = leaf.cell
      turn.owner = leaf.owner.map { Unmanaged.passRetained($0).toOpaque() }
    case .cell(let leaf, let construction, let isWeak):
      turn.is_weak = isWeak
      turn.construction = Unmanaged.passRetained(construction).toOpaque()
      turn.cell = leaf.cell
      turn.owner = leaf.owner.map { Unmanaged.passRetained($0).toOpaque() }
    }
    return turn
  }

  /// Takes over what `turn()` gave away, which is to be done once.
  @inline(never)
  fileprivate init(_ turn: factory_turn, _ manager: ContainerManager, _ frame: Frame) {
    self.manager = manager
    entry = nil
    options = OptionsReference(taking: turn.options)
    self.frame = frame
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    isDeep = factory_frame_push(frame)
    isDecorated = turn.is_decorated
    line = turn.line == 0 ? nil : Trace.Line(number: turn.line - 1)
    guard let cell = turn.cell else { return }
    // All references are of the classes that `turn()` stored.
    let owner = turn.owner.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    let leaf = Leaf(cell: cell, owner: owner)
    // See above.
    let construction = turn.construction.map {
      Unmanaged<Construction>.fromOpaque($0).takeRetainedValue()
    }
    keeping =
      if let construction {
        .cell(leaf, construction, isWeak: turn.is_weak)
      } else {
        .graph(leaf, generation: turn.generation)
      }
  }
}

extension ContainerManager {
  /// The entry of a factory; nil if nothing of any factory is kept, nor is to be.
  fileprivate func entryIfNeeded(_ frame: Frame) -> Entry? {
    let isNeeded =
      factory_core_table(core) != nil || core.traits & ContainerTrait.hasDefaultScope != 0
    if !isNeeded { return nil }
    // Written by whoever made the frame. Without a parameter it has no type for that.
    return factory_core_entry(
      core, frame.pointee.name!, frame.pointee.type!,
      frame.pointee.parameter_type ?? FactoryTypes(Void.self, Void.self).parameter)
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
