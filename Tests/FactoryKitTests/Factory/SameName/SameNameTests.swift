// Factory, MIT licence; see LICENSE
//
// Two files of one module that declare private factories of the same names and types, at the same
// lines: these are different factories unless they have equal keys.
import FactoryKitTestSupport
import FactoryTesting
import Testing

/// What each of the two files declares.
struct SameNameFile: Sendable {
  let plain: @Sendable (Container) -> Factory<TestService>
  let cached: @Sendable (Container) -> Factory<TestService>
  let singleton: @Sendable (Container) -> Factory<TestService>
  let byNumber: @Sendable (Container) -> ParameterFactory<Int, TestService>
  let promised: @Sendable (Container) -> Factory<TestService?>
  let keyed: @Sendable (Container) -> Factory<TestService>
  let keyedSingleton: @Sendable (Container) -> Factory<TestService>
  let keyedByNumber: @Sendable (Container) -> ParameterFactory<Int, TestService>
  let singletonForAll: @Sendable (Container) -> Factory<TestService>
  /// What wrappers inject from the shared container by the cached factory's key path.
  let injected: @Sendable () -> [TestService]
}

@Suite("Factories of the same name in two files", .container) struct SameNameTests {
  private let container = Container()

  private typealias Path =
    any KeyPath<SameNameFile, @Sendable (Container) -> Factory<TestService>> & Sendable
  private static let scoped: [Path] = [\.cached, \.singleton, \.singletonForAll]

  @Test("They do not share an instance, also in other containers", arguments: scoped)
  private func instances(path: Path) {
    let (orders, invoices) = (ordersFile[keyPath: path], invoicesFile[keyPath: path])
    let (order, invoice) = (orders(container)(), invoices(container)())
    #expect(order.label == "orders")
    #expect(invoice.label == "invoices")
    #expect(orders(container)() === order)
    #expect(invoices(container)() === invoice)
    let other = Container()
    #expect(orders(other)().label == "orders")
    #expect(invoices(other)().label == "invoices")
  }

  @Test("Each has one singleton in all containers")
  func singletons() {
    for file in [ordersFile, invoicesFile] {
      #expect(file.singleton(container)() === file.singleton(Container())())
      #expect(file.singletonForAll(container)() === file.singletonForAll(Container())())
    }
  }

  @Test("They do not share a registration")
  func registration() {
    ordersFile.plain(container).register { TestService("registered") }
    #expect(ordersFile.plain(container)().label == "registered")
    #expect(invoicesFile.plain(container)().label == "invoices")
  }

  @Test("They do not share a registration of a factory with a parameter, nor its instance")
  func parameter() {
    #expect(invoicesFile.byNumber(container)(1).label == "invoices 1")
    ordersFile.byNumber(container).register { TestService("registered \($0)") }
    #expect(ordersFile.byNumber(container)(2).label == "registered 2")
    #expect(invoicesFile.byNumber(container)(2).label == "invoices 1")
  }

  @Test("They do not share a promise")
  func promise() {
    container.manager.promiseTriggersError = false
    ordersFile.promised(container).register { TestService("registered") }
    #expect(ordersFile.promised(container)()?.label == "registered")
    #expect(invoicesFile.promised(container)() == nil)
  }

  @Test("They do not share a scope that is set from outside")
  func scope() {
    _ = ordersFile.plain(container).cached
    #expect(ordersFile.plain(container)() === ordersFile.plain(container)())
    #expect(invoicesFile.plain(container)() !== invoicesFile.plain(container)())
  }

  @Test("A registration in one file keeps the other file's singleton")
  func registrationOfSingleton() {
    let invoice = invoicesFile.singleton(container)()
    ordersFile.singleton(container).register { TestService("registered") }
    #expect(ordersFile.singleton(container)().label == "registered")
    #expect(invoicesFile.singleton(container)() === invoice)
  }

  @Test("A reset of one file's factory does not affect the other file's")
  func reset() {
    let order = ordersFile.cached(container)()
    let invoice = invoicesFile.cached(container)()
    ordersFile.cached(container).reset()
    #expect(ordersFile.cached(container)() !== order)
    #expect(invoicesFile.cached(container)() === invoice)
  }

  @Test("Wrappers inject what their own file declares")
  func wrappers() {
    #expect(ordersFile.injected().map(\.label) == ["orders", "orders"])
    #expect(invoicesFile.injected().map(\.label) == ["invoices", "invoices"])
  }

  @Test("With equal explicit keys they share their instance and registration")
  func keyed() {
    let order = ordersFile.keyed(container)()
    #expect(invoicesFile.keyed(container)() === order)
    ordersFile.keyed(container).register { TestService("registered") }
    #expect(invoicesFile.keyed(container)().label == "registered")
  }

  @Test("With equal explicit keys they share their singleton")
  func keyedSingleton() {
    let order = ordersFile.keyedSingleton(container)()
    #expect(invoicesFile.keyedSingleton(Container())() === order)
    invoicesFile.keyedSingleton(container).reset()
    #expect(ordersFile.keyedSingleton(container)() !== order)
  }

  @Test("With equal explicit keys, factories with a parameter share their cached instances")
  func keyedParameter() {
    let order = ordersFile.keyedByNumber(container)(1)
    #expect(invoicesFile.keyedByNumber(container)(1) === order)
  }
}
