// Factory, MIT licence; see LICENSE
//
// required(), and validate(_:), which finds what is not registered.
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol Loading: Sendable {}
private struct Loader: Loading {}

final class RequiringContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = RequiringContainer()
  let manager = ContainerManager()

  func autoRegister() { registeredAutomatically.register { Loader() } }
}

extension RequiringContainer {
  fileprivate static let loaderLine = #line + 1
  fileprivate var loader: Factory<any Loading> { required() }
  fileprivate var byNumber: ParameterFactory<Int, any Loading> { required() }
  fileprivate var keyed: Factory<any Loading> { required(key: "a key") }
  fileprivate var scoped: Factory<any Loading> { required().cached }
  fileprivate var promise: Factory<(any Loading)?> { promised() }
  fileprivate var promiseByNumber: ParameterFactory<Int, (any Loading)?> { promised() }
  fileprivate var registeredAutomatically: Factory<any Loading> { required() }
  fileprivate var inTests: Factory<any Loading> { required().onTest { Loader() } }
  fileprivate var withArgument: Factory<any Loading> {
    required().onArg("an argument that nobody has") { Loader() }
  }
  fileprivate var own: Factory<any Loading> {
    self { fatalError("validate must not build anything") }
  }
}

@Suite("Required factories", .container) struct ValidationTests {
  private let container = RequiringContainer()
  private static let place = "FactoryKitContainerTests/ValidationTests.swift"

  @Test("A required factory resolves to what was registered")
  func registered() {
    container.loader.register { Loader() }
    container.byNumber.register { _ in Loader() }
    container.keyed.register { Loader() }
    #expect(container.loader() is Loader)
    #expect(container.byNumber(3) is Loader)
    #expect(container.keyed() is Loader)
  }

  @Test("Its instance is cached in its scope")
  func scope() {
    let built = Counter()
    container.scoped.register {
      built.increment()
      return Loader()
    }
    _ = container.scoped()
    _ = container.scoped()
    #expect(built.value == 1)
  }

  @Test("Without a registration it stops the program and says what to write")
  func trap() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = RequiringContainer.shared.loader()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let name =
      "FactoryKitContainerTests.RequiringContainer.loader<FactoryKitContainerTests.Loading>"
    #expect(
      text.contains(
        "FactoryKit: \(name) (\(Self.place):\(RequiringContainer.loaderLine)) is required, but "
          + "nothing is registered for it.\nTo fix this: register it before it is resolved, for "
          + "example in autoRegister() of the app's container: loader.register { … }"))
  }

  @Test("With a parameter as well")
  func trapWithParameter() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = RequiringContainer.shared.byNumber(3)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("RequiringContainer.byNumber<FactoryKitContainerTests.Loading> (\(Self.place):")
    )
    #expect(text.contains("container: byNumber.register { _ in … }"))
  }

  @Test("validate names everything that is missing, in one error")
  func missing() throws {
    let error = #expect(throws: MissingRegistrations.self) {
      try container.validate(\.loader, \.own, \.byNumber, \.promise)
    }
    let line = RequiringContainer.loaderLine
    let names = try #require(error).factories
    #expect(names.count == 3)
    #expect(
      names.first
        == "FactoryKitContainerTests.RequiringContainer.loader<FactoryKitContainerTests.Loading> "
        + "(\(Self.place):\(line))")
    #expect(names.last?.contains("RequiringContainer.promise<") == true)
  }

  @Test("The description of the error has each missing factory, its place and the line to write")
  func description() throws {
    let error = #expect(throws: MissingRegistrations.self) {
      try container.validate(\.loader, \.own, \.byNumber, \.keyed)
    }
    let (line, type) = (
      RequiringContainer.loaderLine, "FactoryKitContainerTests.RequiringContainer"
    )
    #expect(
      "\(try #require(error))" == """
        FactoryKit: nothing is registered for these 3 factories:
          \(type).loader<FactoryKitContainerTests.Loading> (\(Self.place):\(line)): loader.register { … }
          \(type).byNumber<FactoryKitContainerTests.Loading> (\(Self.place):\(line + 1)): \
        byNumber.register { _ in … }
          \(type).a key<FactoryKitContainerTests.Loading> (\(Self.place):\(line + 2)): \
        call register { … } of the property that declares it
        To fix this: register what is missing before it is resolved, for example in autoRegister() \
        of the app's container.
        """)
  }

  @Test("validate throws nothing if everything is registered")
  func complete() throws {
    container.loader.register { Loader() }
    container.promise.register { Loader() }
    container.promiseByNumber.register { _ in Loader() }
    try container.validate(\.loader, \.promise, \.promiseByNumber)
  }

  @Test("autoRegister runs before the check")
  func autoRegister() throws {
    try RequiringContainer().validate(\.registeredAutomatically)
  }

  @Test("A reset makes a factory missing again")
  func reset() throws {
    container.loader.register { Loader() }
    container.reset()
    #expect(throws: MissingRegistrations.self) { try container.validate(\.loader) }
  }

  #if DEBUG
    @Test("A context that holds counts")
    func context() throws {
      try container.validate(\.inTests)
      #expect(container.inTests() is Loader)
    }
  #endif

  @Test("A context that does not hold does not count")
  func otherContext() {
    #expect(throws: MissingRegistrations.self) { try container.validate(\.withArgument) }
  }

  @Test("A factory with a closure of its own is never missing, and is not built")
  func ownClosure() throws {
    try container.validate(\.own)
  }
}
