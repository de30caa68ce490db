// Factory, MIT licence; see LICENSE
//
// The rule of owners, "Owner": which container keeps an instance, and so builds it.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A container whose `autoRegister` wires a factory of a kind with the user of the container.
private final class Shop: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Shop(.plain)
  let manager: ContainerManager
  let kind: RuleKind

  init(_ kind: RuleKind) {
    manager = ContainerManager()
    self.kind = kind
  }

  init(parent: Shop) {
    manager = ContainerManager(childOf: parent)
    kind = parent.kind
  }

  var user: Factory<String> { self { "nobody" } }

  func autoRegister() {
    kind.register(in: self) { [unowned self] in Origin("Hello, " + self.user()) }
  }

  func greeting(_ scope: RuleScope) async throws -> String {
    try await kind.origin(in: self, scope) { Origin("not wired") }.name
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

/// What makes a container the owner of what its parent or the process would keep.
private enum Override: CaseIterable, Sendable {
  case registration, context, layer

  func apply(to factory: Factory<Origin>) {
    let make: RuleClosure = { Origin("by " + Container.shared.origin().name) }
    switch self {
    case .registration: factory.register { make() }
    case .context: factory.onArg(RuleArgument.held) { make() }
    case .layer: factory.wrap { _ in make() }
    }
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
    "A closure that the parent registered in autoRegister greets the user of the request that resolves it",
    arguments: RuleKind.allCases)
  func wiring(kind: RuleKind) async throws {
    let shop = Shop(kind)
    let (ada, grace) = (Shop(parent: shop), Shop(parent: shop))
    ada.user.register { "Ada" }
    grace.user.register { "Grace" }
    for scope in RuleScope.noneAndCached {
      #expect(try await ada.greeting(scope) == "Hello, Ada")
      #expect(try await grace.greeting(scope) == "Hello, Grace")
      #expect(try await shop.greeting(scope) == "Hello, nobody")
    }
  }

  @Test(
    "Nothing of a request can be resolved into what the process keeps, whether the request asks first or not",
    arguments: RuleKind.allCases, [true, false])
  func isolation(kind: RuleKind, requestIsFirst: Bool) async throws {
    let shop = Shop(kind)
    let ada = Shop(parent: shop)
    ada.user.register { "Ada" }
    for container in requestIsFirst ? [ada, shop] : [shop, ada] {
      #expect(try await container.greeting(.singleton) == "Hello, nobody")
    }
  }

  @Test("What is kept belongs to the container that is asked", arguments: RuleKind.allCases)
  func asked(kind: RuleKind) async throws {
    let ofTab = try await kind.origin(in: tab, .cached, make)
    #expect(ofTab.name == "tab")
    #expect(try await kind.origin(in: tab, .cached, make) === ofTab)
    let ofRoot = try await kind.origin(in: root, .cached, make)
    #expect(ofRoot.name == "root")
    #expect(ofRoot !== ofTab)
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
    arguments: Override.allCases, Kept.allCases)
  fileprivate func override(override: Override, kept: Kept) {
    override.apply(to: kept.factory(session))
    override.apply(to: kept.factory(window))
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
    "A decorator, a time to live and a hook of a child do not make it the owner, and do not apply",
    arguments: Kept.allCases)
  fileprivate func noOverride(kept: Kept) async throws {
    let clock = ManualClock()
    root.manager.clock = clock.reading
    let seen = LockedArray<String>()
    kept.factory(tab).decorator { seen.append("decorated " + $0.name) }
    kept.factory(tab).timeToLive(10)
    kept.factory(tab).onShutdown { seen.append("closed " + $0.name) }
    let instance = kept.factory(tab)()
    #expect(instance.name == "root")
    clock.advance(seconds: 11)
    #expect(kept.factory(tab)() === instance)
    #expect(kept.factory(root)() === instance)
    try await tab.shutdown(hookLimit: longHookLimit)
    try await root.shutdown(hookLimit: longHookLimit)
    try await Scope.singleton.shutdown(hookLimit: longHookLimit)
    #expect(seen.elements == [])
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

  @Test(
    "What nobody keeps is built for the container in which it is resolved",
    arguments: RuleKind.allCases)
  func unkept(kind: RuleKind) async throws {
    for (container, name) in [(tab, "tab"), (session, "session"), (root, "root"), (tab, "tab")] {
      #expect(try await kind.origin(in: container, .unscoped, make).name == name)
    }
  }

  @Test("What code itself captures and uses later is left to the user")
  func captured() {
    #expect(tab.later()() == "tab")
    // The singleton has captured the child that asked first.
    #expect(session.later()() == "tab")
    #expect(root.later()() == "tab")
  }
}
