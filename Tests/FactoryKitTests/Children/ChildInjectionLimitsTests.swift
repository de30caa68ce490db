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
  fileprivate var asyncOfVisit: AsyncFactory<Part, Never> {
    self { () async in Part() }.scope(.visit)
  }
  fileprivate var single: Factory<Whole> { self { Whole(self.part()) }.singleton }
  fileprivate var both: Factory<[Whole]> { self { [Whole(self.part()), self.single()] } }
  fileprivate var holder: Factory<Name> { self { Name("unused") } }
  fileprivate var forwarding: Factory<Forwarding> { self { Forwarding() } }
  fileprivate var checkout: Factory<Checkout> { self { Checkout() } }
  fileprivate var named: ParameterFactory<Int, String> { self { "\(self.name().text) \($0)" } }
  fileprivate var caller: Factory<Caller> { self { Caller() }.cached }
  fileprivate var singleCaller: Factory<Caller> { self { Caller() }.singleton }
  fileprivate var ofVisit: Factory<Part> { self { Part() }.scope(.visit) }
  fileprivate var decoratedSingleton: Factory<Whole> { self { Whole(Part()) }.singleton }
  fileprivate var decoratedCached: Factory<Whole> { self { Whole(Part()) }.cached }
  fileprivate var decoratedAsync: AsyncFactory<Whole, Never> {
    self { () async in Whole(Part()) }.cached
  }

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
  @Test(
    "A task that outlives a construction injects from the construction's owner",
    arguments: [(.cached, "child"), (.singleton, "root")] as [(Scope, String)])
  func outlivingTask(scope: Scope, name: String) async {
    let (gate, task) = (TaskGate(), LockedValue<Task<String, Never>?>(nil))
    let child = child("child")
    let outer = AsyncFactory<String, Never>(child, key: "outer") { () async in
      await Container.shared.starting(gate, task).scope(scope)()
      gate.open()
      return await task.withLock { $0! }.value
    }
    #expect(await outer() == name)
  }

  @Test("A decorator of what the process keeps does not inject from the child, nor what it builds")
  func decoratorOfSingleton() {
    let reports = ExpectedLines(containing: "Container.decoratedSingleton<")
    let seen = LockedArray<String>()
    let parts = LockedArray<Part>()
    Container.shared.decoratedSingleton.decorator { _ in
      seen.append(dependency(\.name).text)
      parts.append(Part())
    }
    let child = child("child")
    _ = child.decoratedSingleton()
    _ = child.decoratedSingleton()
    #expect(seen.elements == ["root", "root"])
    #expect(parts.elements.allSatisfy { $0.name.text == "root" })
    // Once for each pair of factories in a process.
    #expect(reports.lines.count <= 1)
  }

  @Test("A decorator of what the child keeps injects from it, for new and for cached instances")
  func decoratorOfCached() async {
    let seen = LockedArray<String>()
    Container.shared.decoratedCached.decorator { _ in seen.append(dependency(\.name).text) }
    Container.shared.decoratedAsync.decorator { _ in seen.append(dependency(\.name).text) }
    let child = child("child")
    _ = child.decoratedCached()
    _ = child.decoratedCached()
    _ = await child.decoratedAsync()
    _ = await child.decoratedAsync()
    #expect(seen.elements == ["child", "child", "child", "child"])
  }

  @Test("What a child of another type keeps does not inject from the child around it")
  func keptByOtherType() {
    let outlet = Outlet(parent: .shared)
    let (first, second) = (child("first"), child("second"))
    first.holder.register { outlet.kept() }
    second.holder.register { outlet.kept() }
    #expect(first.holder().text == "root")
    #expect(second.holder().text == "root")
    first.holder.register { outlet.ofCycle() }
    #expect(first.holder().text == "root")
  }

  @Test("A child and a singleton have instances of the graph of their own in one resolution")
  func graph() {
    let child = child("child")
    let both = child.both()
    #expect(both[0].part !== both[1].part)
    #expect(both[0].part.name.text == "child")
    #expect(Container.shared.single() === both[1])
    #expect(both[1].part.name.text == "root")
  }

  @Test("A factory that another type's property forwards to")
  func forwarding() {
    let child = child("child")
    child.run {
      let forwarding = child.forwarding()
      #expect(forwarding.name.text == "child")
      #expect(forwarding.$name.factory().text == "child")
    }
  }

  @Test(
    "An injected function does not retain the child, and uses the shared container once it is gone")
  func function() {
    weak var weakChild: Container?
    var caller: Caller?
    do {
      let child = child("child")
      weakChild = child
      caller = child.caller()
      #expect(caller?.named(1) == "child 1")
    }
    #expect(weakChild == nil)
    #expect(caller?.named(2) == "root 2")
  }

  @Test("A function that a singleton keeps does not use the child")
  func functionOfSingleton() {
    let child = child("child")
    #expect(child.singleCaller().named(1) == "root 1")
    #expect(Container.shared.singleCaller() === child.singleCaller())
  }

  @Test("run of a container of another type leaves the child around it in force")
  func runOfOtherType() async {
    let child = child("child")
    let outlet = Outlet(parent: .shared)
    outlet.own.register { "own" }
    child.checkout.register { outlet.run(Outlet.$shared) { Checkout() } }
    #expect(child.checkout().name == "child")
    #expect(child.checkout().own == "own")
    let async = AsyncFactory<Checkout, Never>(child, key: "async") { () async in
      await outlet.run(Outlet.$shared) { () async in
        await Task.yield()
        return Checkout()
      }
    }
    #expect(await async().name == "child")
    #expect(await async().own == "own")
  }

  @Test("What a child's parent keeps, which is a child itself, remembers that parent")
  func keptByParent() {
    let window = child("window")
    let tab = Container(parent: window, sharing: .visit)
    let part = tab.ofVisit()
    #expect(window.ofVisit() === part)
    #expect(part.name.text == "window")
  }

  @Test(
    "What a container without a parent keeps remembers no child, although one was shared")
  func keptByRoot() async {
    let (first, second) = (child("first"), child("second"))
    let parts = await first.run { () async in
      [Outlet.shared.single(), await Outlet.shared.asyncSingle(), Container.shared.unscopedPart()]
    }
    second.run {
      #expect(Outlet.shared.single() === parts[0])
      #expect(parts[0].name.text == "root")
      #expect(parts[1].name.text == "root")
    }
    #expect(parts[2].name.text == "first")
  }

  @Test(
    "A sibling that is named, as the shared container of its run, is itself in what a child keeps")
  func siblingInKept() {
    let (request, window) = (child("request"), child("window"))
    let part = request.run { window.ofShared() }
    #expect(window.ofShared() === part)
    #expect(part.name.text == "request")
  }

  @Test("A shared container that is a child of the owner acts as the owner")
  func keptByParentOfShared() {
    let window = child("window")
    let tab = child("tab", of: window)
    let part = tab.run { window.ofShared() }
    #expect(part.name.text == "window")
    #expect(window.ofShared() === part)
  }

  @Test("A function that is injected outside of constructions uses its container for good")
  func functionOfRun() {
    let caller = child("child").run { Caller() }
    #expect(caller.named(1) == "child 1")
  }

  @Test("An asynchronous decorator of what the parent keeps injects from the parent")
  func asyncDecoratorOfParent() async {
    let window = child("window")
    let tab = Container(parent: window, sharing: .visit)
    let seen = LockedArray<String>()
    window.asyncOfVisit.decorator { _ in seen.append(dependency(\.name).text) }
    _ = await tab.asyncOfVisit()
    _ = await tab.asyncOfVisit()
    #expect(seen.elements == ["window", "window"])
  }

  @Test("Child tasks of a task group inject from the child")
  func groups() async {
    let child = child("child")
    let async = AsyncFactory<[String], Never>(child, key: "async") { () async in
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<2 { group.addTask { dependency(\.name).text } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(await async() == ["child", "child"])
  }

  @Test("A task that a construction starts injects from the child")
  func unstructured() async {
    let child = child("child")
    let async = AsyncFactory<String, Never>(child, key: "async") { () async in
      await Task { dependency(\.name).text }.value
    }
    #expect(await async() == "child")
  }
}
