// Factory, MIT licence; see LICENSE
//
// Code in which a container is the shared one, and code that does not inherit it: detached tasks, threads and queues.

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

// MARK: -

// Passes the current containers and singletons to code that does not inherit them: detached tasks,
// threads and dispatch queues.

/// The shared containers and the singletons of the task that creates the value, for code that does
/// not inherit task-local values.
///
/// A detached task, a thread or a dispatch queue sees the process's containers, also if the code
/// that starts it runs in a test or inside `$shared.withValue(_:)`. Calling this value runs a closure
/// with the containers that were current when the value was created: those that `dependency(_:)` uses
/// there, so in the construction of an instance for a child container, the child. The closure is no part of that
/// construction. Creating one costs about as much as creating two objects for each container, and calling
/// it sets two task-local values or more. May be used from any thread and any number of times. It retains
/// the containers. See <doc:Concurrency> and <doc:ChildContainers>.
///
/// ```swift
/// let here = CarriedContainers()
/// Task.detached { await here { await upload(Container.shared.database()) } }
/// ```
@frozen
public struct CarriedContainers: Sendable {
  // Functions that call a closure with the containers. Each container adds one around the others.
  // Emitted into programs, so that those that do not use this type do not contain the code.
  @usableFromInline package typealias Runner = @Sendable (() -> Void) -> Void
  @usableFromInline typealias AsyncRunner =
    @Sendable (isolated (any Actor)?, () async -> Void) async -> Void

  @usableFromInline package let runner: Runner
  @usableFromInline let asyncRunner: AsyncRunner

  /// Captures the current `Container.shared` and singletons.
  ///
  /// ```swift
  /// let here = CarriedContainers()
  /// queue.async { here { refresh() } }
  /// ```
  @_alwaysEmitIntoClient
  public init() {
    self.init(Container.$shared)
  }

  /// Captures the current containers of these types and the singletons.
  ///
  /// ```swift
  /// let here = CarriedContainers(Container.$shared, PaymentsContainer.$shared)
  /// ```
  @_alwaysEmitIntoClient
  public init<First: SharedContainer, each Other: SharedContainer>(
    _ first: TaskLocal<First>, _ others: repeat TaskLocal<each Other>
  ) {
    var runner: Runner = { $0() }
    var asyncRunner: AsyncRunner = { _, body in await body() }
    Self.carrySingletons(&runner, &asyncRunner)
    Self.carry(first, &runner, &asyncRunner)
    for other in repeat each others { Self.carry(other, &runner, &asyncRunner) }
    (self.runner, self.asyncRunner) = (runner, asyncRunner)
  }

  @_alwaysEmitIntoClient
  static func carrySingletons(_ runner: inout Runner, _ asyncRunner: inout AsyncRunner) {
    let singletons = Scope.singleton
    let (inner, asyncInner) = (runner, asyncRunner)
    runner = { body in
      Scope.$singleton.withValue(singletons) { inner(body) }
    }
    asyncRunner = { isolation, body in
      await Scope.$singleton.withValue(
        singletons, operation: { await asyncInner(isolation, body) }, isolation: isolation)
    }
  }

  /// Adds a container. During a construction, that is the one that `dependency` uses.
  @_alwaysEmitIntoClient
  static func carry<C: SharedContainer>(
    _ shared: TaskLocal<C>, _ runner: inout Runner, _ asyncRunner: inout AsyncRunner
  ) {
    let container = C.injected(elseFrom: shared.get())
    let (inner, asyncInner) = (runner, asyncRunner)
    runner = { body in
      container.run(shared) { inner(body) }
    }
    asyncRunner = { isolation, body in
      await container.run(shared, isolation: isolation) { await asyncInner(isolation, body) }
    }
  }

  /// Runs a synchronous closure with the captured containers and singletons, on the calling thread.
  @_alwaysEmitIntoClient
  public func callAsFunction<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    runner {
      do throws(Failure) {
        result = .success(try operation())
      } catch {
        result = .failure(error)
      }
    }
    // The closure was called.
    return try result!.get()
  }

  /// Runs an asynchronous closure with the captured containers and singletons, in the calling task
  /// and on its actor.
  @_alwaysEmitIntoClient
  public func callAsFunction<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    await asyncRunner(isolation) {
      do throws(Failure) {
        result = .success(try await operation())
      } catch {
        result = .failure(error)
      }
    }
    // The closure was called.
    return try result!.get()
  }
}
