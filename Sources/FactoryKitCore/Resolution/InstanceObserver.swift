// Factory, MIT licence; see LICENSE
//
// What follows the instances of a process from their construction on: the shutdown and the warm-up of
// FactoryKit, which this module does not know.
internal import FactoryCore

/// Called by the resolutions that build and cache an instance.
///
/// A hook knows its observer. While a warm-up runs, its observer also sees the constructions of factories
/// without a hook: see `current`.
@usableFromInline
package final class InstanceObserver: Sendable {
  /// Returns the record of an instance that is about to be built; nil if it needs none. Called with the
  /// lock of the factory's entry.
  let begin: @Sendable (_ frame: Frame, _ hook: AnyShutdownHook?) -> ShutdownRecord?
  /// Called after an instance with a record was cached, with no lock held.
  let didStore:
    @Sendable (
      _ box: InstanceBox, _ record: ShutdownRecord, _ place: borrowing CellPlace,
      _ manager: ContainerManager
    ) -> Void
  /// Called when a modifier has set a hook, with the lock of the factory's entry.
  let didSetHook:
    @Sendable (
      _ hook: AnyShutdownHook, _ locked: LockedEntry, _ manager: ContainerManager,
      _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ garbage: inout Garbage
    ) -> Void

  package init(
    begin: @escaping @Sendable (Frame, AnyShutdownHook?) -> ShutdownRecord?,
    didStore:
      @escaping @Sendable (
        InstanceBox, ShutdownRecord, borrowing CellPlace, ContainerManager
      ) -> Void,
    didSetHook:
      @escaping @Sendable (
        AnyShutdownHook, LockedEntry, ContainerManager, FactoryDeclaration, FactoryTypes,
        inout Garbage
      ) -> Void
  ) {
    self.begin = begin
    self.didStore = didStore
    self.didSetHook = didSetHook
  }

  // Used by the atomic functions only. Never freed, and neither is the observer.
  nonisolated(unsafe) private static let address: UnsafeMutablePointer<UnsafeMutableRawPointer?> = {
    let address = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    address.initialize(to: nil)
    return address
  }()

  /// The observer of all constructions; nil if the program has used no warm-up.
  static var current: InstanceObserver? {
    // Set below, and never released.
    factory_pointer_load(address).map {
      Unmanaged<InstanceObserver>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Makes this the observer of all constructions, for the rest of the process.
  package func observeAll() {
    factory_pointer_store(Self.address, Unmanaged.passRetained(self).toOpaque())
  }
}
