// Factory, MIT licence; see LICENSE
//
// The `.container` trait, with and without a closure, and traits of custom containers.
import FactoryTesting
import Services
import Testing

@testable import App

extension Trait where Self == ContainerTrait<ShopContainer> {
  static var shop: ContainerTrait<ShopContainer> {
    .init(shared: ShopContainer.$shared, container: ShopContainer())
  }
}

extension Trait where Self == ContainerTrait<PaymentsContainer> {
  static var payments: ContainerTrait<PaymentsContainer> {
    .init(shared: PaymentsContainer.$shared, container: .init())
  }
}

@Suite("Traits", .container) struct TraitTests {
  @Test(
    "A trait's closure registers a mock of a sendable protocol",
    .container {
      $0.network.register { MockNetwork() }
    })
  func sendable() {
    #expect(Container.shared.network().get("a") == "mock a")
    #expect(HomeModel().network.get("b") == "mock b")
  }

  @Test(
    "A trait's closure registers a nonisolated mock",
    .container {
      $0.formatter.register { MockFormatter() }
    })
  func nonisolatedMock() {
    #expect(Container.shared.formatter().format("a") == "mock a")
  }

  @Test(
    "A trait's closure on the main actor registers an isolated mock",
    .container { @MainActor in
      $0.player.register { MockPlayer() }
      $0.screen.register { ScreenModel(title: "Mock") }
    })
  func isolatedMock() {
    #expect(Container.shared.player().play() == "silence 1")
    #expect(Container.shared.screen().title == "Mock")
  }

  @Test(
    "A trait's closure awaits an isolated function of the container",
    .container {
      await $0.registerMocks()
    })
  func isolatedFunction() {
    #expect(Container.shared.player().play() == "silence 1")
    #expect(Container.shared.screen().title == "Mock")
  }

  @Test(
    "A trait's closure on another global actor registers its mock",
    .container { @StoreActor in $0.store.register { Store(name: "mock") } })
  func isolatedFactory() async {
    let store = await Container.shared.store.resolveOnGlobalActor(StoreActor.self)
    #expect(store.name == "mock")
  }

  @Test("Each test has a container", arguments: [1, 2, 3])
  func fresh(value: Int) {
    #expect(Container.shared.number() == 1)
    Container.shared.number.register { value }
    #expect(Container.shared.number() == value)
  }

  @Test("Custom containers have traits", .shop, .payments)
  func custom() {
    ShopContainer.shared.cart().items.append("book")
    #expect(ShopContainer.shared.cart().items == ["book"])
    PaymentsContainer.shared.currency.register { "GBP" }
    #expect(PaymentsContainer.shared.currency() == "GBP")
  }

  @Test("A custom container's trait takes a closure", .shop { $0.currency.register { "JPY" } })
  func customClosure() {
    #expect(ShopContainer.shared.currency() == "JPY")
  }
}
