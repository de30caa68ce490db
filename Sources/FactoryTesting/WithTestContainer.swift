// Factory, MIT licence; see LICENSE
//
// The isolation of the trait `.container` for XCTest and for plain functions.
public import FactoryKit
internal import Testing

/// Runs a closure with a new `Container.shared` and its own singletons, as the trait `.container`
/// runs a test.
///
/// For XCTest, and for code that has no traits. Child tasks inherit the container; detached tasks
/// and threads do not. Without the option ``ContainerTestOptions/freshSingletons``, singletons that
/// exist already are visible. Works in release builds too.
///
/// First `transform` changes the container, for example to register mocks. Then `operation` runs with
/// it. `allowing` lists factories that may call their own closures, if the container is strict. An
/// error of `operation` is rethrown.
///
/// With the option ``ContainerTestOptions/strict``, an issue is recorded in the current test of Swift
/// Testing. Outside of such a test, for example in one of XCTest, the message is passed to the
/// container's logger instead. FactoryKit's article "Testing" has examples.
///
/// ```swift
/// withTestContainer {
///   $0.myService.register { MockService() }
/// } operation: {
///   XCTAssert(Container.shared.myService() is MockService)
/// }
/// ```
public func withTestContainer<each F: FactoryModifying, Result>(
  _ options: ContainerTestOptions = [],
  allowing: repeat any KeyPath<Container, each F> & Sendable,
  transform: (Container) -> Void, operation: () throws -> Result,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) rethrows -> Result {
  try withTestContainer(
    Container.$shared, Container(), options, allowing: repeat each allowing, transform: transform,
    operation: operation, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs a closure with a new `Container.shared`, without a closure that changes the container first.
///
/// ```swift
/// withTestContainer { XCTAssertNil(Container.shared.session.resolvedOrNil()) }
/// ```
public func withTestContainer<each F: FactoryModifying, Result>(
  _ options: ContainerTestOptions = [],
  allowing: repeat any KeyPath<Container, each F> & Sendable, operation: () throws -> Result,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) rethrows -> Result {
  try withTestContainer(
    Container.$shared, Container(), options, allowing: repeat each allowing, transform: { _ in },
    operation: operation, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs a closure with a custom container as the shared one, and its own singletons.
///
/// ```swift
/// withTestContainer(PaymentsContainer.$shared, PaymentsContainer()) {
///   $0.currency.register { "NOK" }
/// } operation: {
///   XCTAssertEqual(PaymentsContainer.shared.currency(), "NOK")
/// }
/// ```
public func withTestContainer<C: SharedContainer, each F: FactoryModifying, Result>(
  _ shared: TaskLocal<C>, _ container: C, _ options: ContainerTestOptions = [],
  allowing: repeat any KeyPath<C, each F> & Sendable,
  transform: (C) -> Void, operation: () throws -> Result,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) rethrows -> Result {
  let allowed = AllowedFactory.list(repeat each allowing)
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  if options.contains(.withoutAutoRegister) { container.manager.skipAutoRegister(of: container) }
  return try Scope.$singleton.withValue(singletons(options)) {
    try container.run(shared) {
      let endStrict = StrictIssues.begin(
        ifIn: options, of: container, allowing: allowed, location)
      defer { endStrict?() }
      let unregistered = UnregisteredIssues(Test.current, location)
      if let unregistered { container.manager.add(unregistered) }
      defer { unregistered?.end() }
      return try TaskObserver.$current.withValue(unregistered) {
        transform(container)
        return try operation()
      }
    }
  }
}

/// Runs a closure with a custom container as the shared one, without a closure that changes it first.
///
/// ```swift
/// withTestContainer(PaymentsContainer.$shared, PaymentsContainer()) {
///   XCTAssertEqual(PaymentsContainer.shared.currency(), "EUR")
/// }
/// ```
public func withTestContainer<C: SharedContainer, each F: FactoryModifying, Result>(
  _ shared: TaskLocal<C>, _ container: C, _ options: ContainerTestOptions = [],
  allowing: repeat any KeyPath<C, each F> & Sendable, operation: () throws -> Result,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) rethrows -> Result {
  try withTestContainer(
    shared, container, options, allowing: repeat each allowing, transform: { _ in },
    operation: operation, fileID: fileID, filePath: filePath, line: line, column: column)
}
