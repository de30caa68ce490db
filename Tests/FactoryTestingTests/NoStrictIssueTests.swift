// Factory, MIT licence; see LICENSE
//
// What strict tests do not report. An issue would fail the test.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension StrictContainer {
  fileprivate var testable: Factory<StrictService> { self { StrictService() }.testable }
  fileprivate var testableFirst: Factory<StrictService> { self { StrictService() }.testable.cached }
  fileprivate var testableThrowing: ThrowingFactory<StrictService, any Error> {
    self { StrictService() }.testable
  }
  fileprivate var testableThrowingParameter: ThrowingParameterFactory<Int, StrictService, Never> {
    self { StrictService("\($0)") }.testable
  }
  fileprivate var testableParameter: ParameterFactory<Int, StrictService> {
    self { StrictService("\($0)") }.scopeOnParameters.cached.testable
  }
  fileprivate var testableAsync: AsyncFactory<StrictService, Never> {
    self { StrictService() }.testable.singleton
  }
  fileprivate var testableAsyncParameter: AsyncParameterFactory<Int, StrictService, Never> {
    self { StrictService("\($0)") }.testable
  }
  fileprivate var testableOnMainActor: MainActorFactory<StrictModel> {
    self { StrictModel() }.testable
  }
  fileprivate var testableOnMainActorParameter: MainActorParameterFactory<Int, StrictModel> {
    self { StrictModel("\($0)") }.testable
  }
  fileprivate var inContext: Factory<StrictService> {
    self { StrictService() }.onArg("strict-test") { StrictService("context") }
  }
  fileprivate var holding: Factory<StrictService> {
    self { StrictService() }.context(.device, .simulator) { StrictService("context") }
  }
  fileprivate var requirement: Factory<StrictService> { required() }
  fileprivate var requirementAsync: AsyncFactory<StrictService, Never> { required() }
  // One factory a test: these are singletons of the process.
  fileprivate var kept: Factory<StrictService> { self { StrictService() }.singleton }
  fileprivate var hidden: Factory<StrictService> { self { StrictService() }.singleton }
}

@Suite(.strictContainer(.strict), .collectsIssues)
struct NoStrictIssueTests {
  let container = StrictContainer.shared

  @Test("A registered factory of any kind is not reported") @MainActor
  func registered() async throws {
    container.plain.register { StrictService("mock") }
    container.cached.register { StrictService("mock") }
    container.singleton.register { StrictService("mock") }
    container.graph.register { StrictService("mock") }
    container.withParameter.register { _ in StrictService("mock") }
    container.perParameter.register { _ in StrictService("mock") }
    container.throwing.register { StrictService("mock") }
    container.throwingWithParameter.register { _ in StrictService("mock") }
    container.asynchronous.register { StrictService("mock") }
    container.asyncCached.register { StrictService("mock") }
    container.asyncWithParameter.register { _ in StrictService("mock") }
    container.onMainActor.register { StrictModel("mock") }
    container.onMainActorWithParameter.register { _ in StrictModel("mock") }
    for _ in 0..<2 {
      #expect(container.plain().name == "mock")
      #expect(container.cached().name == "mock")
      #expect(container.singleton().name == "mock")
      #expect(container.graph().name == "mock")
      #expect(container.withParameter(1).name == "mock")
      #expect(container.perParameter(1).name == "mock")
      #expect(try container.throwing().name == "mock")
      #expect(try container.throwingWithParameter(1).name == "mock")
      #expect(await container.asynchronous().name == "mock")
      #expect(try await container.asyncCached().name == "mock")
      #expect(await container.asyncWithParameter(1).name == "mock")
      #expect(container.onMainActor().name == "mock")
      #expect(container.onMainActorWithParameter(1).name == "mock")
    }
  }

  @Test("A factory that autoRegister registers is not reported")
  func autoRegistered() {
    #expect(container.registeredService().name == "registered")
    container.reset()
    #expect(container.registeredService().name == "registered")
  }

  @Test("A factory with .testable is not reported, for every kind of factory") @MainActor
  func testable() async throws {
    #expect(container.testable().name == "live")
    #expect(container.testableFirst().name == "live")
    #expect(container.testableParameter(1).name == "1")
    #expect(try container.testableThrowing().name == "live")
    #expect(container.testableThrowingParameter(2).name == "2")
    #expect(await container.testableAsync().name == "live")
    #expect(await container.testableAsyncParameter(3).name == "3")
    #expect(container.testableOnMainActor().name == "live")
    #expect(container.testableOnMainActorParameter(4).name == "4")
  }

  @Test("A registration replaces the closure of a factory with .testable")
  func registeredTestable() {
    container.testable.register { StrictService("mock") }
    #expect(container.testable().name == "mock")
  }

  @Test("A factory with an active context is not reported")
  func context() {
    #expect(container.holding().name == "context")
  }

  @Test("A factory with an inactive context is reported")
  func inactiveContext() {
    #expect(factories(issues { _ = container.inContext() }) == ["inContext"])
  }

  @Test("A cached instance is not reported, whichever closure has created it")
  func hits() {
    let service = StrictService("mock")
    container.cached.register { service }
    #expect(container.cached() === service)
    container.cached.reset(.registration)
    #expect(container.cached() === service)
    #expect(container.cached.resolvedOrNil() === service)
  }

  @Test("Looking for an instance reports nothing")
  func existing() {
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.asyncCached.resolvedOrNil() == nil)
    #expect(container.plain.resolvedOrNil() == nil)
  }

  @Test("A registered factory with a decorator is not reported")
  func decorators() async throws {
    let count = Counter()
    container.plain.register { StrictService() }
    container.asyncCached.register { StrictService() }
    container.decorator { _ in count.increment() }
    container.plain.decorator { _ in count.increment() }
    _ = container.plain()
    _ = try await container.asyncCached()
    #expect(count.value == 2)
  }

  @Test("Declaring, validating and registering promises and required factories reports nothing")
  func promises() async throws {
    #expect(throws: MissingRegistrations.self) { try container.validate(\.promise, \.requirement) }
    container.promise.register { StrictService("mock") }
    container.requirement.register { StrictService("mock") }
    container.requirementAsync.register { StrictService("mock") }
    #expect(container.promise()?.name == "mock")
    #expect(container.requirement().name == "mock")
    #expect(await container.requirementAsync().name == "mock")
  }

  @Test("A promise without registration that resolves to nil is not reported")
  func unregisteredPromise() {
    container.manager.promiseTriggersError = false
    #expect(container.promise() == nil)
  }

  @Test("The graph scope shares a registered instance without a report")
  func graph() {
    container.graph.register { StrictService("mock") }
    container.other.register { [unowned container] in
      #expect(container.graph() === container.graph())
      return StrictService("mock")
    }
    _ = container.other()
  }

  @Test("Child tasks that resolve what is registered report nothing")
  func childTasks() async {
    container.plain.register { StrictService("mock") }
    container.asynchronous.register { StrictService("mock") }
    async let one = StrictContainer.shared.plain().name
    #expect(await one == "mock")
    await inTasks(8) { _ in
      #expect(await StrictContainer.shared.asynchronous().name == "mock")
    }
  }
}

@Suite(.collectsIssues) struct StrictSingletonTests {
  @Test("A singleton that was created before a strict test is not reported")
  func existing() throws {
    let before = StrictContainer.shared.kept()
    withTestContainer(StrictContainer.$shared, StrictContainer(), .strict) {
      #expect(StrictContainer.shared.kept() === before)
    }
  }

  @Test("With .freshSingletons, such a singleton is created again and reported")
  func fresh() {
    _ = StrictContainer.shared.hidden()
    let messages = issues {
      withTestContainer(
        StrictContainer.$shared, StrictContainer(), [.strict, .freshSingletons]
      ) { _ = StrictContainer.shared.hidden() }
    }
    #expect(factories(messages) == ["hidden"])
  }
}

@Suite(.container(.strict, allowing: \.strictClock, \.strictFunction), .collectsIssues)
struct AllowingTests {
  @Test("Several factories of any kind can be allowed")
  func allowed() {
    #expect(Container.shared.strictClock()() == 0)
    #expect(Container.shared.strictFunction(2).name == "2")
  }

  @Test("An allowed factory stays allowed when the container is reset")
  func reset() {
    Container.shared.reset()
    #expect(Container.shared.strictClock()() == 0)
  }

  @Test("The function that a wrapper creates from an allowed parameter factory is not reported")
  func function() {
    struct Client {
      @Injected(\.strictFunction) var function
    }
    #expect(Client().function(3).name == "3")
  }

  @Test("Factories that are not allowed are reported")
  func others() {
    #expect(factories(issues { _ = Container.shared.strictPlain() }) == ["strictPlain"])
  }

  @Test("A test allows more than its suite", .container(allowing: \.strictPlain))
  func more() {
    #expect(Container.shared.strictPlain().name == "live")
    #expect(Container.shared.strictClock()() == 0)
    #expect(factories(issues { _ = Container.shared.strictOther() }) == ["strictOther"])
  }

  @Test(
    "Throwing, asynchronous and main-actor factories can be allowed",
    .strictContainer(
      .strict, allowing: \.throwing, \.asynchronous, \.asyncWithParameter, \.onMainActor
    ) { $0.plain.register { StrictService("mock") } })
  @MainActor func kinds() async throws {
    let container = StrictContainer.shared
    #expect(container.name == "test")
    #expect(try container.throwing().name == "live")
    #expect(await container.asynchronous().name == "live")
    #expect(await container.asyncWithParameter(1).name == "1")
    #expect(container.onMainActor().name == "live")
    #expect(container.plain().name == "mock")
  }
}
