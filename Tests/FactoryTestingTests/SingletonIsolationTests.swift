// Factory, MIT licence; see LICENSE
//
// Singletons under the `.container` trait. (Guide: Singleton caveats.)
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Service: Sendable {
  let name: String
  init(name: String = "live") { self.name = name }
}

private final class CustomContainer: SharedContainer {
  @TaskLocal static var shared = CustomContainer()
  let manager = ContainerManager()
}

extension Container {
  // One factory a test: those without the trait share the process's singletons.
  fileprivate var existing: Factory<Service> { self { Service() }.singleton }
  fileprivate var madeInside: Factory<Service> { self { Service() }.singleton }
  fileprivate var registeredInside: Factory<Service> { self { Service() }.singleton }
  fileprivate var resetInside: Factory<Service> { self { Service() }.singleton }
  fileprivate var ofTest: Factory<Service> { self { Service() }.singleton }
  fileprivate var perParameter: ParameterFactory<Int, Service> {
    self { Service(name: "\($0)") }.scopeOnParameters.singleton
  }
}
extension CustomContainer {
  fileprivate var existing: Factory<Service> { self { Service() }.singleton }
}

/// Runs `body` as the trait runs a test.
private func withContainer(_ body: @Sendable () async throws -> Void) async throws {
  let test = try #require(Test.current)
  let trait: ContainerTrait<Container> = .container
  try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
}

private func withCustomContainer(_ body: @Sendable () async throws -> Void) async throws {
  let test = try #require(Test.current)
  let trait = ContainerTrait(shared: CustomContainer.$shared, container: CustomContainer())
  try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
}

@Suite struct SingletonIsolationTests {
  @Test("A test has the singletons that exist already")
  func existing() async throws {
    let before = Container.shared.existing()
    try await withContainer {
      #expect(Container.shared.existing() === before)
    }
    #expect(Container.shared.existing() === before)
  }

  @Test("A singleton created in a test is not visible outside")
  func madeInside() async throws {
    let made = LockedValue<Service?>(nil)
    try await withContainer {
      let instance = Container.shared.madeInside()
      #expect(Container().madeInside() === instance)
      made.withLock { $0 = instance }
    }
    #expect(Container.shared.madeInside() !== made.withLock { $0 })
  }

  @Test("Registering a singleton in a test does not affect the process's singleton")
  func registeredInside() async throws {
    let before = Container.shared.registeredInside()
    try await withContainer {
      Container.shared.registeredInside.register { Service(name: "mock") }
      #expect(Container.shared.registeredInside().name == "mock")
    }
    #expect(Container.shared.registeredInside() === before)
  }

  @Test("A reset of all singletons in a test does not affect the process's singletons")
  func resetInside() async throws {
    let before = Container.shared.resetInside()
    try await withContainer {
      Scope.singleton.reset()
      #expect(Container.shared.resetInside() !== before)
    }
    #expect(Container.shared.resetInside() === before)
  }

  @Test("Nested traits each have their own singletons")
  func nested() async throws {
    try await withContainer {
      let outer = Container.shared.ofTest()
      try await withContainer {
        #expect(Container.shared.ofTest() === outer)
        Container.shared.ofTest.reset()
        #expect(Container.shared.ofTest() !== outer)
      }
      #expect(Container.shared.ofTest() === outer)
    }
  }

  @Test("Singletons of single parameters are isolated as well")
  func parameters() async throws {
    try await withContainer {
      let one = Container.shared.perParameter(1)
      try await withContainer {
        #expect(Container.shared.perParameter(1) === one)
        Scope.singleton.reset()
        #expect(Container.shared.perParameter(1) !== one)
        _ = Container.shared.perParameter(2)
      }
      #expect(Container.shared.perParameter(1) === one)
      #expect(Container.shared.perParameter(2).name == "2")
    }
  }

  @Test("A custom trait isolates singletons too")
  func customTrait() async throws {
    let before = CustomContainer.shared.existing()
    try await withCustomContainer {
      #expect(CustomContainer.shared.existing() === before)
      CustomContainer.shared.existing.reset()
      #expect(CustomContainer.shared.existing() !== before)
    }
    #expect(CustomContainer.shared.existing() === before)
  }

  @Test("Several traits at once share one set of singletons", .container)
  func severalTraits() async throws {
    try await withContainer {
      try await withCustomContainer {
        let container = Container.shared
        #expect(container.ofTest() === Container().ofTest())
      }
    }
  }

  @Test("Child tasks of a test see its singletons, detached tasks do not", .container)
  func tasks() async {
    let instance = Container.shared.ofTest()
    #expect(await Task { Container.shared.ofTest() }.value === instance)
    let container = Container.shared
    let elsewhere = await Task.detached { container.ofTest() }.value
    #expect(elsewhere !== instance)
  }

  @Test("An error thrown by a test is rethrown, and the singletons are restored")
  func thrownError() async throws {
    struct Failure: Error {}
    let scope = Scope.singleton
    await #expect(throws: Failure.self) {
      try await withContainer { throw Failure() }
    }
    #expect(Scope.singleton === scope)
  }
}
