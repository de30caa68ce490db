// Factory, MIT licence; see LICENSE
//
// The watchers of a container.
internal import FactoryCore

/// A closure that is called after resolutions.
final class Watcher: @unchecked Sendable {
  // Sendable: the closure is constant. The word is only used by the atomic functions, in memory
  // allocated here and freed in `deinit`, when no other reference to `self` can exist.
  let receive: @Sendable (ResolutionEvent) -> Void
  private let cancelled = AtomicWord.make()

  init(_ receive: @escaping @Sendable (ResolutionEvent) -> Void) { self.receive = receive }

  deinit {
    cancelled.deallocate()
  }

  /// Whether no call of the watcher may begin any more.
  var isCancelled: Bool { factory_word_load(cancelled) != 0 }

  func cancel() { factory_word_store(cancelled, 1) }
}

/// The watchers of a container. The container and the tokens of its watchers own this object.
///
/// The tokens reach the container through it, because a weak reference to the manager would make
/// retaining and releasing the manager slower for the rest of its life.
final class WatcherList: @unchecked Sendable {
  // Sendable: `core` is guarded by `lock`, and `all` by the container's lock.

  /// Taken before the container's lock, and by the `deinit` of the container's manager.
  private let lock = Lock(.watchers)
  /// The container, which is not retained; nil when it is gone.
  @exclusivity(unchecked) private var core: ContainerCore?
  /// In the order in which they were added.
  @exclusivity(unchecked) private(set) var all: [Watcher] = []

  private init(_ core: ContainerCore) {
    self.core = core
  }

  /// Adds a watcher to a container, and returns the container's list.
  static func add(_ watcher: Watcher, to core: ContainerCore) -> WatcherList {
    core.withLock { state, _ in
      let list = state.watchers ?? WatcherList(core)
      state.watchers = list
      list.all.append(watcher)
      return list
    }
  }

  /// Removes a watcher, which the caller retains, so that releasing it runs no code under the lock.
  func remove(_ watcher: Watcher) {
    lock.withLock {
      core?.withLock { _, _ in
        let old = all
        all = []
        for other in old where other !== watcher { all.append(other) }
      }
    }
  }

  /// Called by the `deinit` of the container's manager.
  func forgetContainer() {
    lock.withLock { core = nil }
  }
}
