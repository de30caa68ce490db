// Factory, MIT licence; see LICENSE
//
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
