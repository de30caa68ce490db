// Factory, MIT licence; see LICENSE
//
// What a child container keeps, what its parent and the process keep, and which of them closes it.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension FamilyContainer {
  fileprivate var hooked: Factory<Piece> {
    self { Piece("hooked") }.onShutdown { [closed] in closed.append($0) }.cached
  }
  fileprivate var hookedOnce: Factory<Piece> {
    self { Piece("once") }.onShutdown { [closed] in closed.append($0) }.cached.once()
  }
  fileprivate var hookedInSession: Factory<Piece> {
    self { Piece("session") }.onShutdown { [closed] in closed.append($0) }.scope(.ofFamily)
  }
  fileprivate var closable: Factory<Piece> {
    self { Piece("closable") }.onShutdown { [closed] in closed.append($0) }.singleton
  }
  fileprivate var closableByNumber: ParameterFactory<Int, Piece> {
    self { Piece("\($0)") }.onShutdown { [closed] in closed.append($0) }.scopeOnParameters.singleton
  }
  fileprivate var failing: ThrowingFactory<Piece, any Error> {
    self { () throws in
      _ = (self.closable(), self.closableByNumber(1))
      throw MakeError(attempt: 1)
    }
  }
}

@Suite("What a child keeps", .container) struct KeptInstancesTests {
  private let parent = FamilyContainer()
  private var child: FamilyContainer { FamilyContainer(parent: parent) }
  private var sharing: FamilyContainer {
    FamilyContainer(parent: parent, sharing: .ofFamily)
  }

  @Test("The child's instance stays when the parent's factory is given another scope")
  func staysInScope() {
    let child = child
    _ = parent.byNumber(1)
    let kept = child.byNumber(1)
    _ = parent.byNumber.unique
    #expect(child.byNumber(1) === kept)
  }

  @Test("The child's instance stays when the parent is reset, even if a grandchild came first")
  func staysAfterReset() {
    let child = child
    _ = parent.fixed()
    // The grandchild's factory needs a place in the child.
    _ = FamilyContainer(parent: child).fixed()
    let kept = child.fixed()
    parent.manager.reset()
    _ = child.fixed
    #expect(child.fixed() === kept)
  }

  @Test("The parent's default scope does not evict an instance that a child has left in it")
  func sharedBesidesDefault() {
    let first = sharing
    parent.manager.defaultScope = .cached
    let session = first.session()
    #expect(parent.session() === session)
    #expect(sharing.session() === session)
  }

  @Test("Parent and child share the instance if both have a default scope that the child shares")
  func sharedDefault() {
    let child = sharing
    child.manager.defaultScope = .ofFamily
    #expect(child.plain() === child.plain())
    #expect(child.plain() !== parent.plain())
    parent.manager.defaultScope = .ofFamily
    #expect(child.plain() === parent.plain())
  }

  @Test("While a context of the child applies, the child keeps the instance")
  func contextThatComesAndGoes() {
    let child = sharing
    child.session.onArg("family-d") { Piece("child's context") }
    child.single.onArg("family-d") { Piece("child's context") }
    let (session, single) = (child.session(), child.single())
    #expect(parent.session() === session)
    FactoryContext.setArg("family-d", forKey: "family-d")
    let own = child.session()
    #expect(own.name == "child's context")
    #expect(child.session() === own)
    #expect(child.single().name == "child's context")
    #expect(parent.session() === session)
    FactoryContext.removeArg(forKey: "family-d")
    #expect(child.session() === session)
    #expect(child.single() === single)
  }

  @Test("A parent's pop restores what was shared")
  func popOfParent() {
    let child = sharing
    let session = child.session()
    parent.manager.push()
    parent.manager.reset(options: .scope)
    #expect(child.session() !== session)
    parent.manager.pop()
    #expect(child.session() === session)
  }

  @Test("A child keeps its parent's registrations when the parent is dropped")
  func droppedParent() {
    var parent: FamilyContainer? = FamilyContainer()
    parent?.user.register { Piece("parent") }
    let child = FamilyContainer(parent: parent!)
    parent = nil
    #expect(child.user().name == "parent")
  }

  @Test("A child's reset of one parameter evicts what the child keeps, and no singleton")
  func parameterReset() {
    let parent = FamilyContainer()
    let child = FamilyContainer(parent: parent)
    let single = parent.singleByNumber(1)
    child.singleByNumber.reset(.scope, for: 1)
    #expect(parent.singleByNumber(1) === single)
    child.singleByNumber.register { Piece("child \($0)") }
    let (one, two) = (child.singleByNumber(1), child.singleByNumber(2))
    child.singleByNumber.reset(.scope, for: 1)
    #expect(child.singleByNumber(1) !== one)
    #expect(child.singleByNumber(2) === two)
    #expect(parent.singleByNumber(1) === single)
  }

  // MARK: Shutdown

  @Test("The shutdown of a child closes its own instances only")
  func shutdown() async throws {
    let child = sharing
    _ = (child.hooked(), child.hookedInSession())
    try await child.shutdown(hookLimit: longHookLimit)
    #expect(parent.closed.elements.map(\.name) == ["hooked"])
    #expect(child.hooked.resolvedOrNil() == nil)
    let session = try #require(child.hookedInSession.resolvedOrNil())
    #expect(parent.hookedInSession() === session)
  }

  @Test("The shutdown of the parent closes what children have left in it")
  func shutdownOfParent() async throws {
    let log = ExpectedLines(containing: "FamilyContainer.hooked<")
    do {
      let child = sharing
      _ = (child.hooked(), child.hookedInSession())
      try await parent.shutdown(hookLimit: longHookLimit)
      #expect(parent.closed.elements.map(\.name) == ["session"])
      #expect(child.hookedInSession.resolvedOrNil() == nil)
      #expect(child.hooked.resolvedOrNil() != nil)
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("was released without a shutdown") == true)
  }

  @Test("A child's instance has the definition's hook after the parent was reset, with once()")
  func hookOfDefinition() async throws {
    let child = child
    _ = (parent.hookedOnce(), child.hookedOnce())
    parent.hookedOnce.reset()
    child.hookedOnce.reset(.scope)
    _ = child.hookedOnce()
    try await child.shutdown(hookLimit: longHookLimit)
    #expect(parent.closed.elements.map(\.name) == ["once"])
  }

  @Test("Neither the child nor the process keeps what a failed warm-up of the child has closed")
  func failedWarmUp() async throws {
    let child = child
    await #expect(throws: MakeError.self) { try await child.warmUp(\.failing) }
    #expect(child.closed.elements.map(\.name) == ["1", "closable"])
    for container in [child, parent] {
      #expect(container.closable.resolvedOrNil() == nil)
      #expect(container.closableByNumber.resolvedOrNil(1) == nil)
    }
    try await child.shutdown(hookLimit: longHookLimit)
    try await Scope.singleton.shutdown(hookLimit: longHookLimit)
    #expect(child.closed.elements.count == 2)
  }
}
