// Factory, MIT licence; see LICENSE
//
// What strict tests report, and what they do not: an issue would fail the test.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension StrictContainer {
  fileprivate var testableFirst: Factory<StrictService> { self { StrictService() }.testable.cached }
  fileprivate var inContext: Factory<StrictService> {
    self { StrictService() }.onArg("strict-test") { StrictService("context") }
  }
  fileprivate var holding: Factory<StrictService> {
    self { StrictService() }.context(.device, .simulator) { StrictService("context") }
  }
  fileprivate var requirement: Factory<StrictService> { required() }
  fileprivate var requirementAsync: AsyncFactory<StrictService, Never> { required() }
  fileprivate var services: FactoryGroup<StrictService> { group() }
}

@Suite(.strictContainer(.strict), .collectsIssues)
struct StrictTests {
  let container = StrictContainer.shared

  /// The factories that have resolved that of the first message.
  private func chain(_ messages: [String]) -> [String] {
    let chain = messages.first?.split(separator: " It was resolved by ").last ?? ""
    return factories(chain.split(separator: " > ").map(String.init))
  }

  @Test("The message names the chain of factories that have resolved it, outermost first")
  func chain() {
    let messages = issues { _ = container.outer() }
    #expect(factories(messages) == ["plain", "inner"])
    #expect(chain(messages) == ["outer", "inner"])
  }

  @Test("The chain of an asynchronous resolution names each factory once")
  func asyncChain() async {
    let messages = await issues { _ = await container.asyncOuter() }
    #expect(factories(messages) == ["plain"])
    #expect(chain(messages) == ["asyncOuter", "asyncInner"])
  }

  @Test("A factory that a decorator resolves is reported with the decorated factory")
  func decoratorChain() async {
    container.asyncCached.register { StrictService() }
    container.asyncCached.decorator { [container] _ in _ = container.plain() }
    let messages = await issues { _ = try await container.asyncCached() }
    #expect(factories(messages) == ["plain"])
    #expect(chain(messages) == ["asyncCached"])
    #expect(messages.first?.contains(", in its decorator. To fix this") == true)
  }

  @Test("For a factory with a parameter, the line to write ignores it")
  func parameterMessage() {
    let message = issues { _ = container.withParameter(1) }.first
    #expect(
      message?.contains(" StrictContainer.shared.withParameter.register { _ in … }. ") == true)
  }

  @Test("Factories of all scopes and kinds are reported, also if they throw") @MainActor
  func kinds() async {
    let messages = await issues {
      let weak = container.weak()
      _ = (container.cached(), container.graph(), container.singleton(), container.timed())
      _ = container.perParameter(1)
      withExtendedLifetime(weak) {}
      _ = (try container.throwing(), try container.throwingWithParameter(1))
      #expect(throws: StrictError.self) { try container.failing() }
      _ = (await container.asynchronous(), try await container.asyncCached())
      _ = await container.asyncWithParameter(1)
      _ = (container.onMainActor(), container.onMainActorWithParameter(1))
    }
    #expect(
      factories(messages) == [
        "weak", "cached", "graph", "singleton", "timed", "perParameter", "throwing",
        "throwingWithParameter", "failing", "asynchronous", "asyncCached", "asyncWithParameter",
        "onMainActor", "onMainActorWithParameter",
      ])
  }

  @Test("A factory is reported once for a test, and each factory by itself")
  func once() {
    let messages = issues {
      for _ in 0..<3 { _ = (container.plain(), container.other(), container.withParameter(1)) }
      _ = container.withParameter(2)
      container.reset()
      _ = container.plain()
    }
    #expect(factories(messages) == ["plain", "other", "withParameter"])
  }

  @Test("A registration that was reset no longer counts")
  func afterReset() {
    container.plain.register { StrictService() }
    #expect(issues { _ = container.plain() } == [])
    container.plain.reset()
    #expect(factories(issues { _ = container.plain() }) == ["plain"])
  }

  @Test("A push and a pop leave the container strict")
  func pushAndPop() {
    container.manager.push()
    container.plain.register { StrictService() }
    container.manager.pop()
    #expect(factories(issues { _ = container.plain() }) == ["plain"])
  }

  @Test("Child tasks of all kinds report in the test")
  func childTasks() async {
    let messages = await issues {
      async let first = StrictContainer.shared.plain()
      _ = await first
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = StrictContainer.shared.other() }
        group.addTask { _ = await StrictContainer.shared.asynchronous() }
      }
      await Task { _ = StrictContainer.shared.cached() }.value
    }
    #expect(
      Set(factories(messages)) == ["plain", "other", "asynchronous", "cached"])
    #expect(messages.count == 4)
  }

  @Test("A factory that autoRegister resolves is reported")
  func autoRegister() {
    let messages = issues {
      withTestContainer(
        StrictContainer.$shared, StrictContainer { _ = $0.plain() }, .strict, allowing: \.other
      ) {
        _ = StrictContainer.shared.other()
      }
    }
    #expect(factories(messages) == ["plain"])
  }

  @Test("A member that calls its own closure is reported, with the group that has resolved it")
  func member() {
    container.services.add(\StrictContainer.plain).add(\StrictContainer.registeredService)
    let messages = issues { #expect(container.services().count == 2) }
    #expect(factories(messages) == ["plain"])
    #expect(
      messages.first?.contains(
        " It was resolved by FactoryTestingTests.StrictContainer.services<") == true)
  }

  @Test("A group is not reported, nor members that are registered or closures")
  func group() {
    #expect(container.services().isEmpty)
    container.services.add(\StrictContainer.registeredService).add { StrictService("closure") }
    #expect(container.services().map(\.name) == ["registered", "closure"])
    #expect(dependency(\StrictContainer.services).count == 2)
  }
}

@Suite(.container(.strict, allowing: \.strictClock), .strictContainer, .collectsIssues)
struct StrictContainersTests {
  @Test("Only the containers whose traits are strict report")
  func severalContainers() {
    let messages = issues {
      _ = Container.shared.strictPlain()
      _ = StrictContainer.shared.plain()
    }
    #expect(factories(messages) == ["strictPlain"])
    #expect(messages.first?.contains(" Container.shared.strictPlain.register { … }") == true)
  }
}

@Suite(.strictContainer(.strict), .collectsIssues)
struct NoStrictIssueTests {
  let container = StrictContainer.shared

  @Test("A registered factory of any kind is not reported") @MainActor
  func registered() async throws {
    container.registerMocks()
    for _ in 0..<2 { try await container.expectMocks() }
  }

  @Test("A factory that autoRegister registers is not reported")
  func autoRegistered() {
    #expect(container.registeredService().name == "registered")
    container.reset()
    #expect(container.registeredService().name == "registered")
  }

  @Test("A factory with .testable is not reported, for every kind of factory") @MainActor
  func testable() async throws {
    #expect(container.testableFirst().name == "live")
    #expect(container.perParameter.testable(1).name == "1")
    #expect(try container.throwing.testable().name == "live")
    #expect(try container.throwingWithParameter.testable(2).name == "2")
    #expect(await container.asynchronous.testable().name == "live")
    #expect(await container.asyncWithParameter.testable(3).name == "3")
    #expect(container.onMainActor.testable().name == "live")
    #expect(container.onMainActorWithParameter.testable(4).name == "4")
    container.plain.testable.register { StrictService("mock") }
    #expect(container.plain.testable().name == "mock")
  }

  @Test("A factory with an active context is not reported, one with an inactive context is")
  func context() {
    #expect(container.holding().name == "context")
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
}

@Suite(.container(.strict, allowing: \.strictClock, \.strictFunction), .collectsIssues)
struct AllowingTests {
  @Test("Allowed factories are not reported, also when the container was reset")
  func allowed() {
    #expect(Container.shared.strictClock()() == 0)
    Container.shared.reset()
    #expect(Container.shared.strictClock()() == 0)
    #expect(Container.shared.strictFunction(2).name == "2")
  }

  @Test("The function that a wrapper creates from an allowed parameter factory is not reported")
  func function() {
    struct Client {
      @Injected(\.strictFunction) var function
    }
    #expect(Client().function(3).name == "3")
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
