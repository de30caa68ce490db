// Factory, MIT licence; see LICENSE
//
// Contexts of throwing factories.
import FactoryKitTestSupport
import FactoryTesting
import Testing

/// The modifiers that set a context, and whether the test process has that context.
private enum ContextModifier: CaseIterable {
  case arg, args, preview, test, debug, simulator, device, several

  func set(_ factory: ThrowingFactory<TestService, any Error>, fails: Bool) {
    func make() throws -> TestService {
      if fails { throw MakeError(attempt: 50) }
      return TestService("context")
    }
    switch self {
    case .arg: factory.onArg("throwing tests: one") { try make() }
    case .args: factory.onArgs(["throwing tests: two", "throwing tests: one"]) { try make() }
    case .preview: factory.onPreview { try make() }
    case .test: factory.onTest { try make() }
    case .debug: factory.onDebug { try make() }
    case .simulator: factory.onSimulator { try make() }
    case .device: factory.onDevice { try make() }
    case .several: factory.context(.preview, .args(["throwing tests: one"])) { try make() }
    }
  }

  func activate(_ context: inout FactoryContext) {
    switch self {
    case .arg, .args, .several: context.arguments = ["program", "throwing tests: one"]
    case .preview: context.isPreview = true
    case .test: context.isTest = true
    case .debug: context.isDebug = true
    case .simulator: context.isSimulator = true
    case .device: context.isSimulator = false
    }
  }

  /// Whether release builds ignore the context.
  var isOnlyForDebug: Bool { [.preview, .test, .debug].contains(self) }

  var holdsInThisBuild: Bool {
    #if DEBUG
      true
    #else
      !isOnlyForDebug
    #endif
  }
}

extension ThrowingContainer {
  fileprivate var byContext: ThrowingParameterFactory<Int, TestService, any Error> {
    self { try self.make("\($0)") }.scopeOnParameters.cached
      .context(.simulator, .device) { number in
        if number < 0 { throw MakeError(attempt: number) }
        return TestService("context \(number)")
      }
  }
}

extension ProcessWide {
  @Suite("Contexts of throwing factories", .container) struct ThrowingContextTests {
    private let container = ThrowingContainer()

    @Test(
      "A context's closure may return an instance or throw", arguments: ContextModifier.allCases)
    fileprivate func closure(modifier: ContextModifier) throws {
      try ProcessWide.withContext(modifier.activate) {
        modifier.set(container.plain, fails: false)
        let label = try container.plain().label
        #expect(label == (modifier.holdsInThisBuild ? "context" : "original"))
        modifier.set(container.plain, fails: true)
        if modifier.holdsInThisBuild {
          #expect(throws: MakeError(attempt: 50)) { try container.plain() }
        } else {
          #expect(try container.plain().label == "original")
        }
      }
    }

    @Test("A context takes precedence over a registration")
    func precedence() throws {
      container.cached.onArg("throwing tests: one") { throw MakeError(attempt: 50) }
      container.cached.register { TestService("registered") }
      _ = ProcessWide.withContext(ContextModifier.arg.activate) {
        #expect(throws: MakeError(attempt: 50)) { try container.cached() }
      }
      #expect(try container.cached().label == "registered")
    }

    @Test("A context's closure takes the parameter")
    func parameter() throws {
      #expect(throws: MakeError(attempt: -1)) { try container.byContext(-1) }
      #expect(try container.byContext(3).label == "context 3")
      #expect(try container.byContext(3) === container.byContext(3))
      #expect(container.attempts.value == 0)
    }
  }
}
