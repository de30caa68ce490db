// Factory, MIT licence; see LICENSE
//
// The `.container` trait with factories that wait, fail or belong to the main actor.
import FactoryTestSupport
import FactoryTesting
import Testing

private struct LoadingError: Error, Equatable {}
private enum TypedError: Error, Equatable { case failed(Int) }

@MainActor private final class Model {
  let title: String
  init(_ title: String = "live") { self.title = title }
}

private final class Service: Sendable {
  let name: String
  init(_ name: String = "live") { self.name = name }
}

extension Container {
  fileprivate var settings: ThrowingFactory<Service, any Error> { self { Service() }.cached }
  fileprivate var line: ThrowingParameterFactory<Int, Service, TypedError> {
    self { (number: Int) throws(TypedError) in Service("live \(number)") }
  }
  fileprivate var database: AsyncFactory<Service, any Error> { self { Service() }.cached }
  fileprivate var tenant: AsyncParameterFactory<Int, Service, Never> {
    self { Service("live \($0)") }.scopeOnParameters.cached
  }
  fileprivate var model: MainActorFactory<Model> { self { Model() }.cached }
  fileprivate var editor: MainActorParameterFactory<Int, Model> { self { Model("live \($0)") } }

  /// Not `async`: a trait's closure calls it without `await`.
  fileprivate func registerMocks() {
    settings.register { Service("mock") }
    line.register { Service("mock \($0)") }
    database.register { Service("mock") }
    tenant.register { Service("mock \($0)") }
    model.register { Model("mock") }
    editor.register { Model("mock \($0)") }
  }

  // One factory a test: those without the trait share the process's singletons.
  fileprivate var throwingSingleton: ThrowingFactory<Service, any Error> {
    self { Service() }.singleton
  }
  fileprivate var asyncSingleton: AsyncFactory<Service, any Error> { self { Service() }.singleton }
  fileprivate var mainActorSingleton: MainActorFactory<Model> { self { Model() }.singleton }
  fileprivate var tenantSingleton: AsyncParameterFactory<Int, Service, Never> {
    self { Service("\($0)") }.scopeOnParameters.singleton
  }
}

/// Containers that tests of this file ran with. Retained, so that no two have the same address.
private let seenModels = LockedValue([Model]())

@Suite struct FactoryKindTraitTests {
  @Test(
    "A trait's closure registers every kind of factory without await",
    .container {
      $0.settings.register { Service("mock") }
      $0.line.register { Service("mock \($0)") }
      $0.database.register { Service("mock") }
      $0.tenant.register { Service("mock \($0)") }
      $0.model.register { Model("mock") }
      $0.editor.register { Model("mock \($0)") }
    })
  func register() async throws { try await expectMocks() }

  @Test("A trait's closure calls a function that registers them", .container { $0.registerMocks() })
  func function() async throws { try await expectMocks() }

  private func expectMocks() async throws {
    let container = Container.shared
    #expect(try container.settings().name == "mock")
    #expect(try container.line(1).name == "mock 1")
    #expect(try await container.database().name == "mock")
    #expect(await container.tenant(2).name == "mock 2")
    #expect(await container.model().title == "mock")
    #expect(await container.editor(3).title == "mock 3")
  }

  @Test(
    "A trait's closure registers closures that suspend or throw",
    .container {
      $0.settings.register { throw LoadingError() }
      $0.line.register { (number: Int) throws(TypedError) in throw .failed(number) }
      $0.database.register {
        await Task.yield()
        throw LoadingError()
      }
      $0.tenant.register { number in
        await Task.yield()
        return Service("late \(number)")
      }
    })
  func failing() async {
    let container = Container.shared
    #expect(throws: LoadingError()) { try container.settings() }
    #expect(throws: TypedError.failed(4)) { try container.line(4) }
    await #expect(throws: LoadingError()) { try await container.database() }
    #expect(await container.tenant(5).name == "late 5")
  }

  @Test(
    "A trait's closure sets decorators and contexts of main-actor factories",
    .container {
      $0.model.context(.simulator, .device) { Model("context") }
      $0.editor.decorator { model in seenModels.withLock { $0.append(model) } }
    })
  func modifiers() async {
    #expect(await Container.shared.model().title == "context")
    let editor = await Container.shared.editor(1)
    #expect(seenModels.withLock { $0.contains { $0 === editor } })
  }

  @Test(
    "A test on the main actor resolves main-actor factories without await",
    .container { $0.registerMocks() })
  @MainActor func onMainActor() {
    #expect(Container.shared.model().title == "mock")
    #expect(Container.shared.editor(1).title == "mock 1")
    #expect(Container.shared.model() === Container.shared.model())
  }

  @Test("Each case has its own instances and registrations", .container, arguments: 0..<8)
  func cases(number: Int) async throws {
    let container = Container.shared
    #expect(container.settings.resolvedOrNil() == nil)
    #expect(container.database.resolvedOrNil() == nil)
    #expect(await container.model.resolvedOrNil() == nil)
    container.settings.register { Service("\(number)") }
    container.database.register { Service("\(number)") }
    container.model.register { Model("\(number)") }
    await Task.yield()
    #expect(try Container.shared.settings().name == "\(number)")
    #expect(try await Container.shared.database().name == "\(number)")
    #expect(await Container.shared.model().title == "\(number)")
  }

  @Test("A construction of an asynchronous factory has the container of its test", .container)
  func inheritance() async throws {
    Container.shared.registerMocks()
    Container.shared.database.register {
      await Task.yield()
      return Service("with \(try Container.shared.settings().name)")
    }
    #expect(try await Container.shared.database().name == "with mock")
    #expect(try await Task { try await Container.shared.database().name }.value == "with mock")
  }
}

/// Runs `body` as the trait runs a test.
private func withContainer(_ body: @Sendable () async throws -> Void) async throws {
  let test = try #require(Test.current)
  let trait: ContainerTrait<Container> = .container
  try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
}

@Suite struct SingletonsOfEveryKindTests {
  @Test(
    "A throwing singleton of the process is visible in a test, and one of a test is not outside")
  func throwing() async throws {
    let before = try Container.shared.throwingSingleton()
    try await withContainer { () async throws in
      #expect(try Container.shared.throwingSingleton() === before)
      Container.shared.throwingSingleton.register { throw LoadingError() }
      #expect(throws: LoadingError()) { try Container.shared.throwingSingleton() }
    }
    #expect(try Container.shared.throwingSingleton() === before)
  }

  @Test("The same for an asynchronous singleton")
  func async() async throws {
    let before = try await Container.shared.asyncSingleton()
    try await withContainer { () async throws in
      #expect(try await Container.shared.asyncSingleton() === before)
      Container.shared.asyncSingleton.register { Service("mock") }
      #expect(try await Container.shared.asyncSingleton().name == "mock")
    }
    #expect(try await Container.shared.asyncSingleton() === before)
  }

  @Test("The same for a main-actor singleton")
  func mainActor() async throws {
    let before = await Container.shared.mainActorSingleton()
    try await withContainer { () async throws in
      #expect(await Container.shared.mainActorSingleton() === before)
      Container.shared.mainActorSingleton.reset()
      #expect(await Container.shared.mainActorSingleton() !== before)
    }
    #expect(await Container.shared.mainActorSingleton() === before)
  }

  @Test("The same for an asynchronous singleton of each parameter")
  func parameters() async throws {
    let one = await Container.shared.tenantSingleton(1)
    try await withContainer { () async throws in
      #expect(await Container.shared.tenantSingleton(1) === one)
      Scope.singleton.reset()
      #expect(await Container.shared.tenantSingleton(1) !== one)
      _ = await Container.shared.tenantSingleton(2)
    }
    #expect(await Container.shared.tenantSingleton(1) === one)
    #expect(Container.shared.tenantSingleton.resolvedOrNil(2) == nil)
  }
}
