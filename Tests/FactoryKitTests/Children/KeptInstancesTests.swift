// Factory, MIT licence; see LICENSE
//
// What a child container keeps, and what its parent and the process keep.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("What a child keeps", .container) struct KeptInstancesTests {
  private let parent = FamilyContainer()
  private var child: FamilyContainer { FamilyContainer(parent: parent) }
  private var sharing: FamilyContainer {
    FamilyContainer(parent: parent, sharing: .ofFamily, .ofFamilyWeak)
  }

  @Test("A child keeps its own cached instances")
  func cached() {
    let (first, second) = (child, child)
    let kept = parent.cached()
    #expect(first.cached() !== kept)
    #expect(first.cached() === first.cached())
    #expect(second.cached() !== first.cached())
    #expect(parent.cached() === kept)
  }

  @Test("What a child has built stays when the parent is changed, until it is reset")
  func stays() {
    let child = child
    let kept = child.cached()
    parent.cached.register { Piece("parent") }
    #expect(child.cached() === kept)
    parent.manager.reset(options: .scope)
    #expect(child.cached() === kept)
    child.manager.reset(options: .scope)
    #expect(child.cached().name == "parent")
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

  @Test("A registration of the child evicts the child's instance only")
  func ownRegistrationEvicts() {
    let child = child
    let (kept, own) = (parent.cached(), child.cached())
    child.cached.register { Piece("child") }
    #expect(child.cached() !== own)
    #expect(child.cached().name == "child")
    #expect(parent.cached() === kept)
  }

  @Test("Singletons are the process's")
  func singletons() {
    let child = child
    let single = child.single()
    #expect(parent.single() === single)
    #expect(FamilyContainer().single() === single)
    child.single.reset()
    child.manager.reset()
    #expect(child.single() === single)
    #expect(parent.single() === single)
    parent.single.reset()
    #expect(child.single() !== single)
  }

  @Test("Instances of shared scopes are taken from the parent and left there")
  func shared() {
    let (first, second) = (sharing, sharing)
    let session = first.session()
    #expect(second.session() === session)
    #expect(parent.session() === session)
    #expect(child.session() !== session)
    #expect(first.cached() !== parent.cached())
    let weak = first.weak()
    #expect(parent.weak() === weak)
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

  @Test("A reset of the parent drops shared instances, one of the child does not")
  func resetOfShared() {
    let child = sharing
    let session = child.session()
    child.manager.reset()
    child.manager.reset(scope: .ofFamily)
    #expect(child.session() === session)
    parent.manager.reset(scope: .ofFamily)
    let next = child.session()
    #expect(next !== session)
    #expect(parent.session() === next)
    parent.manager.reset()
    #expect(child.session() !== next)
    #expect(parent.session() === child.session())
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

  @Test("The outermost parent up to which each child shares a scope keeps its instances")
  func nested() {
    let child = sharing
    let grandchild = FamilyContainer(parent: child, sharing: .ofFamily)
    #expect(grandchild.session() === parent.session())
    #expect(child.session() === parent.session())
    let closed = FamilyContainer(parent: parent)
    let inner = FamilyContainer(parent: closed, sharing: .ofFamily)
    #expect(inner.session() === closed.session())
    #expect(inner.session() !== parent.session())
  }

  @Test("Shared instances may have parameters, and be asynchronous")
  func kinds() async {
    let child = sharing
    #expect(child.byNumber(1) === parent.byNumber(1))
    #expect(child.byNumber(2) !== parent.byNumber(1))
    #expect(child.byNumber.resolvedOrNil(2) === parent.byNumber(2))
    let database = await child.database()
    let parents = await parent.database()
    #expect(parents === database)
    #expect(child.session.resolvedOrNil() == nil)
    let session = parent.session()
    #expect(child.session.resolvedOrNil() === session)
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

  @Test("push and pop of a child affect the child only")
  func pushAndPop() {
    let child = child
    let (kept, own) = (parent.cached(), child.cached())
    child.manager.push()
    child.cached.register { Piece("pushed") }
    #expect(child.cached().name == "pushed")
    parent.user.register { Piece("parent") }
    child.manager.pop()
    #expect(child.cached() === own)
    #expect(parent.cached() === kept)
    #expect(child.user().name == "parent")
  }

  @Test("Nothing of a dropped child remains")
  func dropped() {
    weak var instance: Piece?
    weak var manager: ContainerManager?
    do {
      let child = child
      instance = child.cached()
      child.user.register { [piece = child.cached()] in piece }
      _ = child.page()
      _ = child.single()
      manager = child.manager
    }
    #expect(instance == nil)
    #expect(manager == nil)
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
}
