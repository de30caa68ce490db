// Factory, MIT licence; see LICENSE
//
// Gives each Swift Testing test a container and singletons of its own.
@_exported public import FactoryKit
public import Testing

/// A trait that runs each test with a fresh shared container. (Guide: Testing.)
///
/// On a suite it applies to every test in it separately; on a parameterised test to every
/// case. Tests may run in parallel. Singletons that live already are seen; those made in a test
/// stay in it. Works in release builds too.
///
/// ```swift
/// @Test(.container { $0.myService.register { MockService() } })
/// func loads() { #expect(Container.shared.myService() is MockService) }
/// ```
///
/// Child tasks of the test inherit its container; detached tasks do not.
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
  private let shared: TaskLocal<C>
  private let container: @Sendable () -> C
  private let transform: @Sendable (C) async -> Void

  /// A trait for a container of one's own; see the guide's "Custom container traits".
  /// - Parameters:
  ///   - shared: the container's task-local, as `CustomContainer.$shared`.
  ///   - container: makes the container of one test.
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

  /// The same trait, which also runs `transform` with each test's container before the test.
  public func callAsFunction(_ transform: @escaping @Sendable (C) async -> Void) -> Self {
    let earlier = self.transform
    return Self(self) { container in
      await earlier(container)
      await transform(container)
    }
  }

  public var isRecursive: Bool { true }

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
  /// A fresh `Container.shared` for each test.
  public static var container: ContainerTrait<Container> {
    .init(shared: Container.$shared, container: Container())
  }
}
