// Factory, MIT licence; see LICENSE
//
// What a container retains, custom containers, and the shared container of a task. (Guide: Core
// mental model, The default Container, Custom containers, Reaching across containers, Resolving.)
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var service: Factory<TestService> { self { TestService() } }
  fileprivate var cachedService: Factory<TestService> { self { TestService() }.cached }
  fileprivate var singleton: Factory<TestService> { self { TestService() }.singleton }
  fileprivate var sharedService: Factory<TestService> { self { TestService() }.shared }
  fileprivate var dependent: Factory<[TestService]> { self { [self.cachedService()] }.cached }
}

@Suite("The lifetime of a container", .container) struct ContainerLifetimeTests {
  @Test("A container that is released releases its registrations")
  func freesRegistrations() {
    var container: Container? = Container()
    weak var captured: TestService?
    do {
      let service = TestService("captured")
      captured = service
      container?.service.register { service }
    }
    #expect(captured != nil)
    container = nil
    #expect(captured == nil)
  }

  @Test("A container is released although its factories refer to it and were resolved")
  func noRetainCycle() {
    var container: Container? = Container()
    weak let observed = container
    _ = container?.dependent()
    container?.service.register { TestService() }
    _ = container?.service()
    _ = container?.sharedService()
    container = nil
    #expect(observed == nil)
  }

  @Test("A singleton survives its container")
  func singletonSurvives() {
    var container: Container? = Container()
    weak let instance = container?.singleton()
    container = nil
    #expect(instance != nil)
    #expect(Container().singleton() === instance)
  }

  @Test("A factory value keeps its container alive")
  func factoryOutlivesContainer() {
    let factory = Container().cachedService
    #expect(factory() === factory())
  }
}

// MARK: Resolving through a container

private final class FiveWays {
  let call = Container.shared.cachedService()
  @Injected(\.cachedService) var injected
  @LazyInjected(\.cachedService) var lazy
  let function: TestService = dependency(\.cachedService)
  let passed: TestService
  init(container: Container) { passed = container.cachedService() }
}

@Suite("Resolving through a container", .container) struct ContainerResolutionTests {
  @Test("All five ways to resolve, and `resolve()`, return the same scoped instance")
  func fiveWays() {
    let consumer = FiveWays(container: .shared)
    #expect(consumer.call === consumer.injected)
    #expect(consumer.call === consumer.lazy)
    #expect(consumer.call === consumer.function)
    #expect(consumer.call === consumer.passed)
    #expect(consumer.call === Container.shared.cachedService.resolve())
  }
}

// MARK: Custom containers

public final class CustomContainerTestsPayments: SharedContainer {
  @TaskLocal public static var shared = CustomContainerTestsPayments()
  public let manager = ContainerManager()
}
private typealias PaymentsContainer = CustomContainerTestsPayments

extension CustomContainerTestsPayments {
  fileprivate var processor: Factory<any TestServiceType> { self { TestService() }.singleton }
  fileprivate var something: Factory<[TestService]> { self { [Container.shared.network()] } }
  fileprivate var sameName: Factory<TestService> { self { TestService() }.singleton }
}

extension Container {
  fileprivate var network: Factory<TestService> { self { TestService() }.cached }
  fileprivate var sameName: Factory<TestService> { self { TestService() }.singleton }
  fileprivate var processorElsewhere: Factory<any TestServiceType> {
    self { PaymentsContainer.shared.processor() }
  }
}

extension SharedContainer {
  fileprivate var common: Factory<TestService> { self { TestService() } }
  fileprivate var commonText: ParameterFactory<Int, String> { self { "\(Self.self) \($0)" } }
}

private final class PaymentScreen {
  @Injected(\PaymentsContainer.processor) var processor
  @Injected(\PaymentsContainer.common) var common
}

@Suite("Custom containers", .container) struct CustomContainerTests {
  private let container = Container()
  private let payments = PaymentsContainer()

  @Test("A key path of a custom container can be injected, and its factories be registered")
  func injected() {
    #expect(PaymentScreen().processor === PaymentsContainer.shared.processor())
    payments.processor.register { TestService("registered") }
    #expect(payments.processor().label == "registered")
  }

  @Test("All instances of a container type share a singleton, two types with its name do not")
  func singletonsPerType() {
    #expect(container.sameName() !== payments.sameName())
    #expect(payments.sameName() === PaymentsContainer().sameName())
  }

  @Test("A factory on SharedContainer is on every container, with its own registration")
  func sharedContainerExtension() {
    #expect(container.commonText(1) == "Container 1")
    #expect(payments.commonText(2) == "\(PaymentsContainer.self) 2")
    container.common.register { TestService("registered") }
    #expect(container.common().label == "registered")
    #expect(payments.common().label == "original")
  }

  @Test("A factory resolves from another container, and gets what is registered there")
  func reachesAcross() {
    #expect(PaymentsContainer.shared.something()[0] === Container.shared.network())
    #expect(Container.shared.processorElsewhere() === PaymentsContainer.shared.processor())
    Container.shared.network.register { TestService("registered") }
    #expect(payments.something()[0].label == "registered")
  }
}

// MARK: The shared container of a task

extension Container {
  fileprivate var nested: Factory<String> { self { Container.shared.service().label } }
}

private struct TaskConsumer: Sendable {
  @Injected(\.service) var service
}

@Suite("The shared container of a task") struct TaskLocalContainerTests {
  private let container: Container

  init() {
    container = Container()
    container.service.register { TestService("mock") }
  }

  @Test("`withValue` replaces the shared container and restores it, also nested")
  func withValue() {
    let (before, inner) = (Container.shared, Container())
    Container.$shared.withValue(container) {
      #expect(Container.shared === container)
      Container.$shared.withValue(inner) {
        #expect(Container.shared === inner)
      }
      #expect(Container.shared === container)
    }
    #expect(Container.shared === before)
  }

  @Test("Everything that starts at the shared container sees the replacement")
  func consumers() {
    Container.$shared.withValue(container) {
      #expect(Container.shared.service().label == "mock")
      #expect(TaskConsumer().service.label == "mock")
      #expect(dependency(\.service).label == "mock")
      #expect(Container().nested() == "mock")
    }
  }

  @Test("Child tasks and unstructured ones inherit the container, which lasts across suspensions")
  func tasks() async {
    await Container.$shared.withValue(container) {
      await Task.yield()
      #expect(Container.shared === container)
      async let name = Container.shared.service().label
      #expect(await name == "mock")
      let names = await inTasks(4) { _ in TaskConsumer().service.label }
      #expect(names == ["mock", "mock", "mock", "mock"])
      let task = Task { Container.shared.service().label }
      #expect(await task.value == "mock")
    }
  }

  @Test("A detached task does not inherit the container, but may use one that is passed to it")
  func detachedTask() async {
    let container = container
    let inherits = await Container.$shared.withValue(container) {
      await Task.detached { Container.shared === container }.value
    }
    #expect(!inherits)
    let name = await Task.detached {
      Container.$shared.withValue(container) { TaskConsumer().service.label }
    }.value
    #expect(name == "mock")
  }

  @Test("Tasks with containers of their own do not see each other's registrations")
  func isolatedTasks() async {
    let names = await inTasks(16) { (number: Int) -> String in
      await Container.$shared.withValue(Container()) {
        Container.shared.service.register { TestService("\(number)") }
        await Task.yield()
        return Container.shared.service().label
      }
    }
    #expect(names == (0..<16).map(String.init))
  }
}

// MARK: Generic containers

/// Each type with other arguments is another container type.
private final class Box<Content>: ManagedContainer {
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Box) { manager = ContainerManager(childOf: parent) }
}

private final class OrdinaryContainer: ManagedContainer {
  let manager = ContainerManager()
}

private struct Outer<Content> {
  final class Inner: ManagedContainer {
    let manager = ContainerManager()
  }
}

extension Box {
  fileprivate var service: Factory<TestService> {
    self { TestService("\(Content.self)") }.singleton
  }
}

extension Outer.Inner {
  fileprivate var service: Factory<TestService> {
    self { TestService("\(Content.self)") }.singleton
  }
}

extension ManagedContainer {
  fileprivate var serviceOfAll: Factory<TestService> {
    self { TestService("\(Self.self)") }.singleton
  }
}

@Suite("Generic containers", .container([.freshSingletons])) struct GenericContainerTests {
  @Test("Singletons belong to the container's type with its arguments")
  func arguments() {
    #expect(Box<Int>().service().label == "Int")
    #expect(Box<String>().service().label == "String")
    #expect(Box<Int>().service().label == "Int")
    #expect(Box<Int>().service() === Box<Int>().service())
    #expect(Outer<Int>.Inner().service().label == "Int")
    #expect(Outer<String>.Inner().service().label == "String")
  }

  @Test("A child has the singletons of its parent's type")
  func children() {
    let (parent, other) = (Box<Int>(), Box<String>())
    #expect(Box(parent: parent).service() === parent.service())
    #expect(Box(parent: other).service() !== parent.service())
  }

  @Test("A reset evicts the singleton of one type only")
  func reset() {
    let (ints, strings) = (Box<Int>(), Box<String>())
    let (int, string) = (ints.service(), strings.service())
    ints.service.reset()
    #expect(ints.service() !== int)
    #expect(strings.service() === string)
  }

  @Test("A singleton of all containers is one for those that are not generic")
  func all() {
    let instance = OrdinaryContainer().serviceOfAll()
    #expect(Container.shared.serviceOfAll() === instance)
    // The name of a private type depends on the optimisation.
    #expect(Box<Int>().serviceOfAll().label == "\(Box<Int>.self)")
    #expect(Box<String>().serviceOfAll().label == "\(Box<String>.self)")
    #expect(OrdinaryContainer().serviceOfAll() === instance)
  }
}
