// Factory, MIT licence; see LICENSE
//
// Where property wrappers and `dependency` inject from: while a child container builds an instance, from that child,
// otherwise from the shared container.
//
// - The frame of each resolution in progress refers to its container. The innermost frame whose closure or decorator is
//   running decides, or the next one around it if it belongs to a child of another type. If the container is a child of the
//   type to inject from, injection follows it. A container without a parent, of any type, injects from the shared
//   containers as always, because what it builds and caches must not depend on the child around it. For the same reason,
//   no other type is followed by an instance that a child builds for its parent or for the process: see `Captivity`.
// - `$shared.withValue(_:)` and `run` inside the construction win. A frame of a child records which container was the
//   shared one when the closure was called: if it is another one now, there was such a call in between. `run` also hides the
//   frames, in case it is called on the container that is the shared one already.
// - Code that is not part of the construction, although it runs meanwhile, does not follow the child: `autoRegister`,
//   watchers and loggers, which hide the frames, too.
// - The frames of asynchronous resolutions are searched after those of the thread.
internal import FactoryCore

@usableFromInline
package enum InjectionSource {
  case child(AnyObject)
  case shared
  /// A resolution outside of the one that was searched decides.
  case undecided

  package var child: AnyObject? {
    if case .child(let child) = self { child } else { nil }
  }

  package var isDecided: Bool {
    if case .undecided = self { false } else { true }
  }

  /// Called before a factory's closure or a decorator, if there are child containers.
  @inline(never)
  static func begin(_ frame: Frame) {
    // Retained by the resolution while user code runs: see `FactoryDefinition.describe`.
    frame.pointee.manager?.withObject(ContainerManager.self) { manager in
      if manager.parent != nil { frame.pointee.shared = manager.currentShared }
    }
  }

  /// The child that builds the instance of which the calling code is a part.
  /// - Parameter type: the type of the container.
  @inline(never)
  static func child(_ type: Any.Type) -> AnyObject? {
    let thread = factory_current_thread()
    var next = thread.pointee.top
    while let frame = next {
      if frame == thread.pointee.hidden { return nil }
      if frame.pointee.phase != UInt32(FACTORY_RESOLVING) {
        // Retained by the resolution while user code runs: see `FactoryDefinition.describe`.
        let source = frame.pointee.manager?.withObject(ContainerManager.self) { manager in
          manager.source(type, frame.pointee.shared) { Captivity.isForParent(frame) }
        }
        if let source, source.isDecided { return source.child }
      }
      next = frame.pointee.previous
    }
    if thread.pointee.hides_tasks != 0 { return nil }
    return TaskResolutions.child(type)
  }

  /// The same, for what an instance keeps beyond its construction. Nil if the instance that the calling code builds a part
  /// of is kept by the child's parent or by the process: what belongs to the child must not reach others through it. The
  /// construction uses nothing that `Captivity` could report.
  static func childToKeep(_ type: Any.Type) -> AnyObject? {
    guard let child = child(type) else { return nil }
    return isForParent ? nil : child
  }

  /// Whether a wrapper that has just injected with this manager has followed a child that is building, and may remember it.
  static func keepsInjecting(from manager: ContainerManager) -> Bool {
    var next = factory_current_thread().pointee.top
    while let frame = next {
      if frame.pointee.phase != UInt32(FACTORY_RESOLVING) {
        // The frames of asynchronous resolutions, and other types, are searched as in `child`.
        if frame.pointee.manager == UnsafeRawPointer(unowned: manager) { return !isForParent }
        break
      }
      next = frame.pointee.previous
    }
    return childToKeep(manager.childType) != nil
  }

  /// Whether the child's parent or the process keeps the instance that the calling code builds a part of.
  private static var isForParent: Bool {
    let thread = factory_current_thread()
    var next = thread.pointee.top
    while let frame = next {
      if frame == thread.pointee.hidden { return false }
      if frame.pointee.phase == UInt32(FACTORY_CONSTRUCTING) {
        if Captivity.isForParent(frame) { return true }
        if frame.pointee.is_kept != 0 { return false }
      }
      next = frame.pointee.previous
    }
    return thread.pointee.hides_tasks == 0 && TaskResolutions.isForParent
  }

  /// Runs `body` so that it is no part of the constructions around it.
  @usableFromInline @inline(never)
  static func hidingConstructions<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = factory_current_thread()
    let outer = (thread.pointee.hidden, thread.pointee.hides_tasks)
    (thread.pointee.hidden, thread.pointee.hides_tasks) = (thread.pointee.top, 1)
    defer { (thread.pointee.hidden, thread.pointee.hides_tasks) = outer }
    guard let hidden = HiddenResolution() else { return try body() }
    // For tasks that `body` starts.
    return try HiddenResolution.taskLocal.withValue(hidden, operation: body)
  }
}

/// The innermost asynchronous resolution that injection does not follow, nor those around it.
@usableFromInline
package struct HiddenResolution: Sendable {
  // Sendable: only compared.
  nonisolated(unsafe) private let resolution: AnyObject

  /// Nil outside of asynchronous resolutions.
  @usableFromInline
  init?() {
    guard let resolution = TaskResolutions.innermost else { return nil }
    self.resolution = resolution
  }

  @TaskLocal private static var current: HiddenResolution?

  /// The task-local value, for `run`.
  @usableFromInline
  static var taskLocal: TaskLocal<HiddenResolution?> { $current }

  package static func hides(_ resolution: AnyObject) -> Bool { current?.resolution === resolution }
}
