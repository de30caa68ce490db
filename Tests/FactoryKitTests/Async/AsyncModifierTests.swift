// Factory, MIT licence; see LICENSE
//
// Registrations, contexts, `once`, and `push` and `pop`, with asynchronous factories.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ModifiedContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = ModifiedContainer()
  let manager = ContainerManager()
  func autoRegister() { automatic.register { TestService("automatic") } }
}

extension ModifiedContainer {
  fileprivate var automatic: AsyncFactory<TestService, any Error> { self { TestService() }.cached }
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
  fileprivate var once: AsyncFactory<TestService, any Error> {
    self { TestService() }.cached.onArg("async modifier tests") { TestService("arg") }.once()
  }
  fileprivate var modifiedAgain: AsyncFactory<TestService, any Error> {
    self { TestService() }.cached
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

  @Test("A registration evicts the instance")
  func registerEvicts() async throws {
    let (first, one) = (await container.never(), try await container.byNumber(1))
    container.never.register { TestService("registered") }
    container.byNumber.register { TestService("registered \($0)") }
    #expect(await container.never() !== first)
    #expect(try await container.byNumber(1) !== one)
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

  @Test("A registration by autoRegister is used")
  func autoRegister() async throws {
    #expect(try await container.automatic().label == "automatic")
  }

  @Test("A reset removes registrations and runs autoRegister again")
  func reset() async throws {
    container.plain.register { TestService("registered") }
    container.automatic.register { TestService("registered") }
    container.reset()
    #expect(try await container.plain().label == "original")
    #expect(try await container.automatic().label == "automatic")
  }

  @Test("A reset of the registration keeps the instance")
  func resetRegistration() async throws {
    container.never.register { TestService("registered") }
    let instance = await container.never()
    container.never.reset(.registration)
    #expect(await container.never() === instance)
    container.never.reset(.scope)
    #expect(await container.never().label == "original")
  }

  @Test("Modifiers before once() apply once, so that later changes persist")
  func once() async throws {
    _ = try await container.once()
    container.once.scope(.unique)
    #expect(try await container.once() !== container.once())
    container.once.reset()
    #expect(try await container.once() === container.once())
  }

  @Test("A definition without once() applies its modifiers again")
  func withoutOnce() async throws {
    container.modifiedAgain.scope(.unique)
    #expect(try await container.modifiedAgain() === container.modifiedAgain())
  }

  @Test("Pop restores registrations and instances")
  func pushPop() async throws {
    let (kept, one) = (await container.never(), try await container.byNumber(1))
    container.manager.push()
    container.never.register { TestService("registered") }
    container.byNumber.register { TestService("registered \($0)") }
    #expect(await container.never().label == "registered")
    #expect(try await container.byNumber(1).label == "registered 1")
    container.manager.pop()
    #expect(await container.never() === kept)
    #expect(try await container.byNumber(1) === one)
  }

  @Test("A registration in a task's own container does not affect others")
  func withValue() async throws {
    let own = ModifiedContainer()
    try await ModifiedContainer.$shared.withValue(own) {
      ModifiedContainer.shared.plain.register { TestService("own") }
      let label = try await ModifiedContainer.shared.plain().label
      #expect(label == "own")
    }
    #expect(try await container.plain().label == "original")
  }
}
