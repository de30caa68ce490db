// Factory, MIT licence; see LICENSE
//
// The rule of owners: an instance is built by its owner, and while it is being built, its owner's family is its owner.
//
// - The owner of an instance is the container that keeps it, see `Store.ownerDepth`, or without one the container for
//   which it is resolved.
// - A container that is named, by `self`, `shared`, a wrapper or `dependency`, is looked up in the list of frames, innermost
//   first: the frames of the thread, then those of the task. The first frame whose owner is the container, a parent
//   or a child of it decides: it acts as that owner. See `acting`.
// - Injection of a type of container comes from the innermost owner that is a child of that type: see `injection`.
// - A frame whose instance is kept ends the list.
// - `run` ends the list for its family. Loggers, watchers and shutdown hooks see no frames.
// - A frame of a thread counts as long as the task-local value is the one with which it began. So code of another task
//   that the thread runs in between, in a nested run loop for example, does not see it.
internal import FactoryCore

/// One frame of the list.
package struct OwnerLink {
  /// Nil if it is unknown, or gone.
  let owner: ContainerManager?
  /// The identity of an owner without a parent; otherwise zero.
  let rootIdentity: UInt64
  let description: factory_owner
  /// What describes the factory: a frame of the thread, or a frame of the task.
  var frame: Frame?
  var taskFrame: TaskFrame?

  init(_ owner: ContainerManager, _ description: factory_owner) {
    self.owner = owner
    self.description = description
    rootIdentity = owner.core.parent == nil ? factory_core_identity(owner.core) : 0
  }

  init(_ frame: Frame) {
    self.init(frame.manager, frame.pointee.owner)
    self.frame = frame
  }

  init(_ taskFrame: TaskFrame) {
    owner = taskFrame.containers.owner
    description = taskFrame.description.owner
    rootIdentity = taskFrame.rootIdentity
    self.taskFrame = taskFrame
  }

  var isKept: Bool { description.is_kept != 0 }

  /// The innermost container that was asked. In a frame of a task, nil for one without a parent, and after the frame has ended.
  var asked: ContainerManager? {
    if let frame { return frame.asked }
    return taskFrame?.containers.asked
  }

  /// The owner, if it is the container, or a parent or a child of it.
  func owner(relatedTo named: ContainerManager) -> ContainerManager? {
    guard let owner else {
      if rootIdentity == 0 || factory_core_identity(named.core.root) != rootIdentity { return nil }
      return named.ancestor(at: 0)
    }
    if owner.core == named.core { return named }
    if owner.core.depth < named.core.depth { return named.core.isWithin(owner) ? owner : nil }
    return owner.core.isWithin(named) ? owner : nil
  }

  /// As which container this one acts, if the frame decides.
  func acting(_ named: ContainerManager) -> ContainerManager? {
    guard let owner = owner(relatedTo: named) else {
      // What a container without a parent keeps uses no child of another family.
      guard isKept, rootIdentity != 0 else { return nil }
      return isOlder(named) ? named.ancestor(at: 0) : named
    }
    return isOlder(named) ? owner : named
  }

  /// Whether the shared container of a type existed when the frame began. True for one without a parent.
  fileprivate func isOlder(sharedOf type: Any.Type) -> Bool {
    guard let shared = (type as? any SharedContainer.Type)?.shared.manager,
      shared.core.parent != nil
    else { return true }
    return isOlder(shared)
  }

  /// Whether the container existed when the frame began.
  private func isOlder(_ named: ContainerManager) -> Bool {
    ContainerIdentity(bits: factory_core_identity(named.core)).number <= description.containers
  }

  /// Whether it runs a closure for the same factory that was set by a child of the container.
  func isSameFactory(_ other: Frame, setBelow named: ContainerManager) -> Bool {
    guard description.set_by > named.core.depth, let owner, owner.core.isWithin(named),
      let factory
    else { return false }
    return factory_key_matches(factory, other.key)
  }

  /// The key of the factory; nil for a frame without one.
  var factory: factory_key? { frame?.key ?? taskFrame.flatMap { $0.withFrame(\.key) } }

  /// Whether the factory is the function that a property wrapper has created from a parameter factory.
  var isOfFunction: Bool {
    let flags = frame?.pointee.flags ?? taskFrame?.description.flags ?? 0
    return flags & FACTORY_IS_FUNCTION.rawValue != 0
  }

  /// The factory's name, type and source location.
  func describeFactory() -> String {
    frame?.description ?? taskFrame?.withFrame(\.description) ?? ""
  }
}

extension ContainerCore {
  /// Whether it is the other container or a child of it.
  func isWithin(_ other: ContainerManager) -> Bool { other.core.contains(self) }
}

/// As which container a named one acts.
package struct Acting {
  /// The container whose settings are used.
  let manager: ContainerManager
  /// The container for which is built what nobody keeps.
  let owner: ContainerManager
  /// The innermost container that was asked for what is being built; nil if no frame has decided.
  var asked: ContainerManager?

  /// Whether a registration of a child may be passed over.
  var mayPassOver: Bool { asked.map { $0.core != owner.core } ?? false }

  /// The same after this container has been asked.
  func innermost(_ named: ContainerManager) -> ContainerManager {
    if named.core.depth > manager.core.depth { return named }
    guard let asked, asked.core.isWithin(manager) else { return manager }
    return asked
  }

  /// Whether the named container acts as itself.
  func isPlain(for named: ContainerManager) -> Bool {
    manager.core == named.core && owner.core == named.core && !mayPassOver
  }
}

/// The list of frames.
package enum Owners {
  /// The innermost frame of a thread, from this one on, that runs a closure, if it counts under a task-local value. If it does
  /// not, the next one is that of the task, or the thread runs code of another task in between.
  static func innermostFrame(from first: Frame?, under around: UnsafeRawPointer?) -> Frame? {
    var next = first
    while let frame = next, frame.pointee.phase == UInt32(FACTORY_RESOLVING) {
      next = frame.pointee.previous
    }
    guard let frame = next, frame.pointee.owner.around == around, frame.pointee.owner.is_bound == 0
    else { return nil }
    return frame
  }

  /// Calls `body` for each frame of the thread that counts under a task-local value, until it returns false.
  static func forEachFrame(
    of thread: ThreadState, under around: TaskFrame?, _ body: (Frame) -> Bool
  ) {
    let around = around.map { UnsafeRawPointer(unowned: $0) }
    var next = innermostFrame(from: thread.pointee.top, under: around)
    while let frame = next, body(frame) {
      next = innermostFrame(from: frame.pointee.previous, under: around)
    }
  }

  private enum Step {
    case link(OwnerLink)
    case run(root: UInt64, type: Any.Type)
  }

  /// Calls `body` for each frame, innermost first, until it returns false or the list ends.
  private static func forEach(_ around: TaskFrame? = .current, _ body: (Step) -> Bool) {
    var isDone = false
    forEachFrame(of: factory_current_thread(), under: around) { frame in
      isDone = !body(.link(OwnerLink(frame))) || frame.pointee.owner.is_kept != 0
      return !isDone
    }
    var next = isDone ? nil : around
    while let frame = next, !frame.isForgotten {
      switch frame.kind {
      case .outside: return
      case .run(let root, let type): if !body(.run(root: root, type: type)) { return }
      case .construction: if !body(.link(OwnerLink(frame))) || frame.isKept { return }
      }
      next = frame.outer
    }
  }

  /// Whether there is no frame, or the innermost one is of this container, which was asked for the instance: the most frequent
  /// cases, which `may_act` in `hits.c` finds out if the task has no frame. The addresses are only compared. If another
  /// container has had this one's address, that one is older, so this one is itself as well.
  static func isInside(_ named: ContainerManager, _ around: TaskFrame? = .current) -> Bool {
    let innermost = innermostFrame(
      from: factory_current_thread().pointee.top,
      under: around.map { UnsafeRawPointer(unowned: $0) })
    let owner: factory_owner
    if let innermost {
      owner = innermost.pointee.owner
    } else {
      guard let around else { return true }
      guard case .construction = around.kind else { return false }
      owner = around.description.owner
    }
    return owner.core == UnsafeRawPointer(named.core) && owner.asked == owner.manager
  }

  /// As which container a container acts that is named now.
  /// - Parameter factory: the factory that is resolved; nil if none is.
  @inline(never)
  package static func acting(_ named: ContainerManager, for factory: Frame? = nil) -> Acting {
    let around = TaskFrame.current
    if let factory {
      factory.pointee.owner.around = around.map { UnsafeRawPointer(unowned: $0) }
    }
    if isInside(named, around) { return Acting(manager: named, owner: named) }
    var decided: Acting?
    forEach(around) { step in
      guard case .link(let link) = step else {
        guard case .run(let root, _) = step else { return false }
        return root != factory_core_identity(named.core.root)
      }
      if decided == nil, let owner = link.acting(named) {
        // A task goes on in the frame of an instance that was asked for, but does not know by which child any more.
        decided = Acting(manager: owner, owner: owner, asked: link.asked ?? owner)
        // Only a parent of the owner may be asked for the same factory.
        if owner.core.depth <= named.core.depth { return false }
      }
      if let factory, link.isSameFactory(factory, setBelow: named) {
        decided = Acting(manager: named, owner: decided?.owner ?? named)
        return false
      }
      return true
    }
    return decided ?? Acting(manager: named, owner: named)
  }

  /// The innermost frame of an instance that is kept, as this container sees it.
  static func kept(for named: ContainerManager) -> OwnerLink? {
    var kept: OwnerLink?
    forEach { step in
      switch step {
      case .run(let root, _): return root != factory_core_identity(named.core.root)
      case .link(let link):
        if link.isKept { kept = link }
        return kept == nil
      }
    }
    return kept
  }

  /// From which container the calling code injects.
  enum Injection {
    case child(ContainerManager)
    /// From the shared one, as it acts.
    case shared
    /// The same for what a container without a parent keeps.
    case root
  }

  /// From which container of a type the calling code injects.
  @inline(never)
  static func injection(_ type: Any.Type) -> Injection {
    var injection = Injection.shared
    forEach { step in
      switch step {
      case .run(_, let other):
        return other != type
      case .link(let link):
        // A function that a property wrapper injects remembers what was around it.
        if link.isOfFunction { return true }
        if let owner = link.owner, owner.core.parent != nil, owner.typeToInject == type {
          injection = .child(owner)
          return false
        }
        if link.isKept, link.rootIdentity != 0, link.isOlder(sharedOf: type) { injection = .root }
        return true
      }
    }
    return injection
  }
}

extension Frame {
  /// The owner's manager. The resolution retains it.
  var manager: ContainerManager { pointee.owner.manager!.object(ContainerManager.self) }

  /// That of the container that was asked.
  var asked: ContainerManager { pointee.owner.asked!.object(ContainerManager.self) }

  /// Records the owner and the container that was asked, which the caller retains until the resolution has ended.
  package func setOwner(_ manager: ContainerManager, asked: ContainerManager) {
    pointee.owner.manager = UnsafeRawPointer(Unmanaged.passUnretained(manager).toOpaque())
    pointee.owner.core = UnsafeRawPointer(manager.core)
    pointee.owner.asked = UnsafeRawPointer(Unmanaged.passUnretained(asked).toOpaque())
  }
}

extension TaskFrame {
  /// Runs `body` with a frame that describes the factory; nil for a frame without one.
  fileprivate func withFrame<Result>(_ body: (Frame) -> Result) -> Result? {
    description.name == nil ? nil : withDescription(body)
  }
}

// MARK: Containers of managers

extension ContainerManager {
  /// The manager of the parent that has this depth, or this one.
  func ancestor(at depth: UInt32) -> ContainerManager {
    var manager = self
    while manager.core.depth > depth, let parent = manager.parent {
      // A child of another type than `Container` is known to the managers that retain it only.
      if parent.core.valuesRetainContainer, let container = manager.containerOfParent {
        manager = parent.retaining(container)
      } else {
        manager = parent
      }
    }
    return manager
  }

  /// The type of a child; nil if it is unknown.
  var typeToInject: Any.Type? {
    core.valuesRetainContainer ? retainedContainer.map { type(of: $0) } : Container.self
  }

  /// The container, to inject it or from it; nil if it is unknown or gone.
  var containerToInject: AnyObject? {
    if core.parent == nil {
      if self === Container.process.manager { return Container.process }
      return containerType == Container.self ? Container(self) : nil
    }
    if core.valuesRetainContainer { return retainedContainer }
    // A `Container` has no state of its own, so another one can take its place.
    return store.container ?? Container(containersOwn)
  }

  /// A reference to a child, which does not retain it; nil if the container is unknown.
  var reference: ChildReference? {
    if core.valuesRetainContainer { return retainedContainer.map { ChildReference(to: $0) } }
    return store.reference
  }
}

extension ChildReference {
  /// Whether the manager is that of the container.
  func refers(to manager: ContainerManager) -> Bool {
    refers(to: manager.core) || other != nil && other === manager.retainedContainer
  }
}

// MARK: -

// Reports registrations of children that the instances of their parents do not use.

/// Registrations and contexts that are passed over, because the instance that is being built belongs to a parent or to the
/// process.
enum PassedOver {
  private struct Pair {
    let kept: factory_key
    let other: factory_key
    let container: UInt64

    func matches(_ pair: Pair) -> Bool {
      container == pair.container && factory_key_matches(kept, pair.kept)
        && factory_key_matches(other, pair.other)
    }
  }

  private static let reported = Locked<[Pair]>([])

  /// Called when a factory is resolved in a frame whose instance is kept, before its closure is called.
  /// - Parameter named: the container that was asked for the factory.
  @inline(never)
  static func report(_ acting: Acting, _ named: ContainerManager, _ frame: Frame) {
    guard
      let child = overriding(acting, acting.asked, frame) ?? overriding(acting, named, frame),
      let kept = Owners.kept(for: named), let key = kept.factory
    else { return }
    let owner = acting.owner
    let (keptFactory, factory) = (owner.identity(of: key), owner.identity(of: frame.key))
    let isReported = child.report { observer in
      observer.reportPassedOver(factory, by: keptFactory) { message(kept, child, frame) }
    }
    if isReported { return }
    let container = ContainerIdentity(bits: factory_core_identity(owner.core)).withoutNumber
    let pair = Pair(kept: key, other: frame.key, container: container)
    let isNew = reported.withLock { reported in
      if reported.contains(where: { $0.matches(pair) }) { return false }
      reported.append(pair)
      return true
    }
    if isNew { Log.write(message(kept, child, frame)) }
  }

  /// The innermost container, from this one up to the owner, that has a registration or a context of its own that holds.
  private static func overriding(
    _ acting: Acting, _ innermost: ContainerManager?, _ frame: Frame
  ) -> ContainerManager? {
    guard let innermost, innermost.core.isWithin(acting.owner) else { return nil }
    var next: ContainerManager? = innermost
    while let child = next, child.core.depth > acting.owner.core.depth {
      if let node = child.store.existingNode(frame.key),
        child.store.currentSettings(node).overrides(at: child.core.depth, frame.pointee.flags)
      {
        return child
      }
      next = child.parent
    }
    return nil
  }

  private static func message(
    _ kept: OwnerLink, _ child: ContainerManager, _ frame: Frame
  ) -> String {
    let factory = kept.describeFactory()
    var chain = CircularDependency.chain(of: frame)
    if let start = chain.lastIndex(of: factory) {
      chain = Array(chain[start...])
    } else {
      // The frame of a task, around those of the thread.
      chain.insert(factory, at: 0)
    }
    return Message.passedOver(
      frame.description, in: child.nameAsChild!, by: factory,
      isOfProcess: kept.description.is_kept == UInt32(FACTORY_KEPT_BY_PROCESS), chain)
  }
}

extension StoreState {
  /// What a lookup in a child has to do. In a container without a parent, it would be `action`.
  mutating func ownersAction(
    _ action: Int, _ node: Node, _ settings: Settings, _ scope: ScopeReference?, _ store: Store
  ) -> Int {
    if core.parent!.hasFlag(Int(FACTORY_FLAGS)) { return Int(FACTORY_READ_SETTINGS) }
    let isKept =
      switch scope?.keeper ?? .nobody {
      case .nobody, .resolution: false
      case .container, .process: true
      }
    guard let scope, isKept else {
      // What a child publishes, it has to withdraw when it is released, and most live for one request.
      return action == Int(FACTORY_USE_OWN) ? Int(FACTORY_READ_SETTINGS) : action
    }
    guard action == Int(FACTORY_USE_OWN) || action == Int(FACTORY_USE_SINGLETON) else {
      return action
    }
    let isSingleton = scope.isOfProcess
    if isSingleton || store.shares(scope), settings.hasUncertainOverride {
      return Int(FACTORY_READ_SETTINGS)
    }
    let depth = store.ownerDepth(node, settings, scope, 0)
    if depth == core.depth { return Int(FACTORY_USE_OWN) }
    if depth == 0, isSingleton {
      factory_node_set_target(node, node.singleton)
      return Int(FACTORY_USE_SINGLETON)
    }
    factory_node_set_target(node, node.ancestor(core.depth - depth))
    return Int(FACTORY_USE_PARENT)
  }
}

extension Store {
  /// The depth of the container that keeps the factory's instance, or of the outermost parent if the process does: of the
  /// nearest one that overrides the factory, or else of the one that the sharing of the scope leads to, or of the outermost.
  /// - Parameters:
  ///   - settings: those of the factory in this container.
  ///   - flags: those of the factory value.
  package func ownerDepth(
    _ node: Node, _ settings: Settings, _ scope: ScopeReference, _ flags: UInt32
  ) -> UInt32 {
    if parent == nil { return 0 }
    let depth = settings.overrideDepth(flags)
    if scope.isOfProcess { return depth }
    let isDefault = settings.values.scope.value == nil
    var (node, store) = (node, self)
    while let parent = store.parent, store.core.depth > depth {
      let outer = node.pointee.parent!
      // The parent does not keep the instance if the factory has another scope there. It has none while a reset of the
      // parent removes the definition's, which the parent gets again.
      let scopeOfParent =
        isDefault ? factory_core_any_default_scope(parent.core) : factory_node_scope(outer)
      guard store.shares(scope),
        scopeOfParent == scope.address || !isDefault && scopeOfParent == nil
      else { break }
      (node, store) = (outer, parent)
    }
    return store.core.depth
  }
}
