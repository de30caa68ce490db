// Factory, MIT licence; see LICENSE
//
// Closures with a typed error, written where they are passed, for every modifier that takes one. A
// call of each kind is compiled here, because the modifiers are declared for each kind: a parameter
// of an associated type cannot be a closure with a typed error.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class TypedContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension TypedContainer {
  var plain: Factory<Int> { self { 0 } }
  var plainByNumber: ParameterFactory<Int, Int> { self { $0 } }
  var throwing: ThrowingFactory<Int, SettingsError> { self { () throws(SettingsError) in 0 } }
  var byNumber: ThrowingParameterFactory<Int, any TestServiceType, SettingsError> {
    self { (number: Int) throws(SettingsError) in TestService("\(number)") }
  }
  var async: AsyncFactory<any TestServiceType, SettingsError> {
    self { () async throws(SettingsError) in TestService() }
  }
  var asyncByNumber: AsyncParameterFactory<Int, Int, SettingsError> {
    self { (number: Int) async throws(SettingsError) in number }
  }
}

// Modifiers as a program adds them to all kinds of factory.
extension FactoryModifying {
  @discardableResult
  fileprivate func onSandbox(factory: Closure) -> Self {
    context(.arg("typed tests: sandbox"), .device, factory: factory)
  }
}

private let error = SettingsError.unreadable(line: 5)

@Suite("Closures with typed errors") struct TypedErrorTests {
  private let container = TypedContainer()

  @Test("register of a ThrowingFactory and its other forms take typed errors")
  func throwingRegistrations() {
    container.throwing.register { () throws(SettingsError) in throw error }
    #expect(throws: error) { try container.throwing() }
    container.throwing.reset()
    container.throwing.preview { () throws(SettingsError) in throw error }
    #expect(throws: error) { try container.throwing() }
    container.throwing.reset()
    container.throwing { () throws(SettingsError) in throw error }
    #expect(throws: error) { try container.throwing() }
  }

  @Test("Every context of a ThrowingFactory takes a closure with a typed error")
  func throwingContexts() {
    container.throwing
      .onArg("typed tests: nobody has it") { () throws(SettingsError) in throw error }
      .onArgs(["typed tests: nor this one"]) { () throws(SettingsError) in throw error }
      .onPreview { () throws(SettingsError) in throw error }
      .onTest { () throws(SettingsError) in throw error }
      .onDebug { () throws(SettingsError) in throw error }
      .onSimulator { () throws(SettingsError) in throw error }
      .onDevice { () throws(SettingsError) in throw error }
    #expect(throws: error) { try container.throwing() }
    container.throwing.reset()
    container.throwing.context(.simulator, .device, .args(["typed tests: nobody has it"])) {
      () throws(SettingsError) in throw error
    }
    #expect(throws: error) { try container.throwing() }
  }

  @Test("register of a ThrowingParameterFactory and its other forms take typed errors")
  func byNumberRegistrations() {
    container.byNumber.register { (_: Int) throws(SettingsError) in throw error }
    #expect(throws: error) { try container.byNumber(1) }
    container.byNumber.reset()
    container.byNumber.preview { (_: Int) throws(SettingsError) in throw error }
    #expect(throws: error) { try container.byNumber(1) }
    container.byNumber.reset()
    container.byNumber { (_: Int) throws(SettingsError) in throw error }
    #expect(throws: error) { try container.byNumber(1) }
  }

  @Test("Every context of a ThrowingParameterFactory takes a closure with a typed error")
  func byNumberContexts() {
    container.byNumber
      .onArg("typed tests: nobody has it") { (_: Int) throws(SettingsError) in throw error }
      .onArgs(["typed tests: nor this one"]) { (_: Int) throws(SettingsError) in throw error }
      .onPreview { (_: Int) throws(SettingsError) in throw error }
      .onTest { (_: Int) throws(SettingsError) in throw error }
      .onDebug { (_: Int) throws(SettingsError) in throw error }
      .onSimulator { (_: Int) throws(SettingsError) in throw error }
      .onDevice { (_: Int) throws(SettingsError) in throw error }
    #expect(throws: error) { try container.byNumber(1) }
    container.byNumber.reset()
    container.byNumber.context(.simulator, .device, .args(["typed tests: nobody has it"])) {
      (_: Int) throws(SettingsError) in throw error
    }
    #expect(throws: error) { try container.byNumber(1) }
  }

  @Test("register of an AsyncFactory and its other forms take a closure with a typed error")
  func asyncRegistrations() async {
    container.async.register { () async throws(SettingsError) in throw error }
    await #expect(throws: error) { try await container.async() }
    container.async.reset()
    container.async.preview { () async throws(SettingsError) in throw error }
    await #expect(throws: error) { try await container.async() }
    container.async.reset()
    container.async { () async throws(SettingsError) in throw error }
    await #expect(throws: error) { try await container.async() }
  }

  @Test("Every context of an AsyncFactory takes a closure with a typed error")
  func asyncContexts() async {
    container.async
      .onArg("typed tests: nobody has it") { () async throws(SettingsError) in throw error }
      .onArgs(["typed tests: nor this one"]) { () async throws(SettingsError) in throw error }
      .onPreview { () async throws(SettingsError) in throw error }
      .onTest { () async throws(SettingsError) in throw error }
      .onDebug { () async throws(SettingsError) in throw error }
      .onSimulator { () async throws(SettingsError) in throw error }
      .onDevice { () async throws(SettingsError) in throw error }
    await #expect(throws: error) { try await container.async() }
    container.async.reset()
    container.async.context(.simulator, .device, .args(["typed tests: nobody has it"])) {
      () async throws(SettingsError) in throw error
    }
    await #expect(throws: error) { try await container.async() }
  }

  @Test(
    "register of an AsyncParameterFactory and its other forms take a closure with a typed error")
  func asyncByNumberRegistrations() async {
    container.asyncByNumber.register { (_: Int) async throws(SettingsError) in throw error }
    await #expect(throws: error) { try await container.asyncByNumber(1) }
    container.asyncByNumber.reset()
    container.asyncByNumber.preview { (_: Int) async throws(SettingsError) in throw error }
    await #expect(throws: error) { try await container.asyncByNumber(1) }
    container.asyncByNumber.reset()
    container.asyncByNumber { (_: Int) async throws(SettingsError) in throw error }
    await #expect(throws: error) { try await container.asyncByNumber(1) }
  }

  @Test("Every context of an AsyncParameterFactory takes a closure with a typed error")
  func asyncByNumberContexts() async {
    container.asyncByNumber
      .onArg("typed tests: nobody has it") { (_: Int) async throws(SettingsError) in throw error }
      .onArgs(["typed tests: nor this one"]) { (_: Int) async throws(SettingsError) in throw error }
      .onPreview { (_: Int) async throws(SettingsError) in throw error }
      .onTest { (_: Int) async throws(SettingsError) in throw error }
      .onDebug { (_: Int) async throws(SettingsError) in throw error }
      .onSimulator { (_: Int) async throws(SettingsError) in throw error }
      .onDevice { (_: Int) async throws(SettingsError) in throw error }
    await #expect(throws: error) { try await container.asyncByNumber(1) }
    container.asyncByNumber.reset()
    container.asyncByNumber.context(.simulator, .device, .args(["typed tests: nobody has it"])) {
      (_: Int) async throws(SettingsError) in throw error
    }
    await #expect(throws: error) { try await container.asyncByNumber(1) }
  }

  @Test("A modifier that a program adds to all kinds takes a closure of each kind")
  func addedModifiers() async {
    container.throwing.onSandbox(
      factory: ThrowingClosure { () throws(SettingsError) in throw error })
    #expect(throws: error) { try container.throwing() }
    container.byNumber.onSandbox(
      factory: ThrowingParameterClosure { (_) throws(SettingsError) in throw error })
    #expect(throws: error) { try container.byNumber(1) }
    container.async.onSandbox(
      factory: AsyncClosure { () async throws(SettingsError) in throw error })
    await #expect(throws: error) { try await container.async() }
    container.asyncByNumber.onSandbox(
      factory: AsyncParameterClosure { (_) async throws(SettingsError) in throw error })
    await #expect(throws: error) { try await container.asyncByNumber(1) }
    container.plain.onSandbox { 1 }
    #expect(container.plain() == 1)
    container.plainByNumber.onSandbox { $0 + 1 }
    #expect(container.plainByNumber(1) == 2)
  }
}
