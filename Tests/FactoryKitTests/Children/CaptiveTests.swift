// Factory, MIT licence; see LICENSE
//
// Instances that the parent or the process would keep, and that use what only a child has.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension ProcessWide {
  @Suite("Captive dependencies", .container) struct CaptiveTests {
    private let parent = FamilyContainer()
    private var child: FamilyContainer { .withUser(of: parent) }

    @Test("A captive instance is reported once, with its chain, and kept by the child")
    func reported() {
      let log = RecordedLines()
      let (child, sibling) = (child, child)
      let captive = child.first()
      #expect(captive.parts[0].parts[0].name == "child")
      #expect(child.first() === captive)
      #expect(sibling.first() !== captive)
      let single = parent.first()
      #expect(single.parts[0].parts[0].name == "definition")
      #expect(child.first() === captive)
      #expect(FamilyContainer(parent: parent).first() === single)
      #expect(log.captives(of: "FamilyContainer.first<") == [["first", "page", "user"]])
    }

    @Test("A child that is reset gets the process's instance again")
    func reset() {
      let log = RecordedLines()
      let child = child
      let captive = child.second()
      child.manager.reset()
      let single = child.second()
      #expect(single !== captive)
      #expect(parent.second() === single)
      #expect(log.captives(of: ".second<") == [["second", "user"]])
    }

    @Test("A singleton that needs a captive one is captive as well")
    func nested() {
      let log = RecordedLines()
      let child = child
      let outer = child.outer()
      #expect(child.inner() === outer.parts[0])
      #expect(parent.outer() !== outer)
      #expect(parent.outer().parts[0].parts[0].name == "definition")
      #expect(
        log.captives(of: "of FactoryKitChildTests.FamilyContainer.inner<") == [["inner", "user"]])
      #expect(
        log.captives(of: "of FactoryKitChildTests.FamilyContainer.outer<") == [
          ["outer", "inner", "user"]
        ])
    }

    @Test("An instance that the child keeps makes it captive, one that it shares does not")
    func keptInstances() {
      let log = RecordedLines()
      let child = FamilyContainer(parent: parent, sharing: .ofFamily)
      let cached = child.cached()
      let captive = child.ofCached()
      #expect(captive.parts[0] === cached)
      #expect(parent.ofCached() !== captive)
      let single = child.ofSession()
      #expect(parent.ofSession() === single)
      #expect(log.captives(of: ".ofCached<") == [["ofCached", "cached"]])
      #expect(log.captives(of: ".ofSession<") == [])
    }

    @Test("A singleton that a child registers is the child's, and not reported")
    func ownSingleton() {
      let log = RecordedLines()
      let child = child
      let single = parent.single()
      child.single.register { Piece("child") }
      #expect(child.single().name == "child")
      #expect(child.single() === child.single())
      #expect(parent.single() === single)
      #expect(log.captives(of: ".single<") == [])
    }

    @Test("An instance of the child that is read by resolvedOrNil() counts")
    func existing() {
      let log = RecordedLines()
      let child = FamilyContainer(parent: parent)
      let cached = child.cached()
      let captive = child.ofExisting()
      #expect(captive.parts[0] === cached)
      #expect(parent.ofExisting() !== captive)
      #expect(log.captives(of: ".ofExisting<") == [["ofExisting", "cached"]])
    }

    @Test("An instance of a shared scope is kept by the child")
    func sharedScope() {
      let log = RecordedLines()
      let child = child
      let captive = child.inSession()
      #expect(child.inSession() === captive)
      #expect(parent.inSession() !== captive)
      #expect(
        FamilyContainer(parent: parent, sharing: .ofFamily).inSession() === parent.inSession())
      #expect(log.captives(of: ".inSession<") == [["inSession", "user"]])
    }

    @Test("A captive instance is kept by the outermost child that has everything it uses")
    func levels() {
      let log = RecordedLines()
      let child = child
      let grandchild = FamilyContainer(parent: child, sharing: .ofFamily)
      let captive = grandchild.inNestedSession()
      #expect(child.inNestedSession() === captive)
      #expect(grandchild.inNestedSession() === captive)
      #expect(parent.inNestedSession() !== captive)
      #expect(log.captives(of: ".inNestedSession<") == [["inNestedSession", "user"]])
    }

    @Test("A child of the keeper finds it, also after the parent was changed and changed back")
    func levelsAfterChanges() {
      let log = RecordedLines()
      let child = child
      child.user.reset()
      let grandchild = FamilyContainer(parent: child, sharing: .ofFamily)
      // The second resolution is a hit of the parent's instance.
      for _ in 1...2 { #expect(grandchild.ofLevels() === parent.ofLevels()) }
      parent.ofLevels.reset(.scope)
      child.user.register { Piece("child") }
      let captive = child.ofLevels()
      parent.manager.push()
      parent.ofLevels.timeToLive(60)
      #expect(child.ofLevels() === captive)
      parent.manager.pop()
      #expect(child.ofLevels() === captive)
      #expect(parent.ofLevels() !== captive)
      #expect(grandchild.ofLevels() === captive)
      #expect(log.captives(of: ".ofLevels<") == [["ofLevels", "user"]])
    }

    @Test("An instance of the resolution cycle that was built before counts")
    func graph() {
      let log = RecordedLines()
      let top = child.top()
      #expect(top.parts[0] === top.parts[1].parts[0])
      #expect(parent.ofNode() !== top.parts[1])
      #expect(log.captives(of: ".ofNode<") == [["ofNode", "node"]])
    }

    @Test("An instance that uses only what the parent has is not reported")
    func notReported() {
      let log = RecordedLines()
      parent.user.register { Piece("parent") }
      let child = FamilyContainer(parent: parent)
      child.plain.register { Piece("child") }
      _ = child.plain()
      let single = child.innocent()
      #expect(single.parts[0].parts[0].name == "parent")
      #expect(parent.innocent() === single)
      #expect(log.captives(of: ".innocent<") == [])
    }

    @Test("A context in the definition is not the child's own")
    func definitionContext() {
      let log = RecordedLines()
      FactoryContext.setArg("family-tests", forKey: "family-tests")
      defer { FactoryContext.removeArg(forKey: "family-tests") }
      let single = FamilyContainer(parent: parent).ofContext()
      #expect(single.parts[0].name == "in tests")
      #expect(parent.ofContext() === single)
      #expect(log.captives(of: ".ofContext<") == [])
    }

    @Test("The captive instance of each parameter is kept by the child")
    func parameters() {
      let log = RecordedLines()
      let child = child
      let (one, two) = (child.numbered(1), child.numbered(2))
      #expect(one !== two)
      #expect(child.numbered(1) === one)
      #expect(child.numbered(2) === two)
      #expect(parent.numbered(1).parts[0].name == "definition")
      #expect(log.captives(of: ".numbered<") == [["numbered", "user"]])
    }

    @Test("A child does not keep what a failed warm-up has closed")
    func failedWarmUp() async throws {
      let log = RecordedLines()
      let child = child
      await #expect(throws: MakeError.self) { try await child.warmUp(\.failing) }
      #expect(child.closed.elements.map(\.name) == ["1", "closable"])
      #expect(child.closable.resolvedOrNil() == nil)
      #expect(child.closableByNumber.resolvedOrNil(1) == nil)
      try await child.shutdown(hookLimit: longHookLimit)
      #expect(child.closed.elements.count == 2)
      #expect(log.captives(of: ".closable<") == [["closable", "user"]])
      #expect(log.captives(of: ".closableByNumber<") == [["closableByNumber", "user"]])
    }

    @Test("A member that the child has added to a group counts")
    func member() {
      let log = RecordedLines()
      let child = child
      child.pieces.add { Piece("child") }
      parent.pieces.add(order: 1) { Piece("parent") }
      let captive = child.ofPieces()
      #expect(captive.parts[0].name == "child")
      #expect(child.ofPieces() === captive)
      #expect(parent.ofPieces().parts[0].name == "parent")
      #expect(log.captives(of: ".ofPieces<") == [["ofPieces", "pieces"]])
    }

    @Test("A member that the child has added counts if it is read by existing()")
    func existingMember() {
      let log = RecordedLines()
      let child = child
      let single = parent.single()
      child.pieces.add(\FamilyContainer.single)
      let captive = child.ofExistingPieces()
      #expect(captive.parts[0] === single)
      #expect(child.ofExistingPieces() === captive)
      #expect(parent.ofExistingPieces().parts.isEmpty)
      #expect(log.captives(of: ".ofExistingPieces<") == [["ofExistingPieces"]])
    }

    @Test("A group with a scope that the child shares is the child's if it has added a member")
    func sharedGroup() {
      let log = RecordedLines()
      let child = child
      parent.pieces.scope(.ofFamily).add { Piece("parent") }
      let other = FamilyContainer(parent: parent, sharing: .ofFamily)
      child.pieces.add { Piece("child") }
      #expect(child.pieces().map(\.name) == ["parent", "child"])
      #expect(child.pieces()[0] === child.pieces()[0])
      #expect(other.pieces().map(\.name) == ["parent"])
      #expect(other.pieces()[0] === parent.pieces()[0])
      #expect(log.captives(of: ".pieces<") == [])
    }
  }
}
