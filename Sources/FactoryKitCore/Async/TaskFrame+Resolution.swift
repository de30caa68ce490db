// Factory, MIT licence; see LICENSE
//
// Asynchronous resolutions, as other resolutions see them: which one the calling code belongs to, their chain, and the graph
// instances that a tree of them shares.
internal import FactoryCore

extension TaskFrame {
  // MARK: The current resolution

  /// The innermost asynchronous resolution in progress to which the calling code belongs; nil outside all of them.
  package static var innermostResolution: TaskFrame? {
    guard factory_task_frames_exist() else { return nil }
    if let running { return running }
    var frame = currentResolution
    while let ended = frame, ended.hasEnded { frame = ended.outerResolution }
    return frame
  }

  /// This frame, if it is an asynchronous resolution, or the innermost one around it. One that has ended counts.
  package var resolution: TaskFrame? {
    var next: TaskFrame? = self
    while let frame = next {
      if case .outside = frame.kind { return nil }
      if frame.isAsynchronous { return frame }
      next = frame.outer
    }
    return nil
  }

  /// The innermost asynchronous resolution around this frame.
  package var outerResolution: TaskFrame? { outer?.resolution }

  /// The resolution of which the calling task runs a step. Not for a task that was started in the
  /// step, and runs on the same thread until it is first suspended.
  private static var running: TaskFrame? {
    let thread = factory_current_thread()
    guard let frame = thread.pointee.task_frame, thread.pointee.async_task == currentTask
    else { return nil }
    // Retained by `onThread`.
    return frame.object(TaskFrame.self)
  }

  /// Identifies the task that runs on the calling thread.
  private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }

  /// Runs a step of this resolution, with a frame on the calling thread's list. The resolution becomes the thread's
  /// `running` one meanwhile.
  package func onThread<Result>(_ body: (Frame) -> Result) -> Result {
    let thread = factory_current_thread()
    let outer = (thread.pointee.task_frame, thread.pointee.async_task)
    thread.pointee.task_frame = UnsafeMutableRawPointer(unowned: self)
    thread.pointee.async_task = Self.currentTask
    defer { (thread.pointee.task_frame, thread.pointee.async_task) = outer }
    return withExtendedLifetime(self) {
      withDescription { frame in
        if factory_frame_push(frame) { CircularDependency.check(frame) }
        defer { frame.pop() }
        return body(frame)
      }
    }
  }

  // MARK: Messages

  /// Runs `body` with a copy of the description.
  package func withDescription<Result>(_ body: (Frame) -> Result) -> Result {
    var description = description
    return withUnsafeMutablePointer(to: &description, body)
  }

  var factory: FactoryReference { withDescription { FactoryReference($0) } }

  /// The resolutions in progress around this one, outermost first, and this one.
  package var chain: [TaskFrame] {
    var frames = [self]
    var next = outerResolution
    while let frame = next {
      if !frame.hasEnded { frames.append(frame) }
      next = frame.outerResolution
    }
    return frames.reversed()
  }

  /// The factories of the chain, as lines of a message.
  package var chainDescription: [String] { chain.map { $0.withDescription(\.description) } }

  /// The factories around those of the calling thread's frames, as lines of a message. The step that
  /// the thread runs has a frame there.
  static var chainAroundThread: [String] {
    guard let current = innermostResolution else { return [] }
    var chain = current.chainDescription
    if current === running { chain.removeLast() }
    return chain
  }

  /// The depth of the outermost frame on the calling thread, which is not zero if the thread
  /// runs a part of an asynchronous resolution, and the resolution around that frame, if there is one.
  static var surroundings: (depth: Int, resolution: TaskFrame?) {
    guard let current = innermostResolution else { return (0, nil) }
    let depth = Int(current.description.depth)
    // A step has a frame of its own on the thread.
    return current === running ? (depth, current.outerResolution) : (depth + 1, current)
  }

  // MARK: Graph instances

  /// Whether a resolution or a construction uses this frame's tree.
  var hasTree: Bool { isAsynchronous && withAsyncState { $0.users > 0 } }

  /// Adds a user to the outermost tree, and returns that one's frame.
  package func joinTree() -> TaskFrame? {
    withOutermostTree { root, state in
      state.users += 1
      return root
    }
  }

  /// Removes a user of this frame's tree. The last one releases the graph instances.
  package func leaveTree() {
    let graph = withAsyncState { state -> GraphCells? in
      state.users -= 1
      return state.users == 0 ? state.graph.take() : nil
    }
    // Released without the lock.
    withExtendedLifetime(graph) {}
  }

  /// The graph instances of the outermost tree. Nil if the tree has ended: a task has outlived it.
  var graph: GraphCells? {
    withOutermostTree { _, state in
      if state.graph == nil { state.graph = GraphCells() }
      return state.graph
    }
  }

  /// Runs `body` with the outermost frame around this one whose tree has users, under that frame's
  /// lock. It is this one if the others have ended. Nil if this one has ended too.
  private func withOutermostTree<Result>(
    _ body: (TaskFrame, inout AsyncState) -> Result?
  ) -> Result? {
    while true {
      var outermost: TaskFrame?
      var next: TaskFrame? = self
      while let frame = next {
        if let root = frame.withAsyncState({ $0.root }) {
          // In use until the construction ends, and the outermost one when that began.
          outermost = root
          break
        }
        if frame.hasTree { outermost = frame }
        next = frame.outerResolution
      }
      guard let outermost else { return nil }
      let result = outermost.withAsyncState { state in
        state.users > 0 ? body(outermost, &state) : nil
      }
      // Nil if the last user has left in the meantime.
      if let result { return result }
    }
  }
}
