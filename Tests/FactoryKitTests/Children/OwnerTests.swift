// Factory, MIT licence; see LICENSE
//
// What a child asks for, and its parent or the process keeps: it is built with what these have.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("What a child asks for and others keep", .container) struct OwnerTests {
  private let reports = passedOverReports()
  private let parent = FamilyContainer()
  private let child: FamilyContainer

  init() { child = .withUser(of: parent) }

  @Test("A singleton that a singleton needs is the process's as well")
  func nested() {
    let outer = child.outer()
    #expect(outer.parts[0].parts[0].name == "definition")
    #expect(child.inner() === outer.parts[0])
    #expect(parent.outer() === outer)
  }

  @Test("A singleton takes the parent's cached instance, not the child's")
  func cached() {
    let ofChild = child.cached()
    let single = child.ofCached()
    #expect(single.parts[0] === parent.cached())
    #expect(single.parts[0] !== ofChild)
    #expect(child.cached() === ofChild)
  }

  @Test("A singleton takes an instance of a shared scope")
  func session() {
    let single = child.ofSession()
    #expect(single.parts[0] === child.session())
    #expect(parent.ofSession() === single)
  }

  @Test("A singleton finds with resolvedOrNil() what the parent keeps, not what the child keeps")
  func existing() {
    _ = child.cached()
    #expect(child.ofExisting().parts[0].name == "none")
    parent.ofExisting.reset()
    let ofParent = parent.cached()
    #expect(child.ofExisting().parts[0] === ofParent)
  }

  @Test("A singleton that a child registers is the child's")
  func ownSingleton() {
    let single = parent.single()
    child.single.register { Piece("child") }
    #expect(child.single().name == "child")
    #expect(child.single() === child.single())
    #expect(parent.single() === single)
  }

  @Test("The instance of each parameter is the process's")
  func parameters() {
    let (one, two) = (child.numbered(1), child.numbered(2))
    #expect(one !== two)
    #expect(parent.numbered(1) === one)
    #expect(parent.numbered(2) === two)
    #expect(one.parts[0].name == "definition")
  }

  @Test("What asynchronous factories resolve in child tasks is the process's")
  func asynchronous() async {
    let single = await child.asynchronous()
    #expect(single.parts[0].parts[0].name == "definition")
    let ofParent = await parent.asynchronous()
    #expect(ofParent === single)
  }

  @Test("A context in the definition is not the child's own")
  func definitionContext() {
    FactoryContext.setArg("family-tests", forKey: "family-tests")
    defer { FactoryContext.removeArg(forKey: "family-tests") }
    let single = child.ofContext()
    #expect(single.parts[0].name == "in tests")
    #expect(parent.ofContext() === single)
  }

  @Test("Neither the child nor the process keeps what a failed warm-up of the child has closed")
  func failedWarmUp() async throws {
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

  // MARK: Groups

  @Test("A group that a singleton resolves has no members of the child")
  func members() {
    child.pieces.add { Piece("child") }
    parent.pieces.add { Piece("parent") }
    let single = child.ofPieces()
    #expect(single.parts.map(\.name) == ["parent"])
    #expect(parent.ofPieces() === single)
  }

  @Test("Nor if it reads them by existing()")
  func existingMembers() {
    let single = parent.single()
    child.pieces.add(\FamilyContainer.single)
    #expect(child.ofExistingPieces().parts.isEmpty)
    #expect(child.pieces.existing().first === single)
  }

  @Test("A group with a scope that the child shares is the child's if it has added a member")
  func sharedGroup() {
    parent.pieces.scope(.ofFamily).add { Piece("parent") }
    let other = FamilyContainer(parent: parent, sharing: .ofFamily)
    child.pieces.add { Piece("child") }
    #expect(child.pieces().map(\.name) == ["parent", "child"])
    #expect(child.pieces()[0] === child.pieces()[0])
    #expect(other.pieces().map(\.name) == ["parent"])
    #expect(other.pieces()[0] === parent.pieces()[0])
  }
}
