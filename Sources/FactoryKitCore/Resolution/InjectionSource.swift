// Factory, MIT licence; see LICENSE
//
// Where property wrappers and `dependency` inject from: while a child container builds an instance, from that child,
// otherwise from the shared container.
//
// - Each resolution whose closure or decorator is running is a level of injection: those of the thread's frames, then those
//   of the task's asynchronous resolutions. The innermost level decides, or the next one around it if it belongs to a child
//   of another type, and nobody keeps its instance.
// - A container without a parent, of any type, injects from the shared containers as always. What it builds and keeps must
//   not depend on a child around it.
// - What an instance keeps beyond its construction, such as a lazy wrapper, follows the container that keeps the instance:
//   see `keptChild`.
// - `$shared.withValue(_:)` and `run` inside a construction win. A level records which container was the shared one when it
//   began: if it is another one now, there was such a call in between. `run` also hides the levels around it, in case it is
//   called on the container that is the shared one already.
// - Code that only runs meanwhile does not follow the child: `autoRegister`, watchers and loggers hide the levels, too. Code
//   of other tasks does not see them, except child tasks: see `AsyncFrame.visitLevels`.
internal import FactoryCore

/// Who keeps an instance beyond its resolution.
package enum Keeper: UInt32, Sendable {
  case nobody
  /// The container that builds it.
  case container
  /// A parent of this container, or the process.
  case parent
  /// The resolution cycle or the tree of asynchronous resolutions.
  case cycle
}

extension Frame {
  /// Records who keeps the instance. In a container without a parent, nothing depends on it.
  /// - Parameter parent: the parent that keeps it; nil for the process.
  func setKeeper(_ keeper: Keeper, _ parent: ContainerManager? = nil) {
    (pointee.keeper, pointee.keeper_depth) = (keeper.rawValue, parent?.core.depth ?? 0)
  }
}

/// A resolution whose closure or decorator is running.
package struct InjectionLevel {
  /// That of the factory value; nil for a container without a parent.
  let child: ContainerManager?
  /// The value of `ContainerManager.currentShared` when the level began, if the container is a child.
  let shared: UnsafeRawPointer?
  let keeper: Keeper
  /// The depth of the parent that keeps the instance.
  let keeperDepth: UInt32
  let isDecorating: Bool

  package init(
    _ child: ContainerManager?, shared: UnsafeRawPointer?, _ keeper: Keeper, keeperDepth: UInt32,
    isDecorating: Bool = false
  ) {
    self.child = child
    self.shared = shared
    self.keeper = keeper
    self.keeperDepth = keeperDepth
    self.isDecorating = isDecorating
  }

  fileprivate init(_ frame: Frame, _ manager: ContainerManager) {
    self.init(
      manager.parent == nil ? nil : manager, shared: frame.pointee.shared,
      Keeper(rawValue: frame.pointee.keeper)!,
      keeperDepth: frame.pointee.keeper_depth,
      isDecorating: frame.pointee.phase == UInt32(FACTORY_DECORATING))
  }
}

@usableFromInline
package struct InjectionSource {
  private let type: Any.Type
  /// Whether to search for `keptChild`.
  private let isKeeping: Bool
  /// The manager of the child to inject from now; nil for the shared container.
  private(set) var child: ContainerManager?
  /// The manager of the child to inject from later; nil for the shared container. What belongs to a child must not reach
  /// others through the instance of which the calling code builds a part. So it is the child only if nobody, the child or
  /// a child of it keeps the instance. If a parent that is a child itself keeps it, it is the parent.
  private(set) var keptChild: ContainerManager?
  private var usesCycle = false
  /// Whether a level has decided what to inject from now.
  private var isDecided = false
  /// Whether no level says who keeps the instance.
  private var isUndecided = true

  /// Called before a factory's closure or a decorator, if there are child containers.
  @inline(never)
  static func begin(_ frame: Frame) {
    // Retained by the resolution while user code runs: see `FactoryDefinition.describe`.
    frame.pointee.manager?.withObject(ContainerManager.self) { manager in
      guard manager.parent != nil else { return }
      frame.pointee.shared = manager.currentShared
      frame.pointee.task = factory_current_task()
    }
  }

  /// Searches for the child to inject from.
  /// - Parameters:
  ///   - type: the type of the container.
  ///   - isKeeping: whether the instance of which the calling code builds a part keeps what is injected, or injects later.
  @inline(never)
  init(_ type: Any.Type, isKeeping: Bool) {
    self.type = type
    self.isKeeping = isKeeping
    let thread = factory_current_thread()
    visit(thread)
    guard isKeeping, keptChild != nil else { return }
    if isUndecided, Self.isKeptElsewhere {
      keptChild = nil
    } else if usesCycle, factory_uses_are_recorded() {
      // Others may get an instance of the scope `graph`, which are then captive.
      UsedContainer(keptChild!.core)?.record(inside: thread.pointee.top)
    }
  }

  private mutating func visit(_ thread: ThreadState) {
    var next = thread.pointee.top
    while let frame = next {
      if isHidden(frame, thread.pointee.hidden) { return }
      if frame.pointee.phase != UInt32(FACTORY_RESOLVING), let address = frame.pointee.manager,
        // That of a function that a property wrapper injects is no level.
        frame.pointee.flags & FACTORY_IS_FUNCTION.rawValue == 0
      {
        // Retained by the resolution while user code runs: see `FactoryDefinition.describe`.
        let manager = address.object(ContainerManager.self)
        // Another task's, whose code calls the executor of this one.
        if manager.parent != nil, frame.pointee.task != factory_current_task() { break }
        if !visit(InjectionLevel(frame, manager)) { return }
      }
      next = frame.pointee.previous
    }
    TaskResolutions.visitLevels(type) { visit($0) }
  }

  /// Whether the calling task was started by a construction in progress. It is not a child task of the construction, so it
  /// sees no level, but may build a part of the instance.
  private static var isKeptElsewhere: Bool { TaskResolutions.innermost?.isConstructing ?? false }

  private func isHidden(_ frame: Frame, _ innermost: UnsafePointer<factory_hidden>?) -> Bool {
    var next = innermost
    while let hidden = next {
      if hidden.pointee.frame == UnsafePointer(frame),
        hidden.pointee.type == nil || hidden.pointee.type == address(of: type)
      {
        return true
      }
      next = hidden.pointee.outer
    }
    return false
  }

  /// Returns whether the level around this one has to be visited.
  private mutating func visit(_ level: InjectionLevel) -> Bool {
    if !isDecided {
      guard let manager = level.child else { return false }
      guard manager.childType == type else { return level.keeper == .nobody }
      if level.shared != manager.currentShared { return false }
      isDecided = true
      // A decorator is called for an instance that the other container keeps already.
      let isKeptByParent = level.isDecorating && level.keeper == .parent
      child = isKeptByParent ? manager.ancestor(at: level.keeperDepth).ifFollowed : manager
      if !isKeeping { return false }
      keptChild = manager
    }
    switch level.keeper {
    case .nobody: return true
    case .cycle:
      usesCycle = true
      return true
    case .container: keep(by: level.child)
    case .parent: keep(by: level.child?.ancestor(at: level.keeperDepth))
    }
    isUndecided = false
    return false
  }

  /// - Parameter keeper: nil for a container without a parent.
  private mutating func keep(by keeper: ContainerManager?) {
    guard let found = keptChild, let keeper, !keeper.isOrHasParent(found) else {
      if keeper == nil { keptChild = nil }
      return
    }
    keptChild = found.isOrHasParent(keeper) ? keeper.ifFollowed : nil
  }

  // MARK: Hiding

  /// Runs `body` so that it is no part of the constructions around it.
  /// - Parameter type: the type of the container for which they are hidden; nil for all types.
  @usableFromInline @inline(never)
  static func hidingConstructions<Result>(
    for type: Any.Type?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard factory_children_exist() else { return try body() }
    let thread = factory_current_thread()
    var hidden = factory_hidden(
      frame: thread.pointee.top.map { UnsafePointer($0) }, type: type.map { address(of: $0) },
      outer: thread.pointee.hidden)
    return try withUnsafePointer(to: &hidden) { hidden in
      thread.pointee.hidden = hidden
      defer { thread.pointee.hidden = hidden.pointee.outer }
      guard let level = HiddenLevel(for: type) else { return try body() }
      // For asynchronous resolutions around the thread's frames.
      return try HiddenLevel.taskLocal.withValue(level, operation: body)
    }
  }
}

/// The address of a type's metadata, which is never freed.
private func address(of type: Any.Type) -> UnsafeRawPointer {
  unsafeBitCast(type, to: UnsafeRawPointer.self)
}

/// An asynchronous resolution that injection does not follow, nor those around it.
@usableFromInline
package final class HiddenLevel: Sendable {
  // Sendable: only compared.
  nonisolated(unsafe) private let resolution: AnyObject
  private let type: Any.Type?
  private let outer: HiddenLevel?

  /// Nil outside of asynchronous resolutions, and if there are no child containers.
  @usableFromInline
  init?(for type: Any.Type?) {
    guard factory_children_exist(), let resolution = TaskResolutions.innermost else { return nil }
    self.resolution = resolution
    self.type = type
    outer = Self.current
  }

  @TaskLocal private static var current: HiddenLevel?

  /// The task-local value, for `run`.
  @usableFromInline
  static var taskLocal: TaskLocal<HiddenLevel?> { $current }

  /// Whether a resolution is hidden for this type of container.
  package static func hides(_ resolution: AnyObject, _ type: Any.Type) -> Bool {
    var next = current
    while let hidden = next {
      if hidden.resolution === resolution, hidden.type.map({ $0 == type }) ?? true { return true }
      next = hidden.outer
    }
    return false
  }
}
