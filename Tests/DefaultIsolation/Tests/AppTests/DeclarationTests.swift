// Factory, MIT licence; see LICENSE
//
// Factories of every kind, resolved on the main actor, and away from their actor.
import FactoryTesting
import Services
import Testing

@testable import App

@Suite("Declarations", .container) struct DeclarationTests {
  @Test("Isolated factories resolve at once on the main actor")
  func isolated() {
    #expect(Container.shared.screen().title == "Home")
    #expect(Container.shared.longForm().title == "Home")
    #expect(Container.shared.screen() !== Container.shared.screen())
    #expect(Container.shared.optionalScreen() == nil)
  }

  @Test("An isolated factory with a parameter keeps an instance for each parameter")
  func parameters() {
    let first = Container.shared.titled("a")
    #expect(first === Container.shared.titled("a"))
    #expect(first !== Container.shared.titled("b"))
    #expect(Container.shared.numbered((2, "b")).title == "2 b")
  }

  @Test("Factories of other modules are used as those of this one")
  func otherModules() {
    #expect(Container.shared.network().get("x") == "live x")
    #expect(Container.shared.formatter().format("x") == "[x]")
    #expect(Container.shared.title() == "Heading: Subhead")
    #expect(PaymentsContainer.shared.footnote() == "Footnote")
  }

  @Test("A promised factory is registered in `autoRegister`")
  func promised() {
    #expect(Container.shared.accountLoader()?.accounts() == ["Ada", "Grace"])
    #expect(Container.shared.accountName(7) == "account 7")
    #expect(ShopContainer.shared.currency() == "USD")
  }

  @Test("An isolated promised factory is registered on the main actor")
  func isolatedPromise() {
    Container.shared.manager.promiseTriggersError = false
    #expect(Container.shared.start() == nil)
    Container.shared.registerStart()
    #expect(Container.shared.start()?() == "Start")
  }

  @Test("Factories return functions")
  func functions() async throws {
    let model = HomeModel()
    #expect(try await model.accounts() == ["live"])
    Container.shared.accounts.register { { ["mock"] } }
    #expect(try await Container.shared.accounts()() == ["mock"])
  }

  @Test("Key paths tag factories")
  func tags() {
    #expect(Container.shared.steps().map(\.name) == ["fetch", "parse"])
  }

  @Test("A type is resolved from a `Resolving` container")
  func resolving() {
    #expect(HomeModel().byType == nil)
    Container.shared.register { MockPlayer() as any Player }
    let player: (any Player)? = Container.shared.resolve()
    #expect(player?.play() == "silence 1")
    #expect(HomeModel().byType?.play() == "silence 1")
  }
}

@Suite("Actors", .container) struct ActorTests {
  @Test("A factory of another global actor is resolved there")
  func globalActor() async {
    let store = await Container.shared.store.resolveOnGlobalActor(StoreActor.self)
    #expect(store.name == "main")
    let same = await Container.shared.store.resolveOnGlobalActor(StoreActor.self)
    #expect(store === same)
    let named = await Container.shared.namedStore.resolveOnGlobalActor(StoreActor.self, "b")
    #expect(named.name == "b")
  }

  @Test("An isolated factory is resolved on the main actor from elsewhere")
  @concurrent func fromElsewhere() async {
    let screen = await Container.shared.screen.resolveOnMainActor()
    #expect(await screen.title == "Home")
    let titled = await Container.shared.titled.resolveOnMainActor("Elsewhere")
    #expect(await titled.title == "Elsewhere")
  }

  @Test("An actor injects nonisolated factories")
  func actors() async {
    #expect(await Downloader().download() == "live light")
  }

  @Test("A nonisolated factory of an isolated class is resolved anywhere")
  @concurrent func nonisolatedInitialiser() async {
    let session = Container.shared.session()
    await MainActor.run { session.user = "Ada" }
    #expect(await Container.shared.session().user == "Ada")
  }

  @Test("`autoRegister` runs when a container is first used away from the main actor")
  @concurrent func autoRegister() async {
    #expect(Container.shared.accountLoader()?.accounts().count == 2)
  }
}
