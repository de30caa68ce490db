// Factory, MIT licence; see LICENSE
//
// The state that `push` saves and `pop` restores.

/// The state of a container at a `push`.
///
/// Each entry is saved before its first change after the `push`, so the cost of a `push` does not
/// depend on the number of factories.
final class ContainerSnapshot {
  let settings: ContainerSettings
  /// Distinguishes snapshots of one container. Never zero.
  let number: UInt32
  /// The entries that have changed since the `push`. If there are several states of an entry, the
  /// first is the one to restore. Guarded by the lock of the container's list of snapshots.
  private(set) var entries: [(entry: Entry, saved: SavedEntry)] = []

  init(_ settings: ContainerSettings, number: UInt32) {
    self.settings = settings
    self.number = number
  }

  /// Removes an instance, which a `pop` must not restore.
  func forget(_ box: InstanceBox) {
    for index in entries.indices { entries[index].saved.cell.forget(box) }
  }

  func save(_ entry: Entry, _ saved: SavedEntry, asFirst isFirst: Bool) {
    entries.insert((entry, saved), at: isFirst ? 0 : entries.count)
  }
}
