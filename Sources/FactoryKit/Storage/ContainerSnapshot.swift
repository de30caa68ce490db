// Factory, MIT licence; see LICENSE
//
// What `push` remembers and `pop` restores.

/// The state of a container at a `push`.
///
/// Entries are saved before their first change after it, so taking a snapshot costs the same whatever
/// the number of factories.
final class ContainerSnapshot {
  let settings: ContainerSettings
  /// Distinguishes snapshots of one container. Never zero.
  let number: UInt32
  /// The entries that have changed since. If there are several states of an entry, the first counts.
  /// Guarded by the lock of the container's list of snapshots.
  private(set) var entries: [(entry: Entry, saved: SavedEntry)] = []

  init(_ settings: ContainerSettings, number: UInt32) {
    self.settings = settings
    self.number = number
  }

  func save(_ entry: Entry, _ saved: SavedEntry, asFirst isFirst: Bool) {
    entries.insert((entry, saved), at: isFirst ? 0 : entries.count)
  }
}
