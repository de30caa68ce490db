// Factory, MIT licence; see LICENSE
//
// What the resolutions of one tree of asynchronous resolutions share: graph instances and the trace.
internal import FactoryCore
internal import FactoryKitCore

extension AsyncFrame {
  /// Whether a resolution or a construction uses this frame's tree.
  var hasTree: Bool { withLock { factory_async_frame_has_users($0) } }

  /// Adds a user to the outermost tree, and returns that one's frame.
  func joinTree() -> AsyncFrame? {
    withOutermostTree { root, state in
      factory_async_frame_add_user(state)
      return root
    }
  }

  /// Removes a user of this frame's tree. The last one releases the `AsyncTree`, and writes the
  /// trace.
  func leaveTree() {
    let tree = withLock { state -> AsyncTree? in
      guard factory_async_frame_remove_user(state), let tree = factory_async_frame_tree(state)
      else { return nil }
      factory_async_frame_set_tree(state, nil)
      // Owned by the frame until now: see `withShared`.
      return tree.takeObject(AsyncTree.self)
    }
    if let lines = tree?.lines, !lines.isEmpty { Log.write(lines.filter { !$0.isEmpty }) }
  }

  /// Runs `body` with the outermost frame around this one whose tree has users, under that frame's
  /// lock. It is this one if the others have ended. Nil if this one has ended too.
  private func withOutermostTree<Result>(
    _ body: (AsyncFrame, UnsafeMutablePointer<factory_async_frame>) -> Result
  ) -> Result? {
    while true {
      var outermost: AsyncFrame?
      var next: AsyncFrame? = self
      while let frame = next {
        if let root = frame.rootOfConstruction {
          // In use until the construction ends, and the outermost one when that began.
          outermost = root
          break
        }
        if frame.hasTree { outermost = frame }
        next = frame.parent
      }
      guard let outermost else { return nil }
      let result = outermost.withLock { state in
        factory_async_frame_has_users(state) ? body(outermost, state) : nil
      }
      // Nil if the last user has left in the meantime.
      if let result { return result }
    }
  }

  /// Runs `body` with the frame of the outermost tree, and with what its resolutions share. Nil if
  /// the tree has ended.
  private func withShared<Result>(_ body: (AsyncFrame, AsyncTree) -> Result) -> Result? {
    withOutermostTree { root, state in
      // Owned by the frame until `leaveTree`.
      let tree = factory_async_frame_tree(state) ?? UnsafeMutableRawPointer(owning: AsyncTree())
      factory_async_frame_set_tree(state, tree)
      return tree.withObject(AsyncTree.self) { body(root, $0) }
    }
  }

  /// The graph instances, which all resolutions of the tree share. Nil if the tree has ended: a task has
  /// outlived it.
  var graph: GraphCells? { withShared { _, tree in tree.graph } }

  // MARK: The trace

  /// Reserves the next line of the tree's trace. The frame of the line is this one, or one around it.
  func reserveTraceLine() -> (resolution: any TaskResolution, index: Int)? {
    withShared { root, tree in
      tree.lines.append("")
      return (root, tree.lines.count - 1)
    }
  }

  /// Fills in a line that was reserved in this frame's tree. If a task has outlived that, the line is
  /// written by itself, because the tree's lines have been written.
  func fillTraceLine(_ index: Int, _ text: String) {
    let isFilled = withLock { state in
      // A tree that has ended has no users, and never gets any again.
      guard factory_async_frame_has_users(state), let tree = factory_async_frame_tree(state)
      else { return false }
      // Owned by the frame until `leaveTree`.
      tree.withObject(AsyncTree.self) { $0.lines[index] = text }
      return true
    }
    if !isFilled { Log.write(text) }
  }
}

/// What the resolutions of one tree share.
private final class AsyncTree {
  // The lines are guarded by the lock of the outermost frame.

  let graph = GraphCells()
  /// A line for each resolution so far. It is filled in when the resolution ends.
  var lines: [String] = []
}
