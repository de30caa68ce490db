// Factory, MIT licence; see LICENSE
//
// Decorators that resolve: what they resolve is not theirs to decorate.
import FactoryTesting
import Foundation
import Testing

private final class NestedContainer: SharedContainer {
  @TaskLocal static var shared = NestedContainer()
  let manager = ContainerManager()
  let seen = Notes<String>()
  private let calls = Tally()

  /// Whether a decorator is to resolve. Not without end: the test is to fail, and not to crash.
  func mayResolve() -> Bool { calls.next() < 8 }
}

// Decorators are kept by the container, so those that use it do not own it.
extension NestedContainer {
  var gadget: Factory<Gadget> { self { Gadget("gadget") } }
  var cachedGadget: Factory<Gadget> { self { Gadget("cached gadget") }.cached }
  var byNumber: ParameterFactory<Int, Gadget> { self { Gadget("gadget \($0)") } }

  var logger: Factory<Gadget> { self { Gadget("logger") } }
  var cachedLogger: Factory<Gadget> { self { Gadget("cached logger") }.cached }
  var loggerWithNeeds: Factory<Gadget> { self { Gadget("logger of \(self.logger().label)") } }
  var loggerByNumber: ParameterFactory<Int, Gadget> { self { Gadget("logger \($0)") } }
  var decoratedLogger: Factory<Gadget> {
    self { Gadget("decorated logger") }.decorator { [unowned self] in
      self.seen.add("own: \($0.label)")
    }
  }

  /// Resolves itself in its decorator.
  var itself: Factory<Gadget> {
    self { Gadget("itself") }.decorator { [unowned self] in
      self.seen.add($0.label)
      if self.mayResolve() { _ = self.itself() }
    }
  }
  var cachedItself: Factory<Gadget> {
    self { Gadget("itself") }.cached.decorator { [unowned self] in
      self.seen.add($0.label)
      if self.mayResolve() { _ = self.cachedItself() }
    }
  }
  var graphItself: Factory<Gadget> {
    self { Gadget("itself") }.graph.decorator { [unowned self] in
      self.seen.add($0.label)
      if self.mayResolve() { _ = self.graphItself() }
    }
  }
  /// Does so every time.
  var endless: Factory<Gadget> {
    self { Gadget("endless") }.decorator { [unowned self] _ in _ = self.endless() }
  }
  /// Two whose decorators resolve each other.
  var left: Factory<Gadget> {
    self { Gadget("left") }.decorator { [unowned self] in
      self.seen.add($0.label)
      if self.mayResolve() { _ = self.right() }
    }
  }
  var right: Factory<Gadget> {
    self { Gadget("right") }.decorator { [unowned self] in
      self.seen.add($0.label)
      if self.mayResolve() { _ = self.left() }
    }
  }
}

@Suite("Decorators that resolve", .container) struct NestedDecoratorTests {
  private let container = NestedContainer()

  /// Has the container's decorator note what it sees, and use the container.
  private func decorate(_ use: @escaping @Sendable (NestedContainer) -> Void) {
    let container = container
    container.decorator { [unowned container] in
      container.seen.add(($0 as? Gadget)?.label ?? "\($0)")
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
    _ = container.gadget()
    #expect(container.seen.all == ["gadget"])
  }

  @Test("Nor does it decorate the dependencies of what it resolves")
  func dependenciesInside() async {
    // In a process of its own: where they are decorated, that is reported as a circle.
    await #expect(processExitsWith: .success) {
      let container = NestedContainer()
      container.decorator { [unowned container] in
        container.seen.add(($0 as? Gadget)?.label ?? "")
        _ = container.loggerWithNeeds()
      }
      _ = container.gadget()
      precondition(container.seen.all == ["gadget"])
    }
  }

  @Test("It is called once for each resolution from outside")
  func again() {
    decorate { _ = $0.logger() }
    _ = container.gadget()
    _ = container.cachedGadget()
    _ = container.cachedGadget()
    _ = container.byNumber(1)
    #expect(
      container.seen.all == ["gadget", "cached gadget", "cached gadget", "gadget 1"])
  }

  @Test("What it resolves is decorated when it is resolved from outside")
  func loggerFromOutside() {
    decorate { _ = $0.cachedLogger() }
    _ = container.gadget()
    _ = container.cachedLogger()
    #expect(container.seen.all == ["gadget", "cached logger"])
  }

  @Test("It decorates the dependencies of what is resolved from outside")
  func dependencies() {
    decorate { _ = $0.cachedLogger() }
    _ = container.loggerWithNeeds()
    #expect(container.seen.all == ["logger", "logger of logger"])
  }

  @Test("A factory's own decorator sees what the container's decorator resolves")
  func ownDecorator() {
    decorate { _ = $0.decoratedLogger() }
    _ = container.gadget()
    #expect(container.seen.all == ["gadget", "own: decorated logger"])
  }

  @Test("While it runs on one thread, it decorates what another one resolves")
  func otherThread() {
    decorate { container in
      guard container.seen.all == ["gadget"] else { return }
      // Its container is kept by the test.
      let container = container
      StartedThread { _ = container.cachedGadget() }.join()
    }
    _ = container.gadget()
    #expect(container.seen.all == ["gadget", "cached gadget"])
  }

  @Test("Another container's decorator sees what it resolves there")
  func otherContainer() {
    let other = NestedContainer()
    other.decorator { [unowned other] in other.seen.add(($0 as? Gadget)?.label ?? "") }
    decorate { [unowned other] _ in _ = other.logger() }
    _ = container.gadget()
    #expect(container.seen.all == ["gadget"])
    #expect(other.seen.all == ["logger"])
  }

  @Test("Two containers whose decorators resolve from each other decorate once each")
  func mutual() {
    let container = container
    let other = NestedContainer()
    other.decorator { [unowned container, unowned other] in
      other.seen.add(($0 as? Gadget)?.label ?? "")
      if other.mayResolve() { _ = container.logger() }
    }
    decorate { [unowned other] _ in _ = other.logger() }
    _ = container.gadget()
    #expect(container.seen.all == ["gadget"])
    #expect(other.seen.all == ["logger"])
  }

  private static let selves: [any KeyPath<NestedContainer, Factory<Gadget>> & Sendable] = [
    \.itself, \.cachedItself, \.graphItself,
  ]

  @Test("A factory's decorator does not decorate what it resolves of its own", arguments: selves)
  private func itself(path: any KeyPath<NestedContainer, Factory<Gadget>> & Sendable) {
    _ = container[keyPath: path]()
    #expect(container.seen.all == ["itself"])
    _ = container[keyPath: path]()
    #expect(container.seen.all == ["itself", "itself"])
  }

  @Test("Two factories whose decorators resolve each other are decorated once each")
  func eachOther() {
    _ = container.left()
    #expect(container.seen.all == ["left", "right"])
  }

  @Test("A decorator that does not stop by itself ends all the same")
  func withoutEnd() async {
    await #expect(processExitsWith: .success) {
      let container = NestedContainer()
      container.decorator { [unowned container] _ in _ = container.logger() }
      _ = container.gadget()
      _ = container.endless()
    }
  }
}
