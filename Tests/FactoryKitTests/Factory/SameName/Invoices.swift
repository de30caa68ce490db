// Factory, MIT licence; see LICENSE
//
// Factories with the same names as in another file, line by line. See `SameNameTests`.
import FactoryKitTestSupport
import FactoryTesting

extension Container {
  fileprivate var cachedAlike: Factory<TestService> { self { TestService("invoices") }.cached }
  fileprivate var singletonAlike: Factory<TestService> {
    Factory(self) { TestService("invoices") }.singleton
  }
  fileprivate var numberedAlike: ParameterFactory<Int, TestService> {
    self { TestService("invoices \($0)") }.cached
  }
  fileprivate var promisedAlike: Factory<TestService?> { promised() }
  fileprivate var keyed: Factory<TestService> {
    self(key: "SameName.keyed") { TestService("invoices") }.cached
  }
}

private final class Screen {
  @Injected(\.cachedAlike) var injected
  @LazyInjected(\.cachedAlike) var lazy
}

/// What this file declares.
let invoicesFile = SameNameFile(
  cached: { $0.cachedAlike }, singleton: { $0.singletonAlike }, byNumber: { $0.numberedAlike },
  promised: { $0.promisedAlike }, keyed: { $0.keyed },
  injected: {
    let screen = Screen()
    return [screen.injected, screen.lazy]
  })
