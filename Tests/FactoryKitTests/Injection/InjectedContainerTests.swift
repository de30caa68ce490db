// Factory, MIT licence; see LICENSE
//
// Injection of a container itself. (Guide: Property wrappers.)
import FactoryTesting
import Testing

private final class MyContainer: SharedContainer {
  @TaskLocal static var shared = MyContainer()
  let manager = ContainerManager()
}

extension Container {
  fileprivate var number: Factory<Int> { self { 1 } }
}
extension MyContainer {
  fileprivate var number: Factory<Int> { self { 2 } }
}

private class Consumer {
  @InjectedContainer var container
  @InjectedContainer(MyContainer.self) var custom
  @InjectedContainer var annotated: Container
}

private struct Value: Sendable {
  @InjectedContainer var container
}

@Suite(.container) struct InjectedContainerTests {
  @Test("`@InjectedContainer` injects the default container")
  func defaultContainer() {
    #expect(Consumer().container === Container.shared)
    #expect(Consumer().annotated === Container.shared)
  }

  @Test("`@InjectedContainer(MyContainer.self)` injects that container")
  func customContainer() {
    #expect(Consumer().custom === MyContainer.shared)
  }

  @Test("Factories of an injected container can be resolved")
  func resolves() {
    let consumer = Consumer()
    #expect(consumer.container.number() == 1)
    #expect(consumer.custom.number() == 2)
  }

  @Test("The container is the one at the creation of the object")
  func atInitialisation() {
    let (other, otherCustom) = (Container(), MyContainer())
    let consumer = Container.$shared.withValue(other) {
      MyContainer.$shared.withValue(otherCustom) { Consumer() }
    }
    #expect(consumer.container === other)
    #expect(consumer.custom === otherCustom)
  }

  @Test("A Sendable value can have an injected container")
  func sendableValue() async {
    let value = Value()
    let container = await Task.detached { value.container }.value
    #expect(container === Container.shared)
  }
}
