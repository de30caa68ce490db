// Factory, MIT licence; see LICENSE
//
// required(), and validate(_:), which finds what is not registered, for every kind of factory. That
// a required factory stops the program is shown by `RequiredFactories` and `DocumentedMessages`.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private protocol Mailing: Sendable {
  var sender: String { get }
}
private struct Mailer: Mailing {
  var sender = "mailer"
}

final class WiringContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = WiringContainer()
  let manager = ContainerManager()

  func autoRegister() { registeredAutomatically.register { Mailer() } }
}

extension WiringContainer {
  fileprivate static let firstLine = #line + 1
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
  fileprivate var ownThrowing: ThrowingFactory<any Mailing, any Error> {
    self { fatalError("validate must not call a closure") }
  }
  fileprivate var ownOnMainActor: MainActorFactory<any Mailing> {
    self { fatalError("validate must not call a closure") }
  }

  /// Not `async`, so nothing is awaited.
  fileprivate func registerAll() {
    plain.register { Mailer() }
    byNumber.register { Mailer(sender: "\($0)") }
    keyed.register { Mailer() }
    throwing.register { Mailer() }
    throwingByNumber.register { Mailer(sender: "\($0)") }
    async.register { Mailer() }
    asyncByNumber.register { Mailer(sender: "\($0)") }
    mainActor.register { Mailer() }
    mainActorByNumber.register { Mailer(sender: "\($0)") }
    modified.register { Mailer(sender: "\($0)") }
    promise.register { Mailer() }
    promiseByNumber.register { Mailer(sender: "\($0)") }
  }
}

@Suite("Required factories", .container) struct ValidationTests {
  private let container = WiringContainer()

  private func validateAll() throws(MissingRegistrations) {
    try container.validate(
      \.plain, \.byNumber, \.keyed, \.throwing, \.throwingByNumber, \.async, \.asyncByNumber,
      \.mainActor, \.mainActorByNumber, \.modified, \.promise, \.promiseByNumber, \.own,
      \.ownThrowing, \.ownOnMainActor)
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
    for index in 0..<3 {
      #expect(factories[index].hasSuffix(":\(WiringContainer.firstLine + index))"))
    }
  }

  @Test("The description of the error has each missing factory, its place and the line to write")
  func description() throws {
    let error = #expect(throws: MissingRegistrations.self) {
      try container.validate(\.plain, \.own, \.byNumber, \.keyed)
    }
    let (line, type) = (WiringContainer.firstLine, "FactoryKitContainerTests.WiringContainer")
    let (product, place) = (
      "FactoryKitContainerTests.Mailing", "FactoryKitContainerTests/ValidationTests.swift"
    )
    #expect(
      "\(try #require(error))" == """
        FactoryKit: nothing is registered for these 3 factories:
          \(type).plain<\(product)> (\(place):\(line)): plain.register { … }
          \(type).byNumber<\(product)> (\(place):\(line + 1)): byNumber.register { _ in … }
          \(type).a key<\(product)> (\(place):\(line + 2)): \
        call register { … } of the property that declares it
        To fix this: register what is missing before it is resolved, for example in autoRegister() \
        of the app's container.
        """)
  }

  @Test("The description of one missing factory is in the singular")
  func descriptionOfOne() throws {
    let error = #expect(throws: MissingRegistrations.self) { try container.validate(\.plain) }
    #expect(
      "\(try #require(error))".hasPrefix(
        "FactoryKit: nothing is registered for this factory:\n  FactoryKitContainerTests."))
  }

  @Test("validate throws nothing if everything is registered, and builds nothing")
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

  @Test("autoRegister runs before the check")
  func autoRegister() throws {
    try container.validate(\.registeredAutomatically)
  }

  @Test("A reset of the container makes a factory missing again")
  func reset() throws {
    container.plain.register { Mailer() }
    container.reset()
    #expect(throws: MissingRegistrations.self) { try container.validate(\.plain) }
  }

  @Test("push and pop change what is missing")
  func pushAndPop() throws {
    container.manager.push()
    container.registerAll()
    try validateAll()
    container.manager.pop()
    #expect(throws: MissingRegistrations.self) { try container.validate(\.throwing) }
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

  @Test("A registered factory of every kind is resolved as declared")
  func resolved() async throws {
    container.registerAll()
    #expect(container.plain().sender == "mailer")
    #expect(container.byNumber(5).sender == "5")
    #expect(container.keyed().sender == "mailer")
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
