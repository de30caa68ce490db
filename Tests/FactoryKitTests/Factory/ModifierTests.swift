// Factory, MIT licence; see LICENSE
//
// Modifiers are applied again on each read: "the factory wins" in the guide, and its three ways
// out. Modifiers that a program declares for all kinds of factory.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class WinningContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  func autoRegister() {
    #if DEBUG
      autoRegistered.onTest { TestService("mock") }
    #endif
  }
}

extension Scope {
  fileprivate static let outside = Cached()
}

extension WinningContainer {
  // The guide's example: contexts baked into the definition.
  var baked: Factory<any TestServiceType> {
    self { TestService() }
      .singleton
      .onTest { TestService("mock") }
      .onArg("baked argument") { TestService("argument") }
  }
  // Its way out 1: the context is set in autoRegister.
  var autoRegistered: Factory<any TestServiceType> { self { TestService() }.singleton }
  // Its way out 3.
  var once: Factory<any TestServiceType> {
    self { TestService() }
      .singleton
      .onTest { TestService("mock") }
      .once()
  }
  var onceAndAfter: Factory<any TestServiceType> {
    self { TestService() }.cached.once().onTest { TestService("after once") }
  }
  var onceTimed: Factory<any TestServiceType> {
    self { TestService() }.cached.timeToLive(1_000).once()
  }
}

extension ProcessWide {
  @Suite("The factory wins", .container) struct ModifierPrecedenceTests {
    private let container = WinningContainer()

    #if DEBUG
      @Test("A context in the definition wins over one from outside")
      func context() {
        container.baked.onTest { TestService("null") }
        #expect(container.baked().label == "mock")
      }

      @Test("A context set in autoRegister can be replaced from outside")
      func autoRegister() {
        #expect(container.autoRegistered().label == "mock")
        container.autoRegistered.onTest { TestService("null") }.reset(.scope)
        #expect(container.autoRegistered().label == "null")
      }

      @Test("A context chained where the factory is resolved wins, for that resolution only")
      func callSite() {
        #expect(container.baked.onTest { TestService("null") }().label == "null")
        container.baked.reset(.scope)
        #expect(container.baked().label == "mock")
      }

      @Test("What precedes .once() applies unless it is changed from outside")
      func onceAlone() {
        #expect(container.once().label == "mock")
        container.once.reset(.scope)
        #expect(container.once().label == "mock")
      }

      @Test("Changes from outside override what precedes .once(), in that container")
      func once() {
        container.once.onTest { TestService("null") }
        #expect(container.once().label == "null")
        #expect(container.once().label == "null")
        let other = WinningContainer()
        other.once.reset(.scope)
        #expect(other.once().label == "mock")
      }

      @Test("What follows .once() still wins")
      func afterOnce() {
        container.onceAndAfter.onTest { TestService("null") }
        #expect(container.onceAndAfter().label == "after once")
      }

      private static let resets: [@Sendable (WinningContainer, FactoryResetOptions) -> Void] = [
        { $0.once.reset($1) }, { $0.manager.reset(options: $1) },
      ]

      @Test(
        "A reset of the factory or container has what precedes .once() apply again",
        arguments: resets)
      private func onceReset(reset: @Sendable (WinningContainer, FactoryResetOptions) -> Void) {
        container.once.onTest { TestService("null") }
        reset(container, .all)
        #expect(container.once().label == "mock")
      }

      @Test("A reset of the contexts does not restore those before .once()", arguments: resets)
      private func onceContextReset(
        reset: @Sendable (WinningContainer, FactoryResetOptions) -> Void
      ) {
        container.once.onTest { TestService("null") }
        reset(container, .context)
        #expect(container.once().label == TestService().label)
      }
    #endif

    @Test("A scope from outside lasts over the one before .once()")
    func onceScope() {
      container.onceTimed.scope(.outside)
      let before = container.onceTimed()
      container.manager.reset(scope: .cached)
      #expect(container.onceTimed() === before)
      container.manager.reset(scope: .outside)
      #expect(container.onceTimed() !== before)
    }

    @Test("A reset of the instances leaves the scope from outside after .once()")
    func onceScopeReset() {
      _ = container.onceTimed.unique
      container.onceTimed.reset(.scope)
      #expect(container.onceTimed() !== container.onceTimed())
    }

    @Test("A time to live from outside lasts over the one before .once()")
    func onceTimeToLive() {
      let clock = ManualClock()
      container.manager.clock = clock.reading
      container.onceTimed.timeToLive(10)
      let before = container.onceTimed()
      clock.advance(seconds: 11)
      #expect(container.onceTimed() !== before)
    }
  }
}

// MARK: Custom modifiers

extension FactoryModifying {
  fileprivate func onStaging(factory: @Sendable @escaping (P) -> T) -> Self {
    context(.arg("CustomModifierTests.sandbox"), factory: factory)
  }
  fileprivate func onStagings(factory: @Sendable @escaping (P) -> T) -> Self {
    context(.args(["CustomModifierTests.a", "CustomModifierTests.b"]), factory: factory)
  }
  @discardableResult
  fileprivate func replaced(by factory: @Sendable @escaping (P) -> T) -> Self {
    register(factory: factory)
  }
  fileprivate func onEach(factory: @Sendable @escaping (P) -> T) -> Self {
    context(
      .arg("CustomModifierTests.each"), .args(["CustomModifierTests.each"]), .preview, .simulator,
      .test, .debug, .device, factory: factory)
  }
}

extension FactoryModifying where T == Int {
  fileprivate func zeroOnStaging() -> Self { onStaging { _ in 0 } }
}

private enum Failed: Error { case always }

private func live(_ number: Int) async throws -> String { throw Failed.always }

private final class ModifiedContainer: SharedContainer {
  @TaskLocal static var shared = ModifiedContainer()
  let manager = ContainerManager()

  var plain: Factory<String> { self { "live" }.onStaging { "sandbox" } }
  var byNumber: ParameterFactory<Int, String> {
    self { "live \($0)" }.onStaging { "sandbox \($0)" }
  }
  var throwing: ThrowingFactory<String, Failed> {
    self { () throws(Failed) in throw .always }.onStaging { "sandbox" }
  }
  var throwingByNumber: ThrowingParameterFactory<Int, String, any Error> {
    self { (_: Int) throws in throw Failed.always }.onStaging { "sandbox \($0)" }
  }
  var waiting: AsyncFactory<String, Never> { self { () async in "live" }.onStaging { "sandbox" } }
  var waitingByNumber: AsyncParameterFactory<Int, String, any Error> {
    self { try await live($0) }.onStaging { "sandbox \($0)" }
  }
  var onMain: MainActorFactory<String> { self { "live" }.onStaging { "sandbox" } }
  var onMainByNumber: MainActorParameterFactory<Int, String> {
    self { "live \($0)" }.onStaging { "sandbox \($0)" }
  }
  var members: FactoryGroup<String> { group().onStaging { ["sandbox"] } }
  var number: Factory<Int> { self { 1 }.zeroOnStaging() }
  var several: Factory<String> { self { "live" }.onStagings { "one of two" } }
  var everywhere: Factory<String> { self { "live" }.onEach { "each" } }
  var cached: Factory<TestService> {
    self { TestService("live") }.onStaging { TestService("sandbox") }.cached
  }
}

extension ProcessWide {
  @Suite("Custom modifiers") struct CustomModifierTests {
    private let container = ModifiedContainer()

    private func inSandbox(
      _ argument: String = "sandbox", _ body: () async throws -> Void
    ) async throws {
      FactoryContext.setArg(
        "CustomModifierTests.\(argument)", forKey: "CustomModifierTests.\(argument)")
      defer { FactoryContext.removeArg(forKey: "CustomModifierTests.\(argument)") }
      try await body()
    }

    @Test("One of all factories sets a context of plain and parameter factories")
    func plainKinds() async throws {
      #expect(container.plain() == "live")
      #expect(container.byNumber(1) == "live 1")
      #expect(container.number() == 1)
      try await inSandbox {
        #expect(container.plain() == "sandbox")
        #expect(container.byNumber(1) == "sandbox 1")
        #expect(container.members() == ["sandbox"])
        #expect(container.number() == 0)
      }
      #expect(container.plain() == "live")
      #expect(container.members().isEmpty)
    }

    @Test("The same for throwing, asynchronous and main-actor factories")
    func otherKinds() async throws {
      #expect(throws: Failed.always) { try container.throwing() }
      #expect(await container.waiting() == "live")
      #expect(await container.onMain() == "live")
      try await inSandbox {
        let thrown = try (container.throwing(), container.throwingByNumber(1))
        #expect(thrown == ("sandbox", "sandbox 1"))
        let waited = try await container.waitingByNumber(1)
        #expect(waited == "sandbox 1")
        #expect(await container.waiting() == "sandbox")
        #expect(await container.onMain() == "sandbox")
        #expect(await container.onMainByNumber(1) == "sandbox 1")
      }
    }

    @Test("Each of several arguments is a context of its own")
    func arguments() async throws {
      #expect(container.several() == "live")
      for argument in ["a", "b"] {
        try await inSandbox(argument) { #expect(container.several() == "one of two") }
      }
      #expect(container.several() == "live")
    }

    @Test("All contexts may be set with a function, and register uses one")
    func everyModifier() async throws {
      try await inSandbox("each") { #expect(container.everywhere() == "each") }
      container.plain.replaced { "replaced" }
      container.byNumber.replaced { "replaced \($0)" }
      #expect(container.plain() == "replaced")
      #expect(container.byNumber(3) == "replaced 3")
      container.waiting.replaced { "replaced" }
      #expect(await container.waiting() == "replaced")
    }

    @Test("In a definition, such a modifier changes nothing on later reads")
    func repeated() async throws {
      try await inSandbox {
        let instance = container.cached()
        #expect(instance.label == "sandbox")
        #expect(container.cached() === instance)
      }
    }
  }
}
