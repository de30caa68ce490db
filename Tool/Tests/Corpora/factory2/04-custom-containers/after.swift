import FactoryKit

protocol PaymentProcessing {}
struct Stripe: PaymentProcessing {}

public final class PaymentsContainer: SharedContainer {
    @TaskLocal public static var shared = PaymentsContainer()
    public let manager = ContainerManager()
}

extension PaymentsContainer {
    var processor: Factory<PaymentProcessing> { self { Stripe() }.singleton }
}

final class OrderContainer: SharedContainer {
    // Replaced in tests
    @TaskLocal static var shared = OrderContainer()
    let manager = ContainerManager()

    var order: Factory<String> { self { "order" } }
}

final class FeatureContainer: ManagedContainer {
    let manager = ContainerManager()

    let title = "Feature"
}

final class FixedContainer: SharedContainer {
    @TaskLocal public static var shared = FixedContainer()
    let manager = ContainerManager()
}

extension Container: @retroactive AutoRegistering {
    public func autoRegister() {
        manager.defaultScope = .cached
    }
}

extension PaymentsContainer: AutoRegistering {
    public func autoRegister() {
        processor.register { Stripe() }
    }
}

extension Container: @retroactive Resolving {}

class Checkout {
    @Injected(\PaymentsContainer.processor) var processor
    let order = OrderContainer.shared.order()
}
