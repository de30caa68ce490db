// Factory, MIT licence; see LICENSE
//
// What belongs to one child does not reach what others keep: tasks that outlive a construction, decorators, children of
// other types, instances of the scope `graph`, functions, and `run` of another type.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Name: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class Part: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.name) var name: Name
}

private final class Whole: Sendable {
  let part: Part
  init(_ part: Part) { self.part = part }
}

private final class Caller: @unchecked Sendable {
  // Sendable: the property is never assigned.
  @Injected(\.named) var named: @Sendable (Int) -> String
}

private final class Outlet: SharedContainer {
  @TaskLocal static var shared = Outlet()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Outlet) { manager = ContainerManager(childOf: parent) }

  var kept: Factory<Name> { self { dependency(\.name) }.cached }
  var ofCycle: Factory<Name> { self { dependency(\.name) }.graph }
  var forwarded: Factory<Name> { Container.shared.name }
  var own: Factory<String> { self { "outlet" } }
  var single: Factory<Part> { self { Container.shared.unscopedPart() }.singleton }
  var asyncSingle: AsyncFactory<Part, Never> {
    self { () async in Container.shared.unscopedPart() }.singleton
  }
}

private final class Forwarding {
  @Injected(\Outlet.forwarded) var name: Name
}

private struct Checkout {
  let own: String = dependency(\Outlet.own)
  let name: String = dependency(\.name).text
}

extension Scope {
  fileprivate static let visit = Cached()
}

extension Container {
  fileprivate var name: Factory<Name> { self { Name("root") } }
  fileprivate var part: Factory<Part> { self { Part() }.graph }
  fileprivate var unscopedPart: Factory<Part> { self { Part() } }
  fileprivate var ofShared: Factory<Part> { self { Container.shared.unscopedPart() }.cached }
  fileprivate var single: Factory<Whole> { self { Whole(self.part()) }.singleton }
  fileprivate var both: Factory<[Whole]> { self { [Whole(self.part()), self.single()] } }
  fileprivate var holder: Factory<Name> { self { Name("unused") } }
  fileprivate var forwarding: Factory<Forwarding> { self { Forwarding() } }
  fileprivate var checkout: Factory<Checkout> { self { Checkout() } }
  fileprivate var named: ParameterFactory<Int, String> { self { "\(self.name().text) \($0)" } }
  fileprivate var caller: Factory<Caller> { self { Caller() }.cached }
  fileprivate var singleCaller: Factory<Caller> { self { Caller() }.singleton }

  /// Starts a task that outlives the construction.
  fileprivate func starting(
    _ gate: TaskGate, _ task: LockedValue<Task<String, Never>?>
  ) -> AsyncFactory<Void, Never> {
    AsyncFactory(self, key: "starting") { () async in
      let new = Task {
        await gate.wait()
        return dependency(\.name).text
      }
      task.withLock { $0 = new }
    }
  }
}

private func child(_ text: String, of parent: Container = .shared) -> Container {
  let child = Container(parent: parent)
  child.name.register { Name(text) }
  return child
}

@Suite("What injection in a child does not reach", .container)
struct ChildInjectionLimitsTests {
  @Test("A factory that another type's property forwards to")
  func forwarding() {
    let child = child("child")
    child.run {
      let forwarding = child.forwarding()
      #expect(forwarding.name.text == "child")
      #expect(forwarding.$name.factory().text == "child")
    }
  }

  @Test("A function that a singleton keeps does not use the child")
  func functionOfSingleton() {
    let child = child("child")
    #expect(child.singleCaller().named(1) == "root 1")
    #expect(Container.shared.singleCaller() === child.singleCaller())
  }

  @Test("A function that is injected outside of constructions uses its container for good")
  func functionOfRun() {
    let caller = child("child").run { Caller() }
    #expect(caller.named(1) == "child 1")
  }
}
