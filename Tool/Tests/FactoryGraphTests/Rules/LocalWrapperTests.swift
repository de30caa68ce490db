// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Wrappers of local variables")
struct LocalWrapperTests {
  @Test("A local variable is no captive, a property is")
  func lifetime() {
    let one = RuleCase(
      "", "captive-lifetime",
      """
      extension Container {
        var store: Factory<Store> { self { Store.make() }.singleton }
        var cache: Factory<Cache> { self { Cache() }.singleton }
        var log: Factory<Log> { self { Log() }.cached }
      }
      final class Store {
        static func make() -> Store {
          @Injected(\\.log) var log
          @LazyInjected(\\.log) var later
          log.note("made")
          return Store()
        }
      }
      final class Cache { ▶@Injected(\\.log) var log }
      func logOut() { Container.shared.manager.reset(scope: .cached) }
      """)
    #expect(one.found == one.expected)
  }
}
