// Factory, MIT licence; see LICENSE
//
// The full way of a resolution: overrides, every scope, decorators and the trace.
import FactoryAtomics

/// A resolution on its full way: what it found at its start, and what it has to tell at its end.
/// One for each resolution, on its stack.
struct FullResolution {
  let manager: ContainerManager
  let declaration: FactoryDeclaration
  let frame: UnsafeMutablePointer<factory_frame>
  /// Whether it is time to look for an endless recursion.
  let isDeep: Bool
  let entry: UnsafeMutablePointer<Entry>?
  let options: SharedOptions?
  let parameter: UnsafeRawPointer
  var isNew = false
  /// What stood in for the factory's own closure, for the trace.
  var override: String?
}

extension ContainerManager {
  /// Resolves a factory with all that may apply.
  @usableFromInline @inline(never)
  func resolveFully<P, T>(
    _ entry: UnsafeMutablePointer<Entry>?, _ declaration: FactoryDeclaration, _ parameter: P,
    _ make: (P) -> T
  ) -> T {
    if mustAutoRegister { autoRegisterAgain() }
    let needsEntry =
      factory_pointer_load(core.tableWord) != nil
      || core.traits & ContainerCore.Trait.hasDefaultScope != 0
    let entry =
      !needsEntry
      ? nil
      : entry ?? self.entry(declaration.name, FactoryTypes(P.self, T.self))
    var frame = declaration.frame(core.identity.pointee, T.self)
    return withUnsafePointer(to: parameter) { parameterPointer in
      if P.self != Void.self {
        frame.parameter = UnsafeRawPointer(parameterPointer)
        // A metatype is the address of its metadata, which is never freed.
        frame.parameter_type = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
      }
      return withUnsafeMutablePointer(to: &frame) { frame in
        var resolution = FullResolution(
          manager: self, declaration: declaration, frame: frame,
          isDeep: factory_frame_push(frame), entry: entry, options: entry?.options,
          parameter: UnsafeRawPointer(parameterPointer))
        let trace = factory_is_tracing() ? Trace.begin() : nil
        let value = resolution.obtain(parameter, make)
        resolution.decorate(value)
        if let trace {
          Trace.finish(trace, frame, value, resolution.isNew, resolution.override)
        }
        if factory_frame_pop(frame) { ResolutionCycle.end() }
        return value
      }
    }
  }
}

extension FullResolution {
  /// The kept instance, or a new one, as the scope says.
  mutating func obtain<P, T>(_ parameter: P, _ make: (P) -> T) -> T {
    guard let entry, let scope = entry.scope ?? manager.defaultScope else {
      return construct(options, parameter, make)
    }
    switch scope.kind {
    case .unique:
      return construct(options, parameter, make)
    case .graph:
      return obtainFromGraph(leaf(of: entry.cell), scope, parameter, make)
    case .cached, .shared:
      return obtain(from: leaf(of: entry.cell), scope, parameter, make)
    case .singleton:
      // Only that class is of this kind.
      let singleton = unsafeDowncast(scope, to: Scope.Singleton.self).current
      // The scope owns the cell, and this reference keeps the scope.
      return withExtendedLifetime(singleton) {
        let cell = manager.singletonCell(of: entry, in: singleton, declaration)
        return obtain(from: leaf(of: cell), scope, parameter, make)
      }
    }
  }

  /// Makes an instance to be kept. The options are read only now: whoever registers afterwards drops
  /// what is built here.
  private mutating func build<P, T>(_ parameter: P, _ make: (P) -> T) -> T {
    construct(entry?.options, parameter, make)
  }

  /// Runs the closure: the one of a context, the registered one, or the factory's own.
  private mutating func construct<P, T>(
    _ options: SharedOptions?, _ parameter: P, _ make: (P) -> T
  ) -> T {
    isNew = true
    frame.pointee.phase = UInt32(FACTORY_CONSTRUCTING)
    defer { frame.pointee.phase = UInt32(FACTORY_RESOLVING) }
    if isDeep || FrameChecks.everyStep { CircularDependency.check(frame) }
    guard let closure = override(in: options) else { return make(parameter) }
    // Entries are by type: only an `Override<P, T>` is recorded in this one.
    return unsafeDowncast(closure, to: Override<P, T>.self).make(parameter)
  }

  /// The closure to use instead of the factory's own: a context's, else the registered one.
  private mutating func override(in options: SharedOptions?) -> AnyObject? {
    guard let options = options?.options else { return nil }
    if !options.contexts.isEmpty,
      let (closure, context) = FactoryContext.current.select(from: options.contexts)
    {
      if factory_is_tracing() { override = "\(context)" }
      return closure
    }
    if options.registration != nil { override = "registered" }
    return options.registration
  }

  /// A cell to use, and who has to be kept for it to stay valid.
  private struct Leaf {
    let cell: UnsafeMutablePointer<Cell>
    let owner: ParameterCells?
  }

  /// The cell of the parameter, where the factory is scoped on its parameters.
  private func leaf(of cell: UnsafeMutablePointer<Cell>) -> Leaf {
    guard let prototype = options?.options.parameterCells else {
      return Leaf(cell: cell, owner: nil)
    }
    let cells = cell.withLock { state, _ in state.divide(like: prototype) }
    return Leaf(cell: cells.cell(for: parameter), owner: cells)
  }

  /// One instance for each cycle.
  private mutating func obtainFromGraph<P, T>(
    _ leaf: Leaf, _ scope: Scope, _ parameter: P, _ make: (P) -> T
  ) -> T {
    let generation = leaf.cell.withLock { state, garbage in
      state.generation(for: ObjectIdentifier(scope), garbage: &garbage)
    }
    if let box = ResolutionCycle.existing?.instance(of: leaf.cell, generation) {
      // Entries are by type, and the graph keeps strong boxes only.
      return unsafeDowncast(box, to: StrongBox<T>.self).value
    }
    let value = build(parameter, make)
    // The outermost one ends the cycle, unless a decorator comes first that may resolve again.
    if frame.pointee.previous != nil || isDecorated, !isNil(value) {
      ResolutionCycle.current.keep(
        StrongBox(value), of: leaf.cell, generation, owner: leaf.owner)
    }
    return value
  }

  /// One instance for each cell: the first to come builds it, others wait for that one.
  private mutating func obtain<P, T>(
    from leaf: Leaf, _ scope: Scope, _ parameter: P, _ make: (P) -> T
  ) -> T {
    let me = frame.pointee.thread!
    let timeToLive = options?.options.timeToLive
    // The clock is user code when a test drives it, so it is read outside the lock.
    let clock = timeToLive == nil ? nil : manager.clock
    while true {
      let request = InstanceState.Request(
        scope: ObjectIdentifier(scope), owner: me,
        timeToLive: timeToLive.map { ($0, clock?() ?? 0) })
      let action = leaf.cell.withLock { state, garbage in
        state.request(request, garbage: &garbage)
      }
      switch action {
      case .hit(let box):
        shorten(scope, to: leaf, box)
        // Let go since the cell was locked, if there is none: ask again.
        if let value = unboxed(box, T.self) { return value }
      case .build(let construction):
        let value = build(parameter, make)
        let strong = StrongBox(value)
        let kept: InstanceBox? =
          isNil(value) ? nil : scope.kind == .shared ? WeakBox(value) : strong
        let now = clock?()
        leaf.cell.withLock { state, _ in
          state.finish(construction, instance: kept, now: now)
        }
        construction.finish(with: strong)
        return withExtendedLifetime(leaf.owner) { value }
      case .wait(let construction):
        if case .circular(let chains) = WaitGraph.wait(for: construction) {
          CircularDependency.stop(waiting: chains)
        }
        // Set before the waiters were woken; only a `StrongBox<T>` is ever put there.
        let box = unsafeDowncast(construction.result!, to: StrongBox<T>.self)
        return box.value
      case .reentered:
        CircularDependency.stop(reentering: me)
      }
    }
  }

  /// What a cell's box holds; nil for a weak one whose instance has gone.
  private func unboxed<T>(_ box: InstanceBox, _: T.Type) -> T? {
    if box.isWeak {
      // Entries are by type, so the boxes in their cells are too.
      return unsafeDowncast(box, to: WeakBox<T>.self).value
    }
    // The same for a strong one.
    return unsafeDowncast(box, to: StrongBox<T>.self).value
  }

  /// Has the next resolution find the instance on a short way, where there is one.
  private func shorten(_ scope: Scope, to leaf: Leaf, _ box: InstanceBox) {
    // The cells of parameters, and those of other singleton scopes, may go while others read.
    guard let entry, leaf.owner == nil else { return }
    let isLasting =
      leaf.cell == entry.cell
      || UnsafeMutableRawPointer(leaf.cell) == factory_pointer_load(entry.singletonWord)
    if isLasting { entry.shorten(scope, to: leaf.cell, box) }
  }

  private var isDecorated: Bool {
    options?.options.decorator != nil
      || manager.core.traits & ContainerCore.Trait.decorated != 0
  }

  /// Runs the factory's decorator, else the container's, with no lock held.
  func decorate<T>(_ value: T) {
    guard isDecorated else { return }
    frame.pointee.phase = UInt32(FACTORY_DECORATING)
    if isDeep { CircularDependency.checkDecorators(frame) }
    if let decorator = options?.options.decorator {
      // Entries are by type: only a `Decoration<T>` is recorded in this one.
      unsafeDowncast(decorator, to: Decoration<T>.self).apply(value, isNew)
    } else {
      manager.decorator?(value)
    }
  }
}

extension ContainerManager {
  /// The factory's cell in a singleton scope; remembered in the entry for the process's own.
  func singletonCell(
    of entry: UnsafeMutablePointer<Entry>, in scope: Scope.Singleton,
    _ declaration: FactoryDeclaration
  ) -> UnsafeMutablePointer<Cell> {
    let isProcess = scope === Scope.Singleton.process
    if isProcess, let cell = factory_pointer_load(entry.singletonWord) {
      // Valid: the process's singleton scope is never freed, nor are its cells.
      return cell.assumingMemoryBound(to: Cell.self)
    }
    let cell = scope.cell(
      for: entry, of: ObjectIdentifier(containerType), declaredAt: declaration)
    if isProcess { factory_pointer_store(entry.singletonWord, cell) }
    return cell
  }
}
