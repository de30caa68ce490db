// Factory, MIT licence; see LICENSE
//
// Throwing factories: calls, types of errors, registrations and keys.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class SettingsContainer: SharedContainer {
  @TaskLocal static var shared = SettingsContainer()
  let manager = ContainerManager()
}

/// Not `Sendable`.
private final class Page {
  let number: Int
  init(_ number: Int) { self.number = number }
}

extension SettingsContainer {
  fileprivate var typed: ThrowingFactory<Int, SettingsError> {
    self { () throws(SettingsError) in throw .missing }
  }
  fileprivate var typedByLine: ThrowingParameterFactory<Int, String, SettingsError> {
    self { (line: Int) throws(SettingsError) in
      if line < 0 { throw .unreadable(line: line) }
      return "line \(line)"
    }
  }
  fileprivate var never: ThrowingFactory<Int, Never> { self { 1 } }
  fileprivate var neverByLine: ThrowingParameterFactory<Int, Int, Never> { self { $0 + 1 } }
  fileprivate var longForm: ThrowingFactory<Int, any Error> {
    ThrowingFactory(self) { throw MakeError() }
  }
  fileprivate var longFormByLine: ThrowingParameterFactory<Int, Int, any Error> {
    ThrowingParameterFactory(self) { throw MakeError(attempt: $0) }
  }
  fileprivate var page: ThrowingFactory<Page, any Error> { self { Page(1) } }
  fileprivate var pageOfTuple: ThrowingParameterFactory<(Int, String), Page, any Error> {
    self { Page($0.0) }
  }
}

@Suite("Throwing factories", .container) struct ThrowingFactoryTests {
  private let container = ThrowingContainer()
  private let settings = SettingsContainer()

  @Test("A throwing factory throws what its closure throws")
  func error() {
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try container.plain() }
    #expect(throws: MakeError(attempt: 2)) { try container.plain.resolve() }
    #expect(throws: MakeError(attempt: 3)) { try container.byNumber(3) }
    #expect(throws: MakeError(attempt: 4)) { try container.byNumber.resolve(4) }
  }

  @Test("A typed error is thrown as its type")
  func typed() throws(SettingsError) {
    // Compiles only if the errors have this type.
    let missing = Result { () throws(SettingsError) in try settings.typed() }
    let unreadable = Result { () throws(SettingsError) in try settings.typedByLine(-1) }
    #expect(missing == .failure(.missing))
    #expect(unreadable == .failure(.unreadable(line: -1)))
    #expect(try settings.typedByLine(3) == "line 3")
  }

  @Test("A factory that throws Never is called without try")
  func never() {
    #expect(settings.never() == 1)
    #expect(settings.never.resolve() == 1)
    #expect(settings.neverByLine(2) == 3)
    #expect(settings.neverByLine.cached.resolve(2) == 3)
  }

  @Test("The long form declares the same kinds of factory")
  func longForm() {
    #expect(throws: MakeError()) { try settings.longForm() }
    #expect(throws: MakeError(attempt: 5)) { try settings.longFormByLine(5) }
  }

  @Test("The product need not be Sendable, and the parameter may be a tuple")
  func notSendable() throws {
    #expect(try settings.page().number == 1)
    #expect(try settings.pageOfTuple((2, "two")).number == 2)
  }

  // MARK: Registrations

  @Test("register takes a closure and a function value that do not throw")
  func plainClosures() throws {
    let plain: () -> TestService = { TestService("plain") }
    container.plain.register(factory: plain)
    container.byNumber.register { TestService("plain \($0)") }
    settings.typed.register { 2 }
    settings.typedByLine.register { "line \($0), registered" }
    settings.never.register { 3 }
    settings.neverByLine.register { $0 * 2 }
    #expect(try container.plain().label == "plain")
    #expect(try container.byNumber(3).label == "plain 3")
    #expect(try settings.typed() == 2)
    #expect(try settings.typedByLine(-1) == "line -1, registered")
    #expect(settings.never() == 3)
    #expect(settings.neverByLine(4) == 8)
  }
}

private final class EqualKeyContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension EqualKeyContainer {
  var plain: Factory<TestService> { self(key: "equal") { TestService("plain") }.singleton }
  var throwing: ThrowingFactory<TestService, any Error> {
    self(key: "equal") { TestService("throwing") }.singleton
  }
  var same: ThrowingFactory<TestService, any Error> {
    self(key: "equal") { TestService("same") }.singleton
  }
  var typed: ThrowingFactory<TestService, SettingsError> {
    self(key: "equal") { () throws(SettingsError) in TestService("typed") }.singleton
  }
  var byNumber: ParameterFactory<Int, TestService> {
    self(key: "equal") { TestService("plain \($0)") }.singleton
  }
  var throwingByNumber: ThrowingParameterFactory<Int, TestService, any Error> {
    self(key: "equal") { TestService("throwing \($0)") }.singleton
  }
}

@Suite("Keys of throwing factories", .container) struct ThrowingKeyTests {
  private let container = EqualKeyContainer()

  @Test("Throwing factories of the same types with equal keys are the same factory")
  func same() throws {
    let instance = try container.throwing()
    #expect(try container.same() === instance)
    container.same.register { TestService("registered") }
    #expect(try container.throwing().label == "registered")
  }

  @Test("A Factory and a throwing factory with equal keys share no state, nor do other types")
  func differentKinds() throws {
    container.plain.register { TestService("registered") }
    let labels = try [
      container.plain(), container.throwing(), container.typed(), container.byNumber(1),
      container.throwingByNumber(2),
    ].map(\.label)
    #expect(labels == ["registered", "throwing", "typed", "plain 1", "throwing 2"])
  }
}
