// Factory, MIT licence; see LICENSE
//
// Throwing factories on several threads and in tasks: one call for all that wait, whatever its
// result is.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A factory whose closure runs on a thread of its own until the test lets it end.
private final class BlockedConstruction: Sendable {
  let result = LockedValue<Result<TestService, any Error>?>(nil)
  private let hasStarted = Gate()
  private let mayEnd = Gate()
  private let thread = LockedValue<TestThread?>(nil)

  /// Starts the construction. Returns when the closure is running.
  init(_ factory: ThrowingFactory<TestService, any Error>, _ fails: Bool) {
    factory.register { [hasStarted, mayEnd] in
      hasStarted.open()
      mayEnd.wait()
      if fails { throw MakeError(attempt: 1) }
      return TestService("blocked")
    }
    let builder = TestThread(inheritingContainers: true) { [result] in
      let instance = Result { try factory() }
      result.withLock { $0 = instance }
    }
    thread.withLock { $0 = builder }
    hasStarted.wait()
  }

  /// Lets the closure end, and returns the result of the thread that ran it.
  func end() throws -> TestService {
    mayEnd.open()
    thread.withLock { $0 }!.join()
    return try result.withLock { $0 }!.get()
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

  @Test("Threads that wait for an instance get its error as its type")
  func typedError() {
    let factory = ThrowingFactory<Int, SettingsError>(container, key: "typed") {
      () throws(SettingsError) in 1
    }.cached
    factory.register { () throws(SettingsError) in
      factory.awaitWaitingThreads(1)
      throw .unreadable(line: 3)
    }
    let errors = onThreads(2, inheritingContainers: true) { _ -> SettingsError? in
      do throws(SettingsError) {
        _ = try factory()
        return nil
      } catch {
        return error
      }
    }
    #expect(errors == [.unreadable(line: 3), .unreadable(line: 3)])
    factory.reset(.registration)
  }

  // MARK: Changes during a construction

  @Test(
    "A reset returns while the closure runs, and its result is not cached",
    arguments: ThrowingScope.caching, [true, false])
  func reset(scope: ThrowingScope, fails: Bool) throws {
    let factory = scope.factory(in: container)
    let construction = BlockedConstruction(factory, fails)
    factory.reset(.scope)
    #expect(scope.factory(in: container).resolvedOrNil() == nil)
    expectResult(of: construction, fails: fails)
    factory.reset(.registration)
    #expect(try scope.factory(in: container)().label == "original")
  }

  @Test(
    "A registration returns while the closure runs, and applies to the next resolution",
    arguments: ThrowingScope.caching, [true, false])
  func register(scope: ThrowingScope, fails: Bool) throws {
    let factory = scope.factory(in: container)
    let construction = BlockedConstruction(factory, fails)
    factory.register { TestService("second") }
    let second = try factory()
    #expect(second.label == "second")
    expectResult(of: construction, fails: fails)
    #expect(try factory() === second)
  }

  @Test(
    "pop returns while the closure runs, and its result is not cached", arguments: [true, false])
  func pop(fails: Bool) throws {
    container.manager.push()
    let construction = BlockedConstruction(container.cached, fails)
    container.manager.pop()
    let instance = try container.cached()
    #expect(instance.label == "original")
    expectResult(of: construction, fails: fails)
    #expect(try container.cached() === instance)
  }

  private func expectResult(of construction: BlockedConstruction, fails: Bool) {
    if fails {
      #expect(throws: MakeError(attempt: 1)) { try construction.end() }
    } else {
      let label = try? construction.end().label
      #expect(label == "blocked")
    }
  }
}
