// Factory, MIT licence; see LICENSE
//
// Which of several contexts wins, and how a context affects cached instances.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class PrecedenceContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension PrecedenceContainer {
  var service: Factory<TestService> { self { TestService() } }
  var cached: Factory<TestService> { self { TestService() }.cached }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
}

/// The guide's table, highest first.
private enum Rank: Int, CaseIterable {
  case arg, preview, test, simulator, device, debug, registered, original

  func apply(to factory: Factory<TestService>) {
    switch self {
    case .arg: factory.onArg("precedence tests: argument") { TestService("arg") }
    case .preview: factory.onPreview { TestService("preview") }
    case .test: factory.onTest { TestService("test") }
    case .simulator: factory.onSimulator { TestService("simulator") }
    case .device: factory.onDevice { TestService("device") }
    case .debug: factory.onDebug { TestService("debug") }
    case .registered: factory.register { TestService("registered") }
    case .original: break
    }
  }

  /// Whether a closure of this rank can be selected in this build, in a process that runs in a
  /// simulator or does not.
  func isSelectable(inSimulator: Bool) -> Bool {
    switch self {
    case .simulator: return inSimulator
    case .device: return !inSimulator
    case .preview, .test, .debug:
      #if DEBUG
        return true
      #else
        return false
      #endif
    default: return true
    }
  }
}

/// A registration that a context outranks is logged once for each factory and context, in debug builds.
private let outranked = ExpectedLines(
  containing: "closure registered for FactoryKitTests.PrecedenceContainer.service<")

/// Expects that a registration was logged that `context` outranks in this process.
private func expectOutranked(by context: Rank) {
  #if DEBUG
    #expect(outranked.lines.filter { $0.contains("for the context \(context),") }.count == 1)
  #else
    #expect(outranked.lines.isEmpty)
  #endif
}

extension ProcessWide {
  @Suite("Precedence of contexts") struct ContextPrecedenceTests {
    private let container = PrecedenceContainer()

    private func everythingHolds<Result>(inSimulator: Bool, _ body: () -> Result) -> Result {
      ProcessWide.withContext { context in
        context.arguments = ["program", "precedence tests: argument"]
        (context.isPreview, context.isTest, context.isDebug) = (true, true, true)
        context.isSimulator = inSimulator
      } _: {
        body()
      }
    }

    @Test("Each rank wins over all below it", arguments: Rank.allCases, [true, false])
    private func table(highest: Rank, inSimulator: Bool) {
      // The contexts are set from the lowest to the highest, then in the reverse order: the order
      // does not matter.
      let ranks = Rank.allCases.filter { $0.rawValue >= highest.rawValue }
      let expected = ranks.first { $0.isSelectable(inSimulator: inSimulator) }.map { "\($0)" }
      _ = outranked
      for order in [ranks, ranks.reversed()] {
        container.manager.reset()
        for rank in order { rank.apply(to: container.service) }
        everythingHolds(inSimulator: inSimulator) {
          #expect(container.service().label == expected)
        }
      }
      let isSimulator = FactoryContext.current.isSimulator
      let ofProcess = ranks.first {
        $0 != .arg && $0 != .preview && $0.isSelectable(inSimulator: isSimulator)
      }
      if let ofProcess, ofProcess.rawValue < Rank.registered.rawValue {
        expectOutranked(by: ofProcess)
      }
    }

    @Test(
      "Of several arguments the first on the command line wins",
      arguments: [
        (["a", "b", "c"], "a"), (["c", "b", "a"], "c"), (["other", "b", "a"], "b"),
        (["b", "b"], "b"),
      ])
    func commandLine(arguments: [String], expected: String) {
      for name in ["b", "a", "c"] {
        container.service.onArg("precedence tests: \(name)") { TestService(name) }
      }
      ProcessWide.withContext {
        $0.arguments = ["program"] + arguments.map { "precedence tests: \($0)" }
      } _: {
        #expect(container.service().label == expected)
      }
    }

    @Test("An argument set at run time is an argument: it wins over every other context")
    func runtime() {
      _ = outranked
      for rank in Rank.allCases where rank != .arg { rank.apply(to: container.service) }
      container.service.onArg("precedence tests: run time") { TestService("run time") }
      everythingHolds(inSimulator: true) {
        FactoryContext.setArg("precedence tests: run time", forKey: "precedence tests")
        #expect(container.service().label == "run time")
      }
    }
  }

  @Suite("Contexts and cached instances", .container) struct ContextInstanceTests {
    private let container = PrecedenceContainer()

    @Test("Setting a context does not evict a cached instance")
    func cached() {
      let before = container.cached()
      container.cached.context(.simulator, .device) { TestService("context") }
      #expect(container.cached() === before)
    }

    @Test("Setting a context does not evict a singleton")
    func singleton() {
      let before = container.singleton()
      container.singleton.context(.simulator, .device) { TestService("context") }
      #expect(container.singleton() === before)
    }

    @Test("Changing the process's context does not evict a cached instance")
    func current() {
      container.cached.onArg("precedence tests: later") { TestService("context") }
      let before = container.cached()
      ProcessWide.withContext {
        $0.arguments.append("precedence tests: later")
      } _: {
        #expect(container.cached() === before)
      }
    }

    @Test("A context applies after reset(.scope)")
    func resetScope() {
      _ = container.cached()
      container.cached.context(.simulator, .device) { TestService("context") }.reset(.scope)
      #expect(container.cached().label == "context")
    }

    #if DEBUG
      @Test("The guide's change of context on a scoped factory")
      func guide() {
        _ = container.singleton()
        container.singleton.onTest { TestService("null") }.reset(.scope)
        #expect(container.singleton().label == "null")
      }
    #endif

    @Test("The factory's scope keeps the instance that a context creates")
    func kept() {
      container.cached.context(.simulator, .device) { TestService("context") }
      #expect(container.cached() === container.cached())
    }

    @Test("A context applies to the container it was set on, not to others")
    func otherContainer() {
      container.service.context(.simulator, .device) { TestService("context") }
      #expect(PrecedenceContainer().service().label == "original")
    }

    @Test("A context wins over a later registration")
    func registeredLater() {
      _ = outranked
      container.service.context(.simulator, .device) { TestService("context") }
      container.service.register { TestService("registered") }
      #expect(container.service().label == "context")
      expectOutranked(by: FactoryContext.current.isSimulator ? .simulator : .device)
    }
  }
}
