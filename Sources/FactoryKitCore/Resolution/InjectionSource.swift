// Factory, MIT licence; see LICENSE
//
// Where property wrappers and `dependency` inject from: while a child container builds an instance, from that child,
// otherwise from the shared container.
//
// - Each resolution whose closure or decorator is running is a level of injection: those of the thread's frames, then those
//   of the task's asynchronous resolutions. The innermost level decides, or the next one around it if it belongs to a child
//   of another type, and nobody caches its instance.
// - A container without a parent, of any type, injects from the shared containers as always. What it caches, and what the
//   process caches, must not depend on a child that happens to be shared: it injects from containers without a parent.
// - What an instance keeps beyond its construction, such as a lazy wrapper, follows the container that caches the instance,
//   its owner: see `later`.
// - `$shared.withValue(_:)` and `run` inside a construction win. A level records which container was the shared one when it
//   began: if it is another one now, there was such a call in between. `run` also hides the levels around it, in case it is
//   called on the container that is the shared one already: see HiddenLevels.swift.
// - Code of other tasks does not see the levels, except child tasks: see AsyncFrame+Levels.swift. For tasks that a
//   construction starts, see OutlivingConstruction.swift.
internal import FactoryCore

/// A level of injection. Valid while its closure or decorator runs.
typealias InjectionLevel = UnsafePointer<factory_level>

/// A child container that injection follows.
struct FollowedChild {
  let core: ContainerCore
  /// The `ContainerManager` of the factory value that builds the instance. Nil for a parent of its container.
  let manager: UnsafeRawPointer?

  /// The container of a level; nil if it has no parent.
  init?(_ level: InjectionLevel) {
    guard let manager = level.pointee.manager else { return nil }
    // The resolution retains it while user code runs, see `FactoryDefinition.describe`; and the level is read only then.
    core = manager.withObject(ContainerManager.self) { $0.core }
    if core.parent == nil { return nil }
    self.manager = manager
  }

  /// A parent of a level's container. Nil if it is not a child, or if the container is unknown: a child of another type than
  /// `Container` is known to the managers of its factory values only.
  init?(parent core: ContainerCore) {
    if core.parent == nil || core.container == nil { return nil }
    (self.core, manager) = (core, nil)
  }

  /// A child of another type than `Container`.
  var retainedContainer: AnyObject? {
    // See `init`.
    core.valuesRetainContainer
      ? manager?.withObject(ContainerManager.self) { $0.retainedContainer } : nil
  }
}

/// What to inject from.
enum InjectionTarget {
  /// The shared container.
  case shared
  /// The shared container or, if that is a child, the outermost of its parents.
  case root
  case child(FollowedChild)
}

/// Searches for what to inject from, now and later.
struct InjectionSource {
  private let type: Any.Type
  /// What to inject from now.
  private(set) var now = InjectionTarget.shared
  /// What to inject from later. What belongs to a child must not reach others through the instance of which the calling code
  /// builds a part. So it is a child only if the owner of the instance is nobody, the child or a child of it. If the owner is
  /// a parent that is a child itself, it is the parent.
  private(set) var later = InjectionTarget.shared
  private var usesCycle = false
  /// Whether a level has decided what to inject from now. Those around it tell who is the owner.
  private var isDecided = false
  /// Whether the levels around are outside of a call of `run` or `withValue`, which has decided.
  private var isOutside = false
  private var hasOwner = false

  /// - Parameter type: the type of the container.
  @inline(never)
  init(_ type: Any.Type) {
    self.type = type
    let thread = factory_current_thread()
    visitLevels(thread)
    if !hasOwner { useConstructionOfOtherTask() }
    if usesCycle, case .child(let child) = later, factory_uses_are_recorded() {
      // Others may get an instance of the scope `graph`, which are then captive.
      UsedContainer(child.core)?.record(inside: thread.pointee.top)
    }
  }

  /// A construction may have started the calling task, which sees no level, but may build a part of the instance.
  private mutating func useConstructionOfOtherTask() {
    if usesShared, isSharedKnown, let construction = OutlivingConstruction.current,
      !isHidden(construction)
    {
      if case .shared = now { now = .root }
      if case .shared = later { later = .root }
    }
    guard let resolution = TaskResolutions.innermost, let construction = resolution.construction
    else { return }
    let (kind, depth) = construction.owner
    // The storage of the child that caches the instance, or has it in its cycle.
    var owner = construction.child?.core
    if kind == FACTORY_OWNED_BY_PARENT { owner = owner?.ancestor(at: depth) }
    if owner?.parent == nil { owner = nil }
    switch later {
    case .child(let child):
      if owner.map(child.core.contains) != true { later = .root }
    case .shared, .root:
      if kind == FACTORY_OWNED_BY_CYCLE { return }
      if let owner, kind == FACTORY_OWNED_BY_CONTAINER {
        fixShared(for: owner)
        return
      }
      later = .root
      // Which container of another type was the shared one is not recorded.
      if !isSharedKnown, !isHidden(resolution) { now = .root }
    }
  }

  private var usesShared: Bool {
    switch (now, later) {
    case (.shared, _), (_, .shared): true
    default: false
    }
  }

  private var isSharedKnown: Bool { FollowedChild.isSharedKnown(type) }

  /// Whether `run` was called in the task that a construction has started.
  private func isHidden(_ construction: AnyObject) -> Bool {
    isOutside || HiddenTaskLevel.current?.hides(construction, type) == true
  }

  /// What a child caches must not use the shared container of each reader later, which may be a request of the child.
  private mutating func fixShared(for owner: ContainerCore) {
    // Containers of different types are not compared.
    guard case .shared = later, isSharedKnown, !owner.valuesRetainContainer else { return }
    let shared = FollowedChild.sharedCore.flatMap { $0.contains(owner) ? $0 : nil }
    later = shared.flatMap { FollowedChild(parent: $0) }.map { .child($0) } ?? .root
  }

  private mutating func visitLevels(_ thread: ThreadState) {
    let task = factory_current_task()
    var next = thread.pointee.top
    while let frame = next {
      if stops(at: frame.level, thread) { return }
      let phase = frame.pointee.phase
      if phase != UInt32(FACTORY_RESOLVING) {
        // That of another task, whose code calls the executor of this one. Null if there were no children yet.
        if let other = frame.pointee.level.task, other != task { break }
        // That of a function that a property wrapper injects is no level.
        if frame.pointee.flags & FACTORY_IS_FUNCTION.rawValue == 0,
          !visit(frame.level, isDecorating: phase == UInt32(FACTORY_DECORATING))
        {
          return
        }
      }
      next = frame.pointee.previous
    }
    if stopsWithoutFrame(task, thread) { return }
    guard var level = TaskResolutions.level?.address else { return }
    let hidden = HiddenTaskLevel.current
    while !stops(at: level, thread) {
      if hidden?.hides(level, type) == true { isOutside = true }
      guard visit(level, isDecorating: false), let outer = level.pointee.outer else { return }
      level = outer
    }
  }

  /// Stops if the calling task resolves for an instance of a root, and had no frame on the thread before that. Returns
  /// whether it does.
  private mutating func stopsWithoutFrame(_ task: UnsafeRawPointer, _ thread: ThreadState) -> Bool {
    var next = thread.pointee.hidden
    while let hidden = next {
      if hidden.pointee.level == nil, hidden.pointee.root_task == task {
        foundRoot()
        return true
      }
      if hidden.pointee.root_task == nil {
        // A watcher or the like is no part of what is around it, and `run` decides.
        guard let other = hidden.pointee.type, hidden.pointee.task == task else { return false }
        if other == HiddenLevels.address(of: type) { isOutside = true }
      }
      next = hidden.pointee.outer
    }
    return false
  }

  /// Stops before a level that synchronous code hides, and remembers what has hidden it. Returns whether it does.
  private mutating func stops(at level: InjectionLevel, _ thread: ThreadState) -> Bool {
    guard let hidden = HiddenLevels.hidden(level, type, thread) else { return false }
    if hidden.pointee.root_task != nil {
      foundRoot()
      return true
    }
    // What `run` returns may become a part of the instance.
    isOutside = true
    return hidden.pointee.type == nil
  }

  /// Returns whether the level around this one has to be visited.
  private mutating func visit(_ level: InjectionLevel, isDecorating: Bool) -> Bool {
    let source = FollowedChild(level)
    let owner = Int(level.pointee.owner)
    if !isDecided, isOtherShared(level, source) { isOutside = true }
    if !isDecided, !isOutside {
      if let source, source.type == type {
        // A decorator is called for an instance that the other container caches already.
        now =
          isDecorating && owner == FACTORY_OWNED_BY_PARENT
          ? source.parent(at: level.pointee.owner_depth, type) : .child(source)
        later = .child(source)
      } else if source != nil, owner == FACTORY_OWNED_BY_NOBODY {
        return true
      }
      isDecided = true
    }
    switch owner {
    case FACTORY_OWNED_BY_NOBODY: return true
    case FACTORY_OWNED_BY_CYCLE where source != nil:
      usesCycle = true
      return true
    // Another instance of the container may get one of the scope `graph`, and keep it.
    case FACTORY_OWNED_BY_CYCLE: foundRoot()
    case FACTORY_OWNED_BY_CONTAINER: if let source { found(source) } else { foundRoot() }
    default: foundParent(source, at: level.pointee.owner_depth)
    }
    hasOwner = true
    return false
  }

  /// Whether another container is the shared one than when the level began, as far as that is known.
  private func isOtherShared(_ level: InjectionLevel, _ source: FollowedChild?) -> Bool {
    guard let source else { return FollowedChild.isOtherShared(level, type) }
    return source.type == type && level.pointee.shared != source.currentShared
  }

  /// A container without a parent or the process caches the instance.
  private mutating func foundRoot() {
    hasOwner = true
    if case .shared = later, !isOutside { now = .root }
    later = .root
  }

  /// A child caches the instance that it builds.
  private mutating func found(_ owner: FollowedChild) {
    guard case .child(let child) = later else {
      fixShared(for: owner.core)
      return
    }
    if isOutside { return }
    if child.core.contains(owner.core) { return }
    later = owner.core.contains(child.core) && owner.type == type ? .child(owner) : .root
  }

  /// A parent of the child that builds the instance, or the process, caches it.
  private mutating func foundParent(_ source: FollowedChild?, at depth: UInt32) {
    guard let source, depth > 0, case .child(let owner) = source.parent(at: depth, type) else {
      foundRoot()
      return
    }
    guard case .child(let child) = later else {
      foundRoot()
      return
    }
    if child.core.contains(owner.core) { return }
    later = owner.core.contains(child.core) ? .child(owner) : .root
  }
}

extension FollowedChild {
  /// The parent that has this depth, if injection can follow it: a child may be of another type than its parent.
  fileprivate func parent(at depth: UInt32, _ type: Any.Type) -> InjectionTarget {
    let parent = depth == core.depth ? self : FollowedChild(parent: core.ancestor(at: depth))
    guard let parent, parent.type == type else { return .root }
    return .child(parent)
  }
}

extension UnsafeMutablePointer<factory_level> {
  /// Called before a factory's closure or a decorator, if there are child containers.
  @inline(never)
  package func begin() {
    pointee.task = factory_current_task()
    pointee.shared = FollowedChild.currentShared(at: InjectionLevel(self))
  }
}

extension Frame {
  /// The frame as a level of injection.
  var level: InjectionLevel { InjectionLevel(pointer(to: \.level)!) }

  /// Records who caches the instance. In a container without a parent, nothing depends on it.
  /// - Parameter parent: the parent that caches it, if that is not the container itself; nil for the process.
  func setOwner(isGraph: Bool, isOwn: Bool = false, _ parent: ContainerManager? = nil) {
    let owner =
      isGraph
      ? FACTORY_OWNED_BY_CYCLE : isOwn ? FACTORY_OWNED_BY_CONTAINER : FACTORY_OWNED_BY_PARENT
    pointee.level.owner = UInt32(owner)
    pointee.level.owner_depth = parent?.core.depth ?? 0
  }
}
