// Factory, MIT licence; see LICENSE
//
// Where property wrappers and `dependency` inject from: while a child container builds an instance, from that child,
// otherwise from the shared container.
//
// - The frame of each resolution in progress refers to its container. The innermost frame whose closure is running, and
//   whose container has the type to inject from, decides: if that container is a child, injection follows it. So a
//   container without a parent, which resolves inside the construction, injects from the shared container as always.
// - `$shared.withValue(_:)` and `run` inside the construction win. A frame of a child records which container was the
//   shared one when the closure was called: if it is another one now, there was such a call in between. `run` also hides the
//   frames, in case it is called on the container that is the shared one already.
// - Code that is not part of the construction, although it runs meanwhile, does not follow the child: `autoRegister`, which
//   hides the frames, too.
// - The frames of asynchronous resolutions are searched after those of the thread.
internal import FactoryCore

@usableFromInline
package enum InjectionSource {
  /// Called before a factory's closure, if there are child containers.
  @inline(never)
  static func begin(_ frame: Frame) {
    guard let manager = manager(of: frame), manager.parent != nil else { return }
    frame.pointee.shared = manager.currentShared
  }

  /// The child that builds the instance of which the calling code is a part.
  /// - Parameters:
  ///   - type: the type of the container.
  ///   - shared: the current shared container of this type.
  @inline(never)
  static func child(_ type: any SharedContainer.Type, _ shared: AnyObject) -> ContainerManager? {
    let thread = factory_current_thread()
    var next = thread.pointee.top
    while let frame = next {
      if frame == thread.pointee.hidden { return nil }
      if frame.pointee.phase == UInt32(FACTORY_CONSTRUCTING), let manager = manager(of: frame),
        manager.isContainer(type)
      {
        return manager.follows(frame.pointee.shared, shared)
      }
      next = frame.pointee.previous
    }
    if thread.pointee.hides_tasks != 0 { return nil }
    return TaskResolutions.child(type, shared)
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

  private static func manager(of frame: Frame) -> ContainerManager? {
    // Retained by the resolution while its closure runs: see `FactoryDefinition.describe`.
    frame.pointee.manager.map {
      UnsafeMutableRawPointer(mutating: $0).object(ContainerManager.self)
    }
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

extension ContainerManager {
  /// Whether this is the manager of a factory value of a container of this type.
  package func isContainer(_ type: any SharedContainer.Type) -> Bool {
    if let lease { return Swift.type(of: lease.container) == type }
    if parent != nil { return type == Container.self }
    return containerType == type
  }

  /// This manager, if it is that of a child, and injection follows the child.
  package func follows(_ sharedBefore: UnsafeRawPointer?, _ shared: AnyObject) -> ContainerManager? {
    parent != nil && sharedBefore == UnsafeRawPointer(Unmanaged.passUnretained(shared).toOpaque())
      ? self : nil
  }

  /// The shared container of the container's type, only to be compared.
  package var currentShared: UnsafeRawPointer? {
    guard let lease else { return UnsafeRawPointer(Container.current.toOpaque()) }
    let type = Swift.type(of: lease.container) as? any SharedContainer.Type
    return type.map { identity(of: $0.shared) }
  }

  private func identity(of container: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(container).toOpaque())
  }

  /// The child that this manager of a factory value belongs to; nil if it is gone.
  var childIfPresent: AnyObject? { lease?.container ?? container }

  /// The child that this manager of a factory value belongs to.
  func child<C: SharedContainer>(_: C.Type) -> C {
    // Its type was compared by `isContainer`. A container whose manager has no lease is a `Container`.
    unsafeDowncast(childIfPresent ?? Container(self), to: C.self)
  }
}

// MARK: Containers to inject from

extension SharedContainer {
  /// The container to inject from.
  /// - Parameter remembered: the child that a wrapper was created in, which is one of this type.
  @usableFromInline @inline(never)
  package static func injected(_ remembered: AnyObject?) -> Self {
    if let remembered { return unsafeDowncast(remembered, to: Self.self) }
    let shared = self.shared
    if factory_children_exist(), let child = InjectionSource.child(self, shared) {
      return child.child(self)
    }
    return shared
  }
}

extension Container {
  /// The same, not generic.
  @usableFromInline @inline(never)
  package static func injected(_ remembered: AnyObject?) -> Container {
    if let remembered { return unsafeDowncast(remembered, to: Container.self) }
    let shared = current.takeUnretainedValue()
    if factory_children_exist(), let child = InjectionSource.child(self, shared) {
      return child.child(self)
    }
    return shared
  }
}

/// The child that a wrapper was created in, which it does not keep alive.
// Sendable: written by `init` only, and the runtime makes reading it safe from any thread.
final class RememberedChild: @unchecked Sendable {
  @exclusivity(unchecked) private(set) weak var container: AnyObject?

  /// Nil if the calling code does not belong to the construction of a child of this type.
  init?(of type: any SharedContainer.Type) {
    guard let child = InjectionSource.child(type, type.shared)?.childIfPresent else { return nil }
    container = child
  }
}
