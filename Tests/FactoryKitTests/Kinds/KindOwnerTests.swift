// Factory, MIT licence; see LICENSE
//
// Every kind of factory: an instance is built by the container that keeps it, no matter which container asks first.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

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
    "A closure of the parent is built for the child that asks, if nobody keeps the instance",
    arguments: TestedKind.allCases)
  func unscoped(kind: TestedKind) async throws {
    wire(kind)
    #expect(try await labels(kind, .unscoped, child, parent) == ["child", "parent"])
  }

  @Test("What the child keeps is built for the child", arguments: TestedKind.allCases)
  func cached(kind: TestedKind) async throws {
    wire(kind)
    #expect(try await labels(kind, .cached, parent, child) == ["parent", "child"])
  }

  @Test("An instance of the graph is built for the child", arguments: TestedKind.allCases)
  func graph(kind: TestedKind) async throws {
    wire(kind)
    #expect(try await labels(kind, .graph, child, parent) == ["child", "parent"])
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
