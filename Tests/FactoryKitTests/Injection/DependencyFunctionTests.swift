// Factory, MIT licence; see LICENSE
//
// The global `dependency` function. (Guide: Resolving, Concurrency.)
import FactoryTesting
import Testing

private protocol MyServiceType: AnyObject {}
private final class MyService: MyServiceType {}
private final class MockService: MyServiceType {}

private final class Preferences: Sendable {
  let name: String
  init(name: String = "live") { self.name = name }
}

private enum Mode: Sendable { case secret, open }

private final class Service: Sendable {
  let mode: Mode
  init(mode: Mode) { self.mode = mode }
}

private final class PaymentsContainer: SharedContainer {
  @TaskLocal static var shared = PaymentsContainer()
  let manager = ContainerManager()
}

extension Container {
  fileprivate var myService: Factory<MyServiceType> { self { MyService() } }
  fileprivate var preferences: Factory<Preferences> { self { Preferences() } }
  fileprivate var service: ParameterFactory<Mode, Service> { self { Service(mode: $0) } }
}

extension PaymentsContainer {
  fileprivate var processor: Factory<Preferences> { self { Preferences(name: "payments") } }
  fileprivate var moded: ParameterFactory<Mode, Service> { self { Service(mode: $0) } }
}

nonisolated private final class NetworkService: Sendable {
  let prefs: Preferences = dependency(\.preferences)
  let svc: Service = dependency(\.service, parameter: Mode.secret)
  let payments: Preferences = dependency(\PaymentsContainer.processor)
}

@MainActor private final class LazyConsumer {
  lazy var svc: Service = dependency(\.service, parameter: Mode.open)
}

@Suite(.container) struct DependencyFunctionTests {
  @Test("`dependency` resolves a key path of the shared container")
  func keyPath() {
    let svc: MyServiceType = dependency(\.myService)
    #expect(svc is MyService)
  }

  @Test("`dependency` sees registrations")
  func registration() {
    Container.shared.myService.register { MockService() }
    let svc: MyServiceType = dependency(\.myService)
    #expect(svc is MockService)
  }

  @Test("`dependency` passes a parameter on")
  func parameter() {
    let secret = dependency(\.service, parameter: .secret)
    #expect(secret.mode == .secret)
  }

  @Test("`dependency` resolves from a custom container")
  func customContainer() {
    #expect(dependency(\PaymentsContainer.processor).name == "payments")
  }

  @Test("`dependency` passes a parameter to a custom container")
  func customContainerParameter() {
    #expect(dependency(\PaymentsContainer.moded, parameter: .open).mode == .open)
  }

  @Test("`dependency` resolves from the custom container of the task")
  func customContainerOfTask() {
    let container = PaymentsContainer()
    container.processor.register { Preferences(name: "task") }
    PaymentsContainer.$shared.withValue(container) {
      #expect(dependency(\PaymentsContainer.processor).name == "task")
    }
    #expect(dependency(\PaymentsContainer.processor).name == "payments")
  }

  @Test("`dependency` takes a key path that is not a literal")
  func keyPathValue() {
    let keyPath: KeyPath<Container, Factory<MyServiceType>> = \.myService
    #expect(dependency(keyPath) is MyService)
  }

  @Test("A nonisolated Sendable class injects with `dependency`")
  func sendableClass() {
    Container.shared.preferences.register { Preferences(name: "mock") }
    let service = NetworkService()
    #expect(service.prefs.name == "mock")
    #expect(service.svc.mode == .secret)
    #expect(service.payments.name == "payments")
  }

  @Test("A lazy property resolves with `dependency` on first use") @MainActor
  func lazyProperty() {
    let consumer = LazyConsumer()
    Container.shared.service.register { _ in Service(mode: .secret) }
    #expect(consumer.svc.mode == .secret)
  }
}
