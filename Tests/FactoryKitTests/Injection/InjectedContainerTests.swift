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

@Suite(.container) struct InjectedContainerTests {
  @Test("`@InjectedContainer` injects the shared container of its type, whose factories resolve")
  func shared() {
    let consumer = Consumer()
    #expect(consumer.container === Container.shared)
    #expect(consumer.annotated === Container.shared)
    #expect(consumer.custom === MyContainer.shared)
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

  @Test("Assigning a container changes the property only")
  func assignment() {
    let (consumer, other) = (Consumer(), Container())
    consumer.container = other
    #expect(consumer.container === other)
    #expect(Container.shared !== other)
    #expect(Consumer().container === Container.shared)
  }

  @Test("The projected value is the wrapper, which can be assigned as well")
  func projectedValue() {
    let (consumer, other) = (Consumer(), Container())
    #expect(consumer.$container.wrappedValue === Container.shared)
    consumer.$container.wrappedValue = other
    #expect(consumer.container === other)
    consumer.$container = InjectedContainer()
    #expect(consumer.container === Container.shared)
  }

  @Test("`$container.reset(options:)` resets the injected container")
  func reset() {
    let consumer = Consumer()
    consumer.container = Container()
    consumer.container.number.register { 5 }
    Container.shared.number.register { 6 }
    consumer.$container.reset(options: .scope)
    #expect(consumer.container.number() == 5)
    consumer.$container.reset(options: .registration)
    #expect(consumer.container.number() == 1)
    consumer.container.number.register { 7 }
    consumer.$container.reset()
    #expect(consumer.container.number() == 1)
    #expect(Container.shared.number() == 6)
  }
}
