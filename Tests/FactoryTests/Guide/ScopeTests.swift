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
  @Test("Every resolution returns the same singleton")
  func singleton() {
    #expect(isSame(Container.myService(), Container.myService()))
  }

  @Test("Without a scope each resolution returns a new instance")
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
}
