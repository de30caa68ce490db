// Factory, MIT licence; see LICENSE
//
// A trait that gives each Swift Testing test its own container and singletons.
@_exported public import FactoryKit
public import Testing

/// A trait that runs each test with a new shared container.
///
/// A suite's trait applies to each of its tests separately, and that of a parameterised test to
/// each case. If a test and its suites have traits for the same container, the test has one new
/// container: the closures of the suites change it first, outermost first, then that of the test.
/// Their options apply together.
///
/// Tests may run in parallel. Singletons that exist before a test are visible in it, unless the
/// trait has the option ``ContainerTestOptions/freshSingletons``; singletons created in a test are
/// not visible outside it. Works in release builds too. FactoryKit's article "Testing" is an
/// introduction.
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
  private var transform: @Sendable (C) async -> Void = { _ in }
  private(set) var options: ContainerTestOptions = []
  private var allowed: [AllowedFactory<C>] = []

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
  ///   - container: creates the container of one test. If a test and its suites have traits for the
  ///     same container, that of the test creates it.
  public init(shared: TaskLocal<C>, container: @autoclosure @escaping @Sendable () -> C) {
    self.shared = shared
    self.container = container
  }

  /// A trait that also runs `transform` with each test's container before the test, for example to
  /// register mocks. Transformations that were added earlier run first.
  public func callAsFunction(_ transform: @escaping @Sendable (C) async -> Void) -> Self {
    var trait = self
    let earlier = self.transform
    trait.transform = { container in
      await earlier(container)
      await transform(container)
    }
    return trait
  }

  /// A trait with options, for any container's trait.
  ///
  /// ```swift
  /// @Suite(.container(.strict, allowing: \.clock)) struct Payments { /* … */ }
  /// @Test(.payments([.strict, .freshSingletons]) { $0.api.register { FakeAPI() } })
  /// func pays() async throws { /* … */ }
  /// ```
  /// - Parameters:
  ///   - options: see ``ContainerTestOptions``.
  ///   - allowing: factories that may call their own closures in a strict test.
  ///   - transform: changes the container before the test.
  public func callAsFunction<each F: FactoryModifying>(
    _ options: ContainerTestOptions = [], allowing: repeat any KeyPath<C, each F> & Sendable,
    transform: @escaping @Sendable (C) async -> Void = { _ in }
  ) -> Self {
    var trait = callAsFunction(transform)
    trait.options.formUnion(options)
    trait.allowed += AllowedFactory.list(repeat each allowing)
    return trait
  }

  /// True: on a suite, the trait applies to each test.
  public var isRecursive: Bool { true }

  /// Runs a test with its own container and its own singletons. Called by Swift Testing.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    // Swift Testing calls this function of each trait of the test and its suites, the outermost first.
    // The outermost one creates the container, with the closure of the innermost one, and applies the
    // options of all of them.
    let outer = TestScope.all.last { $0.test == test.id && $0.container === shared.get() }
    let peers = test.traits.compactMap { $0 as? Self }.filter { $0.shared === shared }
    let container = outer == nil ? (peers.last ?? self).container() : shared.get()
    var options = options.union(test.containerOptions)
    if TestScope.hasFreshSingletons(test) { options.remove(.freshSingletons) }
    // Those of a trait for another container do not apply to this one.
    for option in [ContainerTestOptions.strict, .withoutAutoRegister]
    where !(peers + [self]).contains(where: { $0.options.contains(option) }) {
      options.remove(option)
    }
    if outer == nil, options.contains(.withoutAutoRegister) {
      container.manager.skipAutoRegister(of: container)
    }
    let factories = (peers + [self]).flatMap(\.allowed)
    try await Scope.$singleton.withValue(singletons(options)) {
      try await container.run(shared) {
        let outerIssues = outer?.issues ?? StrictIssues.ofContainer(container)
        var issues = outerIssues
        if let issues {
          issues.allow(factories, of: container)
        } else if options.contains(.strict) {
          issues = StrictIssues(
            of: container, allowing: factories, test: test.id, test.sourceLocation)
        }
        defer { if outerIssues == nil { issues?.end() } }
        let unregistered = outer?.unregistered ?? UnregisteredIssues(test)
        if outer == nil, let unregistered { container.manager.add(unregistered) }
        defer { if outer == nil { unregistered?.end() } }
        let scope = TestScope(
          test: test.id, container: container, options: options, issues: issues,
          unregistered: unregistered)
        try await TaskObserver.$current.withValue(unregistered) {
          try await TestScope.$all.withValue(TestScope.all + [scope]) {
            await transform(container)
            try await function()
          }
        }
      }
    }
  }
}

extension ContainerTrait: AnyContainerTrait {}

extension Trait where Self == ContainerTrait<Container> {
  /// Gives each test a new `Container.shared`: `@Test(.container)`.
  public static var container: ContainerTrait<Container> {
    .init(shared: Container.$shared, container: Container())
  }
}
