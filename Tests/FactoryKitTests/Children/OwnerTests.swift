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

  @Test("A singleton finds with resolvedOrNil() what the parent keeps, not what the child keeps")
  func existing() {
    _ = child.cached()
    #expect(child.ofExisting().parts[0].name == "none")
    parent.ofExisting.reset()
    let ofParent = parent.cached()
    #expect(child.ofExisting().parts[0] === ofParent)
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

  @Test("Nor if it reads them by existing()")
  func existingMembers() {
    let single = parent.single()
    child.pieces.add(\FamilyContainer.single)
    #expect(child.ofExistingPieces().parts.isEmpty)
    #expect(child.pieces.existing().first === single)
  }
}
