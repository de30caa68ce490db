// Factory, MIT licence; see LICENSE
//
// The 2.x guide: Scopes.
import FactoryTesting
import Testing

private class UserSession {}
private class ImageCache {}
private class TemporaryData {}
private class SomeViewModel {}
private class SomeService {}

extension Container {
  fileprivate var someService: Factory<SomeService> {
    self { SomeService() }
      .singleton  // Same instance for entire app lifecycle
  }
}

extension Container {
  fileprivate var userSession: Factory<UserSession> {
    self { UserSession() }
      .scope(.session)  // Same instance per app session
  }
}

extension Container {
  fileprivate var imageCache: Factory<ImageCache> {
    self { ImageCache() }
      .cached  // Persisted until cache is reset
  }
}

extension Container {
  fileprivate var temporaryData: Factory<TemporaryData> {
    self { TemporaryData() }
      .shared  // Exists as long as someone holds a reference
  }
}

extension Container {
  fileprivate var viewModel: Factory<SomeViewModel> {
    self { SomeViewModel() }  // New instance every time
  }
}

@Suite("2.x: Scopes", .container)
struct ScopeTests {
  @Test("Singleton: one instance for the program")
  func singleton() {
    let instance = Container.shared.someService()
    Container.shared.reset()
    #expect(Container.shared.someService() === instance)
    #expect(Container().someService() === instance)
  }

  @Test("Session: one instance until the session is reset")
  func session() {
    let instance = Container.shared.userSession()
    #expect(Container.shared.userSession() === instance)
    Container.shared.manager.reset(scope: .session)
    #expect(Container.shared.userSession() !== instance)
  }

  @Test("Cached: one instance until the cache is reset")
  func cached() {
    let instance = Container.shared.imageCache()
    #expect(Container.shared.imageCache() === instance)
    Container.shared.manager.reset(scope: .cached)
    #expect(Container.shared.imageCache() !== instance)
  }

  @Test("Shared: one instance while it is referenced")
  func shared() {
    let instance = Container.shared.temporaryData()
    #expect(Container.shared.temporaryData() === instance)
  }

  @Test("Unique: a new instance every time")
  func unique() {
    #expect(Container.shared.viewModel() !== Container.shared.viewModel())
  }
}
