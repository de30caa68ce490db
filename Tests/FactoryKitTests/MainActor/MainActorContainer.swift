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

extension Scope {
  static let screens = Cached()
}

extension ScreenContainer {
  // None of the properties is isolated.
  var screen: MainActorFactory<MainScreen> { self { self.count(MainScreen()) } }
  var cached: MainActorFactory<MainScreen> { self { self.count(MainScreen()) }.cached }
  var shared: MainActorFactory<MainScreen> { self { self.count(MainScreen()) }.shared }
  var graph: MainActorFactory<MainScreen> { self { self.count(MainScreen()) }.graph }
  var singleton: MainActorFactory<MainScreen> { self { self.count(MainScreen()) }.singleton }
  var session: MainActorFactory<MainScreen> { self { self.count(MainScreen()) }.scope(.screens) }
  var showing: MainActorFactory<any Showing> { self { MainScreen("shown") } }
  var longForm: MainActorFactory<MainScreen> { MainActorFactory(self) { MainScreen("long form") } }
  var timed: MainActorFactory<MainScreen> { self { MainScreen() }.cached.timeToLive(10) }
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

/// The scopes, with a main-actor factory of each.
enum ScreenScope: CaseIterable {
  case unique, cached, shared, graph, singleton, session

  /// The scopes that cache an instance after the resolution that has created it.
  static let caching: [Self] = [.cached, .shared, .singleton, .session]

  func factory(in container: ScreenContainer) -> MainActorFactory<MainScreen> {
    switch self {
    case .unique: container.screen
    case .cached: container.cached
    case .shared: container.shared
    case .graph: container.graph
    case .singleton: container.singleton
    case .session: container.session
    }
  }
}
