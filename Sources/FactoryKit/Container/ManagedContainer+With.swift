// Factory, MIT licence; see LICENSE
//
// Changing several factories of a container with one closure.

extension ManagedContainer {
  /// Changes this container and returns it, so that a changed container is one expression.
  ///
  /// `change` runs at once, on the calling thread, with no lock held.
  ///
  /// ```swift
  /// let container = Container().with { $0.myService.register { MockService() } }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func with(_ change: (Self) -> Void) -> Self {
    change(self)
    return self
  }
}

// Of `SharedContainer`: the compiler prefers the functions of the more specific protocol for a closure
// that belongs to an actor, and the others for a closure that does not.
extension SharedContainer {
  /// Changes this container with a closure that waits, or that belongs to an actor, and returns it.
  ///
  /// `change` runs on its own actor. Other tasks may use the container meanwhile.
  ///
  /// ```swift
  /// let container = await Container().with { @MainActor in
  ///   $0.viewModel.register { MockViewModel() }
  /// }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func with(_ change: @Sendable @isolated(any) (Self) async -> Void) async -> Self {
    await change(self)
    return self
  }

  /// Changes several factories with a closure that waits, or that belongs to an actor. The same as
  /// `with` with such a closure, but returns nothing.
  ///
  /// ```swift
  /// await Container.shared { @MainActor in
  ///   $0.viewModel.register { MockViewModel() }
  /// }
  /// ```
  @_alwaysEmitIntoClient
  public func callAsFunction(_ change: @Sendable @isolated(any) (Self) async -> Void) async {
    await change(self)
  }
}
