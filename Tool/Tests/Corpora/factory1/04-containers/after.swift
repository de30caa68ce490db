import FactoryKit

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
    var api: Factory<APIService> { self { APIService() } }
}

public final class OrderContainer: SharedContainer {
    @TaskLocal public static var shared = OrderContainer()
    public let manager = ContainerManager()

    public var optionalService: Factory<SimpleService?> { self { nil } }
    var constructedService: Factory<OrderService> { self { OrderService(self.optionalService(), Container.shared.api()) } }
    var additionalService: Factory<SimpleService> { self { PlainService() }.cached }
}

// Uses the factories of its parent.
final class PaymentsContainer: SharedContainer {
    @TaskLocal static var shared = PaymentsContainer()
    let manager = ContainerManager()

    var paymentsService: Factory<PaymentsService> {
        self {
            PaymentsService(
                orders: OrderContainer.shared.constructedService(),
                api: Container.shared.api(),
                checkout: Container.shared.checkout())
        }
    }
}

final class EmptyContainer: SharedContainer {
    @TaskLocal static var shared = EmptyContainer()
    let manager = ContainerManager()
}

extension EmptyContainer {
    var name: Factory<String> { self { "empty" } }
}

extension Container {
    var checkout: Factory<Checkout> { self { Checkout() } }
    var another: Factory<OrderService> { self { OrderService(OrderContainer.shared.optionalService(), self.api()) } }
}

class PaymentsModel {
    @Injected(\PaymentsContainer.paymentsService) var payments
    @Injected(\OrderContainer.additionalService) private var additional
    @Injected(\.api) var api
    @LazyInjected(\EmptyContainer.name) var name

    func prepare() {
        OrderContainer.shared.optionalService.register { PlainService() }
        let orders = OrderContainer.shared.constructedService()
        _ = (orders, EmptyContainer.shared.name(), Container.shared.api())
    }

    func clear() {
        Container.shared.manager.reset(options: .registration)
        EmptyContainer.shared.manager.reset(options: .registration)
        OrderContainer.shared.manager.reset(options: .registration)
        PaymentsContainer.shared.manager.reset(options: .registration)
        Container.shared.manager.reset(scope: .cached)
        EmptyContainer.shared.manager.reset(scope: .cached)
        OrderContainer.shared.manager.reset(scope: .cached)
        PaymentsContainer.shared.manager.reset(scope: .cached)
    }
}
