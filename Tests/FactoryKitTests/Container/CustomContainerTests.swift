// Factory, MIT licence; see LICENSE
//
// Custom containers, factories on all containers, and resolving from another container.
// (Guide: Custom containers, Reaching across containers.)
import FactoryTesting
import Testing

private protocol PaymentProcessing: AnyObject {}
private final class Stripe: PaymentProcessing {}
private final class MockProcessor: PaymentProcessing {}
private final class Network {}
private final class Something {
  let net: Network
  init(net: Network) { self.net = net }
}
private final class Common {}

public final class CustomContainerTestsPayments: SharedContainer {
  @TaskLocal public static var shared = CustomContainerTestsPayments()
  public let manager = ContainerManager()
}
private typealias PaymentsContainer = CustomContainerTestsPayments

extension CustomContainerTestsPayments {
  fileprivate var processor: Factory<PaymentProcessing> { self { Stripe() }.singleton }
  fileprivate var something: Factory<Something> {
    self { Something(net: Container.shared.network()) }
  }
  fileprivate var sameName: Factory<Common> { self { Common() }.singleton }
}

extension Container {
  fileprivate var network: Factory<Network> { self { Network() }.cached }
  fileprivate var sameName: Factory<Common> { self { Common() }.singleton }
  fileprivate var processorElsewhere: Factory<PaymentProcessing> {
    self { PaymentsContainer.shared.processor() }
  }
}

extension SharedContainer {
  fileprivate var common: Factory<Common> { self { Common() } }
  fileprivate var cachedCommon: Factory<Common> { self { Common() }.cached }
  fileprivate var singleCommon: Factory<Common> { self { Common() }.singleton }
  fileprivate var commonText: ParameterFactory<Int, String> { self { "\(Self.self) \($0)" } }
}

/// A container without a shared instance.
private final class PrivateContainer: ManagedContainer {
  let manager = ContainerManager()
  var common: Factory<Common> { self { Common() }.cached }
}

private final class Consumer {
  @Injected(\PaymentsContainer.processor) var processor
  @Injected(\PaymentsContainer.common) var common
}

@Suite(.container) struct CustomContainerTests {
  @Test("A custom container has factories of its own")
  func factories() {
    #expect(PaymentsContainer.shared.processor() is Stripe)
  }

  @Test("A key path of a custom container can be injected")
  func injected() {
    #expect(Consumer().processor === PaymentsContainer.shared.processor())
  }

  @Test("A custom container takes registrations")
  func registration() {
    let container = PaymentsContainer()
    container.processor.register { MockProcessor() }
    #expect(container.processor() is MockProcessor)
  }

  @Test("The shared custom container can be replaced for a task")
  func withValue() {
    let container = PaymentsContainer()
    PaymentsContainer.$shared.withValue(container) {
      #expect(PaymentsContainer.shared === container)
    }
    #expect(PaymentsContainer.shared !== container)
  }

  @Test("A container does not need a shared instance")
  func privateContainer() {
    let container = PrivateContainer()
    #expect(container.common() === container.common())
    #expect(PrivateContainer().common() !== container.common())
  }

  @Test("Two container types with a singleton of the same name and type do not share it")
  func singletonsPerType() {
    #expect(Container.shared.sameName() !== PaymentsContainer.shared.sameName())
  }

  @Test("A singleton is shared by all instances of its container type")
  func singletonAcrossInstances() {
    #expect(PaymentsContainer().sameName() === PaymentsContainer().sameName())
  }

  @Test("A factory on SharedContainer is on every container")
  func sharedContainerExtension() {
    let (container, payments) = (Container(), PaymentsContainer())
    #expect(container.common() !== payments.common())
    #expect(container.commonText(1) == "Container 1")
    #expect(payments.commonText(2) == "\(PaymentsContainer.self) 2")
  }

  @Test("A cached factory on SharedContainer has one instance for each container")
  func sharedContainerCached() {
    let (container, payments) = (Container(), PaymentsContainer())
    #expect(container.cachedCommon() === container.cachedCommon())
    #expect(container.cachedCommon() !== payments.cachedCommon())
  }

  @Test("A singleton on SharedContainer is one for all containers")
  func sharedContainerSingleton() {
    #expect(Container().singleCommon() === PaymentsContainer().singleCommon())
  }

  @Test("A registration of a factory on SharedContainer applies to one container")
  func sharedContainerRegistration() {
    let (container, payments) = (Container(), PaymentsContainer())
    let common = Common()
    container.common.register { common }
    #expect(container.common() === common)
    #expect(payments.common() !== common)
  }

  @Test("A factory resolves from another container")
  func reachesAcross() {
    #expect(PaymentsContainer.shared.something().net === Container.shared.network())
    #expect(Container.shared.processorElsewhere() === PaymentsContainer.shared.processor())
  }

  @Test("A factory that resolves from another container gets what is registered there")
  func reachesAcrossRegistration() {
    let network = Network()
    Container.shared.network.register { network }
    #expect(PaymentsContainer().something().net === network)
  }
}
