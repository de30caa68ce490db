// Factory, MIT licence; see LICENSE
//
// What a child container sees of its parent.
import FactoryTestSupport
import FactoryTesting
import Testing

extension FamilyContainer {
  fileprivate var ranked: Factory<Piece> {
    self { Piece("live") }.onArg("family-b") { Piece("definition") }
  }
  fileprivate var previewed: Factory<Piece> {
    self { Piece("live") }.onPreview { Piece("definition") }
  }
  fileprivate var timed: Factory<Piece> { self { Piece("timed") }.cached.timeToLive(10) }
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

  @Test("A context of a child is its own, also if the definition has another one")
  func contextOfChild() {
    let child = child
    child.previewed.onArg("family-d") { Piece("child") }
    FactoryContext.setArg("family-d", forKey: "family-d")
    defer { FactoryContext.removeArg(forKey: "family-d") }
    #expect(child.previewed.singleton().name == "child")
    #expect(parent.previewed.singleton().name == "live")
  }

  @Test("In a child, a context of the parent precedes a lower one of the definition")
  func contextOfDefinition() {
    parent.ranked.onArg("family-0") { Piece("parent") }
    for key in ["family-0", "family-b"] { FactoryContext.setArg(key, forKey: key) }
    defer { for key in ["family-0", "family-b"] { FactoryContext.removeArg(forKey: key) } }
    #expect(child.ranked().name == "parent")
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

  @Test("An instance expires if the parent got a time to live after the child's factory was read")
  func timeToLive() {
    let clock = ManualClock()
    parent.manager.clock = clock.reading
    let factory = child.byNumber
    let first = factory(1)
    parent.byNumber.timeToLive(10)
    // The time begins with the first use after the change.
    #expect(factory(1) === first)
    clock.advance(seconds: 10)
    #expect(factory(1) !== first)
  }

  @Test("The clock of the container that keeps an instance decides, not the child's")
  func clocks() {
    let clock = ManualClock()
    parent.manager.clock = clock.reading
    let child = FamilyContainer(parent: parent, sharing: .cached)
    child.manager.clock = { .max / 2 }
    let first = parent.timed()
    #expect(child.timed() === first)
    // The child has found out that the factory has a time to live, and the parent has to do so again.
    parent.timed.decorator { _ in }
    #expect(child.timed() === first)
  }

  @Test("A scope after `.once()` stays in force in a child, with a reset between the two")
  func onceBetweenResets() {
    let once = parent.timed.once()
    parent.manager.reset()
    _ = once.shared
    let child = child
    #expect(child.timed() === child.timed())
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
}
