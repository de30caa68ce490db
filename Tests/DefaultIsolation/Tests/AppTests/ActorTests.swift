// Factory, MIT licence; see LICENSE
//
// Factories that are resolved away from their actor.
import FactoryTesting
import Services
import Testing

@testable import App

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
    let downloader = Downloader()
    #expect(await downloader.download() == "live light")
    #expect(await downloader.title() == "Home")
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
