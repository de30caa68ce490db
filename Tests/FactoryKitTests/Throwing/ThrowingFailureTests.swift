// Factory, MIT licence; see LICENSE
//
// What an error leaves behind: nothing. And throwing factories on several threads: one call for all that wait,
// whatever its result is.
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

extension ThrowingContainer {
  fileprivate var outer: ThrowingFactory<[TestService], any Error> {
    self { try [self.graph(), self.byNumber(1), self.cached()] }.cached
  }
  fileprivate var tolerant: Factory<TestService> {
    self { (try? self.cached()) ?? TestService("fallback") }
  }
  /// Resolves the instance of the graph scope twice; the first time fails if the container does.
  fileprivate var twice: ThrowingFactory<[TestService], any Error> {
    self {
      let first = try? self.graph()
      self.fails = false
      return try [first, self.graph(), self.graph()].compactMap(\.self)
    }
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

  @Test("A closure may catch the error of another factory and continue")
  func caught() throws {
    container.fails = true
    #expect(container.tolerant().label == "fallback")
    #expect(isOutside)
    container.fails = false
    #expect(container.tolerant().label == "original")
    #expect(try container.tolerant() === container.cached())
  }

  @Test("An error ends the resolution cycle: the next one has its own graph instances")
  func cycle() throws {
    #expect(throws: MakeError(attempt: 50)) { try container.graphThenError() }
    #expect(throws: MakeError(attempt: 50)) { try container.graphThenError() }
    let instances = container.graphInstances.elements
    #expect(instances.count == 2)
    #expect(instances[0] !== instances[1])
  }

  @Test("An error of a graph instance is not shared in the resolution cycle")
  func graphError() throws {
    container.fails = true
    let instances = try container.twice()
    #expect(instances.count == 2)
    #expect(instances[0] === instances[1])
    #expect(container.attempts.value == 2)
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

@Suite("Throwing factories and threads", .container) struct ThrowingThreadTests {
  private static let threads = 6
  private let container = ThrowingContainer()

  @Test(
    "What one call returns or throws goes to all threads that wait, and no error to the next resolution",
    arguments: ThrowingScope.caching, [false, true])
  func oneCall(scope: ThrowingScope, fails: Bool) throws {
    let factory = scope.factory(in: container)
    let calls = Counter()
    factory.register {
      if calls.increment() > 1 { return TestService("second") }
      factory.awaitWaitingThreads(Self.threads - 1)
      if fails { throw MakeError(attempt: 1) }
      return TestService("first")
    }
    let results = onThreads(Self.threads, inheritingContainers: true) { _ in
      Result { try factory() }
    }
    #expect(calls.value == 1)
    let next = try factory()
    #expect(results.count == Self.threads)
    for result in results {
      if fails {
        #expect(throws: MakeError(attempt: 1)) { try result.get() }
      } else {
        #expect(try result.get() === next)
      }
    }
    #expect(next.label == (fails ? "second" : "first"))
    factory.reset(.registration)
  }

  @Test(
    "A registration returns while the closure runs, whose error goes to its own caller only",
    arguments: ThrowingScope.caching)
  func overtaken(scope: ThrowingScope) throws {
    let factory = scope.factory(in: container)
    let (hasStarted, mayEnd) = (Gate(), Gate())
    factory.register {
      hasStarted.open()
      mayEnd.wait()
      throw MakeError(attempt: 1)
    }
    let thread = TestThread(inheritingContainers: true) {
      #expect(throws: MakeError(attempt: 1)) { try factory() }
    }
    hasStarted.wait()
    factory.register { TestService("second") }
    let second = try factory()
    #expect(second.label == "second")
    mayEnd.open()
    thread.join()
    #expect(try factory() === second)
  }
}
