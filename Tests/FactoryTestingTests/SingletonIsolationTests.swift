// Factory, MIT licence; see LICENSE
//
// Singletons under the `.container` trait. (Guide: Singleton caveats.)
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  // One factory a test: those without the trait share the process's singletons.
  fileprivate var existing: Factory<StrictService> { self { StrictService() }.singleton }
  fileprivate var madeInside: Factory<StrictService> { self { StrictService() }.singleton }
  fileprivate var hidden: Factory<StrictService> { self { StrictService() }.singleton }
  fileprivate var ofTest: Factory<StrictService> { self { StrictService() }.singleton }
}

extension StrictContainer {
  fileprivate var ofProcess: Factory<StrictService> { self { StrictService() }.singleton }
}

@Suite struct SingletonIsolationTests {
  @Test("A test has the singletons that exist, and what it changes stays in it")
  func existing() async throws {
    let before = Container.shared.existing()
    try await asTest(.container) {
      #expect(Container.shared.existing() === before)
      Container.shared.existing.register { StrictService("mock") }
      #expect(Container.shared.existing().name == "mock")
      Scope.singleton.reset()
    }
    #expect(Container.shared.existing() === before)
  }

  @Test("A singleton created in a test is not visible outside")
  func madeInside() async throws {
    let made = LockedValue<StrictService?>(nil)
    try await asTest(.container) {
      let instance = Container.shared.madeInside()
      #expect(Container().madeInside() === instance)
      made.withLock { $0 = instance }
    }
    #expect(Container.shared.madeInside() !== made.withLock { $0 })
  }

  @Test("Nested traits each have their own singletons")
  func nested() async throws {
    try await asTest(.container) {
      let outer = Container.shared.ofTest()
      try await asTest(.container) {
        #expect(Container.shared.ofTest() === outer)
        Container.shared.ofTest.reset()
        #expect(Container.shared.ofTest() !== outer)
      }
      #expect(Container.shared.ofTest() === outer)
    }
  }

  @Test("A custom trait isolates singletons too")
  func customTrait() async throws {
    let before = StrictContainer.shared.ofProcess()
    try await asTest(.strictContainer) {
      #expect(StrictContainer.shared.ofProcess() === before)
      StrictContainer.shared.ofProcess.reset()
      #expect(StrictContainer.shared.ofProcess() !== before)
    }
    #expect(StrictContainer.shared.ofProcess() === before)
  }

  @Test("Several traits at once share one set of singletons", .container, .strictContainer)
  func severalTraits() {
    #expect(Container.shared.ofTest() === Container().ofTest())
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
    let scope = Scope.singleton
    await #expect(throws: StrictError.self) {
      try await asTest(.container) { throw StrictError.failed }
    }
    #expect(Scope.singleton === scope)
  }

  @Test("With .freshSingletons, a test does not see the singletons that exist")
  func fresh() async throws {
    let before = Container.shared.hidden()
    try await asTest(.container(.freshSingletons)) {
      let own = Container.shared.hidden()
      #expect(own !== before)
      #expect(Container().hidden() === own)
    }
    #expect(Container.shared.hidden() === before)
  }

  @Test("A closure of the trait creates singletons that the test sees")
  func closure() async throws {
    let created = LockedValue<StrictService?>(nil)
    try await asTest(
      .container(.freshSingletons) { container in
        created.withLock { $0 = container.ofTest() }
      }
    ) { #expect(Container.shared.ofTest() === created.withLock { $0 }) }
  }

  @Test(
    "The singletons are fresh for the traits of all containers, and those of the first one stay",
    .container { _ = $0.strictSingleton() }, .strictContainer(.freshSingletons))
  func severalFresh() {
    #expect(Container.shared.strictSingleton.resolvedOrNil() != nil)
  }
}
