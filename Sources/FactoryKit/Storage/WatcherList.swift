// Factory, MIT licence; see LICENSE
//
// The watchers of a container.
internal import FactoryCore

/// A watcher, without its closure: `Watcher` in a higher layer adds it.
class AnyWatcher: @unchecked Sendable {
  // Sendable: the word is only used by the atomic functions, in memory allocated here and freed in
  // `deinit`, when no other reference to `self` can exist.
  private let word: UnsafeMutablePointer<UInt32>

  init() {
    word = .allocate(capacity: 1)
    word.initialize(to: 0)
  }

  deinit {
    word.deallocate()
  }

  /// Whether no call of the watcher may begin any more.
  var isCancelled: Bool { factory_word_load(word) != 0 }

  func cancel() { factory_word_store(word, 1) }
}

/// The watchers of one container. The container and the tokens of its watchers own it, so that a
/// token need not retain the container. Not a weak reference to the manager, because that would
/// make retaining and releasing the manager slower for the rest of its life.
final class WatcherList: @unchecked Sendable {
  // Sendable: the comments at the properties name their guards.

  /// Taken before the container's lock, and by the `deinit` of the container's manager.
  private let lock = Lock()
  /// The container; nil when it is gone. Guarded by `lock`.
  @exclusivity(unchecked) private var core: ContainerCore?
  /// In the order in which they were added. Guarded by the container's lock.
  @exclusivity(unchecked) private(set) var watchers: [AnyWatcher] = []

  private init(_ core: ContainerCore) {
    self.core = core
  }

  /// Adds a watcher to a container, and returns the list that it is in.
  static func add(_ watcher: AnyWatcher, to core: ContainerCore) -> WatcherList {
    core.withLock { state, _ in
      let list = state.watchers ?? WatcherList(core)
      state.watchers = list
      list.watchers.append(watcher)
      return list
    }
  }

  /// Removes a watcher, which the caller retains, so that releasing it runs no code under the lock.
  func remove(_ watcher: AnyWatcher) {
    lock.withLock {
      core?.withLock { _, _ in watchers.removeAll { $0 === watcher } }
    }
  }

  /// Called by the `deinit` of the container's manager.
  func forgetContainer() {
    lock.withLock { core = nil }
  }

  /// The part of the container's flags that depends on its watchers.
  static func flags(of list: WatcherList?) -> UInt32 {
    guard let list, !list.watchers.isEmpty else { return 0 }
    return UInt32(FACTORY_WATCHES)
  }
}
