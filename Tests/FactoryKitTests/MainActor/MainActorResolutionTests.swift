// Factory, MIT licence; see LICENSE
//
// Main-actor factories are resolved on the main actor without `await`, and elsewhere with it.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@MainActor protocol Showing: AnyObject {
  var title: String { get }
}
extension MainScreen: Showing {}

final class ScreenContainer: SharedContainer {
  @TaskLocal static var shared = ScreenContainer()
  let manager = ContainerManager()
}

extension ScreenContainer {
  // None of the properties is isolated.
  var screen: MainActorFactory<MainScreen> { self { MainScreen() } }
  var cached: MainActorFactory<MainScreen> { self { MainScreen() }.cached }
  var graph: MainActorFactory<MainScreen> { self { MainScreen() }.graph }
  var showing: MainActorFactory<any Showing> { self { MainScreen("shown") } }
  var longForm: MainActorFactory<MainScreen> { MainActorFactory(self) { MainScreen("long form") } }
  var titled: MainActorParameterFactory<String, MainScreen> { self { MainScreen($0) } }
  var perTitle: MainActorParameterFactory<String, MainScreen> {
    self { MainScreen($0) }.scopeOnParameters.cached
  }
  var pair: MainActorFactory<[MainScreen]> { self { [self.graph(), self.graph()] } }
  var nested: MainActorFactory<[MainScreen]> { self { [self.cached(), self.titled("nested")] } }
}

private actor Elsewhere {
  let container: ScreenContainer
  init(_ container: ScreenContainer) { self.container = container }

  /// Not `async`: registering needs no `await` on another actor either.
  func register(_ title: String) {
    container.screen.register { MainScreen(title) }
    container.titled.register { MainScreen("\(title) \($0)") }
  }
}

@Suite("Resolving main-actor factories", .container) struct MainActorResolutionTests {
  private let container = ScreenContainer()

  // MARK: On the main actor

  @Test("On the main actor, a factory is resolved without await") @MainActor
  func here() {
    #expect(container.screen().title == "original")
    #expect(container.screen.resolve().title == "original")
    #expect(container.titled("given").title == "given")
    #expect(container.titled.resolve("given").title == "given")
    #expect(container.longForm().title == "long form")
    #expect(container.showing().title == "shown")
  }

  @Test("A main-actor closure resolves other main-actor factories") @MainActor
  func nested() {
    #expect(container.nested().map(\.title) == ["original", "nested"])
    #expect(container.nested()[0] === container.cached())
  }

  // MARK: Elsewhere

  @Test("Elsewhere, a factory is resolved with await, and its closure runs on the main actor")
  func elsewhere() async {
    #expect(await container.screen().title == "original")
    #expect(await container.screen.resolve().title == "original")
    #expect(await container.titled("given").title == "given")
    #expect(await container.titled.resolve("given").title == "given")
    #expect(await container.cached() === container.cached())
  }

  // MARK: Registrations

  @Test("A trailing closure and preview register without await")
  func otherForms() async {
    func register(isPreview: Bool) {
      if isPreview {
        container.screen.preview { MainScreen("preview") }
        container.titled.preview { MainScreen("preview \($0)") }
      } else {
        container.screen { MainScreen("trailing") }
        container.titled { MainScreen("trailing \($0)") }
      }
    }
    register(isPreview: false)
    #expect(await container.screen().title == "trailing")
    #expect(await container.titled("a").title == "trailing a")
    register(isPreview: true)
    #expect(await container.screen().title == "preview")
    #expect(await container.titled("a").title == "preview a")
  }

  @Test("resolvedOrNil returns nil while an instance is being built") @MainActor
  func existingWhileBuilding() {
    let container = container
    var found: [MainScreen?] = []
    container.cached.register {
      found.append(container.cached.resolvedOrNil())
      return MainScreen()
    }
    container.perTitle.register { title in
      found.append(container.perTitle.resolvedOrNil(title))
      return MainScreen(title)
    }
    let (screen, titled) = (container.cached(), container.perTitle("a"))
    #expect(found.count == 2 && found.allSatisfy { $0 == nil })
    #expect(container.cached.resolvedOrNil() === screen)
    #expect(container.perTitle.resolvedOrNil("a") === titled)
    // The closures retain the container.
    container.reset()
  }

  @Test("A thread registers, and another actor registers without await")
  func registerOnThread() async {
    let container = container
    onThreads(1) { _ in container.screen.register { MainScreen("thread") } }
    #expect(await container.screen().title == "thread")
    await Elsewhere(container).register("actor")
    #expect(await container.screen().title == "actor")
    #expect(await container.titled("a").title == "actor a")
  }

  @Test("The main actor registers closures that use its state") @MainActor
  func registerHere() {
    let screen = MainScreen("captured")
    container.screen.register { screen }
    #expect(container.screen() === screen)
    container.titled.register { _ in screen }
    #expect(container.titled("ignored") === screen)
  }
  // MARK: Modifiers

  @Test("A graph instance is shared in one resolution cycle") @MainActor
  func graph() {
    let pair = container.pair()
    #expect(pair[0] === pair[1])
    #expect(container.pair()[0] !== pair[0])
  }

  @Test("A decorator is a main-actor closure and is set anywhere, without await")
  func decorator() async {
    container.cached.decorator { screen in screen.visits += 1 }
    container.titled.decorator { screen, isNew in screen.visits += isNew ? 10 : 1 }
    _ = await container.cached()
    #expect(await container.cached().visits == 2)
    #expect(await container.titled("a").visits == 10)
  }
}

/// The container whose lines are taken from the trace.
final class ScreenTraceContainer: SharedContainer {
  @TaskLocal static var shared = ScreenTraceContainer()
  let manager = ContainerManager()
}

extension ScreenTraceContainer {
  fileprivate var number: MainActorFactory<Int> { self { 1 }.cached }
  fileprivate var sum: MainActorParameterFactory<Int, Int> { self { self.number() + $0 } }
}

extension ProcessWide {
  @Suite("Trace of main-actor factories") struct MainActorTraceTests {
    private let container = ScreenTraceContainer()

    @Test("Main-actor factories are traced as other factories") @MainActor
    func trace() {
      let lines = ProcessWide.log(naming: "ScreenTraceContainer", trace: true) {
        _ = container.sum(2)
        container.sum.register { $0 }
        _ = container.sum(3)
        _ = container.number()
      }
      let prefix = "FactoryKitChildTests.ScreenTraceContainer"
      #expect(
        lines == [
          "0: \(prefix).sum<Int> = N:-",
          "1:     \(prefix).number<Int> = N:-",
          "0: \(prefix).sum<Int> = N:- (registered)",
          "0: \(prefix).number<Int> = C:-",
        ])
    }
  }
}
