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
final class AsyncContainer: SharedContainer {
  @TaskLocal static var shared = AsyncContainer()
  static let session = Scope.Cached()
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
  var session: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.scope(Self.session)
  }
  var timed: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached.timeToLive(1000)
  }
  var decorated: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached.decorator { _ in }
  }
  var optional: AsyncFactory<TestService?, any Error> {
    self { try await self.builder.build() }.cached
  }
  var perParameter: AsyncParameterFactory<Int, TestService, any Error> {
    self { try await self.builder.build("\($0)") }.scopeOnParameters.cached
  }
  var singletonPerParameter: AsyncParameterFactory<Int, TestService, any Error> {
    self { try await self.builder.build("\($0)") }.scopeOnParameters.singleton
  }
  var ofFirstParameter: AsyncParameterFactory<Int, TestService, any Error> {
    self { try await self.builder.build("\($0)") }.cached
  }
  var typed: AsyncFactory<TestService, TestError> {
    self { () async throws(TestError) in try await self.builder.buildTyped() }.cached
  }
  var typedPerParameter: AsyncParameterFactory<Int, TestService, TestError> {
    self { (_: Int) async throws(TestError) in try await self.builder.buildTyped() }
      .scopeOnParameters.cached
  }
  var never: AsyncFactory<TestService, Never> { self { await self.builder.buildAlways() }.cached }
}

/// The factories that cache an instance for later resolutions.
enum AsyncKept: CaseIterable, Sendable {
  case cached, shared, singleton, session, byDefault, timed, decorated, optional
  case perParameter, singletonPerParameter, ofFirstParameter, typed, typedPerParameter, never

  /// Whether a cancelled task stops waiting.
  var isCancellable: Bool { ![.typed, .typedPerParameter, .never].contains(self) }

  static let cancellable = allCases.filter(\.isCancellable)
  static let failing = allCases.filter { $0 != .never }

  func prepare(_ container: AsyncContainer) {
    if self == .byDefault { container.manager.defaultScope = .cached }
  }

  func resolve(_ container: AsyncContainer) async throws -> TestService {
    switch self {
    case .cached: try await container.cached()
    case .shared: try await container.shared()
    case .singleton: try await container.singleton()
    case .session: try await container.session()
    case .byDefault: try await container.unscoped()
    case .timed: try await container.timed()
    case .decorated: try await container.decorated()
    case .optional: try await container.optional()!
    case .perParameter: try await container.perParameter(1)
    case .singletonPerParameter: try await container.singletonPerParameter(1)
    case .ofFirstParameter: try await container.ofFirstParameter(1)
    case .typed: try await container.typed()
    case .typedPerParameter: try await container.typedPerParameter(1)
    case .never: await container.never()
    }
  }

  func existing(_ container: AsyncContainer) -> TestService? {
    switch self {
    case .cached: container.cached.resolvedOrNil()
    case .shared: container.shared.resolvedOrNil()
    case .singleton: container.singleton.resolvedOrNil()
    case .session: container.session.resolvedOrNil()
    case .byDefault: container.unscoped.resolvedOrNil()
    case .timed: container.timed.resolvedOrNil()
    case .decorated: container.decorated.resolvedOrNil()
    case .optional: container.optional.resolvedOrNil().flatMap { $0 }
    case .perParameter: container.perParameter.resolvedOrNil(1)
    case .singletonPerParameter: container.singletonPerParameter.resolvedOrNil(1)
    case .ofFirstParameter: container.ofFirstParameter.resolvedOrNil(1)
    case .typed: container.typed.resolvedOrNil()
    case .typedPerParameter: container.typedPerParameter.resolvedOrNil(1)
    case .never: container.never.resolvedOrNil()
    }
  }

  /// Registers a synchronous closure that does not throw.
  func register(_ container: AsyncContainer, _ make: @escaping @Sendable () -> TestService) {
    switch self {
    case .cached: container.cached.register { make() }
    case .shared: container.shared.register { make() }
    case .singleton: container.singleton.register { make() }
    case .session: container.session.register { make() }
    case .byDefault: container.unscoped.register { make() }
    case .timed: container.timed.register { make() }
    case .decorated: container.decorated.register { make() }
    case .optional: container.optional.register { make() }
    case .perParameter: container.perParameter.register { _ in make() }
    case .singletonPerParameter: container.singletonPerParameter.register { _ in make() }
    case .ofFirstParameter: container.ofFirstParameter.register { _ in make() }
    case .typed: container.typed.register { make() }
    case .typedPerParameter: container.typedPerParameter.register { _ in make() }
    case .never: container.never.register { make() }
    }
  }

  func reset(_ container: AsyncContainer) {
    switch self {
    case .cached: container.cached.reset(.scope)
    case .shared: container.shared.reset()
    case .singleton: container.singleton.reset(.scope)
    case .session: container.manager.reset(scope: AsyncContainer.session)
    case .byDefault: container.manager.reset(scope: .cached)
    case .timed: container.manager.reset(options: .scope)
    case .decorated: container.reset()
    case .optional: container.optional.reset(.scope)
    case .perParameter: container.perParameter.reset(.scope)
    case .singletonPerParameter: Scope.singleton.reset()
    case .ofFirstParameter: container.ofFirstParameter.reset()
    case .typed: container.typed.reset(.scope)
    case .typedPerParameter: container.reset()
    case .never: container.never.reset(.scope)
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
