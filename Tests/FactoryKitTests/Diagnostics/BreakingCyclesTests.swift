// Factory, MIT licence; see LICENSE
//
// The ways to break a circular dependency that the guide describes.
import FactoryTesting
import Testing

private final class LazyCycleContainer: SharedContainer {
  @TaskLocal static var shared = LazyCycleContainer()
  let manager = ContainerManager()
}

private final class LazyParent {
  @Injected(\LazyCycleContainer.lazyChild) var child
}
private final class LazyChild {
  @LazyInjected(\LazyCycleContainer.lazyParent) var parent
}
private final class WeakParent {
  @Injected(\LazyCycleContainer.weakChild) var child
}
private final class WeakChild {
  @WeakLazyInjected(\LazyCycleContainer.weakParent) var parent
}

extension LazyCycleContainer {
  var lazyParent: Factory<LazyParent> { self { LazyParent() }.shared }
  var lazyChild: Factory<LazyChild> { self { LazyChild() }.shared }
  var weakParent: Factory<WeakParent> { self { WeakParent() }.shared }
  var weakChild: Factory<WeakChild> { self { WeakChild() }.shared }
}

extension Trait where Self == ContainerTrait<LazyCycleContainer> {
  fileprivate static var lazyCycleContainer: ContainerTrait<LazyCycleContainer> {
    .init(shared: LazyCycleContainer.$shared, container: .init())
  }
}

@Suite("Breaking circular dependencies", .lazyCycleContainer) struct BreakingCyclesTests {
  @Test("@LazyInjected breaks a circular dependency")
  func lazy() {
    let parent = LazyCycleContainer.shared.lazyParent()
    #expect(parent.child.parent === parent)
    // The two objects now retain each other, as with lazy injection.
    parent.child = LazyChild()
  }

  @Test("@WeakLazyInjected breaks a circular dependency and the reference cycle")
  func weakly() {
    weak var released: WeakParent?
    do {
      let parent = LazyCycleContainer.shared.weakParent()
      #expect(parent.child.parent === parent)
      released = parent
    }
    #expect(released == nil)
  }
}
