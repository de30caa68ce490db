// Factory, MIT licence; see LICENSE
//
// `CarriedContainers`: the current containers in code that does not inherit them.
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var created: Factory<StrictService> { self { StrictService() }.singleton }
}

@Suite(.container { $0.number.register { 1 } }, .strictContainer)
struct CarriedContainersTests {
  @Test("A detached task runs a closure, and its child tasks, with the container of its creator")
  func detached() async {
    let here = CarriedContainers()
    let container = Container.shared
    await Task.detached {
      #expect(Container.shared !== container)
      await here {
        await Task.yield()
        #expect(Container.shared === container)
        async let number = Container.shared.number()
        #expect(await number == 1)
      }
      #expect(Container.shared !== container)
    }.value
  }

  @Test("The singletons are carried as well")
  func singletons() async {
    let instance = Container.shared.created()
    let here = CarriedContainers()
    #expect(await Task.detached { here { Container().created() } }.value === instance)
    #expect(onThreads(1) { _ in here { Container().created() } }.first === instance)
    #expect(await Task.detached { Container().created() }.value !== instance)
  }

  @Test("Several containers can be carried")
  func several() async {
    let here = CarriedContainers(Container.$shared, StrictContainer.$shared)
    #expect(StrictContainer.shared.name == "test")
    let names = await Task.detached {
      here { (Container.shared.number(), StrictContainer.shared.name) }
    }.value
    #expect(names == (1, "test"))
    #expect(
      onThreads(1) { _ in here { "\(Container.shared.number()) \(StrictContainer.shared.name)" } }
        == ["1 test"])
  }

  @Test("Only the containers of the arguments are carried, the default one without arguments")
  func others() async {
    let (here, customOnly) = (CarriedContainers(), CarriedContainers(StrictContainer.$shared))
    let container = Container.shared
    await Task.detached {
      #expect(here { StrictContainer.shared.name } == "shared")
      #expect(customOnly { StrictContainer.shared.name } == "test")
      #expect(customOnly { Container.shared } !== container)
    }.value
  }

  @Test("The containers are those of the time at which the value was created")
  func capturedOnce() {
    let here = CarriedContainers()
    let container = Container.shared
    Container.$shared.withValue(Container()) {
      #expect(here { Container.shared } === container)
    }
  }

  @Test("Errors are rethrown")
  func errors() async {
    let here = CarriedContainers()
    #expect(throws: StrictError.self) { try here { throw StrictError.failed } }
    await #expect(throws: StrictError.self) {
      try await here {
        await Task.yield()
        throw StrictError.failed
      }
    }
  }

  @Test("An asynchronous closure runs on the caller's actor, and may change its state") @MainActor
  func isolation() async {
    let here = CarriedContainers()
    var steps: [Int] = []
    await here {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      steps.append(Container.shared.number())
    }
    #expect(steps == [1])
  }
}
