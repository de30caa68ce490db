// Factory, MIT licence; see LICENSE
//
// The rule of owners, "Owner": which container keeps an instance, and so builds it.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A container whose `autoRegister` wires a factory with the user of the container.
private final class Shop: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Shop()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: Shop) { manager = ContainerManager(childOf: parent) }

  var user: Factory<String> { self { "nobody" } }
  var greeting: Factory<Origin> { self { Origin("not wired") } }
  var cachedGreeting: Factory<Origin> { self { Origin("not wired") }.cached }
  var singleGreeting: Factory<Origin> { self { Origin("not wired") }.singleton }

  func autoRegister() {
    for factory in [greeting, cachedGreeting, singleGreeting] {
      factory.register { [unowned self] in Origin("Hello, " + self.user()) }
    }
  }
}

extension Container {
  fileprivate var inSession: Factory<Origin> {
    self { Origin(self.origin().name) }.scope(.ruleSession)
  }
  fileprivate var single: Factory<Origin> { self { Origin(self.origin().name) }.singleton }
  fileprivate var groupInSession: FactoryGroup<Origin> { group().scope(.ruleSession) }
  fileprivate var singleGroup: FactoryGroup<Origin> { group().singleton }
  fileprivate var decorated: Factory<Piece> { self { Piece("decorated") }.singleton }
  fileprivate var part: Factory<Piece> { self { Piece("part") } }
  fileprivate var whole: Factory<Piece> { self { Piece("whole", Container.shared.part()) } }
  fileprivate var node: Factory<Piece> { self { Piece(self.origin().name) }.graph }
  fileprivate var ofNode: Factory<Piece> { self { Piece("single", self.node()) }.singleton }
  fileprivate var otherOfNode: Factory<Piece> { self { Piece("single", self.node()) }.singleton }
  fileprivate var tree: Factory<Piece> {
    self { Piece("tree", self.node(), self.ofNode(), self.otherOfNode(), self.node()) }
  }
  fileprivate var asyncNode: AsyncFactory<Piece, Never> {
    self { () async in Piece(self.origin().name) }.graph
  }
  fileprivate var ofAsyncNode: AsyncFactory<Piece, Never> {
    self { () async in await Piece("single", self.asyncNode()) }.singleton
  }
  fileprivate var asyncTree: AsyncFactory<Piece, Never> {
    self {
      async let first = self.asyncNode()
      async let single = self.ofAsyncNode()
      return await Piece("tree", first, single, self.asyncNode())
    }
  }
  fileprivate var later: Factory<@Sendable () -> String> {
    self { { self.origin().name } }.singleton
  }
}

/// A factory whose instances a child does not keep.
private enum Kept: CaseIterable, Sendable {
  case inSession, single

  func factory(_ container: Container) -> Factory<Origin> {
    switch self {
    case .inSession: container.inSession
    case .single: container.single
    }
  }

  func group(_ container: Container) -> FactoryGroup<Origin> {
    switch self {
    case .inSession: container.groupInSession
    case .single: container.singleGroup
    }
  }
}

@Suite("The rule of owners: the owner", .container) struct OwnerRuleTests {
  private let reports = passedOverReports()
  private let root = Container.shared
  /// Shares the scope with the root, as each of the next two does with the one before.
  private let session = Container.sharingChild("session")
  private let window: Container
  private let tab: Container
  /// Asks the root, which acts as the owner of what is built.
  private let make: RuleClosure = { Origin(Container.shared.origin().name) }

  init() {
    window = .sharingChild("window", of: session)
    tab = .sharingChild("tab", of: window)
  }

  @Test(
    "A closure that autoRegister registered greets the user of the request, but not if the process keeps it",
    arguments: [true, false])
  func wiring(requestIsFirst: Bool) {
    let shop = Shop()
    let (ada, grace) = (Shop(parent: shop), Shop(parent: shop))
    ada.user.register { "Ada" }
    grace.user.register { "Grace" }
    let greetings = [(ada, "Ada"), (grace, "Grace"), (shop, "nobody")]
    for (shop, name) in requestIsFirst ? greetings : greetings.reversed() {
      #expect(shop.greeting().name == "Hello, " + name)
      #expect(shop.cachedGreeting().name == "Hello, " + name)
      #expect(shop.singleGreeting().name == "Hello, nobody")
    }
  }

  @Test(
    "For a scope that the container shares, it belongs to the parent that the sharing leads to",
    arguments: RuleKind.allCases)
  func shared(kind: RuleKind) async throws {
    let closed = Container.child("closed")
    let inner = Container.sharingChild("inner", of: closed)
    let innermost = Container.sharingChild("innermost", of: inner)
    let ofClosed = try await kind.origin(in: innermost, .session, make)
    #expect(ofClosed.name == "closed")
    #expect(try await kind.origin(in: closed, .session, make) === ofClosed)
    let ofRoot = try await kind.origin(in: tab, .session, make)
    #expect(ofRoot.name == "root")
    #expect(try await kind.origin(in: root, .session, make) === ofRoot)
  }

  @Test("A singleton belongs to the outermost parent", arguments: RuleKind.allCases)
  func singleton(kind: RuleKind) async throws {
    let single = try await kind.origin(in: tab, .singleton, make)
    #expect(single.name == "root")
    for container in [root, session, window, tab] {
      #expect(try await kind.origin(in: container, .singleton, make) === single)
    }
  }

  @Test(
    "But the nearest container on that way that overrides the factory is the owner",
    arguments: RuleOverride.allCases, Kept.allCases)
  fileprivate func override(override: RuleOverride, kept: Kept) {
    let make: RuleClosure = { Origin("by " + Container.shared.origin().name) }
    override.set(kept.factory(session), make)
    override.set(kept.factory(window), make)
    let ofWindow = kept.factory(tab)()
    #expect(ofWindow.name == "by window")
    #expect(kept.factory(window)() === ofWindow)
    #expect(kept.factory(session)().name == "by session")
    #expect(kept.factory(root)().name == "root")
    #expect(kept.factory(tab)() === ofWindow)
  }

  @Test("So is the nearest one that adds members to a group", arguments: Kept.allCases)
  fileprivate func members(kept: Kept) {
    kept.group(root).add { Origin("root's, by " + Container.shared.origin().name) }
    kept.group(window).add { Origin("window's") }
    let ofWindow = kept.group(tab)()
    #expect(ofWindow.map(\.name) == ["root's, by window", "window's"])
    #expect(kept.group(window)()[0] === ofWindow[0])
    #expect(kept.group(session)().map(\.name) == ["root's, by root"])
    #expect(kept.group(session)()[0] === kept.group(root)()[0])
  }

  @Test(
    "A container's decorator is called for what the container owns, and its children without one")
  func containerDecorator() {
    let seen = LockedArray<String>()
    root.decorator { if $0 is Piece { seen.append("root") } }
    window.decorator { if $0 is Piece { seen.append("window") } }
    for container in [tab, window, session, root] { _ = container.decorated() }
    #expect(seen.elements == ["root", "root", "root", "root"])
    for container in [tab, window, session, root] { _ = container.part() }
    #expect(seen.elements.dropFirst(4) == ["window", "window", "root", "root"])
  }

  @Test("A child's decorator is called for what a parent is asked for while the child builds")
  func containerDecoratorOfActing() {
    let seen = LockedArray<String>()
    window.decorator { if let piece = $0 as? Piece { seen.append(piece.name) } }
    _ = window.whole()
    #expect(seen.elements == ["part", "whole"])
  }

  @Test(
    "An instance of the scope graph belongs to the container in which it is resolved: one for each resolution and container"
  )
  func graph() {
    let tree = tab.tree()
    #expect(tree.parts[0].name == "tab")
    #expect(tree.parts[3] === tree.parts[0])
    let ofRoot = tree.parts[1].parts[0]
    #expect(ofRoot.name == "root")
    #expect(tree.parts[2].parts[0] === ofRoot)
    #expect(tab.tree().parts[0] !== tree.parts[0])
  }

  @Test("So does one of an asynchronous factory, in child tasks")
  func asyncGraph() async {
    let tree = await tab.asyncTree()
    #expect(tree.parts[0].name == "tab")
    #expect(tree.parts[2] === tree.parts[0])
    #expect(tree.parts[1].parts[0].name == "root")
    #expect(await tab.asyncTree().parts[0] !== tree.parts[0])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A singleton does not wait for an instance of the child's graph, and does not take it")
  func graphOfSingleton() async {
    let (child, hasBegun, mayEnd) = (Container(parent: root), Gate(), Gate())
    child.origin.register {
      hasBegun.open()
      mayEnd.wait()
      return Origin("child")
    }
    let tree = AsyncFactory<(Piece, Piece), Never>(child, key: "tree") {
      async let node = withTaskExecutorPreference(TaskThread()) { child.node() }
      async let single = withTaskExecutorPreference(TaskThread()) {
        hasBegun.wait()
        defer { mayEnd.open() }
        return child.ofNode()
      }
      return await (node, single)
    }
    let (node, single) = await tree()
    #expect(node.name == "child")
    #expect(single.parts[0].name == "root")
    #expect(root.ofNode() === single)
  }

  @Test("What code itself captures and uses later is left to the user")
  func captured() {
    #expect(tab.later()() == "tab")
    // The singleton has captured the child that asked first.
    #expect(session.later()() == "tab")
    #expect(root.later()() == "tab")
  }
}
