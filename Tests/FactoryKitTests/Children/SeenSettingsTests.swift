// Factory, MIT licence; see LICENSE
//
// What a child container sees of its parent.
import FactoryTestSupport
import FactoryTesting
import Testing

extension FamilyContainer {
  fileprivate var inContext: Factory<Piece> {
    self { Piece("live") }.onArg("family-e") { Piece("in context") }
  }
}

extension Scope {
  fileprivate static let seenEarlier = Cached()
  fileprivate static let seenLater = Cached()
}

@Suite("What a child sees", .container) struct SeenSettingsTests {
  private let parent = FamilyContainer()
  private var child: FamilyContainer { FamilyContainer(parent: parent) }

  @Test("A child sees its parent's contexts, and its own registration wins over them")
  func contexts() {
    let child = child
    parent.user.onArg("family-a") { Piece("parent's context") }
    parent.user.register { Piece("parent's registration") }
    FactoryContext.setArg("family-a", forKey: "family-a")
    defer { FactoryContext.removeArg(forKey: "family-a") }
    #expect(child.user().name == "parent's context")
    child.user.register { Piece("child's registration") }
    #expect(child.user().name == "child's registration")
    child.user.onArg("family-a") { Piece("child's context") }
    #expect(child.user().name == "child's context")
    #expect(parent.user().name == "parent's context")
  }

  @Test("An inactive context of the child leaves the parent's settings in effect")
  func inactiveContext() {
    let child = child
    parent.user.register { Piece("parent") }
    child.user.onArg("family-b") { Piece("child") }
    #expect(child.user().name == "parent")
  }

  @Test("A context of the parent applies when the child's scope changes meanwhile")
  func contextAndScope() {
    let child = child
    parent.cached.onArg("family-c") { Piece("context") }
    _ = child.cached.unique
    FactoryContext.setArg("family-c", forKey: "family-c")
    defer { FactoryContext.removeArg(forKey: "family-c") }
    #expect(child.cached().name == "context")
  }

  @Test("`reset(scope:)` of a child evicts what has the scope because of its parent")
  func resetOfScope() {
    let child = child
    parent.plain.scope(.seenEarlier)
    let first = child.plain()
    parent.plain.scope(.seenLater)
    child.manager.reset(scope: .seenEarlier)
    #expect(child.plain() === first)
    child.manager.reset(scope: .seenLater)
    #expect(child.plain() !== first)
  }

  @Test("A child's resolution leaves the default scope of its parent a default")
  func defaultScopeOfParent() {
    let child = FamilyContainer(parent: parent, sharing: .cached)
    parent.manager.defaultScope = .cached
    let first = child.plain()
    #expect(parent.plain() === first)
    #expect(FamilyContainer(parent: parent, sharing: .cached).plain.resolvedOrNil() === first)
    parent.manager.defaultScope = .unique
    #expect(parent.plain() !== first)
  }

  @Test("A new default scope of a child evicts what has lost its scope in the parent")
  func changedDefaultScope() {
    let child = child
    parent.plain.scope(.seenEarlier)
    let first = child.plain()
    parent.plain.reset()
    child.manager.defaultScope = .seenEarlier
    #expect(child.plain() !== first)
  }

  @Test("A child sees its parent's default scope, unless it has its own")
  func defaultScope() {
    let child = child
    #expect(child.plain() !== child.plain())
    parent.manager.defaultScope = .cached
    let kept = child.plain()
    #expect(child.plain() === kept)
    #expect(parent.plain() !== kept)
    child.manager.defaultScope = .unique
    #expect(child.plain() !== child.plain())
    #expect(parent.plain() === parent.plain())
    child.manager.defaultScope = nil
    parent.manager.defaultScope = nil
    #expect(child.plain() !== child.plain())
  }

  @Test("A child sees a scope that its parent was given after once()")
  func once() {
    let child = child
    let first = child.fixed()
    #expect(child.fixed() === first)
    _ = parent.fixed.unique
    #expect(child.fixed() !== child.fixed())
    _ = child.fixed.cached
    #expect(child.fixed() === child.fixed())
  }

  @Test("The definition's scope wins over one that other code has set, also in a child")
  func scopeOfDefinition() {
    for container in [parent, child] {
      _ = container.cached.unique
      #expect(container.cached() === container.cached())
      let kept = container.cached()
      #expect(container.cached.unique() !== kept)
      #expect(container.cached() === container.cached())
    }
  }

  @Test("A child sees its parent's promiseTriggersError, unless it has its own")
  func promises() {
    let child = child
    #expect(child.manager.promiseTriggersError)
    parent.manager.promiseTriggersError = false
    #expect(!child.manager.promiseTriggersError)
    child.manager.promiseTriggersError = true
    #expect(child.manager.promiseTriggersError)
    #expect(!parent.manager.promiseTriggersError)
  }

  @Test("autoRegister runs once, for the parent, before a child's first resolution")
  func autoRegister() {
    let child = child
    #expect(child.registered().name == "by autoRegister")
    #expect(child.registrations.value == 0)
    #expect(parent.registrations.value == 1)
    child.manager.reset()
    #expect(child.registered().name == "by autoRegister")
    #expect(child.registrations.value == 0)
    parent.manager.reset()
    #expect(child.registered().name == "by autoRegister")
    #expect(child.registrations.value == 0)
    #expect(parent.registrations.value == 2)
  }

  @Test("validate on a child counts its parent's registrations")
  func validation() throws {
    let parent = RequiringFamily()
    let child = RequiringFamily(parent: parent)
    #expect(throws: MissingRegistrations.self) { try child.validate(\.needed) }
    parent.needed.register { Piece("parent") }
    try child.validate(\.needed)
  }
}

private final class RequiringFamily: ManagedContainer {
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: RequiringFamily) { manager = ContainerManager(childOf: parent) }
  var needed: Factory<Piece> { required() }
}
