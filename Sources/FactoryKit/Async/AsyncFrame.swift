// Factory, MIT licence; see LICENSE
//
// Asynchronous resolutions in progress. A task-local value refers to the innermost one, because a
// task that is suspended continues on any thread.
public import FactoryCore
public import FactoryKitCore

/// One asynchronous resolution.
///
/// Frames are linked from the innermost resolution to the outermost one. Child tasks, and tasks
/// that a closure starts with `Task { }`, inherit the frame in which they start. Such a task may
/// outlive the resolution, so a frame is a retained object, and knows whether its resolution has
/// ended.
@usableFromInline
final class AsyncFrame: ManagedBuffer<AsyncFrame.Links, factory_async_frame> {
  // May be used from any task, although a `ManagedBuffer` cannot be `Sendable`: the description is
  // constant, except for the owner, which is written before the closure runs; and the links are guarded by the lock of the
  // wait graph. The other fields of `factory_async_frame` are atomic, or guarded by the lock
  // next to them, which may be taken under that of the wait graph.

  @usableFromInline
  struct Links {
    /// The outermost frame of the tree that the construction uses; nil without a construction.
    fileprivate(set) var root: AsyncFrame?
    /// The factory's parameter; nil for a factory without one, and when the resolution has ended.
    fileprivate(set) var parameter: (any Sendable)?
    /// The construction that runs the factory's closure, if that has a task of its own. Removed
    /// when the resolution ends: a task that the instance has started, and that retains the frame,
    /// must not retain the instance.
    fileprivate(set) var build: Build?
    /// The owner of what is built, and the container that was asked, if there are children. Removed when the resolution ends.
    fileprivate(set) var containers: (owner: ContainerManager, asked: ContainerManager)?
  }

  /// The frame of a resolution that starts now.
  @usableFromInline
  static func make(
    _ manager: ContainerManager, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ parameter: (any Sendable)?
  ) -> AsyncFrame {
    _ = TaskResolutions.activated
    factory_async_record_use()
    let parent = current
    let frame = create(minimumCapacity: 1) { _ in
      Links(parameter: parameter, containers: factory_children_exist() ? (manager, manager) : nil)
    }
    frame.withUnsafeMutablePointerToElements { state in
      state.initialize(to: factory_async_frame())
      state.pointee.users = 1
      // Owned: see `takeParent`.
      state.pointee.parent = parent.map { UnsafeMutableRawPointer(owning: $0) }
      factory_frame_describe(
        &state.pointee.description, factory_core_identity(manager.core), types.result,
        declaration.name, declaration.file, declaration.lineAndFlags)
      state.pointee.description.parameter_type = types.parameter
      // Retained by the links.
      state.pointer(to: \.description)!.setOwner(manager, asked: manager)
      state.pointee.description.depth = parent.map { $0.description.depth + 1 } ?? 0
    }
    // `create` returns an object of the class that it is called on.
    return unsafeDowncast(frame, to: AsyncFrame.self)
  }

  /// Valid while the frame exists: a buffer's elements are not moved.
  var state: UnsafeMutablePointer<factory_async_frame> {
    withUnsafeMutablePointerToElements { $0 }
  }

  /// Runs `body` with the links. Unlike `header`, it does not check for exclusive access; the
  /// comment at the top says why that is not needed.
  func withLinks<Result>(_ body: (UnsafeMutablePointer<Links>) -> Result) -> Result {
    withUnsafeMutablePointerToHeader(body)
  }

  /// A description of the factory, to be copied.
  var description: factory_frame { state.pointee.description }

  /// The resolution whose closure, or a task that it has started, has started this one. Resolutions
  /// that have ended may be left out.
  var parent: AsyncFrame? {
    withLock { state in
      // Owned by this frame, and not replaced while the lock is held.
      factory_async_frame_parent(state)?.object(AsyncFrame.self)
    }
  }

  /// Runs `body` under the frame's lock.
  func withLock<Result>(_ body: (UnsafeMutablePointer<factory_async_frame>) -> Result) -> Result {
    let state = state
    let lock = factory_async_frame_lock(state)
    #if DEBUG
      return lock.withLock(.leaf) { body(state) }
    #else
      // The same, which the compiler can inline, because it is not in another module.
      factory_lock(lock)
      defer { factory_unlock(lock) }
      return body(state)
    #endif
  }

  /// Leaves out the frames around this one that have ended and whose trees have no users. Otherwise
  /// tasks that start each other, and each end before the next one, would retain all their frames.
  private func skipEndedParents() {
    let old = parent
    var new = old
    while let frame = new, frame.hasEnded, !frame.hasTree { new = frame.parent }
    if new === old { return }
    let replaced = takeParent(replacement: new)
    // Released without the lock.
    withExtendedLifetime(replaced) {}
  }

  private func takeParent(replacement: AsyncFrame? = nil) -> AsyncFrame? {
    withLock { state in
      let old = factory_async_frame_parent(state)
      factory_async_frame_set_parent(
        state, replacement.map { UnsafeMutableRawPointer(owning: $0) })
      // Owned by this frame until now: see `make`.
      return old?.takeObject(AsyncFrame.self)
    }
  }

  deinit {
    // In a loop, because nested deinitialisers of a long chain would exhaust the stack.
    var next = takeParent()
    while isKnownUniquelyReferenced(&next) { next = next!.takeParent() }
  }

  /// The factory's parameter, until the resolution ends.
  var parameter: (any Sendable)? {
    hasParameter ? WaitGraph.lock.withLock(.waitGraph) { withLinks { $0.pointee.parameter } } : nil
  }

  /// The outermost frame of the tree that the construction in progress uses; nil without one.
  var rootOfConstruction: AsyncFrame? {
    WaitGraph.lock.withLock(.waitGraph) { withLinks { $0.pointee.root } }
  }

  var hasEnded: Bool { factory_async_frame_has_ended(state) }

  // MARK: The current frame

  /// The innermost resolution to which the calling task belongs; nil outside all of them.
  static var current: AsyncFrame? {
    // Watchers and the logger are no part of the resolution that they are called for.
    guard factory_async_is_used() else { return nil }
    let thread = factory_current_thread()
    guard thread.pointee.watching == nil, thread.pointee.logging == 0 else { return nil }
    if let running { return running }
    // Only `run` sets it.
    var frame = TaskFrames.resolution.map { assumedObject($0, AsyncFrame.self) }
    while let ended = frame, ended.hasEnded { frame = ended.parent }
    return frame
  }

  /// The resolution of which the calling task runs a step. Not for a task that was started in the
  /// step, and runs on the same thread until it is first suspended.
  private static var running: AsyncFrame? {
    let thread = factory_current_thread()
    guard let frame = thread.pointee.async_frame, thread.pointee.async_task == currentTask
    else { return nil }
    // Retained by `onThread`.
    return frame.object(AsyncFrame.self)
  }

  /// Identifies the task that runs on the calling thread.
  private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }

  /// The factories around those of the calling thread's frames, as lines of a message. The step that
  /// the thread runs has a frame there.
  static var chainAroundThread: [String] {
    guard let current else { return [] }
    var chain = current.chainDescription
    if current === running { chain.removeLast() }
    return chain
  }

  /// Runs a step of this resolution, with a frame on the calling thread's list. The resolution becomes the thread's
  /// `running` one meanwhile.
  func onThread<Result>(_ body: (Frame) -> Result) -> Result {
    let thread = factory_current_thread()
    let outer = (thread.pointee.async_frame, thread.pointee.async_task)
    thread.pointee.async_frame = UnsafeMutableRawPointer(unowned: self)
    thread.pointee.async_task = Self.currentTask
    defer { (thread.pointee.async_frame, thread.pointee.async_task) = outer }
    var stack = description
    return withExtendedLifetime(self) {
      withUnsafeMutablePointer(to: &stack) { frame in
        if factory_frame_push(frame) { frame.check() }
        defer { frame.pop() }
        return body(frame)
      }
    }
  }

  /// The depth of the outermost frame on the calling thread, which is not zero if the thread
  /// runs a part of an asynchronous resolution, and the resolution around that frame, if there is one.
  static var surroundings: (depth: Int, resolution: (any TaskResolution)?) {
    guard let current else { return (0, nil) }
    let depth = Int(current.state.pointee.description.depth)
    // A step has a frame of its own on the thread.
    return current === running ? (depth, current.parent) : (depth + 1, current)
  }

  /// Runs a factory's closure as part of this resolution.
  @_alwaysEmitIntoClient
  func run<T, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ make: () async throws(Failure) -> T
  ) async throws(Failure) -> T {
    checkForCycle()
    var taskFrame = beginTaskFrame()
    defer { TaskFrame.end(&taskFrame) }
    let value = TaskFrames(taskFrame ?? self)
    do {
      guard let shared = taskFrame?.shared else {
        return try await TaskFrames.taskLocal.withValue(value, operation: make)
      }
      return try await Container.$shared.withValue(shared) {
        try await TaskFrames.taskLocal.withValue(value, operation: make)
      }
    } catch {
      // `withValue` throws what `make` throws.
      throw error as! Failure
    }
  }

  /// Records the construction that is going to run the factory's closure in a task of its own, and
  /// makes it a user of the tree.
  func begin(_ build: Build) {
    let root = joinTree()
    WaitGraph.lock.withLock(.waitGraph) {
      withLinks {
        $0.pointee.build = build
        $0.pointee.root = root
        build.began(in: self)
      }
    }
  }

  /// Records the owner, before the closure runs.
  /// - Parameter step: the frame of the last step.
  func setOwner(
    _ step: (container: UInt64, owner: factory_owner),
    _ containers: (ContainerManager, ContainerManager)?
  ) {
    (state.pointee.description.container, state.pointee.description.owner) = step
    guard let containers else { return }
    let old = WaitGraph.lock.withLock(.waitGraph) {
      withLinks { links in
        defer { links.pointee.containers = containers }
        return links.pointee.containers
      }
    }
    withExtendedLifetime(old) {}
  }

  /// The frame that tasks of the closure inherit.
  @usableFromInline @inline(never)
  func beginTaskFrame() -> TaskFrame? {
    guard factory_children_exist(),
      let containers = WaitGraph.lock.withLock(.waitGraph, { withLinks { $0.pointee.containers } })
    else { return nil }
    return TaskFrame.begin(async: description, containers.owner, asked: containers.asked, self)
  }

  /// Records that the construction has run the factory's closure. Traps if that closes a circle of
  /// tasks that wait.
  func endConstruction() {
    factory_async_frame_end(state)
    var (build, root): (Build?, AsyncFrame?)
    let circle = WaitGraph.lock.withLock(.waitGraph) { () -> [AnyObject]? in
      withLinks {
        build = $0.pointee.build.take()
        root = $0.pointee.root.take()
      }
      return build?.closureReturned(to: innermostConstruction)
    }
    if let circle { CircularDependency.stop(Self.describe(circle)) }
    releaseParameterAndContainers()
    root?.leaveTree()
    skipEndedParents()
  }

  /// Ends the resolution that has created the frame.
  /// - Parameter isBuilding: whether the resolution has started a construction, which uses the
  ///   frame until `endConstruction`.
  @usableFromInline
  func end(isBuilding: Bool) {
    if !isBuilding {
      factory_async_frame_end(state)
      releaseParameterAndContainers()
    }
    leaveTree()
    skipEndedParents()
  }

  /// Releases what a task that outlives the resolution must not retain.
  private func releaseParameterAndContainers() {
    guard hasParameter || factory_children_exist() else { return }
    let parts = WaitGraph.lock.withLock(.waitGraph) {
      withLinks { ($0.pointee.parameter.take(), $0.pointee.containers.take()) }
    }
    // Released without the lock, because that may run user code.
    withExtendedLifetime(parts) {}
  }

  private var hasParameter: Bool { state.pointee.description.parameter_type != nil }
}
