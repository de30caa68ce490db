// Factory, MIT licence; see LICENSE
//
// required() and validate(_:) for every kind of factory.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private protocol Mailing: Sendable {
  var sender: String { get }
}
private struct Mailer: Mailing {
  var sender = "mailer"
}

private final class WiringContainer: SharedContainer {
  @TaskLocal static var shared = WiringContainer()
  let manager = ContainerManager()
}

extension WiringContainer {
  fileprivate static let firstLine = #line + 1
  fileprivate var plain: Factory<any Mailing> { required() }
  fileprivate var byNumber: ParameterFactory<Int, any Mailing> { required() }
  fileprivate var throwing: ThrowingFactory<any Mailing, any Error> { required() }
  fileprivate var throwingByNumber: ThrowingParameterFactory<Int, any Mailing, SettingsError> {
    required()
  }
  fileprivate var async: AsyncFactory<any Mailing, any Error> { required() }
  fileprivate var asyncByNumber: AsyncParameterFactory<Int, any Mailing, Never> { required() }
  fileprivate var mainActor: MainActorFactory<any Mailing> { required() }
  fileprivate var mainActorByNumber: MainActorParameterFactory<Int, any Mailing> { required() }
  fileprivate var modified: ThrowingParameterFactory<Int, any Mailing, any Error> {
    required().scopeOnParameters.cached.timeToLive(10)
  }
  fileprivate var own: ThrowingFactory<any Mailing, any Error> {
    self { fatalError("validate must not call a closure") }
  }
  fileprivate var ownOnMainActor: MainActorFactory<any Mailing> {
    self { fatalError("validate must not call a closure") }
  }

  /// Not `async`, so nothing is awaited.
  fileprivate func registerAll() {
    plain.register { Mailer() }
    byNumber.register { Mailer(sender: "\($0)") }
    throwing.register { Mailer() }
    throwingByNumber.register { Mailer(sender: "\($0)") }
    async.register { Mailer() }
    asyncByNumber.register { Mailer(sender: "\($0)") }
    mainActor.register { Mailer() }
    mainActorByNumber.register { Mailer(sender: "\($0)") }
    modified.register { Mailer(sender: "\($0)") }
  }
}

@Suite("Required factories of every kind", .container) struct ValidationOfKindsTests {
  private let container = WiringContainer()

  private func validateAll() throws(MissingRegistrations) {
    try container.validate(
      \.plain, \.byNumber, \.throwing, \.throwingByNumber, \.async, \.asyncByNumber, \.mainActor,
      \.mainActorByNumber, \.modified, \.own, \.ownOnMainActor)
  }

  @Test("validate takes all kinds at once, and names each missing one with its product")
  func missing() throws {
    do {
      try validateAll()
      Issue.record("nothing was missing")
    } catch {
      let names = [
        "plain", "byNumber", "throwing", "throwingByNumber", "async", "asyncByNumber", "mainActor",
        "mainActorByNumber", "modified",
      ]
      #expect(error.factories.count == names.count)
      for (name, factory) in zip(names, error.factories) {
        let start =
          "FactoryKitContainerTests.WiringContainer.\(name)<FactoryKitContainerTests.Mailing> ("
        #expect(factory.hasPrefix("\(start)FactoryKitContainerTests/ValidationOfKindsTests.swift:"))
      }
      #expect(error.factories[0].hasSuffix(":\(WiringContainer.firstLine))"))
      #expect(error.factories[1].hasSuffix(":\(WiringContainer.firstLine + 1))"))
    }
  }

  @Test("validate throws nothing if every kind is registered")
  func complete() throws {
    container.registerAll()
    try validateAll()
  }

  @Test("validate names the one that is missing, in any position")
  func oneMissing() {
    container.registerAll()
    container.mainActor.reset(.registration)
    let error = #expect(throws: MissingRegistrations.self) { try validateAll() }
    #expect(error?.factories.count == 1)
    #expect(error?.factories.first?.contains(".mainActor<") == true)
  }

  @Test("A context that holds counts for every kind")
  func contexts() throws {
    container.throwing.context(.simulator, .device) { throw MakeError() }
    container.throwingByNumber.context(.simulator, .device) { _ in Mailer() }
    container.async.context(.simulator, .device) { Mailer() }
    container.asyncByNumber.context(.simulator, .device) { _ in Mailer() }
    container.mainActor.context(.simulator, .device) { Mailer() }
    container.mainActorByNumber.context(.simulator, .device) { _ in Mailer() }
    try container.validate(
      \.throwing, \.throwingByNumber, \.async, \.asyncByNumber, \.mainActor, \.mainActorByNumber)
  }

  @Test("push and pop change what is missing")
  func pushAndPop() throws {
    container.manager.push()
    container.registerAll()
    try validateAll()
    container.manager.pop()
    #expect(throws: MissingRegistrations.self) { try container.validate(\.throwing) }
  }

  @Test("A registered factory of every kind is resolved as declared")
  func resolved() async throws {
    container.registerAll()
    #expect(try container.throwing().sender == "mailer")
    #expect(try container.throwingByNumber(1).sender == "1")
    #expect(try await container.async().sender == "mailer")
    #expect(await container.asyncByNumber(2).sender == "2")
    #expect(await container.mainActor().sender == "mailer")
    #expect(await container.mainActorByNumber(3).sender == "3")
    #expect(try container.modified(4).sender == "4")
    #expect(container.modified.resolvedOrNil(4)?.sender == "4")
  }

  @Test("resolvedOrNil of a required factory without a registration is nil")
  func resolvedOrNil() async {
    #expect(container.plain.resolvedOrNil() == nil)
    #expect(container.byNumber.resolvedOrNil(1) == nil)
    #expect(container.throwing.resolvedOrNil() == nil)
    #expect(container.throwingByNumber.resolvedOrNil(1) == nil)
    #expect(container.async.resolvedOrNil() == nil)
    #expect(container.asyncByNumber.resolvedOrNil(1) == nil)
    #expect(await container.mainActor.resolvedOrNil() == nil)
    #expect(await container.mainActorByNumber.resolvedOrNil(1) == nil)
  }

  @Test("A registration may throw although it is required")
  func throwing() {
    container.throwing.register { throw MakeError() }
    container.throwingByNumber.register { (line: Int) throws(SettingsError) in
      throw .unreadable(line: line)
    }
    #expect(throws: MakeError()) { try container.throwing() }
    #expect(throws: SettingsError.unreadable(line: 3)) { try container.throwingByNumber(3) }
  }
}
