// Factory, MIT licence; see LICENSE
//
// What a container instance owns, how it is passed and resolved from, and custom containers.
// (Guide: Core mental model, The default Container, Custom containers, Reaching across containers,
// Resolving.)
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate var service: Factory<TestService> { self { TestService() } }
  fileprivate var cachedService: Factory<TestService> { self { TestService() }.cached }
  fileprivate var sessionService: Factory<TestService> { self { TestService() }.scope(.session) }
  fileprivate var serviceByNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  fileprivate var singleton: Factory<TestService> { self { TestService() }.singleton }
  fileprivate var sharedService: Factory<TestService> { self { TestService() }.shared }
  fileprivate var dependent: Factory<[TestService]> { self { [self.cachedService()] }.cached }
}

@Suite("The default container", .container) struct DefaultContainerTests {
  @Test("The shared container is always the same, and `Container()` another one")
  func sharedContainer() {
    #expect(Container.shared === Container.shared)
    #expect(Container() !== Container.shared)
  }

  @Test("A container always has the same manager")
  func manager() {
    let container = Container()
    #expect(container.manager === container.manager)
    #expect(container.manager !== Container().manager)
  }

  @Test("Registrations and cached instances belong to the container instance")
  func belongsToInstance() {
    let (one, other) = (Container(), Container())
    one.service.register { TestService("mock") }
    #expect(one.service().label == "mock")
    #expect(other.service().label == "original")
    #expect(one.cachedService() === one.cachedService())
    #expect(one.cachedService() !== other.cachedService())
  }

  private static let caching: [@Sendable (Container) -> TestService] = [
    { $0.cachedService() }, { $0.sessionService() }, { $0.serviceByNumber(1) },
  ]

  @Test("A container that is released releases its cached instances", arguments: caching)
  private func freesCached(resolve: @Sendable (Container) -> TestService) {
    var container: Container? = Container()
    _ = container?.serviceByNumber(2)
    weak let instance = container.map { resolve($0) }
    #expect(instance != nil)
    container = nil
    #expect(instance == nil)
  }

  @Test("A container that is released leaves an instance to its other owners")
  func leavesHeldInstance() {
    var container: Container? = Container()
    let instance = container?.cachedService()
    container = nil
    #expect(instance?.label == "original")
  }

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

private final class Consumer {
  private let container: Container
  init(container: Container = .shared) { self.container = container }
  lazy var service = container.service()
}

private final class FiveWays {
  let call = Container.shared.cachedService()
  @Injected(\.cachedService) var injected
  @LazyInjected(\.cachedService) var lazy
  let function: TestService = dependency(\.cachedService)
  let passed: TestService
  init(container: Container) { passed = container.cachedService() }
}

@Suite("Resolving through a container", .container) struct ContainerResolutionTests {
  @Test("A container that is passed to an initialiser has its own registrations")
  func passedContainer() {
    let container = Container()
    let consumer = Consumer(container: container)
    container.service.register { TestService("mock") }
    #expect(consumer.service.label == "mock")
    #expect(Container.shared.service().label == "original")
  }

  @Test("A container parameter may default to the shared one")
  func defaultContainer() {
    Container.shared.service.register { TestService("mock") }
    #expect(Consumer().service.label == "mock")
  }

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
  fileprivate var cachedCommon: Factory<TestService> { self { TestService() }.cached }
  fileprivate var singleCommon: Factory<TestService> { self { TestService() }.singleton }
  fileprivate var commonText: ParameterFactory<Int, String> { self { "\(Self.self) \($0)" } }
}

/// A container without a shared instance.
private final class PrivateContainer: ManagedContainer {
  let manager = ContainerManager()
  var common: Factory<TestService> { self { TestService() }.cached }
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

  @Test("The shared custom container can be replaced for a task")
  func withValue() {
    PaymentsContainer.$shared.withValue(payments) {
      #expect(PaymentsContainer.shared === payments)
    }
    #expect(PaymentsContainer.shared !== payments)
  }

  @Test("A container does not need a shared instance")
  func privateContainer() {
    let container = PrivateContainer()
    #expect(container.common() === container.common())
    #expect(PrivateContainer().common() !== container.common())
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

  @Test("A cached factory on SharedContainer has one instance for each container")
  func sharedContainerCached() {
    #expect(container.cachedCommon() === container.cachedCommon())
    #expect(container.cachedCommon() !== payments.cachedCommon())
  }

  @Test("A singleton on SharedContainer is one for all containers")
  func sharedContainerSingleton() {
    #expect(container.singleCommon() === payments.singleCommon())
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
        Container.shared.service.register { TestService("\(number)") }
        await Task.yield()
        return Container.shared.service().label
      }
    }
    #expect(names == (0..<16).map(String.init))
  }

  @Test("An actor's method sees the container of the task that calls it")
  func actorMethod() async {
    actor Worker {
      func name() -> String { Container.shared.service().label }
    }
    let worker = Worker()
    let name = await Container.$shared.withValue(container) { await worker.name() }
    #expect(name == "mock")
  }
}
