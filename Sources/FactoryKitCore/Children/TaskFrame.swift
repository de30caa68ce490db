// Factory, MIT licence; see LICENSE
//
// Continues the list of frames in tasks, which may run on any thread: see `Owners.swift`.
//
// A construction binds a `TaskFrame` as a task-local value if its instance is kept, a child container was asked, or one is
// shared, unless the frame around it decides the same. Child tasks
// inherit it, and so do tasks that the construction starts, for as long as they run. Code without a frame of its own on
// the thread binds one too: `run`, `autoRegister`, the read of a lazy wrapper, loggers and watchers.
package import FactoryCore

/// The task-local value.
@usableFromInline
@frozen
// Sendable: both classes guard their state.
package struct TaskFrames: @unchecked Sendable {
  /// The innermost `TaskFrame`; without one, the innermost asynchronous resolution, an `AsyncFrame`.
  @usableFromInline let object: AnyObject

  @usableFromInline
  package init(_ object: AnyObject) { self.object = object }

  /// The innermost asynchronous resolution.
  package static var resolution: AnyObject? {
    guard factory_async_is_used(), let object = current?.object else { return nil }
    return object is TaskFrame ? assumedObject(object, TaskFrame.self).resolution : object
  }

  // On systems before iOS 15 and macOS 12, programs contain the concurrency runtime. It has task-local
  // values from its first version on, and the form of `withValue` that asynchronous code calls is compiled into
  // programs (`@backDeployed`), so the runtime's version does not matter.
  @TaskLocal package static var current: TaskFrames?

  /// The task-local value, for code that is emitted into programs.
  @usableFromInline
  package static var taskLocal: TaskLocal<TaskFrames?> { $current }
}

/// A frame that tasks inherit.
@usableFromInline
// Sendable: the variables are guarded by the lock, everything else is constant. The pointers of the description are to texts
// and metadata that are never freed.
package final class TaskFrame: @unchecked Sendable {
  package enum Kind {
    /// A closure that makes an instance, a decorator, `autoRegister`, or the read of a lazy wrapper.
    case construction
    /// `run`, for the containers with this outermost parent, and for injection of this type.
    case run(root: UInt64, type: Any.Type)
    /// Code that is no part of a construction: a logger, a watcher or a shutdown hook.
    case outside
  }

  let kind: Kind
  /// The frame around this one. Nil for a kept instance, because the list ends there.
  package let outer: TaskFrame?
  /// Describes the factory, without its parameter, and the owner; not on a thread's list.
  let description: factory_frame
  /// The identity of an owner without a parent; zero for a child.
  let rootIdentity: UInt64
  /// Whether `outer` is a copy of a frame of the thread, made for this one.
  private let isOuterCopied: Bool
  /// The asynchronous resolution to which the frame belongs.
  fileprivate let resolution: AnyObject?
  /// What `Container.shared` is meanwhile, if it would act as another container.
  @usableFromInline package let shared: Container?

  /// Guards the variables. Many objects share it.
  private var word: LockWord { factory_object_lock(UnsafeRawPointer(unowned: self)) }
  /// The owner, if that is a child, and the container that was asked, until the closure has returned.
  @exclusivity(unchecked) private var owner: ContainerManager?
  @exclusivity(unchecked) private var asked: ContainerManager?
  /// The same owner after that.
  @exclusivity(unchecked) private var reference: ChildReference?
  @exclusivity(unchecked) private var hasEnded = false

  private init(
    _ kind: Kind, _ description: factory_frame, _ owner: ContainerManager?,
    asked: ContainerManager?, outer: TaskFrame?, isOuterCopied: Bool, _ resolution: AnyObject?,
    bindsShared: Bool
  ) {
    factory_count_task_frame()
    self.kind = kind
    self.description = description
    let isRoot = owner.map { $0.core.parent == nil } ?? false
    rootIdentity = isRoot ? factory_core_identity(owner!.core) : 0
    self.owner = isRoot ? nil : owner
    self.asked = asked
    self.outer = outer?.withoutEnded(of: owner)
    self.isOuterCopied = isOuterCopied
    self.resolution = resolution
    shared = bindsShared ? Self.shared(for: owner!, description.owner) : nil
  }

  deinit { factory_discount_task_frame() }

  /// That of the calling task; nil if there is none.
  package static var current: TaskFrame? {
    factory_task_frames_exist() ? TaskFrames.current?.object as? TaskFrame : nil
  }

  var isKept: Bool { description.owner.is_kept != 0 }

  /// The owner and the container that was asked, if they are known and exist. That of a container without a parent is found by
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
      frame.asked.core.parent == nil, frame.pointee.owner.names_child == 0,
      !Container.sharedIsChild
    {
      return false
    }
    let top = factory_current_thread().pointee.top
    // The frame is not on the list yet, or it is the innermost one.
    let outside = top == frame ? frame.pointee.previous : top
    return !isRepeated(frame, around(frame), outside)
      || shared(for: frame.manager, frame.pointee.owner) != nil
  }

  /// The frame of the task around one of the calling thread. The task retains it.
  private static func around(_ frame: Frame) -> TaskFrame? {
    frame.pointee.owner.around?.object(TaskFrame.self)
  }

  convenience init(_ frame: Frame) {
    let around = Self.around(frame)
    self.init(
      frame.pointee, frame.manager, asked: frame.asked, around,
      around == nil ? TaskFrames.resolution : around!.resolution, frame: frame)
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
    var next = outside
    while let other = next, other.pointee.phase == UInt32(FACTORY_RESOLVING) {
      next = other.pointee.previous
    }
    guard let other = next, other.pointee.owner.around == owner.around,
      other.pointee.owner.is_bound == 0
    else { return true }
    return other.pointee.owner.core == owner.core
  }

  private convenience init(
    _ description: factory_frame, _ owner: ContainerManager, asked: ContainerManager?,
    _ around: TaskFrame?, _ resolution: AnyObject?, frame: Frame? = nil
  ) {
    var description = description
    description.previous = nil
    description.parameter = nil
    let isKept = description.owner.is_kept != 0
    let (outer, isCopied) = isKept ? (nil, false) : Self.copied(around, besides: frame)
    self.init(
      .construction, description, owner, asked: asked, outer: outer, isOuterCopied: isCopied,
      resolution, bindsShared: true)
  }

  /// The frames around the calling code, for a frame that is bound next: also those of the thread that are not bound.
  private static func copied(
    _ around: TaskFrame?, besides frame: Frame? = nil
  ) -> (outer: TaskFrame?, isCopied: Bool) {
    let top = factory_current_thread().pointee.top
    if top == nil || top == frame && top!.pointee.previous == nil { return (around, false) }
    var frames: [Frame] = []
    Owners.forEachFrame(of: factory_current_thread(), under: around) { other in
      if other != frame { frames.append(other) }
      return other.pointee.owner.is_kept == 0
    }
    var outer = around
    var isCopied = false
    for frame in frames.reversed() {
      let manager = frame.manager
      if isRepeated(frame, outer, frame.pointee.previous) { continue }
      var description = frame.pointee
      description.previous = nil
      description.parameter = nil
      let isKept = description.owner.is_kept != 0
      outer = TaskFrame(
        .construction, description, manager, asked: frame.asked, outer: isKept ? nil : outer,
        isOuterCopied: isCopied, nil, bindsShared: false)
      isCopied = true
    }
    return (outer, isCopied)
  }

  /// The frame of an asynchronous resolution, whose closure is about to run, if there are children.
  /// - Parameter description: describes the resolution and its owner.
  package static func begin(
    async description: factory_frame, _ owner: ContainerManager, asked: ContainerManager,
    _ resolution: AnyObject
  ) -> TaskFrame {
    let around = current
    var description = description
    description.owner.containers = factory_last_container()
    return TaskFrame(description, owner, asked: asked, around, resolution)
  }

  /// A kept frame without a factory: that of `autoRegister`, or of the read of a lazy wrapper.
  package convenience init(keptBy owner: ContainerManager) {
    var description = factory_frame()
    description.owner.is_kept = UInt32(FACTORY_KEPT_BY_CONTAINER)
    description.owner.core = UnsafeRawPointer(owner.core)
    description.owner.containers = factory_last_container()
    self.init(
      .construction, description, owner, asked: nil, outer: nil, isOuterCopied: false,
      TaskFrames.resolution, bindsShared: true)
  }

  /// The frame of a call of `run`; nil if there are no frames around it.
  @usableFromInline @inline(never)
  package static func run(_ container: any ManagedContainer) -> TaskFrame? {
    guard factory_children_exist() else { return nil }
    let around = current
    if around == nil, factory_current_thread().pointee.top == nil { return nil }
    let (outer, isCopied) = copied(around)
    let root = factory_core_identity(container.manager.core.root)
    return TaskFrame(
      .run(root: root, type: type(of: container)), factory_frame(), nil, asked: nil, outer: outer,
      isOuterCopied: isCopied, TaskFrames.resolution, bindsShared: false)
  }

  /// Runs code that is no part of a construction.
  @inline(__always)
  static func outside<Result>(_ body: () -> Result) -> Result {
    guard factory_children_exist() else { return body() }
    return runOutside(body)
  }

  @inline(never)
  private static func runOutside<Result>(_ body: () -> Result) -> Result {
    if current == nil, factory_current_thread().pointee.top == nil { return body() }
    let frame = TaskFrame(
      .outside, factory_frame(), nil, asked: nil, outer: nil, isOuterCopied: false,
      TaskFrames.resolution, bindsShared: false)
    // It has no owner, so it need not end.
    return frame.run(body)
  }

  /// Runs a closure in this frame. `end` has to follow.
  @usableFromInline @inline(never)
  package func run<T, Failure: Error>(_ make: () throws(Failure) -> T) throws(Failure) -> T {
    do {
      guard let shared else { return try TaskFrames.$current.withValue(value, operation: make) }
      return try Container.$shared.withValue(shared) {
        try TaskFrames.$current.withValue(value, operation: make)
      }
    } catch {
      // `withValue` throws what `make` throws.
      throw error as! Failure
    }
  }

  /// The task-local value with this frame.
  @usableFromInline
  package var value: TaskFrames { TaskFrames(self) }

  /// Called when the closure has returned. Tasks that it has started may go on.
  @usableFromInline
  package static func end(_ frame: inout TaskFrame?) {
    // Usually no task has inherited it.
    if frame == nil || isKnownUniquelyReferenced(&frame) { return }
    frame!.end()
  }

  private func end() {
    let owner = word.withLock(.leaf) { () -> ContainerManager? in
      hasEnded = true
      return self.owner
    }
    // Created without the lock.
    let reference = owner.flatMap { $0.reference }
    let dropped = word.withLock(.leaf) {
      let dropped = (self.owner, asked, self.reference)
      (self.owner, asked, self.reference) = (nil, nil, reference)
      return dropped
    }
    withExtendedLifetime(dropped) {}
    if isOuterCopied { outer?.end() }
  }

  /// Leaves out frames that have ended and decide the same as the one that is created. Otherwise tasks that start each other,
  /// each in a construction, would retain a frame of each of them.
  private func withoutEnded(of owner: ContainerManager?) -> TaskFrame? {
    var next: TaskFrame? = self
    while let frame = next, frame.decidesNothing(inside: owner) { next = frame.outer }
    return next
  }

  private func decidesNothing(inside inner: ContainerManager?) -> Bool {
    guard case .construction = kind, !isKept, description.owner.set_by == 0,
      word.withLock(.leaf, { hasEnded })
    else { return false }
    if rootIdentity != 0 {
      return inner.map { factory_core_identity($0.core) == rootIdentity } ?? false
    }
    guard let owner = containers.owner else { return true }
    return owner.core == inner?.core
  }

  /// What `shared` has to be while this owner builds, so that tasks do not retain a child that acts as another container.
  private static func shared(for owner: ContainerManager, _ description: factory_owner)
    -> Container?
  {
    guard factory_children_exist() else { return nil }
    let shared = Container.shared.manager
    guard shared.core.parent != nil else { return nil }
    let link = OwnerLink(owner, description)
    let acting = link.acting(shared) ?? shared
    return acting.core == shared.core ? nil : acting.containerToInject as? Container
  }
}

extension Container {
  /// Whether the shared container is a child.
  static var sharedIsChild: Bool { shared.manager.core.parent != nil }
}
