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

  @Test("register of a ThrowingFactory, its other forms and every context take typed errors")
  func throwing() {
    let forms: [(ThrowingFactory<Int, SettingsError>) -> Void] = [
      { $0.register { () throws(SettingsError) in throw error } },
      { $0.preview { () throws(SettingsError) in throw error } },
      { factory in factory { () throws(SettingsError) in throw error } },
      {
        $0.onArg("typed tests: nobody has it") { () throws(SettingsError) in throw error }
          .onArgs(["typed tests: nor this one"]) { () throws(SettingsError) in throw error }
          .onPreview { () throws(SettingsError) in throw error }
          .onTest { () throws(SettingsError) in throw error }
          .onDebug { () throws(SettingsError) in throw error }
          .onSimulator { () throws(SettingsError) in throw error }
          .onDevice { () throws(SettingsError) in throw error }
          .context(.simulator, .device, .args(["typed tests: nobody has it"])) {
            () throws(SettingsError) in throw error
          }
      },
    ]
    for form in forms {
      form(container.throwing)
      #expect(throws: error) { try container.throwing() }
      container.throwing.reset()
    }
  }

  @Test(
    "register of a ThrowingParameterFactory, its other forms and every context take typed errors")
  func byNumber() {
    let forms: [(ThrowingParameterFactory<Int, any TestServiceType, SettingsError>) -> Void] = [
      { $0.register { (_: Int) throws(SettingsError) in throw error } },
      { $0.preview { (_: Int) throws(SettingsError) in throw error } },
      { factory in factory { (_: Int) throws(SettingsError) in throw error } },
      {
        $0.onArg("typed tests: nobody has it") { (_: Int) throws(SettingsError) in throw error }
          .onArgs(["typed tests: nor this one"]) { (_: Int) throws(SettingsError) in throw error }
          .onPreview { (_: Int) throws(SettingsError) in throw error }
          .onTest { (_: Int) throws(SettingsError) in throw error }
          .onDebug { (_: Int) throws(SettingsError) in throw error }
          .onSimulator { (_: Int) throws(SettingsError) in throw error }
          .onDevice { (_: Int) throws(SettingsError) in throw error }
          .context(.simulator, .device, .args(["typed tests: nobody has it"])) {
            (_: Int) throws(SettingsError) in throw error
          }
      },
    ]
    for form in forms {
      form(container.byNumber)
      #expect(throws: error) { try container.byNumber(1) }
      container.byNumber.reset()
    }
  }

  @Test("register of an AsyncFactory, its other forms and every context take typed errors")
  func async() async {
    let forms: [(AsyncFactory<any TestServiceType, SettingsError>) -> Void] = [
      { $0.register { () async throws(SettingsError) in throw error } },
      { $0.preview { () async throws(SettingsError) in throw error } },
      { factory in factory { () async throws(SettingsError) in throw error } },
      {
        $0.onArg("typed tests: nobody has it") { () async throws(SettingsError) in throw error }
          .onArgs(["typed tests: nor this one"]) { () async throws(SettingsError) in throw error }
          .onPreview { () async throws(SettingsError) in throw error }
          .onTest { () async throws(SettingsError) in throw error }
          .onDebug { () async throws(SettingsError) in throw error }
          .onSimulator { () async throws(SettingsError) in throw error }
          .onDevice { () async throws(SettingsError) in throw error }
          .context(.simulator, .device, .args(["typed tests: nobody has it"])) {
            () async throws(SettingsError) in throw error
          }
      },
    ]
    for form in forms {
      form(container.async)
      await #expect(throws: error) { try await container.async() }
      container.async.reset()
    }
  }

  @Test("register of an AsyncParameterFactory, its other forms and every context take typed errors")
  func asyncByNumber() async {
    let forms: [(AsyncParameterFactory<Int, Int, SettingsError>) -> Void] = [
      { $0.register { (_: Int) async throws(SettingsError) in throw error } },
      { $0.preview { (_: Int) async throws(SettingsError) in throw error } },
      { factory in factory { (_: Int) async throws(SettingsError) in throw error } },
      {
        $0.onArg("typed tests: nobody has it") { (_: Int) async throws(SettingsError) in throw error
        }
        .onArgs(["typed tests: nor this one"]) { (_: Int) async throws(SettingsError) in throw error
        }
        .onPreview { (_: Int) async throws(SettingsError) in throw error }
        .onTest { (_: Int) async throws(SettingsError) in throw error }
        .onDebug { (_: Int) async throws(SettingsError) in throw error }
        .onSimulator { (_: Int) async throws(SettingsError) in throw error }
        .onDevice { (_: Int) async throws(SettingsError) in throw error }
        .context(.simulator, .device, .args(["typed tests: nobody has it"])) {
          (_: Int) async throws(SettingsError) in throw error
        }
      },
    ]
    for form in forms {
      form(container.asyncByNumber)
      await #expect(throws: error) { try await container.asyncByNumber(1) }
      container.asyncByNumber.reset()
    }
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
