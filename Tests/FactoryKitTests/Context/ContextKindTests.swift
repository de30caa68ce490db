// Factory, MIT licence; see LICENSE
//
// How contexts select a closure, and what the process's own context is. `KindContextTests` has each context
// and its shortcut.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class ContextContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension ContextContainer {
  var service: Factory<TestService> { self { TestService() } }
  var theme: Factory<TestService> {
    self { TestService("plain") }
      .onArg("context tests: light") { TestService("light") }
      .onArg("context tests: dark") { TestService("dark") }
  }
}

private final class NestedContainer: SharedContainer {
  @TaskLocal static var shared = NestedContainer()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: NestedContainer) { manager = ContainerManager(childOf: parent) }

  var single: Factory<TestService> { self { TestService("live") }.singleton }
}

/// A context that tests make active.
private enum Kind {
  case arg, simulator, device

  func activate(_ context: inout FactoryContext) {
    switch self {
    case .arg: context.arguments = ["program", "context tests: one"]
    case .simulator: context.isSimulator = true
    case .device: context.isSimulator = false
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

    private func label(_ kind: Kind) -> String {
      ProcessWide.withContext(kind.activate) { container.service().label }
    }

    // In a process of its own: where there are several singleton scopes, lookups of singletons take the slow path.
    @Test("A child's context that becomes active applies, however often a singleton was resolved")
    func child() async {
      await #expect(processExitsWith: .success) {
        for times in 0...3 {
          Scope.singleton.reset()
          FactoryContext.current.isSimulator = false
          let root = NestedContainer()
          let child = NestedContainer(parent: root)
          child.single.onSimulator { TestService("child's") }
          for _ in 0..<times { _ = child.single() }
          FactoryContext.current.isSimulator = true
          precondition(child.single().label == "child's")
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

    @Test("Several contexts can share a closure")
    func several() {
      container.service.context(.simulator, .device) { TestService("context") }
      #expect(label(.simulator) == "context")
      #expect(label(.device) == "context")
    }

    @Test("The last closure set for a context is used")
    func last() {
      container.service.onDevice { TestService("first") }
      container.service.onDevice { TestService("last") }
      #expect(label(.device) == "last")
    }

    @Test("A different closure can be set for one of several arguments")
    func oneOfArgs() {
      container.service
        .onArgs(["context tests: one", "context tests: two"]) { TestService("both") }
        .onArg("context tests: one") { TestService("one") }
      #expect(label(.arg) == "one")
    }

    @Test("An argument matches only as a whole")
    func wholeArgument() {
      container.service.onArg("context tests") { TestService("context") }
      #expect(label(.arg) == "original")
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
