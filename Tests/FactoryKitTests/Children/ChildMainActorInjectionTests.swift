// Factory, MIT licence; see LICENSE
//
// Main-actor factories that are injected while a child builds.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var screen: MainActorFactory<MainScreen> { self { MainScreen(self.origin().name) } }
  fileprivate var cachedScreen: MainActorFactory<MainScreen> {
    self { MainScreen(self.origin().name) }.cached
  }
  fileprivate var screenByNumber: MainActorParameterFactory<Int, MainScreen> {
    self { MainScreen("\(self.origin().name) \($0)") }
  }
  fileprivate var window: MainActorFactory<Window> { self { Window() } }
}

extension Depot {
  fileprivate var screen: MainActorFactory<MainScreen> { self { MainScreen(self.origin().name) } }
  fileprivate var window: MainActorFactory<DepotWindow> { self { DepotWindow() } }
}

@MainActor private final class Window {
  @Injected(\.screen) var injected
  @LazyInjected(\.screen) var lazy
  @WeakLazyInjected(\.cachedScreen) var weak
  @DynamicInjected(\.screen) var dynamic
  let called: MainScreen = dependency(\.screen)
  let calledByNumber: MainScreen = dependency(\.screenByNumber, parameter: 1)
  @InjectedContainer var container
}

@MainActor private final class DepotWindow {
  @Injected(\Depot.screen) var injected
  @LazyInjected(\Depot.screen) var lazy
  @DynamicInjected(\Depot.screen) var dynamic
  let called: MainScreen = dependency(\Depot.screen)
  let other: MainScreen = dependency(\.screen)
}

extension Window {
  fileprivate var titles: [String?] {
    [injected.title, lazy.title, weak?.title, dynamic.title, called.title]
  }
}

@Suite("Main-actor factories in a child", .container)
@MainActor struct ChildMainActorInjectionTests {
  @Test("All wrappers of a main-actor factory inject from the child")
  func wrappers() {
    let child = Container.child("child")
    let window = child.window()
    #expect(window.titles == Array(repeating: "child", count: 5))
    #expect(window.calledByNumber.title == "child 1")
    #expect(window.container === child)
    #expect(window.weak === child.cachedScreen())
  }

  @Test(
    "Wrappers of a main-actor factory that remember a child use the shared container when it is gone"
  )
  func gone() {
    var child: Container? = .child("child")
    let window = child!.window()
    // The window's container would keep the child.
    window.container = .shared
    child = nil
    #expect(window.injected.title == "child")
    #expect(window.$injected.factory().title == "root")
    #expect(window.lazy.title == "root")
    #expect(window.weak === Container.shared.cachedScreen())
    #expect(window.dynamic.title == "root")
    #expect(window.$injected.resolve().title == "root")
  }

  @Test("All wrappers of a custom container's main-actor factory inject from its child")
  func customContainer() {
    let depot = Depot.child("child depot")
    let window = depot.window()
    for screen in [window.injected, window.lazy, window.dynamic, window.called] {
      #expect(screen.title == "child depot")
    }
    #expect(window.other.title == "root")
  }

  @Test("A decorator on the main actor injects from the child")
  func decorator() {
    let child = Container.child("child")
    let seen = LockedArray<String>()
    let decorated = child.cachedScreen.decorator { @MainActor _ in
      seen.append(dependency(\.screen).title)
    }
    _ = decorated()
    _ = decorated()
    #expect(seen.elements == ["child", "child"])
  }
}
