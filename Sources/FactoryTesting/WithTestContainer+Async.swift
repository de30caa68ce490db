// Factory, MIT licence; see LICENSE
//
// `withTestContainer` for asynchronous closures, which run on the caller's actor.
public import FactoryKit
internal import Testing

/// Runs an asynchronous closure with a new `Container.shared` and its own singletons, on the
/// caller's actor.
///
/// In all other respects, it is the same as the synchronous function.
///
/// ```swift
/// try await withTestContainer(.strict, allowing: \.clock) {
///   $0.database.register { Database(inMemory: true) }
/// } operation: {
///   try await save()
/// }
/// ```
public func withTestContainer<each F: FactoryModifying, Result>(
  _ options: ContainerTestOptions = [],
  allowing: repeat any KeyPath<Container, each F> & Sendable,
  transform: (Container) async -> Void, operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) async rethrows -> Result {
  try await withTestContainer(
    Container.$shared, Container(), options, allowing: repeat each allowing, transform: transform,
    operation: operation, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Runs an asynchronous closure with a new `Container.shared`, without a closure that changes it first.
///
/// ```swift
/// await withTestContainer { await load() }
/// ```
public func withTestContainer<each F: FactoryModifying, Result>(
  _ options: ContainerTestOptions = [],
  allowing: repeat any KeyPath<Container, each F> & Sendable,
  operation: () async throws -> Result, isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) async rethrows -> Result {
  try await withTestContainer(
    Container.$shared, Container(), options, allowing: repeat each allowing, transform: { _ in },
    operation: operation, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Runs an asynchronous closure with a custom container as the shared one and its own singletons, on
/// the caller's actor.
///
/// ```swift
/// await withTestContainer(PaymentsContainer.$shared, PaymentsContainer()) {
///   $0.currency.register { "NOK" }
/// } operation: {
///   await pay()
/// }
/// ```
public func withTestContainer<C: SharedContainer, each F: FactoryModifying, Result>(
  _ shared: TaskLocal<C>, _ container: C, _ options: ContainerTestOptions = [],
  allowing: repeat any KeyPath<C, each F> & Sendable,
  transform: (C) async -> Void, operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) async rethrows -> Result {
  let allowed = AllowedFactory.list(repeat each allowing)
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  if options.contains(.withoutAutoRegister) { container.manager.skipAutoRegister(of: container) }
  return try await Scope.$singleton.withValue(singletons(options)) {
    try await container.run(shared, isolation: isolation) {
      // Captured, so that the closure is isolated to it.
      _ = isolation
      let endStrict = StrictIssues.begin(
        ifIn: options, of: container, allowing: allowed, location)
      defer { endStrict?() }
      let unregistered = UnregisteredIssues(Test.current, location)
      if let unregistered { container.manager.add(unregistered) }
      defer { unregistered?.end() }
      return try await TaskObserver.$current.withValue(unregistered) {
        _ = isolation
        await transform(container)
        return try await operation()
      }
    }
  }
}

/// Runs an asynchronous closure with a custom container as the shared one, without a closure that
/// changes it first.
///
/// ```swift
/// await withTestContainer(PaymentsContainer.$shared, PaymentsContainer()) { await pay() }
/// ```
public func withTestContainer<C: SharedContainer, each F: FactoryModifying, Result>(
  _ shared: TaskLocal<C>, _ container: C, _ options: ContainerTestOptions = [],
  allowing: repeat any KeyPath<C, each F> & Sendable, operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) async rethrows -> Result {
  try await withTestContainer(
    shared, container, options, allowing: repeat each allowing, transform: { _ in },
    operation: operation, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
    column: column)
}
