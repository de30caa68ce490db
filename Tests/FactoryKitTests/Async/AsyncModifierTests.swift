// Factory, MIT licence; see LICENSE
//
// The closures that the modifiers of asynchronous factories take. The tests of all kinds have what the
// modifiers do.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

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

  @Test("A registered async closure replaces the factory's own")
  func registerAsync() async throws {
    container.plain.register { try await asyncMock() }
    #expect(try await container.plain().label == "async mock")
  }

  @Test("A synchronous closure can be registered")
  func registerPlain() async throws {
    container.plain.register { TestService("plain") }
    container.byNumber.register { TestService("plain \($0)") }
    #expect(try await container.plain().label == "plain")
    #expect(try await container.byNumber(2).label == "plain 2")
  }

  @Test("A closure that throws can be registered")
  func registerThrowing() async {
    container.plain.register { throw TestError(number: 4) }
    await #expect(throws: TestError(number: 4)) { _ = try await container.plain() }
  }

  @Test("A plain closure can be registered without a signature where the error is typed")
  func registerTyped() async throws {
    container.typed.register { TestService("plain") }
    container.typedByNumber.register { TestService("plain \($0)") }
    #expect(try await container.typed().label == "plain")
    #expect(try await container.typedByNumber(1).label == "plain 1")
  }

  @Test("A function with a typed error can be registered")
  func registerTypedThrowing() async {
    container.typed.register(factory: failing)
    await #expect(throws: TestError(number: 5)) { _ = try await container.typed() }
  }

  @Test("A closure with a typed error can be registered")
  func registerTypedClosure() async {
    container.typedByNumber.register { (number: Int) async throws(TestError) in
      throw TestError(number: number)
    }
    await #expect(throws: TestError(number: 6)) { _ = try await container.typedByNumber(6) }
  }

  @Test("A plain closure can be registered for a factory whose Failure is Never")
  func registerNever() async {
    container.never.register { TestService("plain") }
    #expect(await container.never().label == "plain")
  }

  @Test("A function can be registered")
  func registerFunction() async throws {
    container.plain.register(factory: asyncMock)
    #expect(try await container.plain().label == "async mock")
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

  @Test("with and the call of a container register several factories")
  func with() async throws {
    container.with {
      $0.plain.register { TestService("one") }
      $0.typed.register { TestService("two") }
    }
    #expect(try await container.plain().label == "one")
    #expect(try await container.typed().label == "two")
  }
  @Test("A context takes a plain closure where the error is typed")
  func typedContext() async throws {
    container.typed.context(.simulator, .device) { TestService("context") }
    #expect(try await container.typed().label == "context")
  }
}
