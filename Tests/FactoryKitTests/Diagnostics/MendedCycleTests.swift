// Factory, MIT licence; see LICENSE
//
// What the guide says helps against a circular dependency does.
import FactoryTesting
import Testing

private final class MendedContainer: SharedContainer {
  @TaskLocal static var shared = MendedContainer()
  let manager = ContainerManager()
}

private final class LazyParent {
  @Injected(\MendedContainer.lazyChild) var child
}
private final class LazyChild {
  @LazyInjected(\MendedContainer.lazyParent) var parent
}
private final class WeakParent {
  @Injected(\MendedContainer.weakChild) var child
}
private final class WeakChild {
  @WeakLazyInjected(\MendedContainer.weakParent) var parent
}

extension MendedContainer {
  var lazyParent: Factory<LazyParent> { self { LazyParent() }.shared }
  var lazyChild: Factory<LazyChild> { self { LazyChild() }.shared }
  var weakParent: Factory<WeakParent> { self { WeakParent() }.shared }
  var weakChild: Factory<WeakChild> { self { WeakChild() }.shared }
}

extension Trait where Self == ContainerTrait<MendedContainer> {
  fileprivate static var mendedContainer: ContainerTrait<MendedContainer> {
    .init(shared: MendedContainer.$shared, container: .init())
  }
}

@Suite("Mended cycles", .mendedContainer) struct MendedCycleTests {
  @Test("@LazyInjected breaks a circular dependency")
  func lazy() {
    let parent = MendedContainer.shared.lazyParent()
    #expect(parent.child.parent === parent)
    // The two hold each other now, as lazy injection does.
    parent.child = LazyChild()
  }

  @Test("@WeakLazyInjected breaks a circular dependency, and the circle of references")
  func weakly() {
    weak var released: WeakParent?
    do {
      let parent = MendedContainer.shared.weakParent()
      #expect(parent.child.parent === parent)
      released = parent
    }
    #expect(released == nil)
  }
}
