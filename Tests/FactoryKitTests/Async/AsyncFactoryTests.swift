// Factory, MIT licence; see LICENSE
//
// Declarations of asynchronous factories, and how they are called.
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
  fileprivate var plainBody: AsyncFactory<TestService, any Error> { self { TestService("plain") } }
  fileprivate var plainBodyOfNever: AsyncFactory<TestService, Never> {
    self { TestService("plain") }
  }
  fileprivate var anyService: AsyncFactory<any TestServiceType, any Error> {
    self { try await connect() }
  }
  fileprivate var typed: AsyncFactory<Int, TestError> {
    self { () async throws(TestError) in throw TestError(number: 3) }
  }
  fileprivate var typedPlainBody: AsyncFactory<Int, TestError> {
    self { () async throws(TestError) in 7 }
  }
  fileprivate var typedByNumber: AsyncParameterFactory<Int, Int, TestError> {
    self { (number: Int) async throws(TestError) in throw TestError(number: number) }
  }
  fileprivate var neverByNumber: AsyncParameterFactory<Int, Int, Never> { self { $0 + 1 } }
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

  @Test("A shared container's factory resolves")
  func sharedContainer() async throws {
    #expect(try await Container.shared.database() === Container.shared.database())
  }

  @Test("A factory whose Failure is Never is called without try")
  func never() async {
    #expect(await container.cache().label == "cache")
    #expect(await container.neverByNumber(1) == 2)
  }

  @Test("The closure of an async factory may be synchronous")
  func plainBody() async throws {
    #expect(try await container.plainBody().label == "plain")
    #expect(await container.plainBodyOfNever().label == "plain")
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

  @Test("A typed error reaches the caller with its type")
  func typed() async {
    do {
      _ = try await container.typed()
      Issue.record("no error was thrown")
    } catch {
      let error: TestError = error
      #expect(error.number == 3)
    }
  }

  @Test("A typed error of a factory with a parameter reaches the caller with its type")
  func typedByNumber() async {
    do {
      _ = try await container.typedByNumber(9)
      Issue.record("no error was thrown")
    } catch {
      let error: TestError = error
      #expect(error.number == 9)
    }
  }

  @Test("A factory with a typed error may have a closure that does not throw")
  func typedPlainBody() async throws {
    #expect(try await container.typedPlainBody() == 7)
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

  @Test("A factory resolves on the main actor") @MainActor
  func mainActor() async throws {
    #expect(try await Container().database().label == "database")
  }
}
