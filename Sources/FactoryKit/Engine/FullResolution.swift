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
  unowned(unsafe) let manager: ContainerManager
  /// Valid: the manager's entries live as long as it. Nil if nothing of any factory is kept, nor is
  /// to be.
  let entry: Entry?
  let options: OptionsReference?
  let frame: Frame
  /// Whether it is time to look for an endless recursion.
  let isDeep: Bool
  let isDecorated: Bool
  /// What is to become of an instance that is made.
  var keeping = Keeping.nowhere
  let line: Trace.Line?
  /// What stood in for the factory's own closure, for the trace.
  var override: String?

  enum Keeping {
    case nowhere
    /// In the resolution cycle, as of this generation of the cell.
    case graph(Leaf, generation: UInt32)
    /// In the cell that the construction is of.
    case cell(Leaf, Construction, isWeak: Bool)
  }

  /// A cell to use, and who has to be kept for it to stay valid.
  struct Leaf {
    let cell: Cell
    let owner: AnyObject?
  }

  /// What comes next.
  enum Step {
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
    if core.traits != 0 { leaveScopes() }
    // Nothing but a registration: much the most frequent, and next to nothing to do.
    if core.traits == 0, !factory_is_tracing(), let override = entry?.loneRegistration {
      frame.begin()
      let value: T = product(of: override, parameter)
      if factory_frame_pop(frame) { ResolutionCycle.end() }
      return value
    }
    var resolution = FullResolution(self, entry, frame)
    switch resolution.start(parameter) {
    case .take(let box, let existing):
      let value: T = withExtendedLifetime(existing) { box.instance() }
      if resolution.isFollowed { resolution.end(value, isNew: false) }
      resolution.leave()
      return value
    case .make(let override?):
      resolution.begin()
      let value: T = product(of: override, parameter)
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

  @inline(never)
  private func product<P, T>(of override: AnyObject, _ parameter: UnsafePointer<P>) -> T {
    // Entries are by type: only an `Override<P, T>` is recorded in this one.
    unsafeDowncast(override, to: Override<P, T>.self).make(parameter.pointee)
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
  borrowing func keep<T>(_ value: T) {
    switch keeping {
    case .nowhere: break
    case .graph(let leaf, let generation):
      if !isNil(value) {
        ResolutionCycle.current.keep(
          StrongBox(value), of: leaf.cell, generation, in: frame.pointee.container,
          owner: leaf.owner)
      }
    case .cell(let leaf, let construction, let isWeak):
      let strong = StrongBox(value)
      let box: InstanceBox? = isNil(value) ? nil : isWeak ? WeakBox(value) : strong
      store(box, strong, construction, leaf)
    }
  }

  /// Runs the factory's decorator, else the container's, with no lock held, and writes the trace.
  borrowing func end<T>(_ value: T, isNew: Bool) {
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
  final func instance<T>() -> T {
    // Entries are by type, so the boxes in their cells are too.
    if phase == FACTORY_READY_STRONGLY { return unsafeDowncast(self, to: StrongBox<T>.self).value }
    // The same for a weak one.
    return unsafeDowncast(self, to: WeakBox.self).value(T.self)!
  }
}
