// Factory, MIT licence; see LICENSE
//
// The container that the tests of asynchronous factories use, and what its factories' closures do.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting

/// What the closures of a test's factories do.
final class AsyncBuilder: Sendable {
  /// How many closures have begun.
  let count = Counter()
  /// Opens when the first closure begins.
  let hasBegun = TaskGate()
  /// Whether a closure that has ended was cancelled.
  let wasCancelled = Flag()
  private let step = LockedValue<@Sendable (Int) async throws -> Void>({ _ in })

  /// Runs `step` in each closure that begins afterwards, with the number of the closure.
  func during(_ step: @escaping @Sendable (Int) async throws -> Void) {
    self.step.withLock { $0 = step }
  }

  /// A gate that the closures that begin afterwards wait for.
  func closedGate() -> TaskGate {
    let gate = TaskGate()
    during { _ in await gate.wait() }
    return gate
  }

  func build(_ label: String = "original") async throws -> TestService {
    let number = count.increment()
    hasBegun.open()
    try await step.withLock { $0 }(number)
    if Task.isCancelled { wasCancelled.raise() }
    return TestService(label)
  }

  func buildTyped() async throws(TestError) -> TestService {
    do { return try await build() } catch { throw error as! TestError }
  }

  /// For steps that do not throw.
  func buildAlways() async -> TestService {
    do { return try await build() } catch { return TestService("failed") }
  }
}

/// One factory for each scope that caches instances, and for each kind of failure.
final class AsyncContainer: ManagedContainer {
  let manager = ContainerManager()
  let builder = AsyncBuilder()
}

extension AsyncContainer {
  var unscoped: AsyncFactory<TestService, any Error> { self { try await self.builder.build() } }
  var cached: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached
  }
  var shared: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.shared
  }
  var singleton: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.singleton
  }
  var optional: AsyncFactory<TestService?, any Error> {
    self { try await self.builder.build() }.cached
  }
  var perParameter: AsyncParameterFactory<Int, TestService, any Error> {
    self { try await self.builder.build("\($0)") }.scopeOnParameters.cached
  }
  var typed: AsyncFactory<TestService, TestError> {
    self { () async throws(TestError) in try await self.builder.buildTyped() }.cached
  }
  var never: AsyncFactory<TestService, Never> { self { await self.builder.buildAlways() }.cached }
}

/// A factory with one type of product, and with the parameter 1 if it has one.
private protocol KeptFactory: Sendable {
  func instance() async throws -> TestService
  var existing: TestService? { get }
  func registerClosure(_ make: @escaping @Sendable () -> TestService)
}

extension AsyncFactory: KeptFactory where T == TestService {
  fileprivate func instance() async throws -> TestService { try await resolve() }
  fileprivate var existing: TestService? { resolvedOrNil() }
  fileprivate func registerClosure(_ make: @escaping @Sendable () -> TestService) {
    register(factory: StoredClosure { () async throws(Failure) in make() })
  }
}

extension AsyncParameterFactory: KeptFactory where P == Int, T == TestService {
  fileprivate func instance() async throws -> TestService { try await resolve(1) }
  fileprivate var existing: TestService? { resolvedOrNil(1) }
  fileprivate func registerClosure(_ make: @escaping @Sendable () -> TestService) {
    register(factory: StoredClosure { (_) async throws(Failure) in make() })
  }
}

/// The factories that cache an instance for later resolutions.
enum AsyncKept: CaseIterable, Sendable {
  case cached, shared, singleton, perParameter, typed, never

  /// Whether a cancelled task stops waiting.
  var isCancellable: Bool { self != .typed && self != .never }

  static let cancellable = allCases.filter(\.isCancellable)
  static let failing = allCases.filter { $0 != .never }

  private func factory(in container: AsyncContainer) -> any KeptFactory {
    switch self {
    case .cached: container.cached
    case .shared: container.shared
    case .singleton: container.singleton
    case .perParameter: container.perParameter
    case .typed: container.typed
    case .never: container.never
    }
  }

  func resolve(_ container: AsyncContainer) async throws -> TestService {
    try await factory(in: container).instance()
  }

  func existing(_ container: AsyncContainer) -> TestService? { factory(in: container).existing }

  /// Registers a synchronous closure that does not throw.
  func register(_ container: AsyncContainer, _ make: @escaping @Sendable () -> TestService) {
    factory(in: container).registerClosure(make)
  }

  /// Evicts the instance; each in another way.
  func reset(_ container: AsyncContainer) {
    switch self {
    case .cached: container.cached.reset(.scope)
    case .shared: container.manager.reset(options: .scope)
    case .singleton: Scope.singleton.reset()
    case .perParameter: container.perParameter.reset()
    case .typed: container.manager.reset(scope: .cached)
    case .never: container.reset()
    }
  }
}

/// How a task ended that was expected to throw an error.
func errorOf<Success>(_ result: Result<Success, any Error>) -> (any Error)? {
  if case .failure(let error) = result { return error }
  return nil
}

/// Starts a task, and returns when it is suspended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
func suspendedTask<Success: Sendable>(
  _ body: @escaping @Sendable () async throws -> Success
) async -> WatchedTask<Success> {
  let task = WatchedTask(body)
  await task.suspended()
  return task
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
func suspendedTasks<Success: Sendable>(
  _ count: Int, _ body: @escaping @Sendable () async throws -> Success
) async -> [WatchedTask<Success>] {
  let tasks = (0..<count).map { _ in WatchedTask(body) }
  for task in tasks { await task.suspended() }
  return tasks
}
