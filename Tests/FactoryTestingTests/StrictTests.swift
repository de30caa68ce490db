// Factory, MIT licence; see LICENSE
//
// The issues that strict tests record.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite(.strictContainer(.strict), .collectsIssues)
struct StrictTests {
  let container = StrictContainer.shared

  @Test("A factory that calls its own closure is reported, and the test goes on with its instance")
  func reported() {
    let messages = issues { #expect(container.plain().name == "live") }
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix("FactoryKit: FactoryTestingTests.StrictContainer.plain<") == true)
  }

  @Test("The message names the factory and the line to write")
  func message() {
    #expect(
      issues { _ = container.plain() } == [
        """
        FactoryKit: FactoryTestingTests.StrictContainer.plain<FactoryTestingTests.StrictService> \
        (\(strictPlace):\(StrictContainer.lineOfPlain)) calls its own closure in a strict test, because nothing is \
        registered for it. It was resolved by code outside of all factories. To fix this: register \
        what the test needs, StrictContainer.shared.plain.register { … }. If the live instance may \
        be used in tests, add allowing: \\.plain to the trait, or .testable to the definition.
        """
      ])
  }

  @Test("The message names the chain of factories that have resolved it, outermost first")
  func chain() {
    let messages = issues { _ = container.outer() }
    #expect(factories(messages) == ["plain", "inner"])
    #expect(
      messages.first?.contains(
        """
         It was resolved by FactoryTestingTests.StrictContainer.outer<\
        FactoryTestingTests.StrictService> (\(strictPlace):\(StrictContainer.lineOfOuter)) > \
        FactoryTestingTests.StrictContainer.inner<FactoryTestingTests.StrictService> \
        (\(strictPlace):\(StrictContainer.lineOfInner)). To fix this:
        """) == true)
  }

  @Test("The chain of an asynchronous resolution names each factory once")
  func asyncChain() async {
    let messages = await issues { _ = await container.asyncOuter() }
    #expect(factories(messages) == ["plain"])
    let chain = messages.first?.split(separator: " It was resolved by ").last ?? ""
    #expect(
      factories(chain.split(separator: " > ").map(String.init)) == ["asyncOuter", "asyncInner"])
  }

  @Test("A factory that a decorator resolves is reported with the decorated factory")
  func decoratorChain() async {
    container.asyncCached.register { StrictService() }
    container.asyncCached.decorator { [container] _ in _ = container.plain() }
    let messages = await issues { _ = try await container.asyncCached() }
    #expect(factories(messages) == ["plain"])
    let chain = messages.first?.split(separator: " It was resolved by ").last ?? ""
    #expect(chain.contains(", in its decorator. To fix this"))
    #expect(!chain.contains(" > "))
  }

  @Test("For a factory with a parameter, the line to write ignores it")
  func parameterMessage() {
    let message = issues { _ = container.withParameter(1) }.first
    #expect(
      message?.contains(" StrictContainer.shared.withParameter.register { _ in … }. ") == true)
  }

  @Test("Factories of all scopes are reported")
  func scopes() {
    let messages = issues {
      let weak = container.weak()
      _ = (container.cached(), container.graph(), container.singleton(), container.timed())
      _ = container.perParameter(1)
      withExtendedLifetime(weak) {}
    }
    #expect(
      factories(messages)
        == ["weak", "cached", "graph", "singleton", "timed", "perParameter"])
  }

  @Test("Factories that throw are reported, also if they do throw")
  func throwing() {
    let messages = issues {
      _ = try container.throwing()
      _ = try container.throwingWithParameter(1)
      #expect(throws: StrictError.self) { try container.failing() }
    }
    #expect(factories(messages) == ["throwing", "throwingWithParameter", "failing"])
  }

  @Test("Asynchronous factories are reported, with and without a scope")
  func asynchronous() async {
    let messages = await issues {
      _ = await container.asynchronous()
      _ = try await container.asyncCached()
      _ = await container.asyncWithParameter(1)
    }
    #expect(factories(messages) == ["asynchronous", "asyncCached", "asyncWithParameter"])
  }

  @Test("Main-actor factories are reported") @MainActor
  func onMainActor() {
    let messages = issues {
      _ = container.onMainActor()
      _ = container.onMainActorWithParameter(1)
    }
    #expect(factories(messages) == ["onMainActor", "onMainActorWithParameter"])
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

  @Test("Another test, or another case, reports the same factory again", arguments: 0..<3)
  func eachCase(_: Int) {
    #expect(factories(issues { _ = container.plain() }) == ["plain"])
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

  @Test("Many tasks that resolve one factory together report it once")
  func parallel() async {
    let messages = await issues {
      await inTasks(16) { _ in _ = StrictContainer.shared.plain() }
    }
    #expect(factories(messages) == ["plain"])
  }

  @Test("A property wrapper reports what it resolves")
  func wrappers() {
    struct Client {
      @Injected(\StrictContainer.plain) var plain
      @LazyInjected(\StrictContainer.other) var other
    }
    #expect(
      factories(
        issues {
          let client = Client()
          _ = client.other
        }) == ["plain", "other"])
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

  @Test("A strict trait of a test applies with that of its suite", .strictContainer(.strict))
  func both() {
    let messages = issues {
      _ = Container.shared.strictPlain()
      _ = StrictContainer.shared.plain()
    }
    #expect(factories(messages) == ["strictPlain", "plain"])
  }
}
