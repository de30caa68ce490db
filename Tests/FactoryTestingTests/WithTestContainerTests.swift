// Factory, MIT licence; see LICENSE
//
// `withTestContainer`, for XCTest and plain functions.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var asyncNumber: AsyncFactory<Int, Never> { self { 0 } }
  fileprivate var existing: Factory<StrictService> { self { StrictService() }.singleton }
}

@Suite(.container, .collectsIssues) struct WithTestContainerTests {
  @Test("An operation runs with a container of its own, which the transformation has changed")
  func synchronous() {
    let outer = Container.shared
    outer.number.register { 1 }
    let number = withTestContainer {
      #expect($0.number() == 0)
      $0.number.register { 2 }
    } operation: {
      #expect(Container.shared !== outer)
      return Container.shared.number()
    }
    #expect(number == 2)
    #expect(Container.shared === outer)
    #expect(outer.number() == 1)
  }

  @Test("Only the operation is required")
  func operationOnly() async {
    let outer = Container.shared
    let isOther = withTestContainerOfFunction { Container.shared !== outer }
    #expect(isOther)
    let isOtherAgain = await withTestContainer {
      await Task.yield()
      return Container.shared !== outer
    }
    #expect(isOtherAgain)
  }

  @Test("The transformation sees the container as the shared one")
  func transformation() {
    withTestContainer { container in
      #expect(Container.shared === container)
    } operation: {
    }
  }

  @Test("Asynchronous closures run on the caller's actor") @MainActor
  func asynchronous() async {
    let number = await withTestContainer(.strict) {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      $0.asyncNumber.register { 3 }
    } operation: {
      MainActor.assertIsolated()
      let number = await Container.shared.asyncNumber()
      MainActor.assertIsolated()
      return number
    }
    #expect(number == 3)
  }

  @Test("An asynchronous operation may change the caller's state")
  func capturedState() async {
    var numbers: [Int] = []
    await withTestContainer {
      $0.number.register { 4 }
      numbers.append(1)
    } operation: {
      await Task.yield()
      numbers.append(Container.shared.number())
    }
    #expect(numbers == [1, 4])
  }

  @Test("An error that the operation throws is rethrown, and the container is restored")
  func rethrown() async {
    let outer = Container.shared
    #expect(throws: StrictError.self) {
      try withTestContainer(.strict) { throw StrictError.failed }
    }
    await #expect(throws: StrictError.self) {
      try await withTestContainer(.strict) { _ in
      } operation: {
        await Task.yield()
        throw StrictError.failed
      }
    }
    #expect(Container.shared === outer)
  }

  @Test("Singletons that exist are visible, those of the operation are its own")
  func singletons() {
    let before = Container.shared.existing()
    withTestContainer {
      #expect(Container.shared.existing() === before)
      Container.shared.existing.reset()
      #expect(Container.shared.existing() !== before)
    }
    #expect(Container.shared.existing() === before)
    withTestContainer(.freshSingletons) {
      #expect(Container.shared.existing() !== before)
    }
    #expect(Container.shared.existing() === before)
  }

  @Test("A strict container reports in the current test, and allows what is listed")
  func strict() async {
    let messages = issues {
      withTestContainer(.strict, allowing: \.number, \.strictClock) {
        $0.strictOther.register { StrictService() }
      } operation: {
        _ = (Container.shared.number(), Container.shared.strictClock()())
        _ = (Container.shared.strictPlain(), Container.shared.strictOther())
      }
    }
    #expect(factories(messages) == ["strictPlain"])
    let asyncMessages = await issues {
      await withTestContainer(.strict, allowing: \.number) {
        _ = (Container.shared.number(), await Container.shared.asyncNumber())
      }
    }
    #expect(factories(asyncMessages) == ["asyncNumber"])
  }

  @Test("A custom container can be passed")
  func custom() async {
    let container = StrictContainer(name: "own")
    let name = withTestContainer(StrictContainer.$shared, container) {
      $0.plain.register { StrictService("mock") }
    } operation: {
      #expect(StrictContainer.shared === container)
      return StrictContainer.shared.plain().name
    }
    #expect(name == "mock")
    #expect(StrictContainer.shared !== container)
    let messages = await issues {
      await withTestContainer(
        StrictContainer.$shared, StrictContainer(), .strict, allowing: \.asynchronous
      ) {
        $0.plain.register { StrictService("mock") }
      } operation: {
        _ = await StrictContainer.shared.asynchronous()
        _ = (StrictContainer.shared.plain(), StrictContainer.shared.other())
      }
    }
    #expect(factories(messages) == ["other"])
  }

  @Test("Calls can be nested, each for a container of another type")
  func nested() {
    withTestContainer {
      $0.number.register { 5 }
    } operation: {
      withTestContainer(StrictContainer.$shared, StrictContainer(name: "inner")) {
        #expect(Container.shared.number() == 5)
        #expect(StrictContainer.shared.name == "inner")
      }
    }
  }

  @Test("A container that was strict is not strict afterwards")
  func ended() {
    let container = StrictContainer()
    withTestContainer(StrictContainer.$shared, container, .strict) {}
    #expect(container.plain().name == "live")
  }

  @Test("Child tasks see the container")
  func childTasks() async {
    await withTestContainer {
      $0.number.register { 6 }
    } operation: {
      async let number = Container.shared.number()
      #expect(await number == 6)
    }
  }

  /// Not asynchronous, so the compiler chooses the synchronous function.
  private func withTestContainerOfFunction(_ body: () -> Bool) -> Bool {
    withTestContainer { body() }
  }
}

extension ProcessWide {
  @Suite(.container) struct StrictLogTests {
    @Test("Outside of tests, a strict container writes the message to the logger")
    func logged() async {
      let recorded = RecordedLines()
      await Task.detached {
        withTestContainer(StrictContainer.$shared, StrictContainer(), .strict) {
          _ = StrictContainer.shared.plain()
        }
      }.value
      #expect(factories(recorded.lines(containing: "in a strict test")) == ["plain"])
    }
  }
}
