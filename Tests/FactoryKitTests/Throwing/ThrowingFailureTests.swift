// Factory, MIT licence; see LICENSE
//
// What an error leaves behind: nothing.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

/// An error that owns an object.
private struct OwningError: Error {
  let object: TestService
}

private final class LaunchContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = LaunchContainer()
  let manager = ContainerManager()
  let errors = Counter()
  let calls = Counter()

  var settings: ThrowingFactory<TestService, any Error> {
    self {
      if self.calls.increment() == 1 { throw MakeError() }
      return TestService("settings")
    }.cached
  }
  var service: Factory<TestService> { self { TestService() } }

  func autoRegister() {
    do { _ = try settings() } catch { errors.increment() }
    service.register { TestService("registered") }
  }
}

extension ThrowingContainer {
  fileprivate var outer: ThrowingFactory<[TestService], any Error> {
    self { try [self.graph(), self.byNumber(1), self.cached()] }.cached
  }
  fileprivate var tolerant: Factory<TestService> {
    self { (try? self.cached()) ?? TestService("fallback") }
  }
  fileprivate var deep: ThrowingParameterFactory<Int, TestService, any Error> {
    self { $0 == 0 ? try self.make() : try self.deep($0 - 1) }.scopeOnParameters.cached
  }
  /// Resolves the instance of the graph scope twice; the first time fails if the container does.
  fileprivate var twice: ThrowingFactory<[TestService], any Error> {
    self {
      let first = try? self.graph()
      self.fails = false
      return try [first, self.graph(), self.graph()].compactMap(\.self)
    }
  }
  fileprivate var result: Factory<Result<TestService, any Error>> {
    self { Result { try self.make() } }.cached
  }
  fileprivate var graphThenError: ThrowingFactory<TestService, any Error> {
    self {
      let instance = try self.graph()
      self.graphInstances.append(instance)
      throw MakeError(attempt: 50)
    }
  }
}

@Suite("Errors leave nothing behind", .container) struct ThrowingFailureTests {
  private let container = ThrowingContainer()

  /// Whether the calling thread is outside of all resolutions.
  private var isOutside: Bool { CircularDependency.report == nil }

  @Test(
    "After an error, the thread is outside of all resolutions", arguments: ThrowingScope.allCases)
  func frames(scope: ThrowingScope) {
    #expect(isOutside)
    container.fails = true
    #expect(throws: MakeError.self) { try scope.factory(in: container)() }
    #expect(throws: MakeError.self) { try scope.perNumber(in: container)(1) }
    #expect(isOutside)
  }

  @Test("After an error through nested factories, each is tried again")
  func nested() throws {
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try container.outer() }
    #expect(throws: MakeError(attempt: 2)) { try container.outer() }
    #expect(isOutside)
    container.fails = false
    let instances = try container.outer()
    #expect(instances.map(\.label) == ["original", "1", "original"])
    #expect(try container.outer()[2] === instances[2])
    #expect(container.attempts.value == 5)
  }

  @Test("What was cached before an error in the outer closure stays cached")
  func partial() throws {
    container.byNumber.register { _ in throw MakeError(attempt: 50) }
    let cached = try container.cached()
    #expect(throws: MakeError(attempt: 50)) { try container.outer() }
    container.byNumber.reset()
    #expect(try container.outer()[2] === cached)
  }

  @Test("A closure may catch the error of another factory and continue")
  func caught() throws {
    container.fails = true
    #expect(container.tolerant().label == "fallback")
    #expect(isOutside)
    container.fails = false
    #expect(container.tolerant().label == "original")
    #expect(try container.tolerant() === container.cached())
  }

  @Test("A decorator may resolve a throwing factory that fails")
  func failingDecorator() throws {
    let errors = Counter()
    let container = container
    container.byNumber.decorator { [unowned container] _ in
      container.fails = true
      do { _ = try container.plain() } catch { errors.increment() }
      container.fails = false
    }
    #expect(try container.byNumber(1).label == "1")
    #expect(try container.byNumber(2).label == "2")
    #expect(errors.value == 2)
  }

  @Test("An error passes through hundreds of nested resolutions")
  func deep() throws {
    container.fails = true
    let container = container
    let isOutside = onThreads(1, stackSize: TestThread.deepStack) { _ in
      #expect(throws: MakeError(attempt: 1)) { try container.deep(400) }
      return CircularDependency.report == nil
    }
    #expect(isOutside == [true])
    container.fails = false
    let instance = try container.deep(1)
    #expect(try container.deep(0) === instance)
    #expect(container.attempts.value == 2)
  }

  @Test("An error ends the resolution cycle: the next one has its own graph instances")
  func cycle() throws {
    #expect(throws: MakeError(attempt: 50)) { try container.graphThenError() }
    #expect(throws: MakeError(attempt: 50)) { try container.graphThenError() }
    let instances = container.graphInstances.elements
    #expect(instances.count == 2)
    #expect(instances[0] !== instances[1])
  }

  @Test("A graph instance is shared in one resolution cycle only")
  func graph() throws {
    let first = try container.twice()
    #expect(first.count == 3)
    #expect(first.allSatisfy { $0 === first[0] })
    #expect(try container.twice()[0] !== first[0])
    #expect(container.attempts.value == 2)
  }

  @Test("An error of a graph instance is not shared in the resolution cycle")
  func graphError() throws {
    container.fails = true
    let instances = try container.twice()
    #expect(instances.count == 2)
    #expect(instances[0] === instances[1])
    #expect(container.attempts.value == 2)
  }

  @Test("A Factory of a Result caches the error too")
  func result() {
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try container.result().get() }
    #expect(throws: MakeError(attempt: 1)) { try container.result().get() }
  }
  @Test("An error in a resolution of autoRegister does not prevent the registrations after it")
  func autoRegister() throws {
    let container = LaunchContainer()
    #expect(container.service().label == "registered")
    #expect(container.errors.value == 1)
    #expect(try container.settings().label == "settings")
    #expect(try container.settings() === container.settings())
    #expect(container.calls.value == 2)
  }

  // MARK: Memory

  @Test("The error is released", arguments: ThrowingScope.allCases)
  func released(scope: ThrowingScope) {
    // Swift Testing caches where errors were thrown. Another thread that empties the cache retains the error for a moment.
    #expect((1...10).contains { _ in releasesError(scope) })
  }

  private func releasesError(_ scope: ThrowingScope) -> Bool {
    weak var object: TestService?
    scope.factory(in: container).register {
      let service = TestService()
      object = service
      throw OwningError(object: service)
    }
    do {
      _ = try scope.factory(in: container)()
      Issue.record("the factory has not thrown")
    } catch {
      #expect(object != nil)
    }
    return object == nil
  }

  @Test(
    "The container is released after an error, with a decorator or without",
    arguments: ThrowingScope.allCases, [true, false])
  func containerIsReleased(scope: ThrowingScope, isDecorated: Bool) {
    weak var manager: ContainerManager?
    do {
      let container = ThrowingContainer()
      manager = container.manager
      if isDecorated { scope.factory(in: container).decorator { _ in } }
      container.fails = true
      #expect(throws: MakeError.self) { try scope.factory(in: container)() }
      #expect(throws: MakeError.self) { try scope.perNumber(in: container)(1) }
    }
    #expect(manager == nil)
  }

  @Test(
    "The container is released after threads have waited for an error",
    arguments: ThrowingScope.caching, [true, false])
  func containerOfWaiting(scope: ThrowingScope, isDecorated: Bool) {
    weak var manager: ContainerManager?
    // A thread may release its closure after its end, so the closure does not own the container.
    let owner = LockedValue<ThrowingContainer?>(ThrowingContainer())
    do {
      let container = owner.withLock { $0 }!
      manager = container.manager
      let factory = scope.factory(in: container)
      if isDecorated { factory.decorator { _ in } }
      factory.register { [unowned container] in
        scope.factory(in: container).awaitWaitingThreads(1)
        throw MakeError()
      }
    }
    onThreads(2, inheritingContainers: true) { _ in
      let container = owner.withLock { $0 }!
      #expect(throws: MakeError.self) { try scope.factory(in: container)() }
      #expect(CircularDependency.report == nil)
    }
    owner.withLock { $0 = nil }
    #expect(manager == nil)
  }
}
