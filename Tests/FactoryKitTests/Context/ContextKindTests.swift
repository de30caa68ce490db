// Factory, MIT licence; see LICENSE
//
// Each kind of context, its shortcut, and when it is active.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class ContextContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension ContextContainer {
  var service: Factory<TestService> { self { TestService() } }
  var byNumber: ParameterFactory<Int, TestService> { self { TestService("\($0)") } }
  var theme: Factory<TestService> {
    self { TestService("plain") }
      .onArg("context tests: light") { TestService("light") }
      .onArg("context tests: dark") { TestService("dark") }
  }
}

/// A kind of context, and how it becomes active.
private enum Kind: CaseIterable {
  case arg, args, preview, test, debug, simulator, device

  var type: FactoryContextType {
    switch self {
    case .arg: .arg("context tests: one")
    case .args: .args(["context tests: one", "context tests: two"])
    case .preview: .preview
    case .test: .test
    case .debug: .debug
    case .simulator: .simulator
    case .device: .device
    }
  }

  var isOnlyForDebug: Bool { [.preview, .test, .debug].contains(self) }

  /// Makes the context active or inactive.
  func set(_ holds: Bool, in context: inout FactoryContext) {
    switch self {
    case .arg, .args: context.arguments = holds ? ["program", "context tests: one"] : ["program"]
    case .preview: context.isPreview = holds
    case .test: context.isTest = holds
    case .debug: context.isDebug = holds
    case .simulator: context.isSimulator = holds
    case .device: context.isSimulator = !holds
    }
  }

  func shortcut(_ factory: Factory<TestService>) {
    switch self {
    case .arg: factory.onArg("context tests: one") { TestService("context") }
    case .args:
      factory.onArgs(["context tests: two", "context tests: one"]) { TestService("context") }
    case .preview: factory.onPreview { TestService("context") }
    case .test: factory.onTest { TestService("context") }
    case .debug: factory.onDebug { TestService("context") }
    case .simulator: factory.onSimulator { TestService("context") }
    case .device: factory.onDevice { TestService("context") }
    }
  }

  func shortcut(_ factory: ParameterFactory<Int, TestService>) {
    switch self {
    case .arg: factory.onArg("context tests: one") { TestService("context \($0)") }
    case .args: factory.onArgs(["context tests: one"]) { TestService("context \($0)") }
    case .preview: factory.onPreview { TestService("context \($0)") }
    case .test: factory.onTest { TestService("context \($0)") }
    case .debug: factory.onDebug { TestService("context \($0)") }
    case .simulator: factory.onSimulator { TestService("context \($0)") }
    case .device: factory.onDevice { TestService("context \($0)") }
    }
  }
}

private var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}

extension ProcessWide {
  @Suite("Kinds of context") struct ContextKindTests {
    private let container = ContextContainer()

    private func label(_ kind: Kind, holds: Bool) -> String {
      ProcessWide.withContext {
        kind.set(holds, in: &$0)
      } _: {
        container.service().label
      }
    }

    @Test("A context selects its closure while it is active", arguments: Kind.allCases)
    private func holds(kind: Kind) {
      container.service.context(kind.type) { TestService("context") }
      let isUsed = isDebugBuild || !kind.isOnlyForDebug
      #expect(label(kind, holds: true) == (isUsed ? "context" : "original"))
    }

    /// Not `.test`: this process runs tests, and tests that run at the same time may depend on that
    /// context.
    private static let deniable = Kind.allCases.filter { $0 != .test }

    @Test("A context selects nothing while it is not active", arguments: deniable)
    private func doesNotHold(kind: Kind) {
      container.service.context(kind.type) { TestService("context") }
      #expect(label(kind, holds: false) == "original")
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

    @Test("Each shortcut means its context", arguments: Kind.allCases)
    private func shortcut(kind: Kind) {
      kind.shortcut(container.service)
      let isUsed = isDebugBuild || !kind.isOnlyForDebug
      #expect(label(kind, holds: true) == (isUsed ? "context" : "original"))
    }

    @Test("Each shortcut works for a factory with a parameter", arguments: Kind.allCases)
    private func parameterShortcut(kind: Kind) {
      kind.shortcut(container.byNumber)
      let isUsed = isDebugBuild || !kind.isOnlyForDebug
      ProcessWide.withContext {
        kind.set(true, in: &$0)
      } _: {
        #expect(container.byNumber(3).label == (isUsed ? "context 3" : "3"))
      }
    }

    @Test("Several contexts can share a closure")
    func several() {
      container.service.context(.simulator, .device) { TestService("context") }
      #expect(label(.simulator, holds: true) == "context")
      #expect(label(.device, holds: true) == "context")
    }

    @Test("The last closure set for a context is used")
    func last() {
      container.service.onDevice { TestService("first") }
      container.service.onDevice { TestService("last") }
      #expect(label(.device, holds: true) == "last")
    }

    @Test("A different closure can be set for one of several arguments")
    func oneOfArgs() {
      container.service
        .onArgs(["context tests: one", "context tests: two"]) { TestService("both") }
        .onArg("context tests: one") { TestService("one") }
      #expect(label(.arg, holds: true) == "one")
    }

    @Test("An argument matches only as a whole")
    func wholeArgument() {
      container.service.onArg("context tests") { TestService("context") }
      #expect(label(.arg, holds: true) == "original")
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

    @Test("Arguments under different keys are active at the same time")
    func keys() {
      ProcessWide.withContext { _ in
      } _: {
        container.service.onArg("context tests: second") { TestService("context") }
        FactoryContext.setArg("context tests: first", forKey: "context tests: 1")
        FactoryContext.setArg("context tests: second", forKey: "context tests: 2")
        FactoryContext.removeArg(forKey: "context tests: 1")
        #expect(container.service().label == "context")
      }
    }

    @Test("Removing an argument that was not set changes nothing")
    func removeUnknown() {
      FactoryContext.setArg("context tests: value", forKey: "context tests: known")
      defer { FactoryContext.removeArg(forKey: "context tests: known") }
      FactoryContext.removeArg(forKey: "context tests: unknown")
      #expect(
        FactoryContext.current.runtimeArguments["context tests: known"] == "context tests: value")
    }

    @Test("setArg is seen in the current context")
    func current() {
      ProcessWide.withContext { _ in
      } _: {
        FactoryContext.setArg("context tests: value", forKey: "context tests: key")
        #expect(
          FactoryContext.current.runtimeArguments["context tests: key"] == "context tests: value")
      }
    }
  }

  @Suite("The process's own context") struct CurrentContextTests {
    @Test("A test process knows that it is one")
    func isTest() {
      #expect(FactoryContext.current.isTest)
    }

    @Test("A test process is not a preview")
    func isPreview() {
      #expect(!FactoryContext.current.isPreview)
    }

    @Test("A debug build knows that it is one")
    func isDebug() {
      #expect(FactoryContext.current.isDebug == isDebugBuild)
    }

    @Test("The context has the process's arguments")
    func arguments() {
      #expect(FactoryContext.current.arguments == CommandLine.arguments)
    }

    #if os(Linux)
      @Test("Linux is a device, not a simulator")
      func device() {
        let container = ContextContainer()
        container.service.onSimulator { TestService("simulator") }.onDevice {
          TestService("device")
        }
        #expect(container.service().label == "device")
      }
    #endif

    @Test("Fields of the current context can be changed one by one")
    func mutable() {
      ProcessWide.withContext { _ in
      } _: {
        FactoryContext.current.isSimulator.toggle()
        FactoryContext.current.arguments.append("context tests: appended")
        FactoryContext.current.runtimeArguments["context tests: key"] = "context tests: value"
        #expect(FactoryContext.current.arguments.last == "context tests: appended")
        #expect(
          FactoryContext.current.runtimeArguments["context tests: key"] == "context tests: value")
      }
    }

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
