// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Scope.
import Factory
import Testing

extension Container {
  fileprivate static let myService = Factory(scope: .singleton) { MyService() as MyServiceType }
  fileprivate static let unique = Factory { MyService() }
  fileprivate static let cached = Factory(scope: .cached) { MyService() }
  fileprivate static let shared = Factory(scope: .shared) { MyService() }
}

extension Container.Scope {
  static var session = Cached()
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
  @Test("Everybody gets the same singleton")
  func singleton() {
    #expect(isSame(Container.myService(), Container.myService()))
  }

  @Test("Without scope each request gets a new instance")
  func unique() {
    #expect(Container.unique() !== Container.unique())
  }

  @Test("A cached instance lasts until the cache is reset")
  func cached() {
    let first = Container.cached()
    #expect(Container.cached() === first)
    Container.Scope.cached.reset()
    #expect(Container.cached() !== first)
  }

  @Test("A shared instance lasts while somebody holds it")
  func shared() {
    var held: MyService? = Container.shared()
    let observed = Observed(held)
    #expect(Container.shared() === held)
    held = nil
    #expect(observed.object == nil)
    #expect(Container.Scope.shared.isEmpty)
  }

  @Test("A cache of one's own keeps one instance of each, until it is reset")
  func session() {
    let user = Container.authenticatedUser()
    let cache = Container.profileImageCache()
    #expect(Container.authenticatedUser() === user)
    #expect(Container.profileImageCache() === cache)
    logout()
    #expect(Container.authenticatedUser() !== user)
    #expect(Container.profileImageCache() !== cache)
  }
}
