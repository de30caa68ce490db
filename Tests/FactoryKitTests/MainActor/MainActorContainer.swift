// Factory, MIT licence; see LICENSE
//
// The main-actor factories that the tests resolve.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting

@MainActor protocol Showing: AnyObject {
  var title: String { get }
}
extension MainScreen: Showing {}

final class ScreenContainer: SharedContainer {
  @TaskLocal static var shared = ScreenContainer()
  let manager = ContainerManager()
  /// How often a closure was called.
  let calls = Counter()
}

extension ScreenContainer {
  // None of the properties is isolated.
  var screen: MainActorFactory<MainScreen> { self { self.count(MainScreen()) } }
  var cached: MainActorFactory<MainScreen> { self { self.count(MainScreen()) }.cached }
  var graph: MainActorFactory<MainScreen> { self { self.count(MainScreen()) }.graph }
  var showing: MainActorFactory<any Showing> { self { MainScreen("shown") } }
  var longForm: MainActorFactory<MainScreen> { MainActorFactory(self) { MainScreen("long form") } }
  var titled: MainActorParameterFactory<String, MainScreen> { self { self.count(MainScreen($0)) } }
  var perTitle: MainActorParameterFactory<String, MainScreen> {
    self { self.count(MainScreen($0)) }.scopeOnParameters.cached
  }
  var pair: MainActorFactory<[MainScreen]> { self { [self.graph(), self.graph()] } }
  var nested: MainActorFactory<[MainScreen]> { self { [self.cached(), self.titled("nested")] } }

  @MainActor func count(_ screen: MainScreen) -> MainScreen {
    calls.increment()
    return screen
  }
}
