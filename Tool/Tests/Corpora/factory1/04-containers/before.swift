import Factory

public protocol SimpleService: AnyObject {}
public final class PlainService: SimpleService {}

public final class APIService {
    public init() {}
}

final class OrderService {
    init(_ service: SimpleService?, _ api: APIService) {}
}

final class PaymentsService {
    init(orders: OrderService, api: APIService, checkout: Checkout) {}
}

final class Checkout {}

extension SharedContainer {
    static let api = Factory { APIService() }
}

open class OrderContainer: SharedContainer {
    public static let optionalService = Factory<SimpleService?> { nil }
    static let constructedService = Factory { OrderService(optionalService(), api()) }
    static let additionalService = Factory<SimpleService>(scope: .cached) { PlainService() }
}

// Uses the factories of its parent.
class PaymentsContainer: OrderContainer {
    static let paymentsService = Factory {
        PaymentsService(
            orders: constructedService(),
            api: api(),
            checkout: Container.checkout())
    }
}

class EmptyContainer: SharedContainer {}

extension EmptyContainer {
    static let name = Factory { "empty" }
}

extension Container {
    static let checkout = Factory { Checkout() }
    static let another = Factory { OrderService(OrderContainer.optionalService(), api()) }
}

class PaymentsModel {
    @Injected(PaymentsContainer.paymentsService) var payments
    @Injected(PaymentsContainer.additionalService) private var additional
    @Injected(SharedContainer.api) var api
    @LazyInjected(EmptyContainer.name) var name

    func prepare() {
        OrderContainer.optionalService.register { PlainService() }
        let orders = PaymentsContainer.constructedService()
        _ = (orders, EmptyContainer.name(), Container.api())
    }

    func clear() {
        SharedContainer.Registrations.reset()
        OrderContainer.Scope.cached.reset()
    }
}
