// Factory, MIT licence; see LICENSE
//
// Code that runs during a construction, and what it hides of the levels of injection around it; see `InjectionSource`:
//
// - Watchers and loggers are no part of the construction, and hide all levels.
// - `run` decides what is injected of one type. Its result may still become a part of the instance.
// - What a wrapper of an instance resolves that belongs to no child becomes a part of that instance, wherever it is read.
//   What `autoRegister` of a container without a parent resolves becomes a part of that container in the same way.
public import FactoryCore

/// The levels that synchronous code hides are in a list of the thread, those that asynchronous code hides are in a task-local
/// value.
@usableFromInline
package enum HiddenLevels {
  /// Hides the levels around the calling code until `show` is called with the same address.
  /// - Parameter type: the type of the container for which they are hidden; nil for all types.
  @usableFromInline @inline(never)
  package static func hide(_ hidden: UnsafeMutablePointer<factory_hidden>, for type: Any.Type?) {
    guard factory_children_exist() else { return }
    let thread = factory_current_thread()
    // Both: while a watcher runs, the thread has no frames, and the levels of the task have to be hidden as well.
    hidden.pointee.level = thread.pointee.top.map { $0.level }
    hidden.pointee.task_level = TaskResolutions.level?.address
    hidden.pointee.type = type.map { address(of: $0) }
    hidden.pointee.task = factory_current_task()
    hidden.pointee.outer = thread.pointee.hidden
    thread.pointee.hidden = UnsafePointer(hidden)
    if type.map({ FollowedChild.isSharedKnown($0) }) ?? true {
      hidden.pointee.binds_task_value = OutlivingConstruction.bindNone()
    }
  }

  @usableFromInline @inline(never)
  package static func show(_ hidden: UnsafeMutablePointer<factory_hidden>) {
    // It may have been created without being hidden, before there were children.
    let thread = factory_current_thread()
    if thread.pointee.hidden == UnsafePointer(hidden) {
      thread.pointee.hidden = hidden.pointee.outer
      if hidden.pointee.binds_task_value { OutlivingConstruction.unbind() }
    }
  }

  /// Runs a closure that is no part of the constructions around it.
  @inline(__always)
  static func during<Result>(_ body: () -> Result) -> Result {
    guard factory_children_exist() else { return body() }
    var hidden = factory_hidden()
    return withUnsafeMutablePointer(to: &hidden) { hidden in
      hide(hidden, for: nil)
      defer { show(hidden) }
      return body()
    }
  }

  /// Resolves what an instance of a container without a parent, or of the process, stores: as a part of that instance.
  @inline(__always)
  static func asRoot<Result>(_ body: () -> Result) -> Result {
    let thread = factory_current_thread()
    var hidden = factory_hidden(
      level: thread.pointee.top.map { $0.level }, task_level: TaskResolutions.level?.address,
      type: nil, task: nil, root_task: factory_current_task(), binds_task_value: false,
      outer: thread.pointee.hidden)
    return withUnsafeMutablePointer(to: &hidden) { hidden in
      thread.pointee.hidden = UnsafePointer(hidden)
      hidden.pointee.binds_task_value = OutlivingConstruction.bindForRoot()
      defer { show(hidden) }
      return body()
    }
  }

  /// The synchronous code that hides a level for a type of container.
  static func hidden(
    _ level: InjectionLevel, _ type: Any.Type, _ thread: ThreadState
  ) -> UnsafePointer<factory_hidden>? {
    var next = thread.pointee.hidden
    while let hidden = next {
      if hidden.pointee.level == level || hidden.pointee.task_level == level,
        hidden.pointee.type == nil || hidden.pointee.type == address(of: type)
      {
        return hidden
      }
      next = hidden.pointee.outer
    }
    return nil
  }

  /// The address of a type's metadata.
  static func address(of type: Any.Type) -> UnsafeRawPointer {
    // A metatype is the address of its metadata, which is never freed.
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }
}

/// What the asynchronous form of `run` hides of a type of container: a level of an asynchronous resolution, with those around
/// it, and the construction that has started the calling task.
@usableFromInline
package final class HiddenTaskLevel: Sendable {
  /// Nil in a task that sees no level.
  // Sendable: only compared.
  nonisolated(unsafe) private let level: InjectionLevel?
  // Sendable: only compared; and retained, so that no other level gets the same address.
  nonisolated(unsafe) private let resolution: AnyObject
  private let type: Any.Type
  private let outer: HiddenTaskLevel?

  private init(
    _ level: InjectionLevel?, _ resolution: AnyObject, _ type: Any.Type, _ outer: HiddenTaskLevel?
  ) {
    self.level = level
    self.resolution = resolution
    self.type = type
    self.outer = outer
  }

  /// Nil if asynchronous code sees no construction, if all that it sees is hidden already, and if there are no child
  /// containers.
  @usableFromInline @inline(never)
  static func make(for type: Any.Type) -> HiddenTaskLevel? {
    guard factory_children_exist() else { return nil }
    let outer = current?.withoutEnded
    var hidden = outer
    if let (address, resolution) = TaskResolutions.level {
      if outer?.hides(address, type) != true {
        hidden = HiddenTaskLevel(address, resolution, type, outer)
      }
    } else if let resolution = TaskResolutions.innermost, outer?.hides(resolution, type) != true {
      hidden = HiddenTaskLevel(nil, resolution, type, outer)
    }
    if FollowedChild.isSharedKnown(type), let construction = OutlivingConstruction.bound,
      hidden?.hides(construction, type) != true
    {
      hidden = HiddenTaskLevel(nil, construction, type, hidden)
    }
    return hidden === outer ? nil : hidden
  }

  /// Leaves out the innermost ones of which the resolutions have ended. Otherwise tasks that start each other, each of which
  /// calls `run`, would retain all of them.
  private var withoutEnded: HiddenTaskLevel? {
    var next: HiddenTaskLevel? = self
    while let hidden = next, hidden.hasEnded { next = hidden.outer }
    return next
  }

  private var hasEnded: Bool {
    if let construction = resolution as? OutlivingConstruction {
      // Of several constructions, the calling task and those that it starts see the innermost one only.
      return construction !== OutlivingConstruction.bound
    }
    return (resolution as? any TaskResolution)?.hasEnded == true
  }

  @TaskLocal static var current: HiddenTaskLevel?

  /// The task-local value, for `run`.
  @usableFromInline
  static var taskLocal: TaskLocal<HiddenTaskLevel?> { $current }

  /// Whether this value, or one around it, hides a level for a type of container.
  func hides(_ level: InjectionLevel, _ type: Any.Type) -> Bool {
    self.level == level && self.type == type || outer?.hides(level, type) ?? false
  }

  /// The same for a construction that has started the calling task.
  func hides(_ resolution: AnyObject, _ type: Any.Type) -> Bool {
    self.resolution === resolution && self.type == type
      || outer?.hides(resolution, type) ?? false
  }
}
