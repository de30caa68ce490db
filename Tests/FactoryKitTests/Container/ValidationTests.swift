// Factory, MIT licence; see LICENSE
//
// required(), and validate(_:), which finds what is not registered, for every kind of factory. That
// a required factory stops the program is shown by `RequiredFactories` and `DocumentedMessages`.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private protocol Mailing: Sendable {}
private struct Mailer: Mailing {}

final class WiringContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = WiringContainer()
  let manager = ContainerManager()

  func autoRegister() { registeredAutomatically.register { Mailer() } }
}

extension WiringContainer {
  fileprivate var plain: Factory<any Mailing> { required() }
  fileprivate var byNumber: ParameterFactory<Int, any Mailing> { required() }
  fileprivate var keyed: Factory<any Mailing> { required(key: "a key") }
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
  fileprivate var promise: Factory<(any Mailing)?> { promised() }
  fileprivate var promiseByNumber: ParameterFactory<Int, (any Mailing)?> { promised() }
  fileprivate var registeredAutomatically: Factory<any Mailing> { required() }
  fileprivate var inTests: Factory<any Mailing> { required().onTest { Mailer() } }
  fileprivate var withArgument: Factory<any Mailing> {
    required().onArg("an argument that nobody has") { Mailer() }
  }
  fileprivate var own: Factory<any Mailing> {
    self { fatalError("validate must not call a closure") }
  }

  /// Not `async`, so nothing is awaited.
  fileprivate func registerAll() {
    plain.register { Mailer() }
    byNumber.register { _ in Mailer() }
    keyed.register { Mailer() }
    throwing.register { Mailer() }
    throwingByNumber.register { _ in Mailer() }
    async.register { Mailer() }
    asyncByNumber.register { _ in Mailer() }
    mainActor.register { Mailer() }
    mainActorByNumber.register { _ in Mailer() }
    modified.register { _ in Mailer() }
    promise.register { Mailer() }
    promiseByNumber.register { _ in Mailer() }
  }
}

@Suite("Required factories", .container) struct ValidationTests {
  private let container = WiringContainer()

  private func validateAll() throws(MissingRegistrations) {
    try container.validate(
      \.plain, \.byNumber, \.keyed, \.throwing, \.throwingByNumber, \.async, \.asyncByNumber,
      \.mainActor, \.mainActorByNumber, \.modified, \.promise, \.promiseByNumber, \.own)
  }

  @Test("validate takes all kinds at once, and names each missing one with its product and place")
  func missing() throws {
    let names = [
      "plain", "byNumber", "a key", "throwing", "throwingByNumber", "async", "asyncByNumber",
      "mainActor", "mainActorByNumber", "modified", "promise", "promiseByNumber",
    ]
    let error = #expect(throws: MissingRegistrations.self) { try validateAll() }
    let factories = try #require(error).factories
    #expect(factories.count == names.count)
    for (name, factory) in zip(names, factories) {
      let start = "FactoryKitContainerTests.WiringContainer.\(name)<"
      // The product of a promise is an optional.
      let product = name.hasPrefix("promise") ? "" : "FactoryKitContainerTests.Mailing> ("
      #expect(factory.hasPrefix(start + product))
      #expect(factory.contains(" (FactoryKitContainerTests/ValidationTests.swift:"))
    }
  }

  @Test("The description of one missing factory is in the singular; a key names no property")
  func descriptionOfOne() throws {
    let error = #expect(throws: MissingRegistrations.self) { try container.validate(\.keyed) }
    let text = "\(try #require(error))"
    #expect(
      text.hasPrefix(
        "FactoryKit: nothing is registered for this factory:\n  FactoryKitContainerTests."))
    #expect(text.contains(": call register { … } of the property that declares it\n"))
  }

  @Test("validate throws nothing if everything is registered, and builds nothing")
  func complete() throws {
    container.registerAll()
    try validateAll()
  }

  @Test("autoRegister runs before the check")
  func autoRegister() throws {
    try container.validate(\.registeredAutomatically)
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
    #if DEBUG
      try container.validate(\.inTests)
      #expect(container.inTests() is Mailer)
    #endif
  }

  @Test("A context that does not hold does not count")
  func otherContext() {
    #expect(throws: MissingRegistrations.self) { try container.validate(\.withArgument) }
  }
}
