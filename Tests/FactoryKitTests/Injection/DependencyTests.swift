// Factory, MIT licence; see LICENSE
//
// The global `dependency` function, for factories of all kinds. (Guide: Resolving, Concurrency.)
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Preferences: Sendable {
  let name: String
  init(name: String = "live") { self.name = name }
}

private enum Mode: Sendable { case secret, open }

private final class Service: Sendable {
  let mode: Mode
  init(mode: Mode) { self.mode = mode }
}

private final class PaymentsContainer: SharedContainer {
  @TaskLocal static var shared = PaymentsContainer()
  let manager = ContainerManager()
}

extension Container {
  fileprivate var myService: Factory<MyServiceType> { self { MyService() } }
  fileprivate var preferences: Factory<Preferences> { self { Preferences() } }
  fileprivate var service: ParameterFactory<Mode, Service> { self { Service(mode: $0) } }
}

extension PaymentsContainer {
  fileprivate var processor: Factory<Preferences> { self { Preferences(name: "payments") } }
  fileprivate var moded: ParameterFactory<Mode, Service> { self { Service(mode: $0) } }
}

nonisolated private final class NetworkService: Sendable {
  let prefs: Preferences = dependency(\.preferences)
  let svc: Service = dependency(\.service, parameter: Mode.secret)
  let payments: Preferences = dependency(\PaymentsContainer.processor)
}

@MainActor private final class LazyConsumer {
  lazy var svc: Service = dependency(\.service, parameter: Mode.open)
}

@Suite(.container) struct DependencyFunctionTests {
  @Test("`dependency` sees registrations")
  func registration() {
    Container.shared.myService.register { MockService() }
    let svc: MyServiceType = dependency(\.myService)
    #expect(svc is MockService)
  }

  @Test("`dependency` passes a parameter to a custom container")
  func customContainerParameter() {
    #expect(dependency(\PaymentsContainer.moded, parameter: .open).mode == .open)
  }

  @Test("`dependency` resolves from the custom container of the task")
  func customContainerOfTask() {
    let container = PaymentsContainer()
    container.processor.register { Preferences(name: "task") }
    PaymentsContainer.$shared.withValue(container) {
      #expect(dependency(\PaymentsContainer.processor).name == "task")
    }
    #expect(dependency(\PaymentsContainer.processor).name == "payments")
  }

  @Test("`dependency` takes a key path that is not a literal")
  func keyPathValue() {
    let keyPath: KeyPath<Container, Factory<MyServiceType>> = \.myService
    #expect(dependency(keyPath) is MyService)
  }

  @Test("A nonisolated Sendable class injects with `dependency`")
  func sendableClass() {
    Container.shared.preferences.register { Preferences(name: "mock") }
    let service = NetworkService()
    #expect(service.prefs.name == "mock")
    #expect(service.svc.mode == .secret)
    #expect(service.payments.name == "payments")
  }

  @Test("A lazy property resolves with `dependency` on first use") @MainActor
  func lazyProperty() {
    let consumer = LazyConsumer()
    Container.shared.service.register { _ in Service(mode: .secret) }
    #expect(consumer.svc.mode == .secret)
  }
}

private struct Refused: Error, Equatable {}

private final class Product: Sendable {
  let name: String
  init(_ name: String = "live") { self.name = name }
}

/// Not `Sendable`.
@MainActor private final class Screen {
  let name: String
  init(_ name: String = "live") { self.name = name }
}

private actor Caller {
  func resolve() async throws -> (product: Product, isHere: Bool) {
    let product = try await dependency(\.reportsActor)
    return (product, product.name == "\(ObjectIdentifier(self))")
  }
}

extension Container {
  fileprivate var throwing: ThrowingFactory<Product, any Error> { self { Product() }.cached }
  fileprivate var typed: ThrowingFactory<Product, Refused> {
    self { () throws(Refused) in throw Refused() }
  }
  fileprivate var numbered: ThrowingParameterFactory<Int, Product, any Error> {
    self { number in
      if number < 0 { throw Refused() }
      return Product("\(number)")
    }
  }
  fileprivate var asynchronous: AsyncFactory<Product, any Error> {
    self {
      await Task.yield()
      return Product()
    }.cached
  }
  fileprivate var typedAsync: AsyncFactory<Product, Refused> {
    self { () async throws(Refused) in throw Refused() }
  }
  fileprivate var tenant: AsyncParameterFactory<Int, Product, any Error> {
    self { await made("\($0)") }.scopeOnParameters.cached
  }
  fileprivate var reportsActor: AsyncFactory<Product, any Error> {
    self { await made(currentActor()) }
  }
  fileprivate var screen: MainActorFactory<Screen> { self { Screen() }.cached }
  fileprivate var titled: MainActorParameterFactory<String, Screen> { self { Screen($0) } }
}

private func made(_ name: String) async -> Product { Product(name) }

private func currentActor(isolation: isolated (any Actor)? = #isolation) -> String {
  isolation.map { "\(ObjectIdentifier($0))" } ?? "none"
}

extension OtherContainer {
  fileprivate var throwing: ThrowingFactory<Product, any Error> { self { Product("other") } }
  fileprivate var numbered: ThrowingParameterFactory<Int, Product, any Error> {
    self { Product("other \($0)") }
  }
  fileprivate var asynchronous: AsyncFactory<Product, any Error> { self { Product("other") } }
  fileprivate var infallible: AsyncFactory<Product, Never> { self { Product("other") } }
  fileprivate var tenant: AsyncParameterFactory<Int, Product, any Error> {
    self { Product("other \($0)") }
  }
  fileprivate var screen: MainActorFactory<Screen> { self { Screen("other") } }
  fileprivate var titled: MainActorParameterFactory<String, Screen> {
    self { Screen("other \($0)") }
  }
}

@Suite("dependency of all kinds", .container, .otherContainer)
struct DependencyOfKindsTests {
  // MARK: Factories that may fail

  @Test("`try dependency` resolves a factory that may fail, in its scope")
  func throwing() throws {
    let product = try dependency(\.throwing)
    #expect(product.name == "live")
    #expect(try dependency(\.throwing) === product)
    #expect(Container.shared.throwing.resolvedOrNil() === product)
  }

  @Test("`dependency` throws the error of the factory, with its type")
  func typedError() {
    do {
      _ = try dependency(\.typed)
      Issue.record("nothing was thrown")
    } catch {
      let refused: Refused = error
      #expect(refused == Refused())
    }
  }

  @Test("`dependency` passes a parameter to a factory that may fail")
  func throwingParameter() throws {
    #expect(try dependency(\.numbered, parameter: 3).name == "3")
    #expect(throws: Refused.self) { try dependency(\.numbered, parameter: -1) }
  }

  // MARK: Asynchronous factories

  @Test("`try await dependency` resolves an asynchronous factory, in its scope")
  func asynchronous() async throws {
    let product = try await dependency(\.asynchronous)
    #expect(product.name == "live")
    #expect(try await dependency(\.asynchronous) === product)
  }

  @Test("`dependency` throws the error of an asynchronous factory, with its type")
  func typedAsyncError() async {
    do {
      _ = try await dependency(\.typedAsync)
      Issue.record("nothing was thrown")
    } catch {
      let refused: Refused = error
      #expect(refused == Refused())
    }
  }

  @Test("`dependency` passes a parameter to an asynchronous factory")
  func asyncParameter() async throws {
    let seven = try await dependency(\.tenant, parameter: 7)
    #expect(seven.name == "7")
    #expect(try await dependency(\.tenant, parameter: 7) === seven)
    #expect(try await dependency(\.tenant, parameter: 8) !== seven)
  }

  @Test("An asynchronous factory that is kept does not leave the caller's actor") @MainActor
  func staysOnActor() async throws {
    _ = try await dependency(\.asynchronous)
    // Runs on the main actor if the next line suspends.
    let other = Counter()
    let task = Task { @MainActor in other.increment() }
    _ = try await dependency(\.asynchronous)
    #expect(other.value == 0)
    _ = await task.value
  }

  @Test("An actor resolves an asynchronous factory") func fromActor() async throws {
    let result = try await Caller().resolve()
    #expect(result.product.name == "none")
    #expect(!result.isHere)
  }

  @Test("`dependency` uses the container of the calling task") func containerOfTask() async throws {
    let container = Container()
    container.asynchronous.register { Product("task") }
    container.throwing.register { Product("task") }
    try await Container.$shared.withValue(container) {
      async let child = dependency(\.asynchronous)
      let products = try await [dependency(\.throwing), dependency(\.asynchronous), child]
      #expect(products.map(\.name) == ["task", "task", "task"])
    }
    #expect(try await dependency(\.asynchronous).name == "live")
  }

  // MARK: Main-actor factories

  @Test("`dependency` resolves a main-actor factory on the main actor without await") @MainActor
  func mainActor() {
    let screen = dependency(\.screen)
    #expect(screen.name == "live")
    #expect(Container.shared.screen() === screen)
    #expect(dependency(\.titled, parameter: "title").name == "title")
  }

  @Test("`await dependency` resolves a main-actor factory from elsewhere")
  func mainActorFromElsewhere() async {
    let screen = await dependency(\.screen)
    #expect(screen.name == "live")
    #expect(await dependency(\.titled, parameter: "title").name == "title")
  }

  // MARK: Other containers

  @Test("`dependency` resolves all kinds from another container") @MainActor
  func otherContainer() async throws {
    #expect(try dependency(\OtherContainer.throwing).name == "other")
    #expect(try dependency(\OtherContainer.numbered, parameter: 1).name == "other 1")
    #expect(try await dependency(\OtherContainer.asynchronous).name == "other")
    #expect(await dependency(\OtherContainer.infallible).name == "other")
    #expect(try await dependency(\OtherContainer.tenant, parameter: 2).name == "other 2")
    #expect(dependency(\OtherContainer.screen).name == "other")
    #expect(dependency(\OtherContainer.titled, parameter: "3").name == "other 3")
  }

  @Test("`dependency` takes key paths of all kinds that are not literals") @MainActor
  func keyPathValues() async throws {
    let throwing: KeyPath<OtherContainer, ThrowingFactory<Product, any Error>> = \.throwing
    let asynchronous: KeyPath<Container, AsyncFactory<Product, any Error>> = \.asynchronous
    let screen: KeyPath<Container, MainActorFactory<Screen>> = \.screen
    #expect(try dependency(throwing).name == "other")
    #expect(try await dependency(asynchronous).name == "live")
    #expect(dependency(screen).name == "live")
  }

  @Test("A generic function passes its key path on to `dependency`")
  func generic() throws {
    func resolve<C: SharedContainer, T>(
      _ keyPath: KeyPath<C, ThrowingFactory<T, any Error>>
    ) throws -> T {
      try dependency(keyPath)
    }
    #expect(try resolve(\Container.throwing).name == "live")
    #expect(try resolve(\OtherContainer.throwing).name == "other")
  }
}
