// Factory, MIT licence; see LICENSE
//
// Factories with the same names as in another file, line by line. See `SameNameTests`.
import FactoryKitTestSupport
import FactoryTesting

extension Container {
  fileprivate var namedAlike: Factory<TestService> { self { TestService("orders") } }
  fileprivate var cachedAlike: Factory<TestService> { self { TestService("orders") }.cached }
  fileprivate var singletonAlike: Factory<TestService> {
    Factory(self) { TestService("orders") }.singleton
  }
  fileprivate var numberedAlike: ParameterFactory<Int, TestService> {
    self { TestService("orders \($0)") }.cached
  }
  fileprivate var promisedAlike: Factory<TestService?> { promised() }
  fileprivate var keyed: Factory<TestService> {
    self(key: "SameName.keyed") { TestService("orders") }.cached
  }
  fileprivate var keyedSingleton: Factory<TestService> {
    Factory(self, key: "SameName.keyedSingleton") { TestService("orders") }.singleton
  }
  fileprivate var keyedByNumber: ParameterFactory<Int, TestService> {
    self(key: "SameName.keyedByNumber") { TestService("orders \($0)") }.cached
  }
}

extension SharedContainer {
  fileprivate var singletonForAllAlike: Factory<TestService> {
    self { TestService("orders") }.singleton
  }
}

private final class Screen {
  @Injected(\.cachedAlike) var injected
  @LazyInjected(\.cachedAlike) var lazy
}

/// What this file declares.
let ordersFile = SameNameFile(
  plain: { $0.namedAlike }, cached: { $0.cachedAlike }, singleton: { $0.singletonAlike },
  byNumber: { $0.numberedAlike }, promised: { $0.promisedAlike }, keyed: { $0.keyed },
  keyedSingleton: { $0.keyedSingleton }, keyedByNumber: { $0.keyedByNumber },
  singletonForAll: { $0.singletonForAllAlike },
  injected: {
    let screen = Screen()
    return [screen.injected, screen.lazy]
  })
