// Factory, MIT licence; see LICENSE
//
// Watching the resolutions of a container.

extension ContainerManager {
  /// Calls a closure after every resolution of this container and its child containers, until the
  /// token that it returns is cancelled or released.
  ///
  /// The closure is called on the thread or in the task that has resolved, with no lock held. Inner
  /// resolutions are reported before those that caused them. The closure may resolve, register and
  /// reset factories, add watchers, and cancel itself. It does not get the resolutions that it makes
  /// itself, and these are not part of the resolution in its event. It cannot resolve a scoped factory
  /// whose closure is still running on the same thread: that is a circular dependency, which traps.
  ///
  /// A resolution that fails, `resolvedOrNil()`, and a later read of a lazy wrapper are not
  /// reported. `push`, `pop` and resets leave watchers in place. Watchers are called in the order in
  /// which they were added. One that is added during a resolution may or may not get that resolution.
  ///
  /// May be called from any thread. The container owns the closure until it is cancelled; the token
  /// does not own the container. While nothing is watched, resolutions do not become slower. An
  /// event costs up to 300 ns, as much as ten allocations. See <doc:Watching>.
  ///
  /// ```swift
  /// let watch = Container.shared.manager.watch { event in print(event) }
  /// defer { watch.cancel() }
  /// ```
  public func watch(_ watcher: @escaping @Sendable (ResolutionEvent) -> Void) -> ResolutionWatch {
    let watcher = Watcher(watcher)
    add(watcher)
    return ResolutionWatch(watcher)
  }
}

/// A watcher of a container. Returned by ``ContainerManager/watch(_:)``.
///
/// Releasing it cancels it: store it as long as you want to watch. May be used and released on any
/// thread. It does not retain the container, and has no effect when that is gone. See
/// <doc:Watching>.
///
/// ```swift
/// let watch = Container.shared.manager.watch { event in print(event) }
/// defer { watch.cancel() }
/// ```
public final class ResolutionWatch: Sendable {
  // The container is not known here, because a weak reference to it would make retaining and releasing it slower. It
  // releases the watcher when it next resolves.
  private let watcher: Watcher

  init(_ watcher: Watcher) {
    self.watcher = watcher
  }

  deinit {
    cancel()
  }

  /// Ends the watching. Does nothing if it has been called before.
  ///
  /// When it returns, no further call of the closure begins on any thread. It does not wait for
  /// calls that have begun, which may still be running on other threads. So it can be called inside
  /// the closure, and while you hold a lock that the closure takes.
  ///
  /// ```swift
  /// let watch = Container.shared.manager.watch { event in print(event) }
  /// watch.cancel()
  /// ```
  public func cancel() { watcher.cancel() }
}
