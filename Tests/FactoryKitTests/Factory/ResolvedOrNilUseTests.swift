// Factory, MIT licence; see LICENSE
//
// resolvedOrNil() is not a use of the instance: it does not extend its time to live, is not part of
// a snapshot, and waits for no thread. The same for every synchronous kind of factory.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class UseContainer: SharedContainer {
  @TaskLocal static var shared = UseContainer()
  let manager = ContainerManager()
  let calls = Counter()
}

extension UseContainer {
  fileprivate var timed: Factory<TestService> { self { self.make() }.cached.timeToLive(10) }
  fileprivate var timedSingleton: Factory<TestService> {
    self { self.make() }.singleton.timeToLive(10)
  }
  fileprivate var timedByNumber: ParameterFactory<Int, TestService> {
    self { _ in self.make() }.scopeOnParameters.cached.timeToLive(10)
  }
  fileprivate var cached: Factory<TestService> { self { self.make() }.cached }
  fileprivate var throwing: ThrowingFactory<TestService, any Error> { self { self.make() }.cached }
  fileprivate var throwingByNumber: ThrowingParameterFactory<Int, TestService, any Error> {
    self { _ in self.make() }.scopeOnParameters.cached
  }
  fileprivate var mainActor: MainActorFactory<TestService> { self { self.make() }.cached }
  fileprivate var mainActorByNumber: MainActorParameterFactory<Int, TestService> {
    self { _ in self.make() }.scopeOnParameters.cached
  }

  fileprivate func make() -> TestService {
    calls.increment()
    return TestService()
  }
}

@Suite("resolvedOrNil is not a use", .container) struct ResolvedOrNilUseTests {
  private let container = UseContainer()

  @Test(
    "It does not extend the time to live, and is nil once that has passed",
    arguments: [\UseContainer.timed, \.timedSingleton])
  fileprivate func timeToLive(
    path: any KeyPath<UseContainer, Factory<TestService>> & Sendable
  ) {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    let instance = container[keyPath: path]()
    clock.advance(seconds: 6)
    #expect(container[keyPath: path].resolvedOrNil() === instance)
    clock.advance(seconds: 6)
    #expect(container[keyPath: path].resolvedOrNil() == nil)
    #expect(container[keyPath: path]() !== instance)
    #expect(container.calls.value == 2)
  }

  @Test("It does not extend the time to live of a parameter's instance")
  func timeToLiveByParameter() {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    let one = container.timedByNumber(1)
    clock.advance(seconds: 6)
    let two = container.timedByNumber(2)
    #expect(container.timedByNumber.resolvedOrNil(1) === one)
    clock.advance(seconds: 6)
    #expect(container.timedByNumber.resolvedOrNil(1) == nil)
    #expect(container.timedByNumber.resolvedOrNil(2) === two)
  }

  @Test("A resolution after it still extends the time to live")
  func resolution() {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    let instance = container.timed()
    clock.advance(seconds: 9)
    #expect(container.timed.resolvedOrNil() === instance)
    #expect(container.timed() === instance)
    clock.advance(seconds: 9)
    #expect(container.timed.resolvedOrNil() === instance)
  }

  @Test("After push, it is not a use: pop restores the instance with its time")
  func pushAndPop() {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    let instance = container.timed()
    container.manager.push()
    clock.advance(seconds: 6)
    #expect(container.timed.resolvedOrNil() === instance)
    container.timed.reset(.scope)
    #expect(container.timed.resolvedOrNil() == nil)
    container.manager.pop()
    #expect(container.timed.resolvedOrNil() === instance)
    clock.advance(seconds: 6)
    #expect(container.timed.resolvedOrNil() == nil)
  }

  @Test("After pop, an instance that was created after push is not found")
  func popped() {
    #expect(container.cached.resolvedOrNil() == nil)
    container.manager.push()
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.throwingByNumber.resolvedOrNil(1) == nil)
    _ = container.cached()
    container.manager.pop()
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.calls.value == 1)
  }

  @Test("It is nil while another thread is building, without waiting, also after a pop")
  func building() {
    let container = container
    let (isBuilding, mayEnd) = (Gate(), Gate())
    container.cached.register {
      isBuilding.open()
      mayEnd.wait()
      return TestService("built")
    }
    container.timedByNumber.register { [unowned container] _ in container.cached() }
    let builder = TestThread(inheritingContainers: true) { _ = container.timedByNumber(1) }
    isBuilding.wait()
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.timedByNumber.resolvedOrNil(1) == nil)
    container.manager.push()
    container.manager.pop()
    #expect(container.cached.resolvedOrNil() == nil)
    mayEnd.open()
    builder.join()
    // The pop has superseded the construction.
    #expect(container.cached.resolvedOrNil() == nil)
  }

  // MARK: Other kinds

  @Test("A throwing factory has it: nil after an error, the instance after a resolution")
  func throwing() throws {
    container.throwing.register { throw MakeError() }
    container.throwingByNumber.register { throw MakeError(attempt: $0) }
    #expect(throws: MakeError()) { try container.throwing() }
    #expect(throws: MakeError(attempt: 1)) { try container.throwingByNumber(1) }
    // Never throws, so nothing is to be tried.
    #expect(container.throwing.resolvedOrNil() == nil)
    #expect(container.throwingByNumber.resolvedOrNil(1) == nil)
    container.throwing.reset()
    container.throwingByNumber.reset()
    let (instance, one) = try (container.throwing(), container.throwingByNumber(1))
    #expect(container.throwing.resolvedOrNil() === instance)
    #expect(container.throwingByNumber.resolvedOrNil(1) === one)
    #expect(container.throwingByNumber.resolvedOrNil(2) == nil)
    #expect(container.calls.value == 2)
  }

  @Test("A main-actor factory has it, without await on the main actor") @MainActor
  func mainActor() {
    #expect(container.mainActor.resolvedOrNil() == nil)
    #expect(container.mainActorByNumber.resolvedOrNil(1) == nil)
    let (instance, one) = (container.mainActor(), container.mainActorByNumber(1))
    #expect(container.mainActor.resolvedOrNil() === instance)
    #expect(container.mainActorByNumber.resolvedOrNil(1) === one)
    #expect(container.mainActorByNumber.resolvedOrNil(2) == nil)
    #expect(container.calls.value == 2)
  }

  @Test("Elsewhere, that of a main-actor factory needs await")
  func mainActorElsewhere() async {
    #expect(await container.mainActor.resolvedOrNil() == nil)
    let instance = await container.mainActor()
    #expect(await container.mainActor.resolvedOrNil() === instance)
    container.mainActor.reset(.scope)
    #expect(await container.mainActor.resolvedOrNil() == nil)
    #expect(await container.mainActorByNumber.resolvedOrNil(1) == nil)
  }
}
