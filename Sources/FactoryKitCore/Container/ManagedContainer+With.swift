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

  /// Changes several factories of this container, and returns it:
  /// `container { $0.myService.register { Mock() } }`.
  ///
  /// The same as ``with(_:)``, but ignores the closure's result: otherwise a closure of one
  /// registration that states the type of its parameter would be the closure of a
  /// ``ParameterFactory``.
  @_alwaysEmitIntoClient @discardableResult
  public func callAsFunction<Result>(_ change: (Self) -> Result) -> Self {
    _ = change(self)
    return self
  }
}

// The parameter `column` distinguishes these functions from those without `@MainActor`. The
// compiler prefers them for closures and functions whose type says `@MainActor`.
extension ManagedContainer {
  /// Changes this container with a main-actor closure or function, and returns it. See
  /// ``with(_:)``.
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func with(column: UInt = #column, _ change: @MainActor (Self) -> Void) -> Self {
    change(self)
    return self
  }

  /// Changes several factories with a main-actor closure or function, whose result is ignored, and
  /// returns the container.
  ///
  /// ```swift
  /// @MainActor func registerMocks(_ container: Container) { /* … */ }
  /// await Container.shared(registerMocks)
  /// ```
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func callAsFunction<Result>(
    column: UInt = #column, _ change: @MainActor (Self) -> Result
  ) -> Self {
    _ = change(self)
    return self
  }
}

// Declared on `SharedContainer`, the more specific protocol, so that the compiler prefers these
// functions for an asynchronous or actor-isolated closure, and those above for any other closure.
extension SharedContainer {
  /// Changes this container with an asynchronous or actor-isolated closure, and returns it.
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

  /// Changes several factories with an asynchronous or actor-isolated closure, and returns the
  /// container. The same as `with` with such a closure.
  ///
  /// ```swift
  /// let changed = await container { @MainActor in
  ///   $0.viewModel.register { MockViewModel() }
  /// }
  /// ```
  ///
  /// For a new container, use ``with(_:)``: `Container().with { … }`. Swift 6.3 crashes when it
  /// compiles `Container() { … }` with a closure that does not wait.
  @_alwaysEmitIntoClient @discardableResult
  public func callAsFunction(
    _ change: @Sendable @isolated(any) (Self) async -> Void
  ) async -> Self {
    await change(self)
    return self
  }
}
