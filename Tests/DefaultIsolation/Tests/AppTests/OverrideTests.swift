// Factory, MIT licence; see LICENSE
//
// Registrations, contexts, decorators and settings that use isolated state.
import FactoryTesting
import Services
import Testing

@testable import App

@Suite("Overrides", .container) struct OverrideTests {
  @Test("A registration of an isolated factory may use isolated state")
  func register() {
    let title = ScreenModel(title: "Other").title
    Container.shared.screen.register { ScreenModel(title: title) }
    #expect(Container.shared.screen().title == "Other")
    Container.shared.titled.register { ScreenModel(title: "\(title) \($0)") }
    #expect(Container.shared.titled("a").title == "Other a")
    Container.shared.screen.reset()
    #expect(Container.shared.screen().title == "Home")
  }

  @Test("`with` and `preview` change several factories")
  func several() {
    let container = Container().with {
      $0.screen.register { ScreenModel(title: "With") }
      $0.number.register { 3 }
    }
    #expect(container.screen().title == "With")
    Container.preview { $0.registerMocks() }
    Container.shared.number.preview { 4 }
    #expect(Container.shared.screen().title == "Mock")
    #expect(Container.shared.number() == 4)
  }

  @Test("`withValue` gives a task another container")
  func withValue() async throws {
    let container = Container().with { $0.registerMocks() }
    Container.$shared.withValue(container) {
      #expect(Container.shared.screen().title == "Mock")
    }
    let title = try await Container.$shared.withValue(container) {
      _ = try await Container.shared.accounts()()
      return HomeModel().screen.title
    }
    #expect(title == "Mock")
    #expect(Container.shared.screen().title == "Home")
  }

  @Test("An isolated factory has contexts")
  func isolatedContext() {
    Container.shared.screen
      .onArgs(["DefaultIsolation screen"]) { ScreenModel(title: "Argument") }
      .onPreview { ScreenModel(title: "Preview") }
      .onSimulator { ScreenModel(title: "Simulator") }
    #expect(Container.shared.screen().title == "Home")
    FactoryContext.setArg("DefaultIsolation screen", forKey: "DefaultIsolation screen")
    #expect(Container.shared.screen().title == "Argument")
    FactoryContext.removeArg(forKey: "DefaultIsolation screen")
  }

  @Test("Decorators use isolated state")
  func decorators() {
    var titles: [String] = []
    var count = 0
    Container.shared.decorator { _ in count += 1 }
    _ = Container.shared.number()
    Container.shared.screen.decorator { screen in titles.append(screen.title) }
    _ = Container.shared.screen()
    Container.shared.player.decorator { _, isNew in titles.append("\(isNew)") }
    let player = Container.shared.player()
    _ = Container.shared.player()
    #expect(titles == ["Home", "true", "false"])
    #expect(count == 1)
    withExtendedLifetime(player) {}
  }
}
