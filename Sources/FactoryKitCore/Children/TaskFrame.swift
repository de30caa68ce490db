// Factory, MIT licence; see LICENSE
//
// Continues the list of frames in tasks, which may run on any thread: see `Owners.swift`.
//
// An asynchronous resolution is a `TaskFrame`. A synchronous construction binds one as a task-local value if its instance is
// kept, a child container was asked, or one is shared, unless the frame around it decides the same. Child tasks
// inherit it, and so do tasks that the construction starts, for as long as they run. Code without a frame of its own on
// the thread binds one too: `run`, `autoRegister`, the read of a lazy wrapper, loggers and watchers.
package import FactoryCore

/// A frame that tasks inherit.
@usableFromInline
// Sendable: the lock guards the variables, except the description and `rootIdentity`, which the resolution's own task writes
// before any other task has the frame, and `construction`. The description's texts and metadata are never freed; other code
// than that of the resolution only compares the addresses of the owner.
package final class TaskFrame: @unchecked Sendable {
  package enum Kind {
    /// A closure that makes an instance, a decorator, `autoRegister`, or the read of a lazy wrapper.
    case construction
    /// `run`, for the containers with this outermost parent, and for injection of this type.
    case run(root: UInt64, type: Any.Type)
    /// Code that is no part of a construction: a logger or a watcher.
    case outside
  }

  let kind: Kind
  package let isAsynchronous: Bool
  /// Describes the factory, without its parameter, and the owner; not on a thread's list. Constant, but the owner of an
  /// asynchronous resolution is written by its task, before the closure runs.
  @exclusivity(unchecked) package private(set) var description: factory_frame
  /// The identity of an owner without a parent; zero for a child. Written together with the description's owner.
  @exclusivity(unchecked) private(set) var rootIdentity: UInt64 = 0
  /// Whether `outer` is a copy of a frame of the thread, made for this one.
  private let isOuterCopied: Bool

  /// Guards the variables. Many objects share it.
  private var word: LockWord { factory_object_lock(UnsafeRawPointer(unowned: self)) }
  @exclusivity(unchecked) private var outerFrame: TaskFrame?
  /// The owner and the container that was asked, if they are children, until the resolution has ended.
  @exclusivity(unchecked) private var owner: ContainerManager?
  @exclusivity(unchecked) private var asked: ContainerManager?
  /// The same owner after that.
  @exclusivity(unchecked) private var reference: ChildReference?
  @exclusivity(unchecked) private var ended = false
  /// Whether there were no children when the frame began. Then it has no owner any more once it has ended, so that tasks of a
  /// singleton that a program has built at its start do not make lookups slower.
  private let isWithoutChildren = !factory_children_exist()
  @exclusivity(unchecked) private var asyncState = AsyncState()
  /// The construction that runs the closure of an asynchronous resolution, if that has a task of its own. Removed
  /// when the resolution ends: a task that the instance has started, and that retains the frame, must not retain the
  /// instance. Guarded by the lock of the wait graph.
  @exclusivity(unchecked) package var construction: Build?

  /// The variables of an asynchronous resolution.
  package struct AsyncState {
    /// The factory's parameter; nil for a factory without one, and when the resolution has ended.
    package var parameter: (any Sendable)?
    /// The outermost frame of the tree that the construction uses; nil without a construction.
    package var root: TaskFrame?
    /// The number of users of this frame's tree: the resolution itself, and the constructions in the tree. The tree of the
    /// outermost frame is used.
    package var users = 0
    /// The tree's graph instances. Nil until they are needed, and when there are no users any more.
    package var graph: GraphCells?
  }

  private init(
    _ kind: Kind, _ description: factory_frame, _ owner: ContainerManager? = nil,
    asked: ContainerManager? = nil, outer: (frame: TaskFrame?, isCopied: Bool),
    isAsynchronous: Bool = false
  ) {
    factory_count_task_frame()
    self.kind = kind
    self.isAsynchronous = isAsynchronous
    self.description = description
    outerFrame = outer.frame
    isOuterCopied = outer.isCopied
    // Without the lock, because no other task has the frame yet.
    if let owner {
      rootIdentity = Self.rootIdentity(owner)
      if rootIdentity == 0 { self.owner = owner }
      if let asked = asked ?? self.owner, asked.core.parent != nil { self.asked = asked }
    }
    if outer.frame != nil { skipEnded() }
  }

  deinit {
    if !isForgotten { factory_discount_task_frame() }
    // In a loop, because nested deinitialisers of a long chain would exhaust the stack.
    var next = replaceOuter(by: nil)
    while isKnownUniquelyReferenced(&next) { next = next!.replaceOuter(by: nil) }
  }

  // On systems before iOS 15 and macOS 12, programs contain the concurrency runtime. It has task-local
  // values from its first version on, and the form of `withValue` that asynchronous code calls is compiled into
  // programs (`@backDeployed`), so the runtime's version does not matter.
  @TaskLocal private static var bound: TaskFrame?

  /// The task-local value, for code that is emitted into programs.
  @usableFromInline
  package static var taskLocal: TaskLocal<TaskFrame?> { $bound }

  /// That of the calling task; nil if there is none.
  package static var current: TaskFrame? {
    guard factory_task_frames_exist(), let bound, !bound.isForgotten else { return nil }
    return bound
  }

  /// The asynchronous resolution to which the calling task belongs. It may have ended.
  static var currentResolution: TaskFrame? {
    factory_task_frames_exist() ? bound?.resolution : nil
  }

  /// Whether the list of owners ends before this frame.
  var isForgotten: Bool { isWithoutChildren && hasEnded }

  /// The frame around this one.
  package var outer: TaskFrame? { word.withLock(.leaf) { outerFrame } }

  var isKept: Bool { description.owner.is_kept != 0 }

  package var hasEnded: Bool { word.withLock(.leaf) { ended } }

  /// Runs `body` under the frame's lock.
  package func withAsyncState<Result>(_ body: (inout AsyncState) -> Result) -> Result {
    word.withLock(.leaf) { body(&asyncState) }
  }

  /// The owner and the container that was asked, if they are children that exist. An owner without a parent is found by
  /// its identity instead.
  var containers: (owner: ContainerManager?, asked: ContainerManager?) {
    let (owner, asked, reference) = word.withLock(.leaf) {
      (self.owner, self.asked, self.reference)
    }
    if owner != nil { return (owner, asked) }
    guard let container = reference?.container, let known = container as? any ManagedContainer
    else { return (nil, asked) }
    let manager = known.manager
    return (manager.core.valuesRetainContainer ? manager.retaining(container) : manager, asked)
  }

  private static func rootIdentity(_ owner: ContainerManager) -> UInt64 {
    owner.core.parent == nil ? factory_core_identity(owner.core) : 0
  }

  // MARK: Beginning and ending

  /// Called before the closure or the decorator of a frame, if there are children. Records what decides whether a container
  /// acts as the owner, and returns whether tasks that the closure starts need a frame of it.
  @inline(never)
  static func begin(_ frame: Frame) -> Bool {
    frame.pointee.owner.containers = factory_last_container()
    // Unless the lookup has found out what to do, `Owners.acting` has recorded it.
    if frame.pointee.owner.around == nil, factory_task_frames_exist() {
      frame.pointee.owner.around = current.map { UnsafeRawPointer(unowned: $0) }
    }
    // What is kept is rarely built, and a child of another type may be the shared one of that type.
    if frame.pointee.owner.is_kept == 0, frame.manager.core.parent == nil,
      frame.asked.core.parent == nil, !Container.sharedIsChild
    {
      return false
    }
    let top = factory_current_thread().pointee.top
    // The frame is not on the list yet, or it is the innermost one.
    let outside = top == frame ? frame.pointee.previous : top
    return !isRepeated(frame, around(frame), outside)
      || Self.shared(in: OwnerLink(frame)) != nil
  }

  /// The frame of the task around one of the calling thread. The task retains it.
  private static func around(_ frame: Frame) -> TaskFrame? {
    frame.pointee.owner.around?.object(TaskFrame.self)
  }

  /// The frame of a synchronous construction, for its tasks.
  convenience init(_ frame: Frame) {
    let around = Self.around(frame)
    self.init(
      .construction, Self.description(frame), frame.manager, asked: frame.asked,
      // A kept instance ends the list. Only chains of asynchronous resolutions go on.
      outer: frame.pointee.owner.is_kept != 0
        ? (around?.resolution, false) : Self.copied(around, besides: frame))
  }

  private static func description(_ frame: Frame) -> factory_frame {
    var description = frame.pointee
    description.previous = nil
    description.parameter = nil
    return description
  }

  /// Whether the frame around this one decides the same: for tasks, frames in a row with the same owner count as the outermost
  /// of them.
  /// - Parameter outside: the frame of the thread around this one.
  private static func isRepeated(_ frame: Frame, _ around: TaskFrame?, _ outside: Frame?) -> Bool {
    let owner = frame.pointee.owner
    guard let around, case .construction = around.kind,
      around.description.owner.core == owner.core,
      // A parent may be asked for the same factory.
      owner.set_by == 0,
      // A container that was made in between is itself for one of them only.
      around.description.owner.containers == owner.containers
    else { return false }
    if owner.is_kept != 0 {
      // A kept instance ends the list. That of a child changes nothing else.
      if !around.isKept, around.outer != nil || around.rootIdentity != 0 { return false }
      // Reports name its factory.
      if around.description.name == nil { return false }
    }
    guard let other = Owners.innermostFrame(from: outside, under: owner.around) else { return true }
    return other.pointee.owner.core == owner.core
  }

  /// The frames around the calling code, for a frame that is bound next: also those of the thread that are not bound.
  private static func copied(
    _ around: TaskFrame?, besides frame: Frame? = nil
  ) -> (frame: TaskFrame?, isCopied: Bool) {
    let top = factory_current_thread().pointee.top
    if top == nil || top == frame && top!.pointee.previous == nil { return (around, false) }
    var frames: [Frame] = []
    Owners.forEachFrame(of: factory_current_thread(), under: around) { other in
      if other != frame { frames.append(other) }
      return other.pointee.owner.is_kept == 0
    }
    var outer: (frame: TaskFrame?, isCopied: Bool) = (around, false)
    for frame in frames.reversed() where !isRepeated(frame, outer.frame, frame.pointee.previous) {
      // It is the first one, because the search has ended at it, so nothing is copied yet.
      if frame.pointee.owner.is_kept != 0 { outer = (outer.frame?.resolution, false) }
      outer = (
        TaskFrame(
          .construction, description(frame), frame.manager, asked: frame.asked, outer: outer), true
      )
    }
    return outer
  }

  /// An asynchronous resolution that begins.
  /// - Parameter description: describes it, with the container that was asked as the owner.
  package convenience init(
    asynchronous description: factory_frame, _ manager: ContainerManager,
    _ parameter: (any Sendable)?
  ) {
    let around = factory_task_frames_exist() ? Self.bound : nil
    self.init(
      .construction, description, manager,
      outer: factory_children_exist() ? Self.copied(around) : (around, false), isAsynchronous: true)
    // Without the lock: see above.
    asyncState.users = 1
    if let parameter { asyncState.parameter = parameter }
  }

  /// Records the owner of an asynchronous resolution, before the closure runs.
  /// - Parameter step: the container and the owner of the frame of the last step, whose containers the caller retains.
  package func setOwner(_ step: (container: UInt64, owner: factory_owner)) {
    (description.container, description.owner) = step
    description.owner.containers = factory_last_container()
    let owner = step.owner.manager!.object(ContainerManager.self)
    let asked = step.owner.asked!.object(ContainerManager.self)
    rootIdentity = Self.rootIdentity(owner)
    guard factory_children_exist() else { return }
    let new = (rootIdentity == 0 ? owner : nil, asked.core.parent == nil ? nil : asked)
    let old = word.withLock(.leaf) {
      let old = (self.owner, self.asked)
      (self.owner, self.asked) = new
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// A kept frame without a factory: that of `autoRegister`, or of the read of a lazy wrapper.
  package convenience init(keptBy owner: ContainerManager) {
    var description = factory_frame()
    description.owner.is_kept = UInt32(FACTORY_KEPT_BY_CONTAINER)
    description.owner.core = UnsafeRawPointer(owner.core)
    description.owner.containers = factory_last_container()
    self.init(.construction, description, owner, outer: (Self.currentResolution, false))
  }

  /// The frame of a call of `run`; nil if there are no frames around it.
  @usableFromInline @inline(never)
  package static func run(_ container: any ManagedContainer) -> TaskFrame? {
    guard factory_children_exist() else { return nil }
    let around = current
    if around == nil, factory_current_thread().pointee.top == nil { return nil }
    let root = factory_core_identity(container.manager.core.root)
    return TaskFrame(
      .run(root: root, type: type(of: container)), factory_frame(), outer: copied(around))
  }

  /// Runs code that is no part of a construction.
  @inline(__always)
  static func outside<Result>(_ body: () -> Result) -> Result {
    guard factory_children_exist() || factory_task_frames_exist() else { return body() }
    return runOutside(body)
  }

  @inline(never)
  private static func runOutside<Result>(_ body: () -> Result) -> Result {
    if current == nil, factory_current_thread().pointee.top == nil { return body() }
    // It has no owner, so it need not end.
    return TaskFrame(.outside, factory_frame(), outer: (nil, false)).run(body)
  }

  /// Runs a closure in this frame. `end` has to follow.
  @usableFromInline @inline(never)
  package func run<T, Failure: Error>(_ make: () throws(Failure) -> T) throws(Failure) -> T {
    do {
      guard let shared else { return try Self.$bound.withValue(self, operation: make) }
      return try Container.$shared.withValue(shared) {
        try Self.$bound.withValue(self, operation: make)
      }
    } catch {
      // `withValue` throws what `make` throws.
      throw error as! Failure
    }
  }

  /// What `Container.shared` is while the closure runs, if it would act as another container: so tasks of a closure do not
  /// retain a child.
  @usableFromInline
  package var shared: Container? {
    guard factory_children_exist(), case .construction = kind else { return nil }
    return Self.shared(in: OwnerLink(self))
  }

  private static func shared(in link: @autoclosure () -> OwnerLink) -> Container? {
    let shared = Container.shared.manager
    guard shared.core.parent != nil else { return nil }
    let acting = link().acting(shared) ?? shared
    return acting.core == shared.core ? nil : acting.containerToInject as? Container
  }

  /// Called when the closure has returned. Tasks that it has started may go on.
  @usableFromInline
  package static func end(_ frame: inout TaskFrame?) {
    // Usually no task has inherited it.
    if frame == nil || isKnownUniquelyReferenced(&frame) { return }
    frame!.end()
  }

  package func end() {
    // Released without the lock.
    var parameter: (any Sendable)?
    let (wasEnded, owner, asked) = word.withLock(.leaf) {
      defer { ended = true }
      if description.parameter_type != nil { parameter = asyncState.parameter.take() }
      return (ended, self.owner, self.asked.take())
    }
    withExtendedLifetime((parameter, asked)) {}
    if wasEnded { return }
    if isWithoutChildren { factory_discount_task_frame() }
    if let owner {
      // Created without the lock.
      let reference = owner.reference
      word.withLock(.leaf) { (self.owner, self.reference) = (nil, reference) }
    }
    if isOuterCopied { outer?.end() }
    skipEnded()
  }

  /// Leaves out the frames around this one that have ended and decide nothing inside of it. Otherwise tasks that start each
  /// other, each in a construction, would retain a frame of each of them.
  package func skipEnded() {
    let old = outer
    var new = old
    while let frame = new, frame.hasEnded, !frame.hasTree,
      isKept || !factory_children_exist() || frame.decidesNothing(inside: self)
    {
      new = frame.outer
    }
    if new !== old { withExtendedLifetime(replaceOuter(by: new)) {} }
  }

  private func replaceOuter(by new: TaskFrame?) -> TaskFrame? {
    word.withLock(.leaf) {
      let old = outerFrame
      outerFrame = new
      return old
    }
  }

  /// Whether this frame, which has ended, decides the same as the inner one.
  private func decidesNothing(inside inner: TaskFrame) -> Bool {
    guard case .construction = kind, !isKept, description.owner.set_by == 0 else { return false }
    if rootIdentity != 0 { return inner.rootIdentity == rootIdentity }
    guard let owner = containers.owner else { return true }
    return owner.core == inner.containers.owner?.core
  }
}

extension Container {
  /// Whether the shared container is a child.
  static var sharedIsChild: Bool { shared.manager.core.parent != nil }
}
