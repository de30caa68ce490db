// Factory, MIT licence; see LICENSE
//
// The full way of a resolution: overrides, every scope, decorators and the trace.
import FactoryAtomics

/// What a resolution has to tell of itself besides its value.
private struct Report {
  var isNew = false
  /// What stood in for the factory's own closure, for the trace.
  var override: String?
}

extension FactoryDefinition {
  /// Resolves a factory with all that may apply.
  @usableFromInline @inline(never)
  func resolveFully<P, T>(_ parameter: P, _ make: (P) -> T) -> T {
    if manager.mustAutoRegister {
      manager.autoRegisterAgain()
    }
    let types = FactoryTypes(P.self, T.self)
    let needsEntry =
      entry != nil || factory_pointer_load(manager.core.tableWord) != nil
      || manager.core.traits & ContainerCore.Trait.hasDefaultScope != 0
    let entry = needsEntry ? entryToResolve(types) : nil
    let options = Self.options(of: entry)

    var frame = factory_frame()
    describe(&frame, T.self)
    return withUnsafePointer(to: parameter) { parameterPointer in
      if P.self != Void.self {
        frame.parameter = UnsafeRawPointer(parameterPointer)
        // A metatype is the address of its metadata, which is never freed.
        frame.parameter_type = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
      }
      return withUnsafeMutablePointer(to: &frame) { frame in
        let isDeep = factory_frame_push(frame)
        let trace = Trace.begin()
        let construct: (inout Report) -> T = { report in
          report.isNew = true
          frame.pointee.phase = UInt32(FACTORY_CONSTRUCTING)
          defer { frame.pointee.phase = UInt32(FACTORY_RESOLVING) }
          if isDeep || FrameChecks.everyStep { CircularDependency.check(frame) }
          // Read only now: whoever registers afterwards drops what is built here.
          if let chosen = Self.override(in: Self.options(of: entry)) {
            report.override = chosen.name
            // Entries are by type: only an `Override<P, T>` is recorded in this one.
            return unsafeDowncast(chosen.closure, to: Override<P, T>.self).make(parameter)
          }
          return make(parameter)
        }
        var report = Report()
        let value = obtain(
          entry, options, UnsafeRawPointer(parameterPointer), &report, construct)
        decorate(value, report.isNew, options, frame, isDeep)
        if let trace { Trace.finish(trace, frame, value, report.isNew, report.override) }
        if factory_frame_pop(frame) { ResolutionCycle.end() }
        return value
      }
    }
  }

  private static func options(of entry: UnsafeMutablePointer<Entry>?) -> EntryOptions {
    guard let entry, entry.traits != 0 else { return EntryOptions() }
    return entry.options
  }

  /// The closure to use instead of the factory's own: a context's, else the registered one.
  private static func override(
    in options: EntryOptions
  ) -> (closure: AnyObject, name: String)? {
    if !options.contexts.isEmpty,
      let (closure, context) = FactoryContext.current.select(from: options.contexts)
    {
      return (closure, "\(context)")
    }
    return options.registration.map { ($0, "registered") }
  }

  /// The kept instance, or a new one, as the scope says.
  private func obtain<T>(
    _ entry: UnsafeMutablePointer<Entry>?, _ options: EntryOptions, _ parameter: UnsafeRawPointer,
    _ report: inout Report, _ construct: (inout Report) -> T
  ) -> T {
    guard let entry, let scope = entry.scope ?? manager.defaultScope else {
      return construct(&report)
    }
    switch scope.kind {
    case .unique:
      return construct(&report)
    case .graph:
      return obtainFromGraph(leaf(of: entry.cell, options, parameter), scope, &report, construct)
    case .cached, .shared:
      return obtain(leaf(of: entry.cell, options, parameter), options, scope, &report, construct)
    case .singleton:
      // Only that class is of this kind.
      let singleton = unsafeDowncast(scope, to: Scope.Singleton.self).current
      // The scope owns the cell, and this reference keeps the scope.
      return withExtendedLifetime(singleton) {
        let cell = singletonCell(of: entry, in: singleton)
        return obtain(leaf(of: cell, options, parameter), options, scope, &report, construct)
      }
    }
  }

  /// The factory's cell in a singleton scope; remembered in the entry for the process's own.
  func singletonCell(
    of entry: UnsafeMutablePointer<Entry>, in scope: Scope.Singleton
  ) -> UnsafeMutablePointer<Cell> {
    let isProcess = scope === Scope.Singleton.process
    if isProcess, let cell = factory_pointer_load(entry.singletonWord) {
      // Valid: the process's singleton scope is never freed, nor are its cells.
      return cell.assumingMemoryBound(to: Cell.self)
    }
    let cell = scope.cell(
      for: entry, of: ObjectIdentifier(manager.containerType), declaredAt: declaration)
    if isProcess { factory_pointer_store(entry.singletonWord, cell) }
    return cell
  }

  /// A cell to use, and who has to be kept for it to stay valid.
  private struct Leaf {
    let cell: UnsafeMutablePointer<Cell>
    let owner: (any AnyParameterCells)?
  }

  /// The cell of the parameter, where the factory is scoped on its parameters.
  private func leaf(
    of cell: UnsafeMutablePointer<Cell>, _ options: EntryOptions, _ parameter: UnsafeRawPointer
  ) -> Leaf {
    guard let prototype = options.parameterCells else { return Leaf(cell: cell, owner: nil) }
    let existing = cell.withLock { cell, _ in cell.parameters }
    let cells: any AnyParameterCells =
      existing
      ?? {
        let fresh = prototype.empty()
        return cell.withLock { cell, _ in
          if let cells = cell.parameters { return cells }
          cell.parameters = fresh
          return fresh
        }
      }()
    return Leaf(cell: cells.cell(for: parameter), owner: cells)
  }

  /// One instance for each cycle.
  private func obtainFromGraph<T>(
    _ leaf: Leaf, _ scope: Scope, _ report: inout Report, _ construct: (inout Report) -> T
  ) -> T {
    let generation = leaf.cell.withLock { cell, garbage in
      cell.state.generation(for: ObjectIdentifier(scope), garbage: &garbage)
    }
    if let kept = ResolutionCycle.existing?.graph[leaf.cell], kept.generation == generation {
      // Entries are by type, and the graph keeps strong boxes only.
      return unsafeDowncast(kept.box, to: StrongBox<T>.self).value
    }
    let value = construct(&report)
    if !isNil(value) {
      ResolutionCycle.current.graph[leaf.cell] = ResolutionCycle.GraphInstance(
        box: StrongBox(value), generation: generation, owner: leaf.owner)
    }
    return value
  }

  /// One instance for each cell: the first to come builds it, others wait for that one.
  private func obtain<T>(
    _ leaf: Leaf, _ options: EntryOptions, _ scope: Scope, _ report: inout Report,
    _ construct: (inout Report) -> T
  ) -> T {
    let isWeak = scope.kind == .shared
    let me = factory_current_thread()
    // The clock is user code when a test drives it, so it is read outside the lock.
    let clock = options.timeToLive == nil ? nil : manager.clock
    while true {
      let request = InstanceState.Request(
        scope: ObjectIdentifier(scope), owner: me,
        timeToLive: options.timeToLive.map { ($0, clock?() ?? 0) })
      let action = leaf.cell.withLock { cell, garbage in
        cell.state.request(request, garbage: &garbage)
      }
      switch action {
      case .hit(let box):
        // Entries are by type, and the kind of box is the scope's.
        if !isWeak {
          // A strong one.
          return unsafeDowncast(box, to: StrongBox<T>.self).value
        }
        // A weak one.
        if let value = unsafeDowncast(box, to: WeakBox<T>.self).value {
          return value
        }
      // Let go since the cell was locked: ask again.
      case .build(let construction):
        let value = construct(&report)
        let strong = StrongBox(value)
        let kept: InstanceBox? = isNil(value) ? nil : isWeak ? WeakBox(value) : strong
        let now = clock?()
        leaf.cell.withLock { cell, _ in
          cell.state.finish(construction, instance: kept, now: now)
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

  /// Runs the factory's decorator, else the container's, with no lock held.
  private func decorate<T>(
    _ value: T, _ isNew: Bool, _ options: EntryOptions,
    _ frame: UnsafeMutablePointer<factory_frame>, _ isDeep: Bool
  ) {
    let isDecorated =
      manager.core.traits & ContainerCore.Trait.decorated != 0
    guard options.decorator != nil || isDecorated else { return }
    frame.pointee.phase = UInt32(FACTORY_DECORATING)
    if isDeep { CircularDependency.checkDecorators(frame) }
    if let decorator = options.decorator {
      // Entries are by type: only a `Decoration<T>` is recorded in this one.
      unsafeDowncast(decorator, to: Decoration<T>.self).apply(value, isNew)
    } else {
      manager.decorator?(value)
    }
  }
}
