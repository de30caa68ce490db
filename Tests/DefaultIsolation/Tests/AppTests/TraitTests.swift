// Factory, MIT licence; see LICENSE
//
// Mocks, what each protocol makes them declare in this mode, and traits that register them.
import FactoryTesting
import Services
import Testing

@testable import App

/// For a nonisolated protocol that refines `Sendable`: nonisolated by that conformance.
final class MockNetwork: Networking {
  private let prefix: String
  init(prefix: String = "mock") { self.prefix = prefix }
  func get(_ path: String) -> String { "\(prefix) \(path)" }
}

/// For a nonisolated protocol that does not refine `Sendable`: needs `nonisolated`.
nonisolated final class MockFormatter: Formatting {
  func format(_ text: String) -> String { "mock \(text)" }
}

/// For an isolated protocol: isolated as well.
final class MockPlayer: Player {
  private var count = 0
  init() {}
  func play() -> String {
    count += 1
    return "silence \(count)"
  }
}

extension Container {
  @MainActor func registerMocks() {
    player.register { MockPlayer() }
    screen.register { ScreenModel(title: "Mock") }
  }
}

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
    "A trait's closure registers mocks of nonisolated protocols",
    .container {
      $0.network.register { MockNetwork() }
      $0.formatter.register { MockFormatter() }
    })
  func nonisolatedMocks() {
    #expect(Container.shared.network().get("a") == "mock a")
    #expect(HomeModel().network.get("b") == "mock b")
    #expect(Container.shared.formatter().format("c") == "mock c")
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

  @Test("Custom containers have traits", .shop { $0.currency.register { "JPY" } }, .payments)
  func custom() {
    #expect(ShopContainer.shared.currency() == "JPY")
    ShopContainer.shared.cart().items.append("book")
    #expect(ShopContainer.shared.cart().items == ["book"])
    PaymentsContainer.shared.currency.register { "GBP" }
    #expect(PaymentsContainer.shared.currency() == "GBP")
  }
}
