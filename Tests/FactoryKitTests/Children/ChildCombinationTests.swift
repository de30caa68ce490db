// Factory, MIT licence; see LICENSE
//
// Child containers together with groups, layers and shutdown hooks.
import FactoryTestSupport
import FactoryTesting
import Testing

extension FamilyContainer {
  fileprivate var member: Factory<Piece> { self { Piece("member") } }
  fileprivate var plainCached: Factory<Piece> { self { Piece("plain") }.cached }
  fileprivate var wrappedSingle: Factory<Piece> { self { Piece("single") }.singleton }
  fileprivate var wrappedInDefinition: Factory<Piece> {
    self { Piece("core") }.wrap { Piece("layer", $0) }
  }
  fileprivate var hooked: Factory<Piece> {
    self { Piece("hooked") }.onShutdown { [closedNames] in closedNames.append($0.name) }.cached
  }
  fileprivate var hookedOnce: Factory<Piece> {
    self { Piece("once") }.onShutdown { [closedNames] in closedNames.append($0.name) }.cached.once()
  }
  fileprivate var hookedInSession: Factory<Piece> {
    self { Piece("session") }.onShutdown { [closedNames] in closedNames.append($0.name) }.scope(
      .ofFamily)
  }
  fileprivate var closedNames: LockedArray<String> { closedNamesFactory() }
  private var closedNamesFactory: Factory<LockedArray<String>> {
    self { LockedArray() }.singleton
  }
}

@Suite("Children with groups, layers and hooks", .container([.freshSingletons]))
struct ChildCombinationTests {
  private let parent = FamilyContainer()
  private var child: FamilyContainer { FamilyContainer(parent: parent) }

  // MARK: Groups

  @Test("A child's group has the parent's members and its own, by order")
  func members() {
    let child = child
    parent.pieces.add(order: 1) { Piece("parent's 1") }
    parent.pieces.add { Piece("parent's 0") }
    child.pieces.add { Piece("child's 0") }
    child.pieces.add(order: -1) { Piece("child's -1") }
    #expect(
      child.pieces().map(\.name) == ["child's -1", "parent's 0", "child's 0", "parent's 1"])
    #expect(parent.pieces().map(\.name) == ["parent's 0", "parent's 1"])
  }

  @Test("A child that has no members of its own sees those that its parent is given later")
  func inheritedMembers() {
    let child = child
    #expect(child.pieces().isEmpty)
    parent.pieces.add { Piece("late") }
    #expect(child.pieces().map(\.name) == ["late"])
  }

  @Test("A key path that both have is a member once, and is resolved in the child")
  func keyPathOfBoth() {
    let child = child
    child.pieces.add(\FamilyContainer.member)
    parent.pieces.add(\FamilyContainer.member)
    child.member.register { Piece("the child's") }
    #expect(child.pieces().map(\.name) == ["the child's"])
    #expect(parent.pieces().map(\.name) == ["member"])
  }

  @Test("A registration of the child replaces the members of both")
  func registeredGroup() {
    let child = child
    parent.pieces.add(\FamilyContainer.member)
    child.pieces.register { [Piece("fake")] }
    #expect(child.pieces().map(\.name) == ["fake"])
    child.pieces.reset(.registration)
    #expect(child.pieces().map(\.name) == ["member"])
  }

  // MARK: Layers

  @Test("A child's instances have the parent's layers, and its own around them")
  func layers() {
    let child = child
    parent.plainCached.wrap { Piece("parent's", $0) }
    child.plainCached.wrap { Piece("child's", $0) }
    #expect(child.plainCached().name == "child's")
    #expect(child.plainCached().parts[0].name == "parent's")
    #expect(child.plainCached().parts[0].parts[0].name == "plain")
    #expect(parent.plainCached().name == "parent's")
  }

  @Test("A layer in the definition wraps once, whichever container reads it first")
  func layerInDefinition() {
    let child = child
    for container in [child, parent, child] {
      #expect(container.wrappedInDefinition().parts[0].parts.isEmpty)
    }
  }

  @Test("A singleton to which the child has added a layer is kept by the child")
  func layerOfSingleton() {
    let child = child
    child.wrappedSingle.wrap { Piece("child's", $0) }
    let wrapped = child.wrappedSingle()
    #expect(wrapped.name == "child's")
    #expect(child.wrappedSingle() === wrapped)
    #expect(parent.wrappedSingle().name == "single")
  }

  // MARK: Shutdown

  @Test("The shutdown of a child closes its own instances only")
  func shutdown() async throws {
    let child = FamilyContainer(parent: parent, sharing: .ofFamily)
    _ = (child.hooked(), child.hookedInSession())
    try await child.shutdown(hookLimit: longHookLimit)
    #expect(parent.closedNames.elements == ["hooked"])
    #expect(child.hooked.resolvedOrNil() == nil)
    let session = try #require(child.hookedInSession.resolvedOrNil())
    #expect(parent.hookedInSession() === session)
  }

  @Test("The shutdown of the parent closes what children have left in it")
  func shutdownOfParent() async throws {
    let log = ExpectedLines(containing: "FamilyContainer.hooked<")
    do {
      let child = FamilyContainer(parent: parent, sharing: .ofFamily)
      _ = (child.hooked(), child.hookedInSession())
      try await parent.shutdown(hookLimit: longHookLimit)
      #expect(parent.closedNames.elements == ["session"])
      #expect(child.hookedInSession.resolvedOrNil() == nil)
      #expect(child.hooked.resolvedOrNil() != nil)
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("was released without a shutdown") == true)
  }

  @Test("A child's instance has the hook that its parent was given")
  func inheritedHook() async throws {
    let child = child
    parent.plainCached.onShutdown { [names = parent.closedNames] in names.append($0.name) }
    _ = child.plainCached()
    try await child.shutdown(hookLimit: longHookLimit)
    #expect(parent.closedNames.elements == ["plain"])
  }

  @Test("A child's instance has the definition's hook after the parent was reset, with once()")
  func hookOfDefinition() async throws {
    let child = child
    _ = (parent.hookedOnce(), child.hookedOnce())
    parent.hookedOnce.reset()
    child.hookedOnce.reset(.scope)
    _ = child.hookedOnce()
    try await child.shutdown(hookLimit: longHookLimit)
    #expect(parent.closedNames.elements == ["once"])
  }
}
