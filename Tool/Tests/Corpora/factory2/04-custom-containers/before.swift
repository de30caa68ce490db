import Factory

protocol PaymentProcessing {}
struct Stripe: PaymentProcessing {}

public final class PaymentsContainer: SharedContainer {
    public static var shared = PaymentsContainer()
    public var manager = ContainerManager()
}

extension PaymentsContainer {
    var processor: Factory<PaymentProcessing> { Factory(self) { Stripe() }.singleton }
}

final class OrderContainer: SharedContainer {
    // Replaced in tests
    @TaskLocal static var shared = OrderContainer()
    let manager = ContainerManager()

    var order: Factory<String> { self { "order" } }
}

class FeatureContainer: ManagedContainer {
    let manager = ContainerManager()

    let title = "Feature"
}

final class FixedContainer: SharedContainer {
    public static let shared = FixedContainer()
    let manager = ContainerManager()
}

extension Container: AutoRegistering {
    public func autoRegister() {
        manager.defaultScope = .cached
    }
}

extension PaymentsContainer: AutoRegistering {
    public func autoRegister() {
        processor.register { Stripe() }
    }
}

extension Container: Resolving {}

class Checkout {
    @Injected(\PaymentsContainer.processor) var processor
    let order = OrderContainer.shared.order()
}
