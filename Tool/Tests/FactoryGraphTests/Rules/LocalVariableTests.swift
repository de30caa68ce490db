// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Instances that local variables hold")
struct LocalVariableTests {
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

  @Test("A local constant is a captive only if something may keep it")
  func constants() {
    let one = RuleCase(
      "", "captive-lifetime",
      """
      extension Container {
        var store: Factory<Store> { self { Store() }.singleton }
        var log: Factory<Log> { self { Log() }.cached }
      }
      final class Store {
        init() {
          let one = Container.shared.log()
          one.note("made")
          if one.isOn { one.note("on") }
          let two = Container.shared.▶log()
          two.note("made")
          own = two
        }
        func called() -> Log { Container.shared.log() }
      }
      func logOut() { Container.shared.manager.reset(scope: .cached) }
      """)
    #expect(one.found == one.expected)
  }

  @Test(
    "Closures, arguments and results may keep a local constant",
    arguments: [
      "later = { log.note() }", "other = Other(log)", "let same = log", "_ = [log]",
      "Task { log.note() }", "func f() { log.note() }",
    ])
  func kept(_ code: String) {
    let found = found(
      "captive-lifetime",
      [
        "Source.swift": """
        extension Container {
          var store: Factory<Store> { self { Store() }.singleton }
          var log: Factory<Log> { self { Log() }.cached }
        }
        final class Store { init() { let log = Container.shared.log(); \(code) } }
        func logOut() { Container.shared.manager.reset(scope: .cached) }
        """
      ])
    #expect(found.count == 1)
  }
}
