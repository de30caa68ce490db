// Factory, MIT licence; see LICENSE
//
// The modifiers of main-actor factories.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension ScreenContainer {
  fileprivate var once: MainActorFactory<MainScreen> { self { MainScreen() }.cached.once() }
  fileprivate var inContext: MainActorFactory<MainScreen> {
    self { MainScreen() }.context(.simulator, .device) { MainScreen("context") }
  }
  fileprivate var titledInContext: MainActorParameterFactory<String, MainScreen> {
    self { MainScreen($0) }.context(.simulator, .device) { MainScreen("context \($0)") }
  }
}

@Suite("Modifiers of main-actor factories", .container) struct MainActorModifierTests {
  private let container = ScreenContainer()

  // MARK: Scopes

  @Test("Each scope caches as for other factories", arguments: ScreenScope.allCases) @MainActor
  func scopes(scope: ScreenScope) {
    let screen = scope.factory(in: container)()
    let isCached = scope.factory(in: container)() === screen
    #expect(isCached == ScreenScope.caching.contains(scope))
    #expect(container.calls.value == (isCached ? 1 : 2))
    withExtendedLifetime(screen) {}
  }

  @Test("A graph instance is shared in one resolution cycle") @MainActor
  func graph() {
    let pair = container.pair()
    #expect(pair[0] === pair[1])
    #expect(container.pair()[0] !== pair[0])
  }

  @Test("A weakly held instance is created again after it is gone") @MainActor
  func gone() {
    weak let first = container.shared()
    #expect(first == nil)
    _ = container.shared()
    #expect(container.calls.value == 2)
  }

  @Test("The container's default scope applies") @MainActor
  func defaultScope() {
    container.manager.defaultScope = .cached
    #expect(container.screen() === container.screen())
  }

  @Test("A call site may change the scope without being on the main actor")
  func callSite() async {
    container.screen.scope(.cached)
    #expect(await container.screen() === container.screen())
  }

  @Test("scopeOnParameters caches an instance for each parameter") @MainActor
  func parameters() {
    let first = container.perTitle("a")
    #expect(container.perTitle("a") === first)
    #expect(container.perTitle("b") !== first)
    #expect(container.calls.value == 2)
  }

  // MARK: Other modifiers

  @Test("An unused instance expires") @MainActor
  func timeToLive() {
    let clock = ManualClock()
    container.manager.clock = clock.reading
    let screen = container.timed()
    clock.advance(seconds: 9)
    #expect(container.timed() === screen)
    clock.advance(seconds: 10)
    #expect(container.timed() !== screen)
  }

  @Test("A context's closure runs on the main actor")
  func contexts() async {
    #expect(await container.inContext().title == "context")
    #expect(await container.titledInContext("a").title == "context a")
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

  @Test("With once, a modifier from outside stays") @MainActor
  func once() {
    _ = container.once
    container.once.scope(.unique)
    #expect(container.once() !== container.once())
  }

  @Test(
    "A reset removes what its options select, off the main actor too",
    arguments: [
      (FactoryResetOptions.all, "original", false), (.registration, "original", true),
      (.scope, "registered", false), (.context, "registered", true), (.none, "registered", true),
    ])
  func reset(options: FactoryResetOptions, title: String, isCached: Bool) async {
    container.cached.register { MainScreen("registered") }
    let screen = await container.cached()
    container.cached.reset(options)
    #expect((await container.cached() === screen) == isCached)
    container.cached.reset(.scope)
    #expect(await container.cached().title == title)
  }

  @Test("pop restores registrations and instances")
  func pushAndPop() async {
    let screen = await container.cached()
    container.manager.push()
    container.cached.register { MainScreen("pushed") }
    container.screen.register { MainScreen("pushed") }
    #expect(await container.cached().title == "pushed")
    container.manager.pop()
    #expect(await container.cached() === screen)
    #expect(await container.screen().title == "original")
  }

  // MARK: Decorators

  @Test("A decorator is a main-actor closure and is set anywhere, without await")
  func decorator() async {
    container.cached.decorator { screen in screen.visits += 1 }
    container.titled.decorator { screen, isNew in screen.visits += isNew ? 10 : 1 }
    _ = await container.cached()
    #expect(await container.cached().visits == 2)
    #expect(await container.titled("a").visits == 10)
  }

  @Test("A decorator is told whether the instance is new") @MainActor
  func decoratorWithFlag() {
    var seen: [String] = []
    container.cached.decorator { screen, isNew in seen.append("\(screen.title) \(isNew)") }
    _ = container.cached()
    _ = container.cached()
    #expect(seen == ["original true", "original false"])
  }

  @Test("A decorator uses the state of the main actor") @MainActor
  func decoratorState() {
    let log = MainScreen("log")
    container.perTitle.decorator { screen in log.visits += screen.title.count }
    _ = container.perTitle("abc")
    _ = container.perTitle("abc")
    #expect(log.visits == 6)
  }

  @Test("A decorator replaces the container's for its factory") @MainActor
  func containerDecorator() {
    var seen: [String] = []
    container.decorator { instance in
      MainActor.assumeIsolated { seen.append((instance as? MainScreen)?.title ?? "?") }
    }
    _ = container.titled("first")
    container.titled.decorator { screen in seen.append("own \(screen.title)") }
    _ = container.titled("second")
    #expect(seen == ["first", "own second"])
  }
}
