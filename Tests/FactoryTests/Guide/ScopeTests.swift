// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Scope; the 1.3 guide: Graph Scope.
import Factory
import Testing

extension Container {
  fileprivate static let myService = Factory(scope: .singleton) { MyService() as MyServiceType }
  fileprivate static let unique = Factory { MyService() }
  fileprivate static let shared = Factory(scope: .shared) { MyService() }
}

extension Container.Scope {
  static var session = Cached()
}

extension Container.Scope {
  static let forApp = Singleton()
  static let forTree = Graph()
  fileprivate static let chosen: Container.Scope? = .cached
}

private final class Pair {
  let services = (Container.ofTree(), Container.ofTree())
}

extension Container {
  fileprivate static let scopeless = Factory(scope: nil) { MyService() }
  fileprivate static let chosen = Factory(scope: Scope.chosen) { MyService() }
  fileprivate static let byNumber = ParameterFactory(scope: nil) { (_: Int) in MyService() }
  fileprivate static let ofApp = Factory(scope: .forApp) { MyService() }
  fileprivate static let ofTree = Factory(scope: .forTree) { MyService() }
  fileprivate static let pair = Factory { Pair() }
}

extension Container {
  static let authenticatedUser = Factory(scope: .session) { AuthenticatedUser() }
  static let profileImageCache = Factory(scope: .session) { ProfileImageCache() }
}

private func logout() {
  Container.Scope.session.reset()
}

@Suite("1.x: Scope", .staticContainer)
struct ScopeTests {
  @Test("Every resolution returns the same singleton, and a new instance without a scope")
  func singleton() {
    #expect(isSame(Container.myService(), Container.myService()))
    #expect(Container.unique() !== Container.unique())
  }

  @Test("A shared instance is kept while it is referenced")
  func shared() {
    var held: MyService? = Container.shared()
    let observed = Observed(held)
    #expect(Container.shared() === held)
    held = nil
    #expect(observed.object == nil)
    #expect(Container.Scope.shared.isEmpty)
  }

  @Test("A custom cache keeps one instance of each factory until it is reset")
  func session() {
    let user = Container.authenticatedUser()
    let cache = Container.profileImageCache()
    #expect(Container.authenticatedUser() === user)
    #expect(Container.profileImageCache() === cache)
    logout()
    #expect(Container.authenticatedUser() !== user)
    #expect(Container.profileImageCache() !== cache)
  }

  @Test("A factory whose scope is nil has no scope, and an optional scope is that scope")
  func optionalScopes() {
    #expect(Container.scopeless() !== Container.scopeless())
    #expect(Container.byNumber(1) !== Container.byNumber(1))
    #expect(Container.chosen() === Container.chosen())
  }

  @Test("Another singleton scope is reset separately, and by a general reset only on request")
  func otherSingletons() {
    let (service, mine) = (Container.myService(), Container.ofApp())
    Container.Scope.reset()
    #expect(Container.ofApp() === mine)
    Container.Scope.singleton.reset()
    #expect(Container.ofApp() === mine)
    let another = Container.myService()
    #expect(!isSame(another, service))
    Container.Scope.forApp.reset()
    #expect(Container.ofApp() !== mine)
    #expect(isSame(Container.myService(), another))
    let last = Container.ofApp()
    Container.Scope.reset(includingSingletons: true)
    #expect(Container.ofApp() !== last)
  }

  @Test("Another graph scope shares an instance within a resolution")
  func otherGraph() {
    let pair = Container.pair()
    #expect(pair.services.0 === pair.services.1)
    #expect(Container.pair().services.0 !== pair.services.0)
  }
}

// MARK: Graph scope

private protocol IDProviding: AnyObject {}
private protocol ValueProviding: AnyObject {}
private class CommonService: IDProviding, ValueProviding {}

private class ProtocolConsumer {
  @Injected(Container.idProvider) var ids
  @Injected(Container.valueProvider) var values
  init() {}
}

extension Container {
  fileprivate static let consumer = Factory { ProtocolConsumer() }
  fileprivate static let idProvider = Factory<IDProviding> { commonProviding() }
  fileprivate static let valueProvider = Factory<ValueProviding> { commonProviding() }
  private static let commonProviding = Factory(scope: .graph) { CommonService() }
}

@Suite("1.x: Graph scope", .staticContainer)
struct GraphScopeTests {
  @Test("Both providers of one consumer are the same instance, and another one has its own")
  func root() {
    let consumer = Container.consumer()
    #expect(consumer.ids === consumer.values)
    #expect(Container.consumer().ids !== Container.consumer().ids)
  }

  @Test("Without a root there are two cycles and two instances")
  func noRoot() {
    let consumer = ProtocolConsumer()
    #expect(consumer.ids !== consumer.values)
    #expect(Container.Scope.graph.isEmpty)
  }
}
