// Factory, MIT licence; see LICENSE
//
// Property wrappers and `dependency()`, in isolated and nonisolated types.
import FactoryTesting
import Services
import Testing

@testable import App

@Suite("Injection", .container) struct InjectionTests {
  @Test("An isolated class has every wrapper")
  func isolated() {
    let model = HomeModel()
    #expect(model.screen.title == "Home")
    #expect(model.makeScreen("a").title == "a")
    #expect(model.processor === PaymentsContainer.shared.processor())
    #expect(model.container === Container.shared)
    #expect(model.payments === PaymentsContainer.shared)
    #expect(model.accountLoader?.accounts().count == 2)
    #expect(model.preferences === Container.shared.preferences())
    #expect(model.titledScreen.title == "By parameter")
    #expect(model.lazyScreen.title == "Home")
    let player = Container.shared.player()
    #expect(model.player === player)
    #expect(model.number == 1)
    #expect(model.cart === ShopContainer.shared.cart())
  }

  @Test("A projected value resolves again")
  func projection() {
    let model = HomeModel()
    let first = model.screen
    #expect(model.$screen.resolve(reset: .scope) !== first)
    #expect(model.$screen.factory().title == "Home")
  }

  @Test("A struct injects")
  func structs() {
    let badge = Badge()
    badge.session.user = "Grace"
    #expect(badge.screen.title == "Home")
    #expect(Badge().session.user == "Grace")
  }

  @Test("An isolated deinit reads what was resolved")
  func isolatedDeinit() {
    var closed: [String] = []
    var editor: Editor? = Editor { closed.append($0) }
    _ = editor?.screen
    editor = nil
    editor = Editor { closed.append($0) }
    editor = nil
    #expect(closed == ["Home"])
  }

  @Test("A nonisolated class has wrappers of nonisolated factories")
  nonisolated func nonisolatedClass() {
    let parser = Parser()
    #expect(parser.network.get("a") == "live a")
    #expect(parser.preferences === Container.shared.preferences())
    #expect(parser.weakPreferences === parser.preferences)
    #expect(parser.formatter.format("a") == "[a]")
    #expect(parser.makeThemed("dark").theme == "dark")
    #expect(parser.container === Container.shared)
  }

  @Test("A sendable class has constants")
  @concurrent func sendableClass() async {
    let service = NetworkService()
    #expect(service.preferences === Container.shared.preferences())
    #expect(service.dark.theme == "dark")
    #expect(service.processor === PaymentsContainer.shared.processor())
  }
}
