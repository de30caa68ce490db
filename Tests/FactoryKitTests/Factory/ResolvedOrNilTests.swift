// Factory, MIT licence; see LICENSE
//
// resolvedOrNil() in a resolution cycle and in closures. It is not a use of the instance: it does
// not extend its time to live, is not part of a snapshot, and waits for no thread.
// `KindScopeTests.swift` has the rest.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ReadContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = ReadContainer()
  let manager = ContainerManager()
  let registrations = Counter()

  func autoRegister() { registrations.increment() }
}

extension ReadContainer {
  fileprivate var cached: Factory<TestService> { self { TestService() }.cached }
  fileprivate var graph: Factory<TestService> { self { TestService() }.graph }
  fileprivate var optional: Factory<TestService?> { self { nil }.cached }
  fileprivate var number: Factory<Int> { self { 7 }.cached }
  fileprivate var asksItself: Factory<TestService> {
    self { TestService(self.asksItself.resolvedOrNil() == nil ? "nil" : "instance") }.cached
  }
  fileprivate var graphByNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.graph
  }
  fileprivate var cycle: Factory<[TestService?]> {
    self {
      [
        self.graph.resolvedOrNil(), self.graph(), self.graph.resolvedOrNil(),
        self.graphByNumber(1), self.graphByNumber.resolvedOrNil(1),
        self.graphByNumber.resolvedOrNil(2),
      ]
    }
  }
  fileprivate var timed: Factory<TestService> { self { TestService() }.cached.timeToLive(10) }
  fileprivate var timedByNumber: ParameterFactory<Int, TestService> {
    self { _ in TestService() }.scopeOnParameters.cached.timeToLive(10)
  }
}

@Suite("resolvedOrNil", .container) struct ResolvedOrNilTests {
  private let container = ReadContainer()
  private let clock = ManualClock()

  init() { container.manager.clock = clock.reading }

  @Test("A graph instance is found in its resolution cycle only, for its parameter only")
  func graph() {
    let instances = container.cycle()
    #expect(instances[0] == nil)
    #expect(instances[1] != nil)
    #expect(instances[2] === instances[1])
    #expect(instances[4] === instances[3])
    #expect(instances[5] == nil)
    #expect(container.graph.resolvedOrNil() == nil)
  }

  @Test("A nil product is not cached, and a value is")
  func values() {
    #expect(container.optional() == nil)
    let none: TestService?? = container.optional.resolvedOrNil()
    #expect(none == nil)
    container.optional.register { TestService("optional") }
    let instance = container.optional()
    #expect(container.optional.resolvedOrNil() ?? nil === instance)
    #expect(container.number.resolvedOrNil() == nil)
    _ = container.number()
    #expect(container.number.resolvedOrNil() == 7)
  }

  @Test("autoRegister runs before, also after a reset")
  func autoRegister() {
    let factory = container.cached
    #expect(container.registrations.value == 1)
    container.reset()
    #expect(factory.resolvedOrNil() == nil)
    #expect(container.registrations.value == 2)
  }

  @Test("It is nil inside the closure that is building the instance")
  func inOwnClosure() {
    #expect(container.asksItself().label == "nil")
    #expect(container.asksItself.resolvedOrNil()?.label == "nil")
  }

  @Test("After push, it is not a use: pop restores the instance with its time")
  func pushAndPop() {
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
}
