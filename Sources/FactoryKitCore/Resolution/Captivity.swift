// Factory, MIT licence; see LICENSE
//
// Captive dependencies: an instance that the parent or the process caches must not depend on a child's
// registrations or instances. In this file, a child is a child container.
//
// - While a child builds such an instance, the construction has a `Captivity`, which records the
//   innermost container whose registrations or instances were used so far.
// - Every resolution that uses a registration or an instance of a child records that in the
//   `Captivity` of each construction around it: `recordUse`. While any such construction is in
//   progress, lookups in child containers return no cached instance, so every use takes the slow path.
// - When the construction ends, `Build` asks whether it is captive. If it is, the
//   child caches it, and those that wait for it in other containers search again.
// - An instance of the scope `graph` may be used by a construction that begins later, so its uses
//   are recorded too, and stored with it.
package import FactoryCore

/// A child container whose registration or instance a resolution uses. Only compared, because the
/// container may have been freed if that is an instance of a resolution cycle.
package struct UsedContainer {
  fileprivate let core: UnsafeRawPointer
  package let depth: UInt32
  /// The factory whose registration or instance it is; nil if that is not known.
  fileprivate var factory: factory_key?

  /// Nil for a container without a parent.
  init?(_ core: ContainerCore) {
    if core.parent == nil { return nil }
    self.init(core: UnsafeRawPointer(core), depth: core.depth)
  }

  fileprivate init(core: UnsafeRawPointer, depth: UInt32, factory: factory_key? = nil) {
    (self.core, self.depth, self.factory) = (core, depth, factory)
  }

  /// Whether it is `inner` or one of its parents. If so, it has not been freed.
  func contains(_ inner: ContainerCore) -> Bool {
    inner.depth >= depth && UnsafeRawPointer(inner.ancestor(at: depth)) == core
  }
}

/// What one construction has used of child containers, to decide whether its instance is captive.
package final class Captivity {
  // `manager`, `entry`, `ownerDepth` and `evictions` are constant, `deepest` and `chain` are
  // guarded by `lock`.

  /// The container through which the instance is built. Retained, because a task that the closure has
  /// started may record a use after the construction has ended and the container was released.
  let manager: ContainerManager
  /// The factory's entry in that container.
  let entry: Entry
  /// The depth of the container that caches the instance if it is not captive; nil for an instance of
  /// the scope `graph`.
  let ownerDepth: UInt32?
  /// The number of evictions and restorations so far in `core` and its parents, without the outermost one.
  private let evictions: UInt64
  private static let lock = Lock()
  @exclusivity(unchecked) private var deepest: UsedContainer?
  @exclusivity(unchecked) private var chain: [String] = []

  @inline(never)
  init(_ manager: ContainerManager, _ entry: Entry, ownerDepth: UInt32?) {
    self.manager = manager.containersOwn
    self.entry = entry
    self.ownerDepth = ownerDepth
    evictions = Self.evictions(manager.core, entry)
    factory_begin_recording()
  }

  var core: ContainerCore { manager.core }

  /// For `factory_frame.captivity`.
  var address: UnsafeRawPointer { UnsafeRawPointer(unowned: self) }

  /// Called once, when the construction has ended.
  func end() { factory_end_recording() }

  /// The innermost child container that was used; nil if none was.
  var used: UsedContainer? { Self.lock.withLock { deepest } }

  var isGraph: Bool { ownerDepth == nil }

  /// The container that has to cache the instance instead; nil if it is not captive.
  package var owner: ContainerCore? {
    guard !isGraph, let used else { return nil }
    return core.ancestor(at: used.depth)
  }

  /// The depth from which on a container that waits for the same instance has something of its own
  /// for the factory that has made the instance captive; nil if it has not, or if that is not known.
  func depthOfOwnUse(in other: ContainerManager) -> UInt32? {
    // What the construction has used is reported before others continue, so that this can be relied
    // on where nothing is recorded.
    guard let ownerDepth, let factory = Self.lock.withLock({ deepest?.factory }),
      CaptiveReport.isReported(entry.pointee.key, core)
    else { return nil }
    let depth = other.core.depthOfUse(of: factory)
    return depth > ownerDepth ? depth : nil
  }

  /// Whether the factory was reset in one of the containers since the construction began.
  var isOvertaken: Bool { evictions != Self.evictions(core, entry) }

  private static func evictions(_ core: ContainerCore, _ entry: Entry) -> UInt64 {
    var (core, entry) = (core, entry)
    var sum: UInt64 = 0
    while let parent = core.parent {
      sum += UInt64(factory_cell_generation(entry.cell.shared))
      sum += UInt64(factory_core_restorations(core))
      (core, entry) = (parent, factory_entry_parent(entry))
    }
    return sum
  }

  /// Records a use by code of the calling thread's innermost frame or, without one, of a resolution.
  @inline(never)
  package func record(
    _ used: UsedContainer, _ frame: Frame?, _ resolution: (any TaskResolution)? = nil
  ) {
    guard used.depth > ownerDepth ?? 0, used.contains(core),
      Self.lock.withLock({ used.depth > deepest?.depth ?? 0 })
    else { return }
    let isReported = ownerDepth == nil || CaptiveReport.isReported(entry.pointee.key, core)
    let chain = isReported ? [] : TaskResolutions.chain(frame, resolution)
    Self.lock.withLock {
      guard used.depth > deepest?.depth ?? 0 else { return }
      deepest = used
      self.chain = chain
    }
  }

  /// Reports that the instance is captive, once for each factory in the process.
  /// - Parameter owner: the child that caches the instance.
  func report(_ factory: String, isSingleton: Bool, cachedBy owner: ContainerManager) {
    let chain = Self.lock.withLock { self.chain }
    guard CaptiveReport.begin(entry.pointee.key, core) else { return }
    let start = chain.lastIndex(of: factory) ?? 0
    Log.write(
      Message.captive(
        factory, Array(chain[start...]), owner: isSingleton ? "process" : "parent",
        child: owner.nameAsChild ?? ""))
  }
}

/// The factories that were reported.
private enum CaptiveReport {
  private typealias Reported = [(key: factory_key, container: UInt64)]
  private static let reported = Locked<Reported>([])

  @inline(never)
  static func isReported(_ key: factory_key, _ core: ContainerCore) -> Bool {
    let container = ContainerIdentity(bits: factory_core_identity(core)).withoutNumber
    return reported.withLock { contains($0, key, container) }
  }

  /// Returns whether the factory has not been reported before.
  @inline(never)
  static func begin(_ key: factory_key, _ core: ContainerCore) -> Bool {
    let container = ContainerIdentity(bits: factory_core_identity(core)).withoutNumber
    return reported.withLock { reported in
      if contains(reported, key, container) { return false }
      reported.append((key, container))
      return true
    }
  }

  private static func contains(
    _ reported: Reported, _ key: factory_key, _ container: UInt64
  ) -> Bool {
    reported.contains { $0.container == container && factory_key_matches($0.key, key) }
  }
}

/// The result of a construction for those that wait, if it has used something that only a child has:
/// another container must get neither the instance nor the error.
package final class CaptiveResult: ConstructionFailure {
  /// An `InstanceBox` or another `ConstructionFailure`.
  private let result: AnyObject
  package let owner: UsedContainer

  init(_ result: AnyObject, _ owner: UsedContainer) {
    self.result = result
    self.owner = owner
  }

  /// The result for a resolution in this container; nil if the resolution has to search again.
  ///
  /// The owner may have been freed since, and is compared by its address. It existed while the
  /// resolution waited, so none of the resolution's containers can have the same address by chance.
  package func result(in core: ContainerCore) -> AnyObject? { owner.contains(core) ? result : nil }

  override var type: Any.Type { CaptiveResult.self }
}

// MARK: Recording uses

extension InstanceSearch {
  /// Records whose registration or instance the resolution uses.
  @inline(never)
  mutating func recordUse(of container: UsedContainer?) {
    guard let container else { return }
    // The innermost container counts: if a child caches an instance that a closure of its parent has
    // built, that is the child.
    if container.depth > used?.depth ?? 0 { used = container }
  }

  /// Records what this resolution has used, in its construction and those around it.
  @inline(never)
  mutating func passOnUse() {
    guard var used = used.take() else { return }
    used.factory = frame.key
    frame.recordUse(of: used)
  }
}

extension Frame {
  /// Records a use in the constructions around this resolution.
  func recordUse(of used: UsedContainer) {
    // Starting with this one: an instance of the scope `graph` may be registered in the child.
    if factory_uses_are_recorded() { used.record(inside: self) }
  }
}

extension ContainerManager {
  /// Records that code of the calling thread uses members of a group that this container, or the parent
  /// with this depth, has added. For code that is not a search, but part of a closure that uses the group.
  @inline(never)
  package func recordUse(ofMembersAt depth: UInt32, _ factory: factory_key) {
    guard depth > 0, factory_uses_are_recorded() else { return }
    let core = core.ancestor(at: depth)
    let used = UsedContainer(core: UnsafeRawPointer(core), depth: depth, factory: factory)
    used.record(inside: factory_current_thread().pointee.top)
  }
}

extension UsedContainer {
  /// Records the use in the constructions to which a frame of the calling thread belongs; without a
  /// frame, in those of the task.
  @inline(never)
  func record(inside innermost: Frame?) {
    var next = innermost
    while let frame = next {
      if let captivity = frame.pointee.captivity {
        // Owned by the `Build` or `CycleStore` in the resolution's `Completion`, whose `end` clears this.
        captivity.withObject(Captivity.self) { $0.record(self, innermost) }
      }
      next = frame.pointee.previous
    }
    for captivity in TaskResolutions.around.resolution?.captivities ?? [] {
      captivity.record(self, innermost)
    }
  }
}
