// Factory, MIT licence; see LICENSE
//
// The slow path of a resolution: builds, waits, overrides, parameters, times to live, decorators and
// the trace. All but a few functions know no type.
import FactoryCore

/// A resolution on the slow path. It is in its frame from its start until `leave`.
struct SlowPath: ~Copyable {
  let manager: ContainerManager
  let frame: Frame
  let entry: Entry
  /// The scope that the factory value states.
  let scope: ScopeReference?
  let line: Trace.Line?
  /// The plan, where something remains to be done when there is an instance.
  var plan: Plan?
  /// Where a new instance is to be kept.
  var destination = Destination.nowhere

  var core: ContainerCore { manager.core }

  /// Where a new instance is kept.
  enum Destination {
    case nowhere
    /// In a cell, for whose instance the construction is.
    case cell(CellPlace, Construction, isWeak: Bool)
    /// In the resolution cycle, as of this generation of the state that it stands for.
    case graph(ParameterNode?, generation: UInt64)
  }

  /// What comes next.
  enum Step {
    case kept(InstanceBox)
    /// A closure is to be called that replaces the factory's own: an `Override<P, T>`.
    case override(AnyOverride)
    case definition
  }

  @inline(never)
  init(_ manager: ContainerManager, _ frame: Frame, _ scope: ScopeReference?) {
    self.manager = manager
    self.frame = frame
    self.scope = scope
    entry = manager.core.entry(frame.key)
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if factory_frame_push(frame) { frame.check() }
    line = factory_is_tracing() ? Trace.begin() : nil
  }

  /// Continues after the factory's own closure has returned; see `PendingBuild`.
  init(
    _ manager: ContainerManager, _ frame: Frame, _ entry: Entry, _ plan: Plan?,
    _ destination: Destination, _ line: Trace.Line?
  ) {
    self.manager = manager
    self.frame = frame
    self.entry = entry
    self.plan = plan
    self.destination = destination
    self.line = line
    scope = nil
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    _ = factory_frame_push(frame)
  }

  /// Before the closure that replaces the factory's own is called.
  borrowing func begin() {
    frame.pointee.phase = UInt32(FACTORY_CONSTRUCTING)
    if FrameChecks.everyStep || factory_frame_is_deep(frame) { CircularDependency.check(frame) }
  }

  /// Removes the frame, and ends the cycle if it was the outermost.
  borrowing func leave() {
    if factory_frame_pop(frame) { ResolutionCycle.end() }
  }

  /// Whether something is to be done when there is a new instance.
  var hasFollowUp: Bool {
    if case .nowhere = destination { return plan != nil || line != nil }
    return true
  }
}

// MARK: With the factory's types

extension ContainerManager {
  /// Resolves a factory with all that its plan asks for, unless its own closure is to be called: then
  /// the result is nil, and `Frame.end` finishes the resolution.
  @usableFromInline @inline(never)
  func resolveSlowly<P, T>(
    _ frame: Frame, _ scope: ScopeReference?, _ parameter: UnsafePointer<P>
  ) -> T? {
    var path = SlowPath(self, frame, scope)
    while true {
      switch path.find(parameter) {
      case .kept(let box):
        // An instance that is held weakly may go at any moment: then look again.
        guard let value: T = box.instance() else { continue }
        path.finish(value, isNew: false)
        path.leave()
        return value
      case .override(let override):
        path.begin()
        // An entry's key contains the types: only an `Override<P, T>` is stored in this one.
        let value = unsafeDowncast(override, to: Override<P, T>.self).make(parameter.pointee)
        frame.pointee.phase = UInt32(FACTORY_RESOLVING)
        if path.hasFollowUp {
          path.keep(value)
          path.finish(value, isNew: true)
        }
        path.leave()
        return value
      case .definition:
        _ = factory_frame_pop(frame)
        if path.hasFollowUp { PendingBuild.begin(path) }
        return nil
      }
    }
  }
}

extension SlowPath {
  /// Keeps a new instance where the scope says.
  borrowing func keep<T>(_ value: T) {
    switch destination {
    case .nowhere:
      break
    case .graph(let node, let generation):
      if isNil(value) { return }
      ResolutionCycle.current.keep(
        StrongBox(value), for: GraphKey(entry, node, generation, frame.pointee.container))
    case .cell(let place, let construction, let isWeak):
      let strong = StrongBox(value)
      let kept: InstanceBox? = isNil(value) ? nil : isWeak ? WeakBox(value) : strong
      store(kept, in: place, construction, forWaiters: strong)
    }
  }

  /// Decorates and traces an instance, with no lock held.
  borrowing func finish<T>(_ value: T, isNew: Bool) {
    if let plan {
      if let decorator = plan.settings.decorator {
        // An entry's key contains the type: only a `Decoration<T>` is stored in this one.
        let decoration = unsafeDowncast(decorator, to: Decoration<T>.self)
        frame.decorate(for: entry) { decoration.apply(value, isNew) }
      } else if let decorator = manager.containerDecorator(frame) {
        frame.decorate(for: core) { decorator.apply(value) }
      }
    }
    if let line { Trace.finish(line, frame, value, isNew, plan?.overrideDescription) }
  }
}

// MARK: Decorators

extension Frame {
  /// Runs the decorator of a factory or a container, unless it is running already: what a decorator
  /// resolves is not decorated by it.
  fileprivate func decorate<Owner>(for owner: UnsafeMutablePointer<Owner>, _ body: () -> Void) {
    let identity = UnsafeRawPointer(owner)
    let thread = pointee.thread!
    if thread.pointee.decorating != 0, isRunning(identity) { return }
    pointee.phase = UInt32(FACTORY_DECORATING)
    pointee.decorator = identity
    thread.pointee.decorating += 1
    body()
    thread.pointee.decorating -= 1
    pointee.decorator = nil
    pointee.phase = UInt32(FACTORY_RESOLVING)
  }

  private func isRunning(_ decorator: UnsafeRawPointer) -> Bool {
    var next = pointee.previous
    while let frame = next {
      if frame.pointee.decorator == decorator { return true }
      next = frame.pointee.previous
    }
    return false
  }
}

extension ContainerManager {
  /// The decorator of all factories, for those that it applies to: not for a function that a property
  /// wrapper makes of a parameter factory.
  fileprivate func containerDecorator(_ frame: Frame) -> ContainerDecorator? {
    if frame.pointee.flags & FACTORY_IS_FUNCTION.rawValue != 0 { return nil }
    if factory_core_flags(core) & UInt32(FACTORY_DECORATES) == 0 { return nil }
    return core.withLock { state, _ in state.settings.decorator }
  }
}
