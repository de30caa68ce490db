// Factory, MIT licence; see LICENSE
//
// Made inside a construction, `CarriedContainers` carries what `dependency()` would use there.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// Carries the containers of its construction.
private final class Carrying: Sendable {
  let here = CarriedContainers()
  let both = CarriedContainers(Container.$shared, Depot.$shared)

  /// The shared container of the closure on another thread. A `Container` has no state besides its manager.
  var container: ContainerManager {
    onThreads(1) { _ in self.here { Container.shared.manager } }[0]
  }

  /// What is injected on another thread.
  var name: String { onThreads(1) { _ in self.here { dependency(\.origin).name } }[0] }

  var names: [String] {
    onThreads(1) { _ in
      self.both { [dependency(\.origin).name, dependency(\Depot.origin).name] }
    }[0]
  }
}

private final class Later: @unchecked Sendable {
  // Sendable: the wrapper locks.
  @LazyInjected(\.carrying) var carrying: Carrying
}

/// Carries in its `autoRegister`.
private final class Registering: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Registering()
  let manager = ContainerManager()
  var carried: Factory<Carrying?> { self { nil } }

  func autoRegister() {
    let carrying = Carrying()
    carried.register { carrying }
  }
}

extension Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate var carrying: Factory<Carrying> { self { Carrying() } }
  fileprivate var asyncCarrying: AsyncFactory<Carrying, Never> {
    self { () async in await Task { Carrying() }.value }
  }
  fileprivate var later: Factory<Later> { self { Later() }.singleton }
}

extension Depot {
  fileprivate var carrying: Factory<Carrying> { self { Container.shared.carrying() } }
}

@Suite("What is carried out of a construction", .container) struct CarriedOwnerTests {
  private let root = Container.shared
  private let child = Container.child("child")
  private let other = Container.child("other")

  @Test("Outside of constructions, the shared container is carried")
  func outside() {
    #expect(child.run { Carrying() }.container === child.manager)
  }

  @Test("What nobody keeps carries the child that was asked")
  func unscoped() {
    let carrying = child.carrying()
    #expect(carrying.container === child.manager)
    #expect(carrying.name == "child")
  }

  @Test("What the child keeps carries the child", arguments: [.cached, .graph, .shared] as [Scope])
  func keptByChild(scope: Scope) {
    // What it keeps retains it.
    defer { child.reset() }
    #expect(child.carrying.scope(scope)().container === child.manager)
  }

  @Test("A task of an asynchronous construction carries the child")
  func asynchronous() async {
    #expect(await child.asyncCarrying().container === child.manager)
  }

  @Test("What a parent keeps, which is a child itself, carries that parent")
  func keptByParent() {
    let window = Container.child("window")
    // What it keeps retains it.
    defer { window.reset() }
    let tab = Container(parent: window, sharing: .session)
    tab.register("tab")
    let carrying = tab.run { tab.carrying.scope(.session)() }
    #expect(carrying.container === window.manager)
    #expect(carrying.name == "window")
  }

  @Test("What the process keeps carries the outermost parent of the shared container")
  func singleton() {
    // The instance carries the test's singletons, which retain it.
    defer { Scope.singleton.reset() }
    let carrying = child.run { child.carrying.singleton() }
    #expect(carrying.container === root.manager)
    #expect(carrying.name == "root")
  }

  @Test("What a container of another type without a parent keeps carries the outermost parent")
  func keptByOtherType() {
    let depot = Depot()
    let carrying = child.run { depot.carrying.cached() }
    #expect(carrying.container === root.manager)
    #expect(carrying.name == "root")
  }

  @Test("autoRegister of a container without a parent carries the outermost parent")
  func autoRegister() throws {
    let registering = Registering()
    let carrying = try #require(child.run { registering.carried() })
    #expect(carrying.container === root.manager)
  }

  @Test("What a singleton's lazy wrapper builds in a request carries the outermost parent")
  func lazyWrapper() {
    // The instance carries the test's singletons, which retain it.
    defer { Scope.singleton.reset() }
    let later = root.later()
    #expect(child.run { later.carrying }.container === root.manager)
  }

  @Test("Several containers are each carried from the innermost owner of their type")
  func severalTypes() {
    let depot = Depot.child("child depot")
    // The closures retain the containers' managers.
    defer { depot.reset() }
    let child = child
    depot.carrying.register { child.carrying() }
    #expect(depot.carrying().names == ["child", "child depot"])
    #expect(child.carrying().names == ["child", "depot"])
  }

  @Test("run inside the construction starts over")
  func runInside() {
    let other = other
    child.carrying.register { other.run { Carrying() } }
    #expect(child.carrying().container === other.manager)
  }

  @Test("withValue inside the construction does not change what is carried")
  func withValueInside() {
    let other = other
    child.carrying.register { Container.$shared.withValue(other) { Carrying() } }
    #expect(child.carrying().container === child.manager)
  }

  @Test("Carried into another child's construction, the containers win there, as with run")
  func intoConstruction() {
    let carrying = child.carrying()
    let name = Factory<String>(other, key: "into") {
      carrying.here { dependency(\.origin).name }
    }
    #expect(name() == "child")
  }
}
