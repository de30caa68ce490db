// Factory, MIT licence; see LICENSE
//
// Scopes of isolated and nonisolated factories.
import FactoryTesting
import Testing

@testable import App

@Suite("Scopes", .container) struct ScopeTests {
  @Test("A custom scope keeps an instance until it is reset")
  func custom() {
    let session = Container.shared.session()
    session.user = "Ada"
    #expect(Container.shared.session().user == "Ada")
    Container.shared.manager.reset(scope: .login)
    #expect(Container.shared.session().user == nil)
  }

  @Test("A time to live is measured by the container's clock")
  func timeToLive() {
    Container.shared.manager.clock = { 0 }
    let session = Container.shared.session()
    #expect(session === Container.shared.session())
    Container.shared.manager.clock = { 1_201_000_000_000 }
    #expect(session !== Container.shared.session())
  }

  @Test("A shared instance lives as long as something references it")
  func shared() {
    var player: (any Player)? = Container.shared.player()
    #expect(player === Container.shared.player())
    weak let old = player
    player = nil
    #expect(old == nil)
  }

  @Test("A graph instance is shared in one resolution cycle")
  func graph() {
    let consumer = Container.shared.consumer()
    #expect(consumer.id === consumer.value)
    #expect(consumer.id !== Container.shared.consumer().id)
  }

  @Test("A singleton is the same in every container of the test")
  func singleton() {
    #expect(Container().preferences() === Container.shared.preferences())
    let preferences = Container.shared.preferences()
    Scope.singleton.reset()
    #expect(preferences !== Container.shared.preferences())
  }

  @Test("A default scope is for factories without a scope")
  func defaultScope() {
    Container.shared.manager.defaultScope = .cached
    #expect(Container.shared.screen() === Container.shared.screen())
    #expect(Container.shared.screen.unique() !== Container.shared.screen())
  }
}
