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

  @Test("The long form is the same as the short form")
  func longForm() async throws {
    #expect(try await container.longForm().label == "database")
    #expect(try await container.longFormByNumber(4).label == "4")
  }

  @Test("Factories with the same key share an instance if they are of one kind, and only then")
  func sameKey() async throws {
    #expect(await container.sameKeyAsync().label == "async")
    #expect(container.sameKeySync().label == "sync")
    #expect(try await container.sameKeyThrowing().label == "throwing")
    #expect(await container.sameKeyAgain() === container.sameKeyAsync())
  }
}

private final class ModifiedContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension ModifiedContainer {
  fileprivate var plain: AsyncFactory<TestService, any Error> { self { TestService() } }
  fileprivate var never: AsyncFactory<TestService, Never> { self { TestService() }.cached }
  fileprivate var byNumber: AsyncParameterFactory<Int, TestService, any Error> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  fileprivate var typedByNumber: AsyncParameterFactory<Int, TestService, TestError> {
    self { (number: Int) async throws(TestError) in TestService("\(number)") }
  }
}

private func asyncMock() async throws -> TestService { TestService("async mock") }

@Suite("Modifiers of async factories", .container) struct AsyncModifierTests {
  private let container = ModifiedContainer()

  @Test("A factory with a typed error takes a plain closure, also for a context")
  func typed() async throws {
    container.typedByNumber.register { TestService("plain \($0)") }
    #expect(try await container.typedByNumber(1).label == "plain 1")
    container.typedByNumber.context(.simulator, .device) { TestService("context \($0)") }
    #expect(try await container.typedByNumber(7).label == "context 7")
  }

  @Test("A trailing closure registers, as preview(factory:) does")
  func trailing() async throws {
    container.plain { try await asyncMock() }
    container.byNumber { TestService("trailing \($0)") }
    container.never { TestService("trailing") }
    #expect(try await container.plain().label == "async mock")
    #expect(try await container.byNumber(3).label == "trailing 3")
    #expect(await container.never().label == "trailing")
    container.plain.preview { TestService("preview") }
    #expect(try await container.plain().label == "preview")
  }
}
