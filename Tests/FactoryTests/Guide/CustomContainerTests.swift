// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Custom Containers, SharedContainer.
import Factory
import Testing

private class MyConstructedService {
  let service: MyServiceType
  init(service: MyServiceType) { self.service = service }
}

private protocol PaymentsServiceType {
  var service: MyServiceType { get }
}

private class PaymentsService: PaymentsServiceType {
  let service: MyServiceType
  init(service: MyServiceType) { self.service = service }
}

private class AnotherService {
  let service: SimpleService?
  init(_ service: SimpleService?) { self.service = service }
}

private protocol APIServiceType: AnyObject {}
private class APIService: APIServiceType {}

extension SharedContainer {
  fileprivate static let myServiceType = Factory<MyServiceType> { MyService() }
}

private class OrderContainer: SharedContainer {
  static let optionalService = Factory<SimpleService?> { nil }
  static let constructedService = Factory { MyConstructedService(service: myServiceType()) }
  static let additionalService = Factory(scope: .session) { SimpleService() }
}

private class PaymentsContainer: OrderContainer {
  static let paymentsServiceType = Factory<PaymentsServiceType> {
    PaymentsService(service: myServiceType())
  }
}

/// The guide's second `PaymentsContainer`.
private class SeparatePaymentsContainer: SharedContainer {
  static let anotherService = Factory { AnotherService(OrderContainer.optionalService()) }
}

extension SharedContainer {
  fileprivate static let api = Factory<APIServiceType>(scope: .cached) { APIService() }
}

@Suite("1.x: Custom containers", .staticContainer)
struct CustomContainerTests {
  @Test("A container has factories of its own, with scopes")
  func order() {
    #expect(OrderContainer.optionalService() == nil)
    #expect(OrderContainer.constructedService().service is MyService)
    #expect(OrderContainer.additionalService() === OrderContainer.additionalService())
  }

  @Test("A derived container sees its parent's factories, which are the same")
  func derived() {
    #expect(PaymentsContainer.paymentsServiceType().service is MyService)
    #expect(PaymentsContainer.additionalService() === OrderContainer.additionalService())
  }

  @Test("A factory of another container is used by its full path")
  func across() {
    #expect(SeparatePaymentsContainer.anotherService().service == nil)
    let service = SimpleService()
    OrderContainer.optionalService.register { service }
    #expect(SeparatePaymentsContainer.anotherService().service === service)
  }

  @Test("A factory on SharedContainer is the same in every container")
  func shared() {
    #expect(Container.api() === PaymentsContainer.api())
    #expect(SharedContainer.api() === SeparatePaymentsContainer.api())
  }

  @Test("Registrations and scopes are managed centrally, whatever the container")
  func central() {
    OrderContainer.constructedService.register { MyConstructedService(service: MockService()) }
    SeparatePaymentsContainer.anotherService.register { AnotherService(SimpleService()) }
    let session = OrderContainer.additionalService()
    Container.Registrations.reset()
    #expect(OrderContainer.constructedService().service is MyService)
    #expect(SeparatePaymentsContainer.anotherService().service == nil)
    Container.Scope.reset()
    #expect(OrderContainer.additionalService() !== session)
  }
}
