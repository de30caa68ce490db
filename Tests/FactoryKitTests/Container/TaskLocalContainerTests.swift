// Factory, MIT licence; see LICENSE
//
// The shared container of a task. (Guide: The default Container, Concurrency.)
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Service: Sendable {
  let name: String
  init(name: String = "live") { self.name = name }
}

extension Container {
  fileprivate var service: Factory<Service> { self { Service() } }
  fileprivate var nested: Factory<String> { self { Container.shared.service().name } }
}

private struct Consumer: Sendable {
  @Injected(\.service) var service
}

@Suite struct TaskLocalContainerTests {
  private let container: Container

  init() {
    container = Container()
    container.service.register { Service(name: "mock") }
  }

  @Test("`withValue` replaces the shared container and restores it")
  func withValue() {
    let before = Container.shared
    Container.$shared.withValue(container) {
      #expect(Container.shared === container)
    }
    #expect(Container.shared === before)
  }

  @Test("Everything that starts at the shared container sees the replacement")
  func consumers() {
    Container.$shared.withValue(container) {
      #expect(Container.shared.service().name == "mock")
      #expect(Consumer().service.name == "mock")
      #expect(dependency(\.service).name == "mock")
      #expect(Container().nested() == "mock")
    }
  }

  @Test("Replacements nest")
  func nested() {
    let inner = Container()
    Container.$shared.withValue(container) {
      Container.$shared.withValue(inner) {
        #expect(Container.shared === inner)
      }
      #expect(Container.shared === container)
    }
  }

  @Test("The replacement lasts across a suspension")
  func suspension() async {
    await Container.$shared.withValue(container) {
      await Task.yield()
      #expect(Container.shared === container)
    }
  }

  @Test("A child task inherits the container")
  func childTask() async {
    await Container.$shared.withValue(container) {
      async let name = Container.shared.service().name
      #expect(await name == "mock")
    }
  }

  @Test("The tasks of a group inherit the container")
  func taskGroup() async {
    let names = await Container.$shared.withValue(container) {
      await inTasks(4) { _ in Consumer().service.name }
    }
    #expect(names == ["mock", "mock", "mock", "mock"])
  }

  @Test("An unstructured task inherits the container")
  func unstructuredTask() async {
    let task = Container.$shared.withValue(container) {
      Task { Container.shared.service().name }
    }
    #expect(await task.value == "mock")
  }

  @Test("A detached task does not inherit the container")
  func detachedTask() async {
    let container = container
    let inherits = await Container.$shared.withValue(container) {
      await Task.detached { Container.shared === container }.value
    }
    #expect(!inherits)
  }

  @Test("A detached task uses a container that is passed to it")
  func detachedTaskWithContainer() async {
    let container = container
    let name = await Task.detached {
      Container.$shared.withValue(container) { Consumer().service.name }
    }.value
    #expect(name == "mock")
  }

  @Test("A thread does not inherit the container")
  func thread() {
    let container = container
    let inherits = Container.$shared.withValue(container) {
      onThreads(1) { _ in Container.shared === container }
    }
    #expect(inherits == [false])
  }

  @Test("Tasks with containers of their own do not see each other's registrations")
  func isolatedTasks() async {
    let names = await inTasks(16) { number in
      await Container.$shared.withValue(Container()) {
        Container.shared.service.register { Service(name: "\(number)") }
        await Task.yield()
        return Container.shared.service().name
      }
    }
    #expect(names == (0..<16).map(String.init))
  }

  @Test("An actor's method sees the container of the task that calls it")
  func actorMethod() async {
    actor Worker {
      func name() -> String { Container.shared.service().name }
    }
    let worker = Worker()
    let name = await Container.$shared.withValue(container) { await worker.name() }
    #expect(name == "mock")
  }
}
