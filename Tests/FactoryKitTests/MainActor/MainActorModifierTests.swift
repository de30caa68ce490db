// Factory, MIT licence; see LICENSE
//
// The modifiers of main-actor factories.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Modifiers of main-actor factories", .container) struct MainActorModifierTests {
  private let container = ScreenContainer()

  @Test("A graph instance is shared in one resolution cycle") @MainActor
  func graph() {
    let pair = container.pair()
    #expect(pair[0] === pair[1])
    #expect(container.pair()[0] !== pair[0])
  }

  @Test("Every shortcut for a context takes a main-actor closure, off the main actor")
  func shortcuts() async {
    container.screen
      .onArg("main-actor tests: nobody has it") { MainScreen("argument") }
      .onArgs(["main-actor tests: nor this one"]) { MainScreen("arguments") }
      .onPreview { MainScreen("preview") }
      .onTest { MainScreen("test") }
      .onDebug { MainScreen("debug") }
      .onSimulator { MainScreen("place") }
      .onDevice { MainScreen("place") }
    #expect(await container.screen().title != "original")
  }

  @Test("A decorator is a main-actor closure and is set anywhere, without await")
  func decorator() async {
    container.cached.decorator { screen in screen.visits += 1 }
    container.titled.decorator { screen, isNew in screen.visits += isNew ? 10 : 1 }
    _ = await container.cached()
    #expect(await container.cached().visits == 2)
    #expect(await container.titled("a").visits == 10)
  }

  @Test("A decorator uses the state of the main actor") @MainActor
  func decoratorState() {
    let log = MainScreen("log")
    container.perTitle.decorator { screen in log.visits += screen.title.count }
    _ = container.perTitle("abc")
    _ = container.perTitle("abc")
    #expect(log.visits == 6)
  }
}
