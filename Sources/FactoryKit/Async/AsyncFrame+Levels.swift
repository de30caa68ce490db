// Factory, MIT licence; see LICENSE
//
// Asynchronous resolutions as levels of injection: see `InjectionSource`.
//
// A level is seen by the task that runs the closure and by its child tasks, which all end before the closure returns. A task
// that the closure starts with `Task { }` does not see it, because it may outlive the construction. The two differ in where
// the task-local value is that refers to the frame: child tasks read the memory of the task that has bound it, and other
// tasks have copies. (The tasks of a group have copies of what was bound in the body of another group, so they do not see
// it.) So a frame knows the address of its value while the closure runs.
internal import FactoryCore
internal import FactoryKitCore

extension AsyncFrame {
  /// The innermost level of the calling task.
  static var level: AsyncFrame? {
    guard factory_async_is_used(), let value = taskLocalValue(key) else { return nil }
    // A value that is bound to `$innermost`.
    let frame = value.assumingMemoryBound(to: Reference?.self).pointee?.frame
    return frame?.value == value ? frame : nil
  }

  private var value: UnsafeRawPointer? { factory_async_frame_value(state) }

  // Immutable.
  nonisolated(unsafe) private static let key = UnsafeRawPointer(
    Unmanaged.passUnretained($innermost).toOpaque())

  /// Called before the closure. Returns whether it is a level that others see: a construction always is, because there may be
  /// children later. Without a parent and a construction, it is one only inside of another level, which it hides.
  @usableFromInline @inline(never)
  func beginLevel() -> Bool {
    let isBuilding = withLinks { $0.pointee.build != nil }
    guard factory_children_exist() || isBuilding || state.pointee.description.depth > 0 else {
      return false
    }
    let outer = Self.level
    guard isBuilding || isOfChild || outer != nil else { return false }
    // Not released before its closure has returned, which waits for the calling task.
    state.pointee.level.outer = outer?.levelAddress
    if factory_children_exist() { state.pointer(to: \.level)!.begin() }
    return true
  }

  /// Runs a factory's closure as a level of injection.
  @_alwaysEmitIntoClient
  func runAsLevel<T, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ make: () async throws(Failure) -> T
  ) async throws -> T {
    try await Self.taskLocal.withValue(
      Reference(self),
      operation: {
        let isOutliving = enterLevel()
        defer { leaveLevel(isOutliving) }
        return try await make()
      }, isolation: isolation)
  }

  /// Valid while the closure runs.
  var levelAddress: UnsafePointer<factory_level> {
    UnsafePointer(state.pointer(to: \.level)!)
  }

  /// Returns what to pass to `leaveLevel`.
  @usableFromInline @inline(never)
  func enterLevel() -> Bool {
    factory_async_frame_set_value(state, taskLocalValue(Self.key))
    return levelAddress.bindOutliving()
  }

  @usableFromInline
  func leaveLevel(_ isOutliving: Bool) {
    if isOutliving { levelAddress.unbindOutliving() }
    factory_async_frame_set_value(state, nil)
  }
}
