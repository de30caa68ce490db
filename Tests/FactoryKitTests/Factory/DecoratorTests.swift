// Factory, MIT licence; see LICENSE
//
// Decorators of factories and of containers. They are not called for what they resolve themselves.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

// The guide's example.
private final class Child: @unchecked Sendable {
  // Sendable: used by one thread only.
  weak var parent: ParentChildService?
}
private final class ParentChildService: Sendable {
  let child = Child()
}

private final class DecoratedContainer: SharedContainer {
  @TaskLocal static var shared = DecoratedContainer()
  let manager = ContainerManager()
  let seen = LockedArray<String>()
  private let calls = Counter()

  /// Whether a decorator resolves. Limited, so that a failure does not crash the test.
  func mayResolve() -> Bool { calls.increment() < 8 }
}

// The container stores its decorators, so a decorator that uses the container does not retain it.
extension DecoratedContainer {
  var parentChild: Factory<ParentChildService> {
    self { ParentChildService() }.decorator { instance in instance.child.parent = instance }
  }
  var graph: Factory<TestService> {
    self { TestService() }.graph.decorator { [unowned self] _, isNew in
      self.seen.append(isNew ? "new" : "kept")
    }
  }
  var graphTwice: Factory<Bool> { self { self.graph() === self.graph() } }
  var optional: Factory<TestService?> {
    self { nil }.cached.decorator { [unowned self] in self.seen.append($0 == nil ? "nil" : "some") }
  }
  /// Resolves itself in its decorator. This is not a cycle, because the instance is already cached.
  var cachedItself: Factory<TestService> {
    self { TestService("itself") }.cached.decorator { [unowned self] instance in
      self.seen.append(instance.label)
      if self.mayResolve() { #expect(self.cachedItself() === instance) }
    }
  }

  var service: Factory<TestService> { self { TestService("service") } }
  var cachedService: Factory<TestService> { self { TestService("cached service") }.cached }
  var byNumber: ParameterFactory<Int, TestService> { self { TestService("service \($0)") } }

  var logger: Factory<TestService> { self { TestService("logger") } }
  var cachedLogger: Factory<TestService> { self { TestService("cached logger") }.cached }
  var loggerWithNeeds: Factory<TestService> {
    self { TestService("logger of \(self.logger().label)") }
  }
  var loggerByNumber: ParameterFactory<Int, TestService> { self { TestService("logger \($0)") } }
  var decoratedLogger: Factory<TestService> {
    self { TestService("decorated logger") }.decorator { [unowned self] in
      self.seen.append("own: \($0.label)")
    }
  }

  /// Resolves itself in its decorator.
  var itself: Factory<TestService> {
    self { TestService("itself") }.decorator { [unowned self] in
      self.seen.append($0.label)
      if self.mayResolve() { _ = self.itself() }
    }
  }
  /// Two whose decorators resolve each other.
  var left: Factory<TestService> {
    self { TestService("left") }.decorator { [unowned self] in
      self.seen.append($0.label)
      if self.mayResolve() { _ = self.right() }
    }
  }
  var right: Factory<TestService> {
    self { TestService("right") }.decorator { [unowned self] in
      self.seen.append($0.label)
      if self.mayResolve() { _ = self.left() }
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

  @Test("A container's decorator can be removed")
  func removed() {
    let seen = container.seen
    container.decorator { _ in seen.append("seen") }
    container.decorator(nil)
    _ = container.service()
    #expect(seen.count == 0)
  }
}

// MARK: Decorators that resolve

@Suite("Decorators that resolve", .container) struct NestedDecoratorTests {
  private let container = DecoratedContainer()

  /// Sets a container's decorator that records its instances and uses the container.
  private func decorate(_ use: @escaping @Sendable (DecoratedContainer) -> Void) {
    let container = container
    container.decorator { [unowned container] in
      container.seen.append(($0 as? TestService)?.label ?? "\($0)")
      if container.mayResolve() { use(container) }
    }
  }

  private static let loggers: [@Sendable (DecoratedContainer) -> Void] = [
    { _ = $0.logger() }, { _ = $0.cachedLogger() }, { _ = $0.loggerByNumber(1) },
    { for _ in 0..<2 { _ = $0.cachedLogger() } }, { _ = $0.loggerWithNeeds() },
  ]

  @Test(
    "A container's decorator does not decorate what it resolves itself, nor its dependencies",
    arguments: loggers.indices)
  func ofContainer(logger: Int) {
    decorate(Self.loggers[logger])
    _ = container.service()
    #expect(container.seen.elements == ["service"])
  }

  @Test("A container's decorator is called once for each resolution from outside")
  func again() {
    decorate { _ = $0.cachedLogger() }
    _ = container.service()
    _ = container.cachedService()
    _ = container.cachedService()
    _ = container.byNumber(1)
    _ = container.cachedLogger()
    #expect(
      container.seen.elements
        == ["service", "cached service", "cached service", "service 1", "cached logger"])
  }

  @Test("A container's decorator gets the dependencies of what is resolved from outside")
  func dependencies() {
    decorate { _ = $0.cachedLogger() }
    _ = container.loggerWithNeeds()
    #expect(container.seen.elements == ["logger", "logger of logger"])
  }

  @Test("A factory's own decorator sees what the container's decorator resolves")
  func ownDecorator() {
    decorate { _ = $0.decoratedLogger() }
    _ = container.service()
    #expect(container.seen.elements == ["service", "own: decorated logger"])
  }

  @Test("A decorator that runs on one thread decorates what another thread resolves")
  func otherThread() {
    decorate { container in
      guard container.seen.elements == ["service"] else { return }
      // The test retains its container.
      let container = container
      TestThread(inheritingContainers: true) { _ = container.cachedService() }.join()
    }
    _ = container.service()
    #expect(container.seen.elements == ["service", "cached service"])
  }

  @Test("Two containers whose decorators resolve from each other decorate once each")
  func mutual() {
    let container = container
    let other = DecoratedContainer()
    other.decorator { [unowned container, unowned other] in
      other.seen.append(($0 as? TestService)?.label ?? "")
      if other.mayResolve() { _ = container.logger() }
    }
    decorate { [unowned other] _ in _ = other.logger() }
    _ = container.service()
    #expect(container.seen.elements == ["service"])
    #expect(other.seen.elements == ["logger"])
  }

  private typealias Path = any KeyPath<DecoratedContainer, Factory<TestService>> & Sendable

  // It runs after the instance is stored, so it gets a cached instance again.
  @Test(
    "A factory's decorator may resolve its own factory, which does not call it again",
    arguments: [\.itself, \.cachedItself] as [Path])
  private func itself(path: Path) {
    _ = container[keyPath: path]()
    #expect(container.seen.elements == ["itself"])
    _ = container[keyPath: path]()
    #expect(container.seen.elements == ["itself", "itself"])
  }

  @Test("Two factories whose decorators resolve each other are decorated once each")
  func eachOther() {
    _ = container.left()
    #expect(container.seen.elements == ["left", "right"])
  }
}
