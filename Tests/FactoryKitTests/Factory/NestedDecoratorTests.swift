// Factory, MIT licence; see LICENSE
//
// Decorators that resolve: they are not called for what they resolve themselves.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

private final class NestedContainer: SharedContainer {
  @TaskLocal static var shared = NestedContainer()
  let manager = ContainerManager()
  let seen = LockedArray<String>()
  private let calls = Counter()

  /// Whether a decorator resolves. Limited, so that a failure does not crash the test.
  func mayResolve() -> Bool { calls.increment() < 8 }
}

// The container stores its decorators, so a decorator that uses the container does not retain it.
extension NestedContainer {
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
  var cachedItself: Factory<TestService> {
    self { TestService("itself") }.cached.decorator { [unowned self] in
      self.seen.append($0.label)
      if self.mayResolve() { _ = self.cachedItself() }
    }
  }
  var graphItself: Factory<TestService> {
    self { TestService("itself") }.graph.decorator { [unowned self] in
      self.seen.append($0.label)
      if self.mayResolve() { _ = self.graphItself() }
    }
  }
  /// Resolves itself every time its decorator is called.
  var endless: Factory<TestService> {
    self { TestService("endless") }.decorator { [unowned self] _ in _ = self.endless() }
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

@Suite("Decorators that resolve", .container) struct NestedDecoratorTests {
  private let container = NestedContainer()

  /// Sets a container's decorator that records its instances and uses the container.
  private func decorate(_ use: @escaping @Sendable (NestedContainer) -> Void) {
    let container = container
    container.decorator { [unowned container] in
      container.seen.append(($0 as? TestService)?.label ?? "\($0)")
      if container.mayResolve() { use(container) }
    }
  }

  enum Logger: CaseIterable, Sendable {
    case plain, cached, cachedTwice, parameter

    fileprivate func resolve(_ container: NestedContainer) {
      switch self {
      case .plain: _ = container.logger()
      case .cached: _ = container.cachedLogger()
      case .cachedTwice: for _ in 0..<2 { _ = container.cachedLogger() }
      case .parameter: _ = container.loggerByNumber(1)
      }
    }
  }

  @Test(
    "A container's decorator does not decorate what it resolves itself",
    arguments: Logger.allCases)
  func ofContainer(logger: Logger) {
    decorate { logger.resolve($0) }
    _ = container.service()
    #expect(container.seen.elements == ["service"])
  }

  @Test("A container's decorator does not decorate the dependencies of what it resolves")
  func dependenciesInside() async {
    // In a separate process: if these instances were decorated, the library would report a circular
    // dependency.
    await #expect(processExitsWith: .success) {
      let container = NestedContainer()
      container.decorator { [unowned container] in
        container.seen.append(($0 as? TestService)?.label ?? "")
        _ = container.loggerWithNeeds()
      }
      _ = container.service()
      precondition(container.seen.elements == ["service"])
    }
  }

  @Test("A container's decorator is called once for each resolution from outside")
  func again() {
    decorate { _ = $0.logger() }
    _ = container.service()
    _ = container.cachedService()
    _ = container.cachedService()
    _ = container.byNumber(1)
    #expect(
      container.seen.elements == ["service", "cached service", "cached service", "service 1"])
  }

  @Test("What a decorator resolves is decorated when it is resolved from outside")
  func loggerFromOutside() {
    decorate { _ = $0.cachedLogger() }
    _ = container.service()
    _ = container.cachedLogger()
    #expect(container.seen.elements == ["service", "cached logger"])
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

  @Test("Another container's decorator sees what it resolves there")
  func otherContainer() {
    let other = NestedContainer()
    other.decorator { [unowned other] in other.seen.append(($0 as? TestService)?.label ?? "") }
    decorate { [unowned other] _ in _ = other.logger() }
    _ = container.service()
    #expect(container.seen.elements == ["service"])
    #expect(other.seen.elements == ["logger"])
  }

  @Test("Two containers whose decorators resolve from each other decorate once each")
  func mutual() {
    let container = container
    let other = NestedContainer()
    other.decorator { [unowned container, unowned other] in
      other.seen.append(($0 as? TestService)?.label ?? "")
      if other.mayResolve() { _ = container.logger() }
    }
    decorate { [unowned other] _ in _ = other.logger() }
    _ = container.service()
    #expect(container.seen.elements == ["service"])
    #expect(other.seen.elements == ["logger"])
  }

  private static let selves: [any KeyPath<NestedContainer, Factory<TestService>> & Sendable] = [
    \.itself, \.cachedItself, \.graphItself,
  ]

  @Test(
    "A factory's decorator does not decorate what it resolves from its own factory",
    arguments: selves)
  private func itself(path: any KeyPath<NestedContainer, Factory<TestService>> & Sendable) {
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

  @Test("A decorator that always resolves its own factory is not called again inside itself")
  func withoutEnd() async {
    await #expect(processExitsWith: .success) {
      let container = NestedContainer()
      container.decorator { [unowned container] _ in _ = container.logger() }
      _ = container.service()
      _ = container.endless()
    }
  }
}
