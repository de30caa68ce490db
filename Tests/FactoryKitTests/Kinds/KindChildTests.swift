// Factory, MIT licence; see LICENSE
//
// Every kind of factory in a child container, and which container builds its instance: the one that keeps it.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Every kind of factory in a child", .container) struct KindChildTests {
  private let parent = KindContainer()
  private let child: KindContainer

  init() { child = KindContainer(parent: parent) }

  @Test("A child uses its parent's registration, also a later one", arguments: TestedKind.allCases)
  func registrationOfParent(kind: TestedKind) async throws {
    #expect(try await child.factory(kind)().label == "original 1")
    parent.factory(kind).register("parent")
    #expect(try await child.factory(kind)().label == "parent 1")
  }

  @Test("A child's own registration wins, and stays in the child", arguments: TestedKind.allCases)
  func ownRegistration(kind: TestedKind) async throws {
    parent.factory(kind).register("parent")
    child.factory(kind).register("child")
    #expect(try await child.factory(kind)().label == "child 1")
    #expect(try await parent.factory(kind)().label == "parent 1")
    #expect(try await KindContainer(parent: parent).factory(kind)().label == "parent 1")
    child.factory(kind).reset(.registration)
    #expect(try await child.factory(kind)().label == "parent 1")
  }

  @Test("A child has its own cached instance", arguments: TestedKind.allCases)
  func cached(kind: TestedKind) async throws {
    let ofParent = try await parent.factory(kind, .cached)()
    let ofChild = try await child.factory(kind, .cached)()
    #expect(ofChild !== ofParent)
    #expect(try await child.factory(kind, .cached)() === ofChild)
    #expect(try await parent.factory(kind, .cached)() === ofParent)
  }

  @Test(
    "A child's registration and reset evict its own instance only", arguments: TestedKind.allCases)
  func evicts(kind: TestedKind) async throws {
    let ofParent = try await parent.factory(kind, .cached)()
    let ofChild = try await child.factory(kind, .cached)()
    child.factory(kind, .cached).register("child")
    #expect(await child.factory(kind, .cached).existing() == nil)
    #expect(try await child.factory(kind, .cached)() !== ofChild)
    child.factory(kind, .cached).reset()
    #expect(try await child.factory(kind, .cached)().label == "original 1")
    #expect(try await parent.factory(kind, .cached)() === ofParent)
  }

  @Test("A child's instance stays when its parent is changed", arguments: TestedKind.allCases)
  func stays(kind: TestedKind) async throws {
    let instance = try await child.factory(kind, .cached)()
    parent.factory(kind, .cached).register("parent")
    #expect(try await child.factory(kind, .cached)() === instance)
    child.manager.reset(options: .scope)
    #expect(try await child.factory(kind, .cached)().label == "parent 1")
  }

  @Test(
    "An instance of a shared scope is the same in the parent and all of its children",
    arguments: TestedKind.allCases)
  func sharedScope(kind: TestedKind) async throws {
    let instance = try await child.factory(kind, .session)()
    #expect(try await parent.factory(kind, .session)() === instance)
    #expect(try await KindContainer(parent: parent).factory(kind, .session)() === instance)
    child.manager.reset(scope: KindContainer.session)
    #expect(await child.factory(kind, .session).existing() === instance)
    parent.manager.reset(scope: KindContainer.session)
    #expect(try await child.factory(kind, .session)() !== instance)
  }

  @Test("A singleton that a child registers is the child's", arguments: TestedKind.allCases)
  func ownSingleton(kind: TestedKind) async throws {
    let ofProcess = try await parent.factory(kind, .singleton)()
    child.factory(kind, .singleton).register("child")
    let ofChild = try await child.factory(kind, .singleton)()
    #expect(ofChild.label == "child 1")
    #expect(try await child.factory(kind, .singleton)() === ofChild)
    #expect(try await parent.factory(kind, .singleton)() === ofProcess)
  }

  @Test(
    "A child uses its parent's decorator and layers, and its own", arguments: TestedKind.allCases)
  func decoratorAndLayers(kind: TestedKind) async throws {
    let seen = LockedArray<String>()
    parent.factory(kind).decorator { instance, _ in seen.append("parent: \(instance.label)") }
    parent.factory(kind).wrap("a")
    _ = try await child.factory(kind)()
    child.factory(kind).decorator { instance, _ in seen.append("child: \(instance.label)") }
    child.factory(kind).wrap("b")
    _ = try await child.factory(kind)()
    _ = try await parent.factory(kind)()
    #expect(
      seen.elements
        == ["parent: a(original 1)", "child: b(a(original 1))", "parent: a(original 1)"])
  }

  @Test("A child uses its parent's time to live and clock", arguments: TestedKind.allCases)
  func timeToLive(kind: TestedKind) async throws {
    let clock = ManualClock()
    parent.manager.clock = clock.reading
    parent.factory(kind, .cached).timeToLive(10)
    let instance = try await child.factory(kind, .cached)()
    clock.advance(seconds: 9)
    #expect(try await child.factory(kind, .cached)() === instance)
    clock.advance(seconds: 11)
    #expect(try await child.factory(kind, .cached)() !== instance)
  }

  @Test("push and pop of a child affect the child only", arguments: TestedKind.allCases)
  func pushAndPop(kind: TestedKind) async throws {
    let ofParent = try await parent.factory(kind, .cached)()
    let ofChild = try await child.factory(kind, .cached)()
    child.manager.push()
    child.factory(kind, .cached).register("pushed")
    #expect(try await child.factory(kind, .cached)().label == "pushed 1")
    child.manager.pop()
    #expect(try await child.factory(kind, .cached)() === ofChild)
    #expect(try await parent.factory(kind, .cached)() === ofParent)
  }

  @Test("An error in a child is not cached anywhere", arguments: TestedKind.failing)
  func error(kind: TestedKind) async throws {
    child.factory(kind, .session).register { _ in throw TestError(number: 50) }
    await #expect(throws: TestError(number: 50)) { try await child.factory(kind, .session)() }
    #expect(try await parent.factory(kind, .session)().label == "original 1")
    child.factory(kind, .session).reset()
    let instance = try await child.factory(kind, .session)()
    #expect(try await parent.factory(kind, .session)() === instance)
  }
}

// MARK: Owners

extension KindContainer {
  fileprivate var user: Factory<String> { self { "parent" } }
}

/// The argument of the context that these tests set. It is never removed.
private let argument: String = {
  FactoryContext.setArg("KindOwnerTests", forKey: "KindOwnerTests")
  return "KindOwnerTests"
}()

@Suite("The owner of every kind", .container([.freshSingletons])) struct KindOwnerTests {
  /// What is passed over is reported once for each factory in the process.
  private static let reports = ExpectedLines(containing: "KindContainer.")
  private let parent = KindContainer()
  private let child: KindContainer

  init() {
    _ = Self.reports
    child = KindContainer(parent: parent)
    child.user.register { "child" }
  }

  /// Registers a closure that names the parent, as `autoRegister` does.
  private func wire(_ kind: TestedKind) {
    let parent = parent
    parent.factory(kind).register { [unowned parent] _ in TestService(parent.user()) }
  }

  /// In the order of these containers.
  private func labels(
    _ kind: TestedKind, _ scope: TestedScope, _ containers: KindContainer...
  ) async throws -> [String] {
    var labels: [String] = []
    for container in containers { labels.append(try await container.factory(kind, scope)().label) }
    return labels
  }

  @Test(
    "What nobody or the child keeps is built for the child that asks, by a closure of the parent",
    arguments: TestedKind.allCases, [TestedScope.unscoped, .graph, .cached])
  func builtForChild(kind: TestedKind, scope: TestedScope) async throws {
    wire(kind)
    #expect(
      try await labels(kind, scope, parent, child, parent) == ["parent", "child", "parent"])
  }

  @Test(
    "What the parent or the process keeps is built for the parent, although the child asks first",
    arguments: TestedKind.allCases, [TestedScope.session, .singleton])
  func keptByParent(kind: TestedKind, scope: TestedScope) async throws {
    wire(kind)
    let instance = try await child.factory(kind, scope)()
    #expect(instance.label == "parent")
    #expect(try await parent.factory(kind, scope)() === instance)
    #expect(await child.factory(kind, scope).existing() === instance)
  }

  @Test(
    "A context of the child makes the child the owner", arguments: TestedKind.allCases,
    [TestedScope.session, .singleton])
  func context(kind: TestedKind, scope: TestedScope) async throws {
    wire(kind)
    let child = child
    child.factory(kind, scope).context(.arg(argument)) { [unowned child] _ in
      TestService("context of \(child.user())")
    }
    #expect(try await labels(kind, scope, child, parent) == ["context of child", "parent"])
  }

  @Test(
    "A layer of the child makes the child the owner", arguments: TestedKind.allCases,
    [TestedScope.session, .singleton])
  func layer(kind: TestedKind, scope: TestedScope) async throws {
    wire(kind)
    child.factory(kind, scope).wrap("layer")
    #expect(try await labels(kind, scope, child, parent) == ["layer(child)", "parent"])
  }

  @Test(
    "A decorator of the child does not make it the owner, and does not run for what the parent keeps",
    arguments: TestedKind.allCases, [TestedScope.session, .singleton])
  func decorator(kind: TestedKind, scope: TestedScope) async throws {
    let seen = LockedArray<String>()
    wire(kind)
    parent.factory(kind, scope).decorator { _, _ in seen.append("parent") }
    child.factory(kind, scope).decorator { _, _ in seen.append("child") }
    let instance = try await child.factory(kind, scope)()
    #expect(try await parent.factory(kind, scope)() === instance)
    #expect(seen.elements == ["parent", "parent"])
  }

  @Test(
    "A time to live of the child does not make it the owner, and does not hold for what the parent keeps",
    arguments: TestedKind.allCases, [TestedScope.session, .singleton])
  func timeToLive(kind: TestedKind, scope: TestedScope) async throws {
    let clock = ManualClock()
    parent.manager.clock = clock.reading
    wire(kind)
    child.factory(kind, scope).timeToLive(10)
    let instance = try await child.factory(kind, scope)()
    clock.advance(seconds: 11)
    #expect(try await child.factory(kind, scope)() === instance)
    #expect(try await parent.factory(kind, scope)() === instance)
  }

  @Test(
    "A layer of the parent is built for the child that asks, if nobody keeps the instance",
    arguments: TestedKind.allCases)
  func layerOfParent(kind: TestedKind) async throws {
    let parent = parent
    parent.factory(kind).wrap { [unowned parent] in TestService("\(parent.user())(\($0.label))") }
    #expect(
      try await labels(kind, .unscoped, child, parent)
        == ["child(original 1)", "parent(original 1)"])
  }
}
