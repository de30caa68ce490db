// Factory, MIT licence; see LICENSE
//
// Code in which a container is the shared one.

extension Container {
  /// Runs a closure in which this container is `Container.shared`, for example a request's.
  ///
  /// The closure runs immediately, on the calling thread, with no lock held. In it, and in each `Task { }` that it starts,
  /// `Container.shared` is this container. Detached tasks, threads and queues need ``CarriedContainers``. May be called on
  /// any thread. Throws what the closure throws.
  ///
  /// In the closure, this container and its parents and children resolve as themselves, even if `run` is called while an
  /// instance is being built. `Container.$shared.withValue(_:)` does not do that, and only changes what `shared` is. See
  /// <doc:ChildContainers>.
  ///
  /// ```swift
  /// let request = Container(parent: .shared)
  /// let response = request.run { Container.shared.handler().respond() }
  /// ```
  @_alwaysEmitIntoClient
  public func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try run(Self.$shared, operation)
  }

  /// Runs an asynchronous closure in which this container is `Container.shared`, for example a request's.
  ///
  /// The closure runs in the calling task, on the caller's actor. In it, in its child tasks and in each `Task { }` that it
  /// starts, `Container.shared` is this container. Detached tasks, threads and queues need ``CarriedContainers``. Throws
  /// what the closure throws.
  ///
  /// In the closure, this container and its parents and children resolve as themselves, even if `run` is called while an
  /// instance is being built. `Container.$shared.withValue(_:)` does not do that, and only changes what `shared` is. See
  /// <doc:ChildContainers>.
  ///
  /// ```swift
  /// let request = Container(parent: .shared)
  /// let response = try await request.run { try await Container.shared.handler().respond() }
  /// ```
  @_alwaysEmitIntoClient
  public func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await run(Self.$shared, isolation: isolation, operation)
  }
}

extension SharedContainer {
  /// Runs a closure in which this container is the shared one of its type.
  ///
  /// The closure runs immediately, on the calling thread. Otherwise the same as ``Container/run(_:)``.
  ///
  /// ```swift
  /// payments.run(PaymentsContainer.$shared) { checkout() }
  /// ```
  /// - Parameters:
  ///   - shared: the task-local value of the type: `PaymentsContainer.$shared`.
  ///   - operation: the closure.
  @_alwaysEmitIntoClient
  public func run<Result, Failure: Error>(
    _ shared: TaskLocal<Self>, _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      var frame = TaskFrame.run(self)
      defer { TaskFrame.end(&frame) }
      guard let frame else {
        return try shared.withValue(self, operation: operation)
      }
      return try TaskFrame.taskLocal.withValue(frame) {
        try shared.withValue(self, operation: operation)
      }
    } catch {
      // `withValue` throws what `operation` throws.
      throw error as! Failure
    }
  }

  /// Runs an asynchronous closure in which this container is the shared one of its type.
  ///
  /// The closure runs in the calling task, on the caller's actor. Otherwise the same as ``Container/run(isolation:_:)``.
  ///
  /// ```swift
  /// try await payments.run(PaymentsContainer.$shared) { try await checkout() }
  /// ```
  /// - Parameters:
  ///   - shared: the task-local value of the type: `PaymentsContainer.$shared`.
  ///   - isolation: the actor of the caller.
  ///   - operation: the closure.
  @_alwaysEmitIntoClient
  public func run<Result, Failure: Error>(
    _ shared: TaskLocal<Self>, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do {
      var frame = TaskFrame.run(self)
      defer { TaskFrame.end(&frame) }
      guard let frame else {
        return try await shared.withValue(self, operation: operation, isolation: isolation)
      }
      return try await TaskFrame.taskLocal.withValue(
        frame,
        operation: {
          try await shared.withValue(self, operation: operation, isolation: isolation)
        }, isolation: isolation)
    } catch {
      // `withValue` throws what `operation` throws.
      throw error as! Failure
    }
  }
}
