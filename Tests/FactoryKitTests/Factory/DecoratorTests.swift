// Factory, MIT licence; see LICENSE
//
// The behaviour of decorators.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

// The guide's example.
private final class Child: @unchecked Sendable {
  // Sendable: used by one thread only.
  weak var parent: ParentChildService?
}
private final class ParentChildService: Sendable {
  let child = Child()
}

private final class DecoratedContainer: ManagedContainer {
  let manager = ContainerManager()
  let seen = LockedArray<String>()
}

// The container stores its decorators, so a decorator that uses the container does not retain it.
extension DecoratedContainer {
  var parentChild: Factory<ParentChildService> {
    self { ParentChildService() }.decorator { instance in instance.child.parent = instance }
  }
  var guideShared: Factory<TestService> {
    self { TestService() }.shared.decorator { [unowned self] in
      self.seen.append("created \($0.label)")
    }
  }
  var plain: Factory<TestService> { self { TestService() } }
  var cached: Factory<TestService> { self { TestService() }.cached }
  var own: Factory<TestService> {
    self { TestService("own") }.cached.decorator { [unowned self] in self.seen.append($0.label) }
  }
  var graph: Factory<TestService> {
    self { TestService() }.graph.decorator { [unowned self] _, isNew in
      self.seen.append(isNew ? "new" : "kept")
    }
  }
  var graphTwice: Factory<Bool> { self { self.graph() === self.graph() } }
  var value: Factory<Int> { self { 7 } }
  var optional: Factory<TestService?> {
    self { nil }.cached.decorator { [unowned self] in self.seen.append($0 == nil ? "nil" : "some") }
  }
  var resolving: Factory<TestService> {
    self { TestService("resolving") }.cached.decorator { [unowned self] _ in
      self.seen.append(self.own().label)
    }
  }
  /// Resolves itself in its decorator. This is not a cycle, because the instance is already cached.
  var resolvingItself: Factory<TestService> {
    self { TestService("itself") }.cached.decorator { [unowned self] instance, isNew in
      if isNew { self.seen.append(self.resolvingItself() === instance ? "same" : "other") }
    }
  }
  var changing: Factory<TestService> {
    self { TestService() }.cached.decorator { [unowned self] _, isNew in
      if isNew { self.cached.register { TestService("registered by a decorator") } }
    }
  }
}

@Suite("Decorators", .container) struct DecoratorTests {
  private let container = DecoratedContainer()

  @Test("The guide's parent is given to its child")
  func guide() {
    let parent = container.parentChild()
    #expect(parent.child.parent === parent)
  }

  @Test("The guide's decorator follows a scope")
  func afterScope() {
    let first = container.guideShared()
    #expect(container.guideShared() === first)
    #expect(container.seen.elements == ["created original", "created original"])
  }

  @Test("An instance cached for the cycle is not new the second time")
  func graph() {
    #expect(container.graphTwice())
    #expect(container.seen.elements == ["new", "kept"])
  }

  @Test("A decorator sees a nil result as well")
  func nilResult() {
    _ = container.optional()
    #expect(container.seen.elements == ["nil"])
  }

  @Test("A container's decorator sees every resolution of the container")
  func ofContainer() {
    let seen = container.seen
    container.decorator { seen.append("\(type(of: $0))") }
    _ = container.plain()
    _ = container.cached()
    _ = container.cached()
    _ = container.value()
    #expect(seen.elements == ["TestService", "TestService", "TestService", "Int"])
  }

  @Test("A container's decorator does not get the instances of other containers")
  func otherContainer() {
    let seen = container.seen
    container.decorator { _ in seen.append("seen") }
    _ = DecoratedContainer().plain()
    #expect(seen.count == 0)
  }

  @Test("A container's decorator can be removed")
  func removed() {
    let seen = container.seen
    container.decorator { _ in seen.append("seen") }
    container.decorator(nil)
    _ = container.plain()
    #expect(seen.count == 0)
  }

  @Test("A decorator may resolve other factories")
  func resolvesOthers() {
    _ = container.resolving()
    #expect(container.seen.elements == ["own", "own"])
  }

  @Test("A decorator runs after the instance is stored, so it may resolve its own factory")
  func resolvesItself() {
    _ = container.resolvingItself()
    #expect(container.seen.elements == ["same"])
  }

  @Test("A container's decorator may resolve")
  func ofContainerResolves() {
    let container = container
    container.decorator { [unowned container] resolved in
      if (resolved as? TestService)?.label == "original" {
        container.seen.append("\(container.value())")
      }
    }
    _ = container.plain()
    #expect(container.seen.elements == ["7"])
  }

  @Test("A decorator may register")
  func registers() {
    _ = container.changing()
    #expect(container.cached().label == "registered by a decorator")
  }

  @Test("No lock is held while a decorator runs")
  func otherThread() {
    let container = container
    let same = LockedArray<Bool>()
    container.cached.decorator { [unowned container] instance, isNew in
      guard isNew else { return }
      let container = container
      TestThread(inheritingContainers: true) { same.append(container.cached() === instance) }.join()
    }
    _ = container.cached()
    #expect(same.elements == [true])
  }
}
