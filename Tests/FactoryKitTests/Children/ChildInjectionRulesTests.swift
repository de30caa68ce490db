// Factory, MIT licence; see LICENSE
//
// What a child's objects inject is a resolution of the child like any other: for circular dependencies, the scope `graph`,
// contexts, the report of what is passed over, and shutdown.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class RuleContainer: SharedContainer {
  @TaskLocal static var shared = RuleContainer()
  let manager: ContainerManager
  let closed = LockedArray<String>()
  init() { manager = ContainerManager() }
  init(parent: RuleContainer) { manager = ContainerManager(childOf: parent) }

  var name: Factory<String> { self { "shared" } }
  var inContext: Factory<String> { self { "live" }.onTest { dependency(\RuleContainer.name) } }
  var single: Factory<Single> { self { Single() }.singleton }
  var first: Factory<First> { self { First() } }
  var second: Factory<Second> { self { Second() } }
  var leaf: Factory<Leaf> { self { Leaf() }.graph }
  var pair: Factory<Pair> { self { Pair() } }
  var service: Factory<Service> {
    self { Service() }.cached.onShutdown { [closed] _ in closed.append("service") }
  }
  var user: Factory<User> {
    self { User() }.cached.onShutdown { [closed] _ in closed.append("user") }
  }
}

private final class Single { let name: String = dependency(\RuleContainer.name) }
private final class First { @Injected(\RuleContainer.second) var second }
private final class Second { @Injected(\RuleContainer.first) var first }
private final class Leaf {}
private final class Pair {
  @Injected(\RuleContainer.leaf) var one
  @Injected(\RuleContainer.leaf) var two
}
private final class Service: Sendable {}
private final class User: Sendable {
  let service: Service = dependency(\RuleContainer.service)
}

extension ProcessWide {
  @Suite("What injection passes over") struct ChildInjectionPassedOverTests {
    @Test("A singleton that injects what the child has registered is reported with the chain")
    func passedOver() throws {
      let log = RecordedLines()
      let child = RuleContainer(parent: .shared)
      child.name.register { "child" }
      #expect(child.single().name == "shared")
      let lines = log.lines(containing: "RuleContainer.single<")
      #expect(lines.count == 1)
      let report = try #require(lines.first)
      #expect(report.hasPrefix("FactoryKit: passed over: "))
      #expect(report.contains("\n  1: FactoryKitChildTests.RuleContainer.name<"))
    }
  }
}

@Suite("Rules of injection in a child") struct ChildInjectionRulesTests {
  @Test("A circular dependency by injection stops the program, with the chain")
  func circle() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let child = RuleContainer(parent: .shared)
      _ = child.first()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("circular dependency: creating"), "\(text)")
    #expect(text.contains("  1: FactoryKitChildTests.RuleContainer.second<"), "\(text)")
    #expect(
      text.contains("In short: circular dependency chain - First > Second > First"), "\(text)")
  }

  #if DEBUG
  #endif

  @Test("Shutdown of the child closes what was injected after what injects it")
  func shutdown() async throws {
    let child = RuleContainer(parent: .shared)
    let user = child.user()
    #expect(user.service === child.service())
    try await child.shutdown(hookLimit: longHookLimit)
    #expect(child.closed.elements == ["user", "service"])
  }
}
