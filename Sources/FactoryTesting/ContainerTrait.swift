// Factory, MIT licence; see LICENSE
//
// A trait that gives each Swift Testing test its own container and singletons.
@_exported public import FactoryKit
public import Testing

/// A trait that runs each test with a new shared container.
///
/// A suite's trait applies to each of its tests separately, and that of a parameterised test to
/// each case. Tests may run in parallel. Singletons that exist before a test are visible in it;
/// singletons created in a test are not visible outside it. Works in release builds too.
/// FactoryKit's article "Testing" is an introduction.
///
/// ```swift
/// @Test(.container { $0.myService.register { MockService() } })
/// func loads() { #expect(Container.shared.myService() is MockService) }
/// ```
///
/// Child tasks of the test inherit its container. Detached tasks do not.
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
  private let shared: TaskLocal<C>
  private let container: @Sendable () -> C
  private let transform: @Sendable (C) async -> Void

  /// Creates a trait for a custom container.
  ///
  /// ```swift
  /// extension Trait where Self == ContainerTrait<PaymentsContainer> {
  ///   static var payments: Self {
  ///     .init(shared: PaymentsContainer.$shared, container: PaymentsContainer())
  ///   }
  /// }
  /// ```
  /// - Parameters:
  ///   - shared: the task-local value of the container, such as `PaymentsContainer.$shared`.
  ///   - container: creates the container of one test.
  public init(shared: TaskLocal<C>, container: @autoclosure @escaping @Sendable () -> C) {
    self.shared = shared
    self.container = container
    transform = { _ in }
  }

  private init(_ other: Self, _ transform: @escaping @Sendable (C) async -> Void) {
    shared = other.shared
    container = other.container
    self.transform = transform
  }

  /// A trait that also runs `transform` with each test's container before the test, for example to
  /// register mocks. Transformations that were added earlier run first.
  public func callAsFunction(_ transform: @escaping @Sendable (C) async -> Void) -> Self {
    let earlier = self.transform
    return Self(self) { container in
      await earlier(container)
      await transform(container)
    }
  }

  /// True: on a suite, the trait applies to each test.
  public var isRecursive: Bool { true }

  /// Runs a test with its own container and a clone of the singletons. Called by Swift Testing.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let container = container()
    try await Scope.$singleton.withValue(Scope.singleton.clone()) {
      try await shared.withValue(container) {
        await transform(container)
        try await function()
      }
    }
  }
}

extension Trait where Self == ContainerTrait<Container> {
  /// Gives each test a new `Container.shared`: `@Test(.container)`.
  public static var container: ContainerTrait<Container> {
    .init(shared: Container.$shared, container: Container())
  }
}
