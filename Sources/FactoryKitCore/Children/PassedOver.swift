// Factory, MIT licence; see LICENSE
//
// Reports registrations of children that the instances of their parents do not use.
internal import FactoryCore

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
