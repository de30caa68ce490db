// Factory, MIT licence; see LICENSE
//
// Child containers together with groups, layers and shutdown hooks.
import FactoryTestSupport
import FactoryTesting
import Testing

extension FamilyContainer {
  fileprivate var member: Factory<Piece> { self { Piece("member") } }
  fileprivate var plainCached: Factory<Piece> { self { Piece("plain") }.cached }
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

  // MARK: Layers

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
