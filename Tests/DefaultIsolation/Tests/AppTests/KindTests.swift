// Factory, MIT licence; see LICENSE
//
// Factories that wait, fail or belong to the main actor, resolved on the main actor and elsewhere.
import FactoryTesting
import Services
import Testing

@testable import App

@Suite("Kinds of factory", .container) struct KindTests {
  // MARK: The main actor

  @Test("A main-actor factory is resolved at once on the main actor")
  func mainActor() {
    #expect(Container.shared.panel().title == "Panel")
    #expect(Container.shared.panel() === Container.shared.panel())
    #expect(Container.shared.page("a") === Container.shared.page("a"))
    #expect(Container.shared.page("b").title == "b")
    #expect(Container.shared.speaker().play() == "music")
    #expect(Container.shared.inspector().title == "Inspector")
    #expect(Container.shared.dashboard()[0] === Container.shared.panel())
  }

  @Test("Elsewhere, a main-actor factory is resolved with await")
  @concurrent func mainActorElsewhere() async {
    let panel = await Container.shared.panel()
    #expect(await panel.title == "Panel")
    #expect(await Container.shared.page("c").title == "c")
    #expect(await Container.shared.panel.resolvedOrNil() === panel)
  }

  @Test("A nonisolated function registers main-actor factories without await")
  @concurrent func registerElsewhere() async {
    Container.shared.registerScreens()
    #expect(await Container.shared.panel().title == "Mock")
    #expect(await Container.shared.page("d").title == "Mock d")
  }

  @Test(
    "A trait's closure registers main-actor factories without await",
    .container {
      $0.panel.register { ScreenModel(title: "Mock") }
      $0.page.register { ScreenModel(title: "Mock \($0)") }
      $0.speaker.register { MockPlayer() }
    })
  func trait() {
    #expect(Container.shared.panel().title == "Mock")
    #expect(Container.shared.page("e").title == "Mock e")
    #expect(Container.shared.speaker().play() == "silence 1")
  }

  @Test("A registration and a decorator use isolated state")
  func isolatedState() {
    let screen = ScreenModel(title: "Captured")
    Container.shared.panel.register { screen }
    Container.shared.panel.decorator { $0.taps += 1 }
    Container.shared.page.decorator { page, isNew in page.taps += isNew ? 10 : 1 }
    _ = Container.shared.panel()
    #expect(Container.shared.panel().taps == 2)
    _ = Container.shared.page("f")
    #expect(Container.shared.page("f").taps == 11)
  }

  // MARK: Errors

  @Test("A throwing factory throws what its closure throws, and does not keep it")
  func throwing() throws {
    #expect(try Container.shared.stored().theme == "stored")
    #expect(try Container.shared.stored() === Container.shared.stored())
    #expect(throws: PreferencesError.unknown(theme: "")) { try Container.shared.named("") }
    #expect(try Container.shared.named("dark").theme == "dark")
    #expect(try Container.shared.draft().title == "draft")
    Container.shared.stored.register { throw PreferencesError.unknown(theme: "mock") }
    #expect(throws: PreferencesError.unknown(theme: "mock")) { try Container.shared.stored() }
    Container.shared.stored.register { Preferences(theme: "plain") }
    #expect(try Container.shared.stored().theme == "plain")
  }

  // MARK: Suspensions

  @Test("An asynchronous factory is resolved on the main actor")
  func asynchronous() async throws {
    let remote = try await Container.shared.remote()
    #expect(try await Container.shared.remote() === remote)
    #expect(Container.shared.remote.resolvedOrNil() === remote)
    #expect(try await Container.shared.remoteScreen().title == "remote")
    #expect(try await Container.shared.remoteNamed("a").theme == "a")
    await #expect(throws: PreferencesError.unknown(theme: "")) {
      try await Container.shared.remoteNamed("")
    }
    #expect(await Container.shared.always() == 1)
  }

  @Test("An asynchronous factory is resolved elsewhere, and builds isolated objects")
  @concurrent func asynchronousElsewhere() async throws {
    let screen = try await Container.shared.remoteScreen()
    #expect(await screen.title == "remote")
    let container = Container.shared
    async let first = container.remote()
    async let second = container.remote()
    let both = try await (first, second)
    #expect(both.0 === both.1)
  }

  @Test("A registration of an asynchronous factory may be a plain closure")
  func plainRegistration() async throws {
    Container.shared.remote.register { Preferences(theme: "plain") }
    Container.shared.remoteNamed.register { Preferences(theme: "plain \($0)") }
    Container.shared.always.register { 2 }
    #expect(try await Container.shared.remote().theme == "plain")
    #expect(try await Container.shared.remoteNamed("a").theme == "plain a")
    #expect(await Container.shared.always() == 2)
  }

  // MARK: Required

  @Test("validate names the required factories that are not registered")
  func validate() throws {
    let error = #expect(throws: MissingRegistrations.self) {
      try Container.shared.validate(
        \.requiredNetwork, \.requiredLoader, \.requiredAccounts, \.requiredStart, \.panel)
    }
    #expect(error?.factories.count == 4)
    Container.shared.requiredNetwork.register { MockNetwork() }
    Container.shared.requiredLoader.register { AppAccounts() }
    Container.shared.requiredAccounts.register { AppAccounts(names: ["\($0)"]) }
    Container.shared.requiredStart.register { { ScreenModel(title: "Required").title } }
    try Container.shared.validate(
      \.requiredNetwork, \.requiredLoader, \.requiredAccounts, \.requiredStart)
    #expect(Container.shared.requiredStart()() == "Required")
  }
}

extension Container {
  nonisolated fileprivate func registerScreens() {
    panel.register { ScreenModel(title: "Mock") }
    page.register { ScreenModel(title: "Mock \($0)") }
  }
}
