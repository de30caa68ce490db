// Factory, MIT licence; see LICENSE
//
// The graph instances that all resolutions of one tree of asynchronous resolutions share.
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

  /// Removes a user of this frame's tree. The last one releases the graph instances.
  func leaveTree() {
    let graph = withLock { state -> GraphCells? in
      guard factory_async_frame_remove_user(state), let graph = factory_async_frame_tree(state)
      else { return nil }
      factory_async_frame_set_tree(state, nil)
      // Owned by the frame until now: see `graph`.
      return graph.takeObject(GraphCells.self)
    }
    // Released without the lock.
    withExtendedLifetime(graph) {}
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

  /// The graph instances of the outermost tree. Nil if the tree has ended: a task has outlived it.
  var graph: GraphCells? {
    withOutermostTree { _, state in
      // Owned by the frame until `leaveTree`.
      let graph = factory_async_frame_tree(state) ?? UnsafeMutableRawPointer(owning: GraphCells())
      factory_async_frame_set_tree(state, graph)
      return graph.object(GraphCells.self)
    }
  }
}
