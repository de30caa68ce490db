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

extension [AnyWatcher] {
  /// The part of the container's flags that depends on its watchers.
  var flags: UInt32 { isEmpty ? 0 : UInt32(FACTORY_WATCHES) }
}

/// A container as the tokens of its watchers know it, which do not retain it. The container owns
/// this object, too. Not a weak reference to the manager, because that would make retaining and
/// releasing the manager slower for the rest of its life.
final class WatchedCore: @unchecked Sendable {
  // Sendable: `core` is guarded by `lock`.

  /// Taken before the container's lock, and by the `deinit` of the container's manager.
  private let lock = Lock()
  /// Nil when the container is gone.
  @exclusivity(unchecked) private var core: ContainerCore?

  private init(_ core: ContainerCore) {
    self.core = core
  }

  /// Adds a watcher to a container.
  static func add(_ watcher: AnyWatcher, to core: ContainerCore) -> WatchedCore {
    core.withLock { state, _ in
      let watched = state.watched ?? WatchedCore(core)
      state.watched = watched
      state.watchers.append(watcher)
      return watched
    }
  }

  /// Removes a watcher, which the caller retains, so that releasing it runs no code under the lock.
  func remove(_ watcher: AnyWatcher) {
    lock.withLock {
      core?.withLock { state, _ in state.watchers.removeAll { $0 === watcher } }
    }
  }

  /// Called by the `deinit` of the container's manager.
  func forget() {
    lock.withLock { core = nil }
  }
}
