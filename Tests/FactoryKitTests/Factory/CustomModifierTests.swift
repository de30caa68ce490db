// Factory, MIT licence; see LICENSE
//
// Modifiers that a program declares for all kinds of factory.
import FactoryKitTestSupport
import FactoryTesting
import Testing

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

/// Those without typed functions, as the articles recommend them.
extension FactoryModifying {
  fileprivate func onStagingByClosure(factory: Closure) -> Self {
    context(.arg("CustomModifierTests.sandbox"), factory: factory)
  }
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
  var byClosure: Factory<String> { self { "live" }.onStagingByClosure { "sandbox" } }
  var byClosureAndNumber: ParameterFactory<Int, String> {
    self { "live \($0)" }.onStagingByClosure { "sandbox \($0)" }
  }
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

    @Test("One that takes the kind's own closure")
    func closures() async throws {
      try await inSandbox {
        #expect(container.byClosure() == "sandbox")
        #expect(container.byClosureAndNumber(2) == "sandbox 2")
      }
      #expect(container.byClosure() == "live")
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
