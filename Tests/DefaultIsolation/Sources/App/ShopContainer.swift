// Factory, MIT licence; see LICENSE
//
// A custom container. Like every container it is `Sendable`, and nonisolated without saying so.
import FactoryKit
import Services

final class ShopContainer: SharedContainer {
  @TaskLocal static var shared = ShopContainer()
  let manager = ContainerManager()
}

final class Cart {
  var items: [String]
  init(items: [String] = []) { self.items = items }
}

extension ShopContainer {
  @MainActor var cart: Factory<Cart> { self { Cart() }.cached }
  var processor: Factory<Processor> { self { PaymentsContainer.shared.processor() } }
  var currency: Factory<String> { self { "none" } }
}

extension ShopContainer: AutoRegistering {
  func autoRegister() {
    currency.register { "USD" }
  }
}
