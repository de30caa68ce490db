// Factory, MIT licence; see LICENSE
//
// Passes the current containers and singletons to code that does not inherit them: detached tasks,
// threads and dispatch queues.

/// The shared containers and the singletons of the task that creates the value, for code that does
/// not inherit task-local values.
///
/// A detached task, a thread or a dispatch queue sees the process's containers, also if the code
/// that starts it runs in a test or inside `$shared.withValue(_:)`. Calling this value runs a closure
/// with the containers that were current when the value was created. Creating one costs about as
/// much as creating an object for each container, and calling it sets two task-local values or more.
/// May be used from any thread and any number of times. It retains the containers. See
/// <doc:Concurrency>.
///
/// ```swift
/// let here = CarriedContainers()
/// Task.detached { await here { await upload(Container.shared.database()) } }
/// ```
public struct CarriedContainers: Sendable {
  private let containers: [any CarriedContainer]
  private let singletons: Scope.Singleton

  /// Captures the current `Container.shared` and singletons.
  ///
  /// ```swift
  /// let here = CarriedContainers()
  /// queue.async { here { refresh() } }
  /// ```
  public init() {
    self.init(Container.$shared)
  }

  /// Captures the current containers of these types and the singletons.
  ///
  /// ```swift
  /// let here = CarriedContainers(Container.$shared, PaymentsContainer.$shared)
  /// ```
  public init<First: SharedContainer, each Other: SharedContainer>(
    _ first: TaskLocal<First>, _ others: repeat TaskLocal<each Other>
  ) {
    var containers: [any CarriedContainer] = [Carried(first)]
    for other in repeat each others { containers.append(Carried(other)) }
    self.containers = containers
    singletons = Scope.singleton
  }

  /// Runs a synchronous closure with the captured containers and singletons, on the calling thread.
  public func callAsFunction<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Scope.$singleton.withValue(singletons) { try run(operation, in: containers[...]) }
  }

  /// Runs an asynchronous closure with the captured containers and singletons, in the calling task
  /// and on its actor.
  public func callAsFunction<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    // `isolation` is passed on explicitly, so that the closures are isolated to it.
    try await Scope.$singleton.withValue(singletons) {
      try await run(operation, in: containers[...], isolation: isolation)
    }
  }

  private func run<Result>(
    _ operation: () throws -> Result, in containers: ArraySlice<any CarriedContainer>
  ) rethrows -> Result {
    guard let first = containers.first else { return try operation() }
    return try first.withValue { try run(operation, in: containers.dropFirst()) }
  }

  private func run<Result>(
    _ operation: () async throws -> Result, in containers: ArraySlice<any CarriedContainer>,
    isolation: isolated (any Actor)?
  ) async rethrows -> Result {
    guard let first = containers.first else { return try await operation() }
    return try await first.withValue(isolation: isolation) {
      try await run(operation, in: containers.dropFirst(), isolation: isolation)
    }
  }
}

/// A container of any type, with the task-local value that it was read from.
private protocol CarriedContainer: Sendable {
  func withValue<Result>(_ operation: () throws -> Result) rethrows -> Result
  func withValue<Result>(
    isolation: isolated (any Actor)?, _ operation: () async throws -> Result
  ) async rethrows -> Result
}

private struct Carried<C: SharedContainer>: CarriedContainer {
  private let shared: TaskLocal<C>
  private let container: C

  init(_ shared: TaskLocal<C>) {
    self.shared = shared
    container = shared.get()
  }

  func withValue<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try shared.withValue(container, operation: operation)
  }

  func withValue<Result>(
    isolation: isolated (any Actor)?, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await shared.withValue(container, operation: operation, isolation: isolation)
  }
}
