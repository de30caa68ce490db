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
  /// Calls `visit` with the levels of injection of the calling task, the innermost first, until it returns false.
  static func visitLevels(_ type: Any.Type, _ visit: (InjectionLevel) -> Bool) {
    var next = level
    while let frame = next, !HiddenLevel.hides(frame, type) {
      // Not released before the closure has returned, which waits for the calling task.
      let (child, build, outer) = frame.withLinks {
        ($0.pointee.child, $0.pointee.build, $0.pointee.outerLevel)
      }
      let (keeper, depth) = build.map { $0.keeper } ?? (.nobody, 0)
      let shared = frame.state.pointee.description.shared
      if !visit(InjectionLevel(child, shared: shared, keeper, keeperDepth: depth)) { return }
      next = outer
    }
  }

  /// The innermost level of the calling task.
  private static var level: AsyncFrame? {
    guard factory_async_is_used(), let value = taskLocalValue(key) else { return nil }
    // A value that is bound to `$innermost`.
    let frame = value.assumingMemoryBound(to: Reference?.self).pointee?.frame
    return frame?.value == value ? frame : nil
  }

  private var value: UnsafeRawPointer? { factory_async_frame_value(state) }

  // Immutable.
  nonisolated(unsafe) private static let key = UnsafeRawPointer(
    Unmanaged.passUnretained($innermost).toOpaque())

  /// Whether the closure is a level that others see. Without a parent and a construction, it is one only inside of another
  /// level, which it hides.
  @usableFromInline @inline(never)
  var isInjectionLevel: Bool {
    factory_children_exist()
      && (isOfChild || Self.level != nil || withLinks { $0.pointee.build != nil })
  }

  /// Runs a factory's closure as a level of injection.
  @_alwaysEmitIntoClient
  func runAsLevel<T, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ make: () async throws(Failure) -> T
  ) async throws -> T {
    beginLevel()
    return try await Self.taskLocal.withValue(
      Reference(self),
      operation: {
        enterLevel()
        defer { leaveLevel() }
        return try await make()
      }, isolation: isolation)
  }

  @usableFromInline @inline(never)
  func beginLevel() {
    let outer = Self.level
    withLinks { $0.pointee.outerLevel = outer }
  }

  @usableFromInline @inline(never)
  func enterLevel() { factory_async_frame_set_value(state, taskLocalValue(Self.key)) }

  @usableFromInline @inline(never)
  func leaveLevel() {
    factory_async_frame_set_value(state, nil)
    let outer = withLinks { $0.pointee.outerLevel.take() }
    withExtendedLifetime(outer) {}
  }
}
