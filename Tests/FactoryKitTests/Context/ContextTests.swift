// Factory, MIT licence; see LICENSE
//
// How contexts select a closure, which of several wins, and what the process's own context is.
// `KindContextTests` has each context and its shortcut.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

private final class ContextContainer: SharedContainer {
  @TaskLocal static var shared = ContextContainer()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: ContextContainer) { manager = ContainerManager(childOf: parent) }
}

extension ContextContainer {
  var service: Factory<TestService> { self { TestService() } }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
  var theme: Factory<TestService> {
    self { TestService("plain") }
      .onArg("context tests: light") { TestService("light") }
      .onArg("context tests: dark") { TestService("dark") }
  }
}

private var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}

/// The guide's table, highest first.
private enum Rank: Int, CaseIterable {
  case arg, preview, test, simulator, device, debug, registered, original

  func apply(to factory: Factory<TestService>) {
    switch self {
    case .arg: factory.onArg("context tests: argument") { TestService("arg") }
    case .preview: factory.onPreview { TestService("preview") }
    case .test: factory.onTest { TestService("test") }
    case .simulator: factory.onSimulator { TestService("simulator") }
    case .device: factory.onDevice { TestService("device") }
    case .debug: factory.onDebug { TestService("debug") }
    case .registered: factory.register { TestService("registered") }
    case .original: break
    }
  }

  /// Whether a closure of this rank can be selected in this build, in a process that runs in a simulator or does not.
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

/// Takes what debug builds log about registrations that a context outranks, see
/// `OutrankedRegistrationTests`. Release builds log nothing.
private let outranked: ExpectedLines? = {
  #if DEBUG
    return ExpectedLines(
      containing: "closure registered for FactoryKitTests.ContextContainer.service<")
  #else
    return nil
  #endif
}()

extension ProcessWide {
  @Suite("Contexts", .container) struct ContextTests {
    private let container = ContextContainer()

    private func label(arguments: [String]) -> String {
      ProcessWide.withContext {
        $0.arguments = ["program"] + arguments.map { "context tests: \($0)" }
      } _: {
        container.service().label
      }
    }

    // In a process of its own: where there are several singleton scopes, lookups of singletons take the slow path.
    @Test("A child's context that becomes active applies, however often a singleton was resolved")
    func child() async {
      await #expect(processExitsWith: .success) {
        for times in 0...3 {
          Scope.singleton.reset()
          FactoryContext.current.isSimulator = false
          let root = ContextContainer()
          let child = ContextContainer(parent: root)
          child.singleton.onSimulator { TestService("child's") }
          for _ in 0..<times { _ = child.singleton() }
          FactoryContext.current.isSimulator = true
          precondition(child.singleton().label == "child's")
        }
      }
    }

    @Test("The test context selects nothing outside tests")
    func notATest() async {
      await #expect(processExitsWith: .success) {
        let container = ContextContainer()
        container.service.onTest { TestService("context") }
        FactoryContext.current.isTest = false
        precondition(container.service().label == "original")
      }
    }

    @Test("Several contexts can share a closure", arguments: [true, false])
    func several(isSimulator: Bool) {
      container.service.context(.simulator, .device) { TestService("context") }
      ProcessWide.withContext {
        $0.isSimulator = isSimulator
      } _: {
        #expect(container.service().label == "context")
      }
    }

    @Test("The last closure set for a context is used")
    func last() {
      container.service.onArg("context tests: one") { TestService("first") }
      container.service.onArg("context tests: one") { TestService("last") }
      #expect(label(arguments: ["one"]) == "last")
    }

    @Test("A different closure can be set for one of several arguments")
    func oneOfArgs() {
      container.service
        .onArgs(["context tests: one", "context tests: two"]) { TestService("both") }
        .onArg("context tests: one") { TestService("one") }
      #expect(label(arguments: ["one"]) == "one")
      #expect(label(arguments: ["two"]) == "both")
    }

    @Test("An argument matches only as a whole")
    func wholeArgument() {
      container.service.onArg("context tests") { TestService("context") }
      #expect(label(arguments: ["one"]) == "original")
    }

    @Test(
      "A context that is set does not evict the instance, and applies after reset(.scope)",
      arguments: [.cached, .singleton] as [Scope])
    func instances(scope: Scope) {
      let before = container.service.scope(scope)()
      container.service.context(.simulator, .device) { TestService("context") }
      #expect(container.service() === before)
      container.service.context(.simulator, .device) { TestService("later") }.reset(.scope)
      #expect(container.service().label == "later")
    }

    // MARK: Precedence

    private func everythingHolds<Result>(inSimulator: Bool, _ body: () -> Result) -> Result {
      ProcessWide.withContext { context in
        context.arguments = ["program", "context tests: argument"]
        (context.isPreview, context.isTest, context.isDebug) = (true, true, true)
        context.isSimulator = inSimulator
      } _: {
        body()
      }
    }

    @Test("Each rank wins over all below it", arguments: Rank.allCases, [true, false])
    private func table(highest: Rank, inSimulator: Bool) {
      // The contexts are set from the lowest to the highest, then in the reverse order: the order does not matter.
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
    }

    @Test(
      "Of several arguments the first on the command line wins",
      arguments: [
        (["a", "b", "c"], "a"), (["c", "b", "a"], "c"), (["other", "b", "a"], "b"),
        (["b", "b"], "b"),
      ])
    func commandLine(arguments: [String], expected: String) {
      for name in ["b", "a", "c"] {
        container.service.onArg("context tests: \(name)") { TestService(name) }
      }
      #expect(label(arguments: arguments) == expected)
    }

    @Test("An argument set at run time is an argument: it wins over every other context")
    func runtime() {
      _ = outranked
      for rank in Rank.allCases where rank != .arg { rank.apply(to: container.service) }
      container.service.onArg("context tests: run time") { TestService("run time") }
      everythingHolds(inSimulator: true) {
        FactoryContext.setArg("context tests: run time", forKey: "context tests")
        #expect(container.service().label == "run time")
      }
    }
  }

  @Suite("Arguments at run time") struct RuntimeArgumentTests {
    private let container = ContextContainer()

    @Test("setArg selects the context of its value, removeArg ends it")
    func setAndRemove() {
      ProcessWide.withContext { _ in
      } _: {
        #expect(container.theme().label == "plain")
        FactoryContext.setArg("context tests: dark", forKey: "theme")
        #expect(container.theme().label == "dark")
        FactoryContext.setArg("context tests: light", forKey: "theme")
        #expect(container.theme().label == "light")
        FactoryContext.removeArg(forKey: "theme")
        #expect(container.theme().label == "plain")
      }
    }

    @Test("The key of an argument selects nothing")
    func key() {
      ProcessWide.withContext { _ in
      } _: {
        container.service.onArg("context tests: key") { TestService("context") }
        FactoryContext.setArg("context tests: value", forKey: "context tests: key")
        #expect(container.service().label == "original")
      }
    }

    @Test("An argument stays active when those of other keys are removed")
    func keys() {
      ProcessWide.withContext { _ in
      } _: {
        container.service.onArg("context tests: second") { TestService("context") }
        FactoryContext.setArg("context tests: first", forKey: "context tests: 1")
        FactoryContext.setArg("context tests: second", forKey: "context tests: 2")
        FactoryContext.removeArg(forKey: "context tests: 1")
        FactoryContext.removeArg(forKey: "context tests: unknown")
        #expect(container.service().label == "context")
      }
    }
  }

  @Suite("The process's own context") struct CurrentContextTests {
    @Test(
      "A test process knows its arguments, and that it is a test, of this build, and no preview")
    func ofProcess() {
      let context = FactoryContext.current
      #expect(context.isTest)
      #expect(!context.isPreview)
      #expect(context.isDebug == isDebugBuild)
      #expect(context.arguments == CommandLine.arguments)
    }

    #if os(Linux)
      @Test("Linux is a device, not a simulator")
      func device() {
        #expect(!FactoryContext.current.isSimulator)
      }
    #endif

    @Test("A field that two threads set at the same time is set")
    func sameCondition() {
      ProcessWide.withContext { _ in
      } _: {
        FactoryContext.current.isPreview = false
        func change(_ context: inout FactoryContext) {
          FactoryContext.current.isPreview = true
          context.isPreview = true
        }
        change(&FactoryContext.current)
        #expect(FactoryContext.current.isPreview)
      }
    }

    @Test("A change of one field does not overwrite a concurrent change of another")
    func meanwhile() {
      ProcessWide.withContext { _ in
      } _: {
        FactoryContext.setArg("context tests: value", forKey: "context tests: gone")
        func change(_ context: inout FactoryContext) {
          FactoryContext.setArg("context tests: value", forKey: "context tests: new")
          FactoryContext.removeArg(forKey: "context tests: gone")
          context.isSimulator.toggle()
        }
        let before = FactoryContext.current
        change(&FactoryContext.current)
        let after = FactoryContext.current
        #expect(after.isSimulator != before.isSimulator)
        #expect(after.runtimeArguments["context tests: new"] == "context tests: value")
        #expect(after.runtimeArguments["context tests: gone"] == nil)
      }
    }
  }
}

extension Container {
  fileprivate var service: Factory<String> { self { "live" }.onPreview { "preview" } }
}

#if !os(Windows)
  @Suite("Preview detection") struct PreviewDetectionTests {
    @Test("A process that Xcode started for previews is a preview")
    func started() async {
      await #expect(processExitsWith: .success) {
        setenv("XCODE_RUNNING_FOR_PREVIEWS", "1", 1)
        precondition(FactoryContext.current.isPreview)
        #if DEBUG
          precondition(Container.shared.service() == "preview")
        #else
          precondition(Container.shared.service() == "live")
        #endif
      }
    }

    @Test("A process that Xcode started otherwise is not")
    func otherwise() async {
      await #expect(processExitsWith: .success) {
        setenv("XCODE_RUNNING_FOR_PREVIEWS", "0", 1)
        precondition(!FactoryContext.current.isPreview)
        precondition(Container.shared.service() == "live")
      }
    }
  }
#endif
