// Factory, MIT licence; see LICENSE
//
// Declarations of asynchronous factories, how they are called, and the closures that their
// modifiers take.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Repository: Sendable {
  let database: TestService
  let cache: TestService
  init(_ database: TestService, _ cache: TestService) {
    (self.database, self.cache) = (database, cache)
  }
}

private func connect() async throws -> TestService { TestService("database") }
private func open() async -> TestService { TestService("cache") }

extension Container {
  fileprivate var database: AsyncFactory<TestService, any Error> {
    self { try await connect() }.singleton
  }
  fileprivate var cache: AsyncFactory<TestService, Never> { self { await open() }.cached }
  fileprivate var repository: AsyncFactory<Repository, any Error> {
    self { Repository(try await self.database(), await self.cache()) }.cached
  }
  fileprivate var tenant: AsyncParameterFactory<Int, TestService, any Error> {
    self { id in TestService("\(id) of \(try await connect().label)") }.scopeOnParameters.cached
  }
  fileprivate var anyService: AsyncFactory<any TestServiceType, any Error> {
    self { try await connect() }
  }
  fileprivate var longForm: AsyncFactory<TestService, any Error> {
    AsyncFactory(self) { try await connect() }
  }
  fileprivate var longFormByNumber: AsyncParameterFactory<Int, TestService, any Error> {
    AsyncParameterFactory(self) { TestService("\($0)") }
  }
  fileprivate var sameKeyAsync: AsyncFactory<TestService, Never> {
    self(key: "AsyncFactoryTests.key") { TestService("async") }.cached
  }
  fileprivate var sameKeySync: Factory<TestService> {
    self(key: "AsyncFactoryTests.key") { TestService("sync") }.cached
  }
  fileprivate var sameKeyThrowing: AsyncFactory<TestService, any Error> {
    self(key: "AsyncFactoryTests.key") { TestService("throwing") }.cached
  }
  fileprivate var sameKeyAgain: AsyncFactory<TestService, Never> {
    self(key: "AsyncFactoryTests.key") { TestService("again") }.cached
  }
}

private actor Owner {
  let container = Container()
  func service() async throws -> String { try await container.anyService().label }
}

@Suite("Async factories", .container) struct AsyncFactoryTests {
  private let container = Container()

  @Test("The factories of the contract resolve with their dependencies")
  func contract() async throws {
    let repository = try await container.repository()
    let database = try await container.database()
    let cache = await container.cache()
    #expect(repository.database === database)
    #expect(repository.cache === cache)
    #expect(try await container.tenant(3).label == "3 of database")
  }

  @Test("resolve() is the same as a call")
  func resolve() async throws {
    #expect(try await container.database.resolve() === container.database())
    #expect(try await container.tenant.resolve(1) === container.tenant(1))
  }

  @Test("The long form is the same as the short form")
  func longForm() async throws {
    #expect(try await container.longForm().label == "database")
    #expect(try await container.longFormByNumber(4).label == "4")
  }

  @Test("Factories of different kinds with the same key do not share an instance")
  func sameKey() async throws {
    #expect(await container.sameKeyAsync().label == "async")
    #expect(container.sameKeySync().label == "sync")
    #expect(try await container.sameKeyThrowing().label == "throwing")
  }

  @Test("Factories of one kind with the same key share an instance")
  func sameKeyAgain() async {
    #expect(await container.sameKeyAsync() === container.sameKeyAgain())
  }

  @Test("A factory resolves from an actor")
  func actor() async throws {
    #expect(try await Owner().service() == "database")
  }
}

private final class ModifiedContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension ModifiedContainer {
  fileprivate var plain: AsyncFactory<TestService, any Error> { self { TestService() } }
  fileprivate var never: AsyncFactory<TestService, Never> { self { TestService() }.cached }
  fileprivate var typed: AsyncFactory<TestService, TestError> {
    self { () async throws(TestError) in TestService() }.cached
  }
  fileprivate var byNumber: AsyncParameterFactory<Int, TestService, any Error> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  fileprivate var typedByNumber: AsyncParameterFactory<Int, TestService, TestError> {
    self { (number: Int) async throws(TestError) in TestService("\(number)") }
  }
}

private func failing() async throws(TestError) -> TestService { throw TestError(number: 5) }
private func asyncMock() async throws -> TestService { TestService("async mock") }

@Suite("Modifiers of async factories", .container) struct AsyncModifierTests {
  private let container = ModifiedContainer()

  @Test("A function with a typed error can be registered")
  func registerTypedThrowing() async {
    container.typed.register(factory: failing)
    await #expect(throws: TestError(number: 5)) { _ = try await container.typed() }
  }

  @Test("A plain closure or one with a typed error, whose type the caller gets, can be registered")
  func registerTypedClosure() async throws {
    container.typedByNumber.register { TestService("plain \($0)") }
    #expect(try await container.typedByNumber(1).label == "plain 1")
    container.typedByNumber.register { (number: Int) async throws(TestError) in
      throw TestError(number: number)
    }
    do {
      _ = try await container.typedByNumber(6)
      Issue.record("no error was thrown")
    } catch {
      let error: TestError = error
      #expect(error.number == 6)
    }
  }

  @Test("A trailing closure registers")
  func trailing() async throws {
    container.plain { try await asyncMock() }
    container.byNumber { TestService("trailing \($0)") }
    container.never { TestService("trailing") }
    #expect(try await container.plain().label == "async mock")
    #expect(try await container.byNumber(3).label == "trailing 3")
    #expect(await container.never().label == "trailing")
  }

  @Test("preview(factory:) registers")
  func preview() async throws {
    container.plain.preview { TestService("preview") }
    #expect(try await container.plain().label == "preview")
  }
  @Test("A context takes a plain closure where the error is typed")
  func typedContext() async throws {
    container.typed.context(.simulator, .device) { TestService("context") }
    #expect(try await container.typed().label == "context")
  }
}
