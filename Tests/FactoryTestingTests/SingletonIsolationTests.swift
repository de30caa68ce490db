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

  @Test("Several traits at once share one set of singletons", .container, .strictContainer)
  func severalTraits() {
    #expect(Container.shared.ofTest() === Container().ofTest())
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

  @Test(
    "The singletons are fresh for the traits of all containers, and those of the first one stay",
    .container { _ = $0.strictSingleton() }, .strictContainer(.freshSingletons))
  func severalFresh() {
    #expect(Container.shared.strictSingleton.resolvedOrNil() != nil)
  }
}
