// Factory, MIT licence; see LICENSE
//
// The global `dependency` function, for factories of all kinds. (Guide: Resolving, Concurrency.)
import FactoryTestSupport
import FactoryTesting
import Testing

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

nonisolated private final class NetworkService: Sendable {
  let product: Product = dependency(\.plain)
  let numbered: Product = dependency(\.byNumber, parameter: 2)
  let other: Product = dependency(\OtherContainer.plain)
}

extension Container {
  fileprivate var plain: Factory<Product> { self { Product() } }
  fileprivate var byNumber: ParameterFactory<Int, Product> { self { Product("\($0)") } }
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
    self { Product("\($0)") }.scopeOnParameters.cached
  }
  fileprivate var screen: MainActorFactory<Screen> { self { Screen() }.cached }
  fileprivate var titled: MainActorParameterFactory<String, Screen> { self { Screen($0) } }
}

extension OtherContainer {
  fileprivate var plain: Factory<Product> { self { Product("other") } }
  fileprivate var byNumber: ParameterFactory<Int, Product> { self { Product("other \($0)") } }
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

@Suite("dependency", .container, .otherContainer) struct DependencyTests {
  @Test("A nonisolated Sendable class injects with `dependency`, also what is registered")
  func sendableClass() {
    Container.shared.plain.register { Product("mock") }
    let service = NetworkService()
    #expect(service.product.name == "mock")
    #expect(service.numbered.name == "2")
    #expect(service.other.name == "other")
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

  // MARK: Factories that may fail, and asynchronous ones

  @Test("`dependency` resolves a factory that may fail, in its scope or with a parameter")
  func throwing() throws {
    #expect(try dependency(\.throwing) === Container.shared.throwing.resolvedOrNil())
    #expect(try dependency(\.numbered, parameter: 3).name == "3")
    #expect(throws: Refused.self) { try dependency(\.numbered, parameter: -1) }
  }

  @Test("`dependency` resolves an asynchronous factory, in its scope and with a parameter")
  func asynchronous() async throws {
    let product = try await dependency(\.asynchronous)
    #expect(Container.shared.asynchronous.resolvedOrNil() === product)
    let seven = try await dependency(\.tenant, parameter: 7)
    #expect(seven.name == "7")
    #expect(try await dependency(\.tenant, parameter: 7) === seven)
    #expect(try await dependency(\.tenant, parameter: 8) !== seven)
  }

  @Test("`dependency` throws the error of a factory with its type")
  func typedErrors() async {
    // These compile only if the errors have this type.
    func resolve() throws(Refused) { _ = try dependency(\.typed) }
    func resolveAsync() async throws(Refused) { _ = try await dependency(\.typedAsync) }
    #expect(throws: Refused()) { try resolve() }
    await #expect(throws: Refused()) { try await resolveAsync() }
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

  // MARK: Key paths

  @Test("`dependency` resolves all kinds from another container") @MainActor
  func otherContainer() async throws {
    #expect(dependency(\OtherContainer.byNumber, parameter: 1).name == "other 1")
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
    let plain: KeyPath<Container, Factory<Product>> = \.plain
    let throwing: KeyPath<OtherContainer, ThrowingFactory<Product, any Error>> = \.throwing
    let asynchronous: KeyPath<Container, AsyncFactory<Product, any Error>> = \.asynchronous
    let screen: KeyPath<Container, MainActorFactory<Screen>> = \.screen
    #expect(dependency(plain).name == "live")
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
