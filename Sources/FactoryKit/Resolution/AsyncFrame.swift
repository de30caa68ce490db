// Factory, MIT licence; see LICENSE
//
// Asynchronous resolutions in progress. A task-local value refers to the innermost one, because a
// task that is suspended continues on any thread.
public import FactoryCore

/// One asynchronous resolution.
///
/// Frames are linked from the innermost resolution to the outermost one. Child tasks, and tasks
/// that a closure starts with `Task { }`, inherit the frame in which they start. Such a task may
/// outlive the resolution, so a frame is a retained object, and knows whether its resolution has
/// ended.
@usableFromInline
final class AsyncFrame: ManagedBuffer<AsyncFrame.Links, factory_async_frame> {
  // May be used from any task, although a `ManagedBuffer` cannot be `Sendable`: `parent` and the
  // description are constant, and the other links are guarded by the lock of the wait graph. The
  // fields of `factory_async_frame` are atomic, or guarded by the lock next to them.

  @usableFromInline
  struct Links {
    /// The resolution whose closure, or a task that it has started, has started this one.
    let parent: AsyncFrame?
    /// The outermost frame of the tree that the construction uses; nil without a construction.
    fileprivate(set) var root: AsyncFrame?
    /// The factory's parameter; nil for a factory without one, and when the resolution has ended.
    fileprivate(set) var parameter: (any Sendable)?
    /// The construction that runs the factory's closure, if that has a task of its own. Removed
    /// when the resolution ends: a task that the instance has started, and that retains the frame,
    /// must not retain the instance.
    fileprivate(set) var construction: AsyncConstruction?
  }

  /// The frame of a resolution that starts now.
  @usableFromInline
  static func make(
    _ manager: ContainerManager, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ parameter: (any Sendable)?
  ) -> AsyncFrame {
    factory_async_note_use()
    let parent = current
    let frame = create(minimumCapacity: 1) { _ in
      Links(parent: parent, parameter: parameter)
    }
    frame.withUnsafeMutablePointerToElements { state in
      state.initialize(to: factory_async_frame())
      state.pointee.users = 1
      factory_frame_describe(
        &state.pointee.description, factory_core_identity(manager.core), types.result,
        declaration.name, declaration.file, declaration.lineAndFlags)
      state.pointee.description.parameter_type = types.parameter
      state.pointee.description.depth = parent.map { $0.description.depth + 1 } ?? 0
    }
    // `create` returns an object of the class that it is called on.
    return unsafeDowncast(frame, to: AsyncFrame.self)
  }

  /// Valid while the frame exists: a buffer's elements are not moved.
  private var state: UnsafeMutablePointer<factory_async_frame> {
    withUnsafeMutablePointerToElements { $0 }
  }

  /// Runs `body` with the links. Unlike `header`, it does not check for exclusive access; the
  /// comment at the top says why that is not needed.
  func withLinks<Result>(_ body: (UnsafeMutablePointer<Links>) -> Result) -> Result {
    withUnsafeMutablePointerToHeader(body)
  }

  /// A description of the factory, to be copied.
  var description: factory_frame { state.pointee.description }

  var parent: AsyncFrame? { withLinks { $0.pointee.parent } }

  /// The factory's parameter, until the resolution ends.
  var parameter: (any Sendable)? {
    hasParameter ? WaitGraph.lock.withLock { withLinks { $0.pointee.parameter } } : nil
  }

  var hasEnded: Bool { factory_async_frame_has_ended(state) }

  // MARK: The current frame

  @TaskLocal private static var innermost: Reference?

  /// Makes a frame a task-local value.
  @usableFromInline
  // Sendable: see `AsyncFrame`.
  struct Reference: @unchecked Sendable {
    @usableFromInline let frame: AsyncFrame

    @usableFromInline
    init(_ frame: AsyncFrame) { self.frame = frame }
  }

  /// The task-local value, for `run`.
  @usableFromInline
  static var taskLocal: TaskLocal<Reference?> { $innermost }

  /// The innermost resolution to which the calling task belongs; nil outside all of them.
  static var current: AsyncFrame? {
    guard factory_async_is_used() else { return nil }
    if let running { return running }
    var frame = innermost?.frame
    while let ended = frame, ended.hasEnded { frame = ended.parent }
    return frame
  }

  /// The resolution of which the calling thread runs a step.
  private static var running: AsyncFrame? {
    // Retained by the caller of `asCurrent`.
    factory_current_thread().pointee.async_frame.map {
      Unmanaged<AsyncFrame>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The factories around those of the calling thread's frames, as lines of a message. The step that
  /// the thread runs has a frame there.
  static var chainAroundThread: [String] {
    if let running { return running.chainDescription.dropLast() }
    return current?.chainDescription ?? []
  }

  /// Runs a step of this resolution, which becomes the calling thread's `running` one meanwhile.
  func asCurrent<Result>(_ body: () -> Result) -> Result {
    let thread = factory_current_thread()
    let outer = thread.pointee.async_frame
    thread.pointee.async_frame = Unmanaged.passUnretained(self).toOpaque()
    defer { thread.pointee.async_frame = outer }
    return withExtendedLifetime(self, body)
  }

  /// The depth, in the trace, of the outermost frame on the calling thread: not zero if the thread
  /// runs a part of an asynchronous resolution.
  static var baseDepth: Int {
    if let running { return Int(running.description.depth) }
    return current.map { Int($0.description.depth) + 1 } ?? 0
  }

  /// Runs a factory's closure as part of this resolution.
  @_alwaysEmitIntoClient
  func run<T, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ make: () async throws(Failure) -> T
  ) async throws(Failure) -> T {
    checkForCycle()
    do {
      return try await Self.taskLocal.withValue(Reference(self), operation: make)
    } catch {
      // `withValue` throws what `make` throws.
      throw error as! Failure
    }
  }

  /// Records the construction that is going to run the factory's closure in a task of its own, and
  /// makes it a user of the tree.
  func begin(_ construction: AsyncConstruction) {
    // This frame has a user, the resolution itself, so there is a tree.
    let root = withOutermostTree { root, users, _ in
      users += 1
      return root
    }
    WaitGraph.lock.withLock {
      withLinks {
        $0.pointee.construction = construction
        $0.pointee.root = root
      }
    }
  }

  /// Records that the construction has run the factory's closure. Traps if that closes a circle of
  /// tasks that wait.
  func endConstruction() {
    factory_async_frame_end(state)
    var (construction, root): (AsyncConstruction?, AsyncFrame?)
    let circle = WaitGraph.lock.withLock { () -> [AnyObject]? in
      withLinks {
        construction = $0.pointee.construction.take()
        root = $0.pointee.root.take()
      }
      return construction?.closureReturned(to: innermostConstruction)
    }
    if let circle { CircularDependency.stop(Self.describe(circle)) }
    forgetParameter()
    root?.leaveTree()
  }

  /// Ends the resolution that has created the frame.
  /// - Parameter isBuilding: whether the resolution has started a construction, which uses the
  ///   frame until `endConstruction`.
  @usableFromInline
  func end(isBuilding: Bool) {
    if !isBuilding {
      factory_async_frame_end(state)
      forgetParameter()
    }
    leaveTree()
  }

  /// Releases the parameter, which a task that outlives the resolution must not retain.
  private func forgetParameter() {
    guard hasParameter else { return }
    let parameter = WaitGraph.lock.withLock { withLinks { $0.pointee.parameter.take() } }
    // Released without the lock, because that may run user code.
    withExtendedLifetime(parameter) {}
  }

  private var hasParameter: Bool { state.pointee.description.parameter_type != nil }

  // MARK: The tree

  /// Runs `body` with the number of users of this frame's tree, and with the address of the
  /// `AsyncTree`. Holds the frame's lock.
  private func withTree<Result>(_ body: (inout UInt32, inout UnsafeMutableRawPointer?) -> Result)
    -> Result
  {
    let state = state
    factory_lock(&state.pointee.lock)
    defer { factory_unlock(&state.pointee.lock) }
    return body(&state.pointee.users, &state.pointee.tree)
  }

  /// Removes a user of this frame's tree. The last one releases the `AsyncTree`, and writes the
  /// trace.
  private func leaveTree() {
    let tree = withTree { users, tree -> AsyncTree? in
      users -= 1
      if users > 0 { return nil }
      // Owned by the frame until now: see `withTree`.
      return tree.take().map { Unmanaged<AsyncTree>.fromOpaque($0).takeRetainedValue() }
    }
    if let lines = tree?.lines, !lines.isEmpty { Log.write(lines.filter { !$0.isEmpty }) }
  }

  /// Runs `body` with the outermost frame around this one whose tree has users, as `withTree` does.
  /// It is this one if the others have ended. Nil if this one has ended too.
  private func withOutermostTree<Result>(
    _ body: (AsyncFrame, inout UInt32, inout UnsafeMutableRawPointer?) -> Result
  ) -> Result? {
    while true {
      var outermost: AsyncFrame?
      var next: AsyncFrame? = self
      while let frame = next {
        if frame.withTree({ users, _ in users > 0 }) { outermost = frame }
        next = frame.parent
      }
      guard let outermost else { return nil }
      let result = outermost.withTree { users, tree in
        users == 0 ? nil : body(outermost, &users, &tree)
      }
      // Nil if the last user has left in the meantime.
      if let result { return result }
    }
  }

  /// Runs `body` with the outermost tree, and with what its resolutions share. Nil if that has ended.
  private func withShared<Result>(_ body: (AsyncFrame, AsyncTree) -> Result) -> Result? {
    withOutermostTree { root, _, tree in
      // Owned by the frame until `leaveTree`.
      let address = tree ?? Unmanaged.passRetained(AsyncTree()).toOpaque()
      tree = address
      return Unmanaged<AsyncTree>.fromOpaque(address)._withUnsafeGuaranteedRef { body(root, $0) }
    }
  }

  /// The cell of a graph instance, which all resolutions of the tree share, and its owner. Nil if
  /// the tree has ended: a task has outlived it.
  func graphCell(for key: GraphKey, _ node: ParameterNode?) -> (cell: Cell, owner: AnyObject)? {
    withShared { _, tree in (tree.cell(for: key, node), tree) }
  }

  // MARK: The trace

  /// Reserves the next line of the tree's trace. The frame of the line is this one, or one around it.
  func reserveTraceLine() -> (frame: AsyncFrame, index: Int)? {
    withShared { root, tree in
      tree.lines.append("")
      return (root, tree.lines.count - 1)
    }
  }

  /// Fills in a line that was reserved in this frame's tree. If a task has outlived that, the line is
  /// written by itself, because the tree's lines have been written.
  func fillTraceLine(_ index: Int, _ text: String) {
    let isFilled = withTree { users, tree in
      // A tree that has ended has no users, and never gets any again.
      guard users > 0, let tree else { return false }
      // Owned by the frame until `leaveTree`.
      Unmanaged<AsyncTree>.fromOpaque(tree)._withUnsafeGuaranteedRef { $0.lines[index] = text }
      return true
    }
    if !isFilled { Log.write(text) }
  }
}

/// What the resolutions of one tree share. Guarded by the lock of the outermost frame.
private final class AsyncTree {
  private var cells: [Cell] = []
  /// The nodes of the parameters, which are retained, so that their addresses, which are part of
  /// the keys, are not reused.
  private var nodes: [AnyObject] = []
  /// Indices of `cells`. A dictionary of the type that `ResolutionCycle` has, because each type of
  /// dictionary adds two KiB of specialised code.
  private var indices: [GraphKey: Int] = [:]
  /// A line for each resolution so far. It is filled in when the resolution ends.
  var lines: [String] = []

  deinit {
    // A resolution that uses a cell retains this object.
    for cell in cells { cell.destroy() }
  }

  func cell(for key: GraphKey, _ node: ParameterNode?) -> Cell {
    if let index = indices[key] { return cells[index] }
    let cell = Cell.allocate()
    indices[key] = cells.count
    cells.append(cell)
    if let node { nodes.append(node) }
    return cell
  }
}
