// Factory, MIT licence; see LICENSE
//
// The rule of owners, "Acts as": what a container that is named resolves while another one builds.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Catalogue: SharedContainer, Resolving {
  @TaskLocal static var shared = Catalogue()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Catalogue) { manager = ContainerManager(childOf: parent) }
}

extension Container {
  fileprivate var single: Factory<Origin> { self { Origin(self.origin().name) }.singleton }
  fileprivate var ofVoid: ParameterFactory<Void, String> { self { _ in "definition" } }
}

@Suite("The rule of owners: acts as", .container) struct ActsAsTests {
  private let reports = passedOverReports()
  private let root = Container.shared
  private let session = Container.child("session")
  private let tab: Container
  private let seen = LockedArray<String>()

  init() {
    tab = .child("tab", of: session)
    depotChild = .child("depot", of: depot)
  }

  private let depot = Depot()
  private let depotChild: Depot

  /// A closure that asks containers for their origins, and records the names.
  private func asking(_ containers: Container...) -> RuleClosure {
    let names = containers.map { container -> @Sendable () -> String in
      { [unowned container] in container.origin().name }
    }
    return { [seen] in
      for name in names { seen.append(name()) }
      return Origin("")
    }
  }

  @Test("A parent has no registration for a type that a child's closure asks for and replaces")
  func parentWithoutType() {
    let parent = Catalogue()
    let child = Catalogue(parent: parent)
    child.register { (parent.resolve(Int.self) ?? 0) + 1 }
    #expect(child.resolve(Int.self) == 1)
  }

  @Test("A parent that is asked with a parameter of type `Void` acts as the owner")
  func parameterVoid() {
    tab.ofVoid.register { _ in "tab" }
    tab.origin.register { [session] in Origin(session.ofVoid(())) }
    #expect(tab.origin().name == "tab")
  }

  @Test(
    "A parent or a child of the owner that is named, at any distance, acts as the owner",
    arguments: RuleKind.allCases, RuleScope.noneAndCached)
  func family(kind: RuleKind, scope: RuleScope) async throws {
    // Innermost first: the group of a child has the members of its parents.
    for owner in [tab, session, root] {
      _ = try await kind.origin(in: owner, scope, asking(root, .shared, session, tab))
    }
    #expect(
      seen.elements == ["tab", "session", "root"].flatMap { Array(repeating: $0, count: 4) })
  }

  @Test("Types are resolved in the same way")
  func types() {
    let parent = Catalogue()
    let child = Catalogue(parent: parent)
    parent.register(Origin.self) { Origin("parent") }
    child.register(Origin.self) { Origin("child") }
    let name = Factory<String?>(child, key: "name") { [unowned parent] in
      parent.resolve(Origin.self)?.name
    }
    #expect(name() == "child")
    #expect(parent.resolve(Origin.self)?.name == "parent")
  }

  @Test("The innermost frame decides", arguments: RuleKind.allCases)
  func innermost(kind: RuleKind) async throws {
    _ = try await kind.origin(in: tab) { [seen, unowned root, unowned tab] in
      seen.append(root.origin().name)
      // In the closure of the singleton, which belongs to the root.
      seen.append(tab.single().name)
      seen.append(root.origin().name)
      return Origin("")
    }
    #expect(seen.elements == ["tab", "root", "tab"])
  }

  @Test(
    "A container that is no parent and no child of the owner is itself",
    arguments: RuleKind.allCases, RuleScope.noneAndCached)
  func sibling(kind: RuleKind, scope: RuleScope) async throws {
    let other = Container.child("other")
    let otherTab = Container.child("other tab", of: session)
    _ = try await kind.origin(in: tab, scope, asking(other, otherTab))
    #expect(seen.elements == ["other", "other tab"])
  }

  @Test("Frames of other families whose instance nobody keeps are passed")
  func passed() {
    for depot in [depot, depotChild] {
      let between = Factory<Origin>(depot, key: "between") { [ask = asking(root, session)] in ask()
      }
      _ = Factory<Origin>(session, key: "outer") { between() }()
    }
    #expect(seen.elements == ["session", "session", "session", "session"])
  }

  @Test("A frame whose instance is kept ends the search", arguments: RuleScope.keeping)
  func ends(scope: RuleScope) {
    let between = Factory<Origin>(depotChild, key: "between") { [unowned root] in
      root.origin()
    }
    let outer = Factory<Origin>(session, key: "outer") { between.inScope(scope)() }
    #expect(outer().name == "root")
  }

  @Test(
    "If its owner has no parent, a child of another container type then acts as the outermost of its parents",
    arguments: RuleKind.allCases, RuleScope.keeping)
  func outermost(kind: RuleKind, scope: RuleScope) async throws {
    _ = try await kind.origin(in: depot, scope, asking(tab, session, root))
    #expect(seen.elements == ["root", "root", "root"])
  }

  @Test(
    "If its owner is a child, a container of another type is itself",
    arguments: RuleScope.ofChild)
  func itself(scope: RuleScope) {
    let kept = Factory<Origin>(depotChild, key: "kept") { [ask = asking(tab, session, root)] in
      ask()
    }
    _ = kept.inScope(scope)()
    #expect(seen.elements == ["tab", "session", "root"])
  }

  @Test(
    "A container that was made after the deciding frame began is itself",
    arguments: RuleKind.allCases, [RuleScope.unscoped, .cached, .singleton])
  func madeLater(kind: RuleKind, scope: RuleScope) async throws {
    _ = try await kind.origin(in: root, scope) { [seen] in
      let child = Container.child("made later")
      let grandchild = Container.child("grandchild", of: child)
      seen.append(child.origin().name)
      seen.append(grandchild.origin().name)
      return Origin("")
    }
    #expect(seen.elements == ["made later", "grandchild"])
  }

  @Test("One that was made before the deciding frame, in a frame around it, acts as the owner")
  func madeInOuterFrame() {
    let inner = ParameterFactory<Container, Origin>(root, key: "inner") { $0.origin() }
    let outer = Factory<Origin>(root, key: "outer") { inner(.child("made in outer")) }
    #expect(outer().name == "root")
  }

  @Test(
    "An accept loop that a singleton started gives each request its own",
    arguments: RuleKind.allCases)
  func acceptLoop(kind: RuleKind) async throws {
    let server = Factory<Task<[String], any Error>>(root, key: "server") {
      Task {
        var names: [String] = []
        for number in 1...3 {
          let request = Container.child("request \(number)")
          names.append(request.origin().name)
          names.append(
            try await kind.origin(in: request) { Origin(Container.shared.origin().name) }.name)
          names.append(await request.run { () async in dependency(\.origin).name })
          names.append(await Task { request.origin().name }.value)
        }
        return names
      }
    }.singleton
    let names = try await server().value
    #expect(names == (1...3).flatMap { Array(repeating: "request \($0)", count: 4) })
  }
}
