// Factory, MIT licence; see LICENSE
//
// Factories of names that another file has as well, line by line. See `SameNameTests`.
import FactoryTesting

extension Container {
  fileprivate var namedAlike: Factory<Gadget> { self { Gadget("invoices") } }
  fileprivate var cachedAlike: Factory<Gadget> { self { Gadget("invoices") }.cached }
  fileprivate var singletonAlike: Factory<Gadget> { Factory(self) { Gadget("invoices") }.singleton }
  fileprivate var numberedAlike: ParameterFactory<Int, Gadget> {
    self { Gadget("invoices \($0)") }.cached
  }
  fileprivate var promisedAlike: Factory<Gadget?> { promised() }
  fileprivate var keyed: Factory<Gadget> {
    self(key: "SameName.keyed") { Gadget("invoices") }.cached
  }
  fileprivate var keyedSingleton: Factory<Gadget> {
    Factory(self, key: "SameName.keyedSingleton") { Gadget("invoices") }.singleton
  }
  fileprivate var keyedByNumber: ParameterFactory<Int, Gadget> {
    self(key: "SameName.keyedByNumber") { Gadget("invoices \($0)") }.cached
  }
}

extension SharedContainer {
  fileprivate var singletonForAllAlike: Factory<Gadget> { self { Gadget("invoices") }.singleton }
}

private final class Screen {
  @Injected(\.cachedAlike) var injected
  @LazyInjected(\.cachedAlike) var lazy
}

/// What this file declares.
let invoicesFile = SameNameFile(
  plain: { $0.namedAlike }, cached: { $0.cachedAlike }, singleton: { $0.singletonAlike },
  byNumber: { $0.numberedAlike }, promised: { $0.promisedAlike }, keyed: { $0.keyed },
  keyedSingleton: { $0.keyedSingleton }, keyedByNumber: { $0.keyedByNumber },
  singletonForAll: { $0.singletonForAllAlike },
  injected: {
    let screen = Screen()
    return [screen.injected, screen.lazy]
  })
