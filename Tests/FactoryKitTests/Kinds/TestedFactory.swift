// Factory, MIT licence; see LICENSE
//
// All kinds of factory as one type, so that one test covers them all. A kind differs from the others by
// how it is called and by the type of its closure; the modifiers are the library's own.
import FactoryKitTestSupport
import FactoryTesting

/// Creates an instance for the parameter; for 1 if the factory has none.
typealias Make = @Sendable (Int) throws -> TestService

/// A factory of any kind.
struct TestedFactory: Sendable {
  private let factory: any FactoryOfTestedKind

  init(_ factory: any FactoryOfTestedKind) { self.factory = factory }

  func callAsFunction(_ number: Int = 1) async throws -> TestService {
    try await factory.resolve(for: number)
  }

  /// Calls `resolvedOrNil`.
  func existing(_ number: Int = 1) async -> TestService? { await factory.existing(for: number) }

  // MARK: Modifiers

  func register(_ label: String) { register { TestService("\(label) \($0)") } }

  func register(_ make: @escaping Make) { factory.register(make) }

  func context(_ type: FactoryContextType, _ make: @escaping Make) {
    factory.context(type, make)
  }

  /// Sets a context by the shortcut for it.
  func shortcut(_ context: TestedContext, _ make: @escaping Make) {
    factory.shortcut(context, make)
  }

  func decorator(_ decorator: @escaping @Sendable (TestService, Bool) -> Void) {
    factory.decorator(decorator)
  }

  /// Adds a layer; those from different lines add up.
  func wrap(line: UInt = #line, _ layer: @escaping @Sendable (TestService) -> TestService) {
    factory.addLayer(at: line, layer)
  }

  func wrap(_ name: String, line: UInt = #line) {
    wrap(line: line) { TestService("\(name)(\($0.label))") }
  }

  func reset(_ options: FactoryResetOptions = .all) { factory.reset(options) }

  @discardableResult
  func scope(_ scope: Scope) -> Self { Self(factory.scope(scope)) }
  var unique: Self { Self(factory.unique) }
  var cached: Self { Self(factory.cached) }
  var shared: Self { Self(factory.shared) }
  var graph: Self { Self(factory.graph) }
  var singleton: Self { Self(factory.singleton) }

  @discardableResult
  func timeToLive(_ seconds: Double) -> Self { Self(factory.timeToLive(seconds)) }

  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  func timeToLive(_ duration: Duration) -> Self { Self(factory.timeToLive(duration)) }

  func once() -> Self { Self(factory.once()) }
}

/// What `TestedFactory` needs of a kind of factory, besides the modifiers.
protocol FactoryOfTestedKind: FactoryModifying, Sendable where Product == TestService {
  /// A closure of the kind. Kinds that do not throw are given a `make` that does not throw.
  static func closure(_ make: @escaping Make) -> StoredClosure
  func resolve(for number: Int) async throws -> TestService
  func existing(for number: Int) async -> TestService?
  /// Calls the kind's own `wrap(_:)`.
  func addLayer(at line: UInt, _ layer: @escaping @Sendable (TestService) -> TestService)
}

extension FactoryOfTestedKind {
  fileprivate func register(_ make: @escaping Make) { register(factory: Self.closure(make)) }

  fileprivate func context(_ type: FactoryContextType, _ make: @escaping Make) {
    context(type, factory: Self.closure(make))
  }

  fileprivate func shortcut(_ context: TestedContext, _ make: @escaping Make) {
    let closure = Self.closure(make)
    switch context {
    case .arg: onArg(TestedContext.argument, factory: closure)
    case .args: onArgs(["kind tests: other", TestedContext.argument], factory: closure)
    case .preview: onPreview(factory: closure)
    case .test: onTest(factory: closure)
    case .debug: onDebug(factory: closure)
    case .simulator: onSimulator(factory: closure)
    case .device: onDevice(factory: closure)
    }
  }
}

/// The result of a closure with a typed error.
private func typed<Failure: Error>(
  _: Failure.Type, _ make: Make, _ number: Int
) throws(Failure) -> TestService {
  do { return try make(number) } catch { throw error as! Failure }
}

// MARK: Synchronous kinds

extension FactoryOfTestedKind where Self: SynchronousFactoryKind {
  func addLayer(at line: UInt, _ layer: @escaping @Sendable (TestService) -> TestService) {
    wrap(line: line, layer)
  }
}

extension Factory: FactoryOfTestedKind where T == TestService {
  static func closure(_ make: @escaping Make) -> Closure { { try! make(1) } }
  func resolve(for _: Int) -> TestService { resolve() }
  func existing(for _: Int) -> TestService? { resolvedOrNil() }
}

extension ParameterFactory: FactoryOfTestedKind where P == Int, T == TestService {
  static func closure(_ make: @escaping Make) -> Closure { { try! make($0) } }
  func resolve(for number: Int) -> TestService { resolve(number) }
  func existing(for number: Int) -> TestService? { resolvedOrNil(number) }
}

extension ThrowingFactory: FactoryOfTestedKind where T == TestService {
  static func closure(_ make: @escaping Make) -> StoredClosure {
    StoredClosure { () throws(Failure) in try typed(Failure.self, make, 1) }
  }
  func resolve(for _: Int) throws -> TestService { try resolve() }
  func existing(for _: Int) -> TestService? { resolvedOrNil() }
}

extension ThrowingParameterFactory: FactoryOfTestedKind where P == Int, T == TestService {
  static func closure(_ make: @escaping Make) -> StoredClosure {
    StoredClosure { (number) throws(Failure) in try typed(Failure.self, make, number) }
  }
  func resolve(for number: Int) throws -> TestService { try resolve(number) }
  func existing(for number: Int) -> TestService? { resolvedOrNil(number) }
}

// MARK: Main-actor kinds. Their closures check that they are isolated.

extension FactoryOfTestedKind where Self: MainActorFactoryDecorating {
  func addLayer(at line: UInt, _ layer: @escaping @Sendable (TestService) -> TestService) {
    wrap(line: line, layer)
  }
}

extension MainActorFactory: FactoryOfTestedKind where T == TestService {
  static func closure(_ make: @escaping Make) -> Closure {
    {
      MainActor.preconditionIsolated()
      return try! make(1)
    }
  }
  func resolve(for _: Int) async -> TestService { await resolve() }
  func existing(for _: Int) async -> TestService? { await resolvedOrNil() }
}

extension MainActorParameterFactory: FactoryOfTestedKind where P == Int, T == TestService {
  static func closure(_ make: @escaping Make) -> Closure {
    {
      MainActor.preconditionIsolated()
      return try! make($0)
    }
  }
  func resolve(for number: Int) async -> TestService { await resolve(number) }
  func existing(for number: Int) async -> TestService? { await resolvedOrNil(number) }
}

// MARK: Asynchronous kinds. Their closures suspend.

extension FactoryOfTestedKind where Self: AsyncFactoryDecorating {
  func addLayer(at line: UInt, _ layer: @escaping @Sendable (TestService) -> TestService) {
    wrap(line: line, layer)
  }
}

extension AsyncFactory: FactoryOfTestedKind where T == TestService {
  static func closure(_ make: @escaping Make) -> StoredClosure {
    StoredClosure { () async throws(Failure) in
      await Task.yield()
      return try typed(Failure.self, make, 1)
    }
  }
  func resolve(for _: Int) async throws -> TestService { try await resolve() }
  func existing(for _: Int) -> TestService? { resolvedOrNil() }
}

extension AsyncParameterFactory: FactoryOfTestedKind where P == Int, T == TestService {
  static func closure(_ make: @escaping Make) -> StoredClosure {
    StoredClosure { (number) async throws(Failure) in
      await Task.yield()
      return try typed(Failure.self, make, number)
    }
  }
  func resolve(for number: Int) async throws -> TestService { try await resolve(number) }
  func existing(for number: Int) -> TestService? { resolvedOrNil(number) }
}
