// Factory, MIT licence; see LICENSE
//
// What observes instances from their construction on: the shutdown and the warm-up of
// FactoryKit, which this module does not know.
internal import FactoryCore

/// Called by the resolutions that build and cache an instance.
///
/// A hook knows the observer, so that programs without hooks do not contain it. Once a warm-up or a shutdown has begun, it
/// also sees the constructions of factories without a hook.
@usableFromInline
package final class InstanceObserver: Sendable {
  /// Returns the record of an instance that is about to be built; nil if it needs none. Called with the
  /// lock of the factory's entry.
  let begin: @Sendable (_ frame: Frame, _ hook: AnyShutdownHook?) -> ShutdownRecord?
  /// Called after an instance with a record was cached, with no lock held. The box is nil if the hook was set during the
  /// construction, and no warm-up builds the instance.
  let didStore:
    @Sendable (
      _ box: InstanceBox?, _ record: ShutdownRecord, _ cell: InstanceCell,
      _ manager: ContainerManager
    ) -> Void
  /// Called, with no lock held, when nobody has received an instance with a record, and it is not cached.
  let didLose: @Sendable (_ box: InstanceBox, _ record: ShutdownRecord) -> Void
  /// Called when a modifier has set a hook, or the scope of a factory with a hook, with the lock of the factory's
  /// entry. `isFirst` is true if the plan had no hook before. The scope is nil for an unscoped factory.
  let didSetHook:
    @Sendable (
      _ hook: AnyShutdownHook, _ isFirst: Bool, _ locked: LockedEntry,
      _ manager: ContainerManager, _ scope: ScopeReference?, _ factory: ClosableFactory,
      _ garbage: inout Garbage
    ) -> Void
  /// Called when a child container is released that keeps an instance whose hook has not run, with no lock held.
  let didRelease: @Sendable (_ record: ShutdownRecord, _ child: String) -> Void

  package init(
    begin: @escaping @Sendable (Frame, AnyShutdownHook?) -> ShutdownRecord?,
    didStore:
      @escaping @Sendable (
        InstanceBox?, ShutdownRecord, InstanceCell, ContainerManager
      ) -> Void,
    didLose: @escaping @Sendable (InstanceBox, ShutdownRecord) -> Void,
    didSetHook:
      @escaping @Sendable (
        AnyShutdownHook, Bool, LockedEntry, ContainerManager, ScopeReference?,
        ClosableFactory, inout Garbage
      ) -> Void,
    didRelease: @escaping @Sendable (ShutdownRecord, String) -> Void
  ) {
    self.begin = begin
    self.didStore = didStore
    self.didLose = didLose
    self.didSetHook = didSetHook
    self.didRelease = didRelease
  }

  /// The observer of all constructions, set before the first warm-up or shutdown begins.
  package static let ofAll = SharedReference<InstanceObserver>()
}
