// Factory, MIT licence; see LICENSE
//
// Which declarations are one factory: the property's name, or an explicit key, and the types. Two
// files of one module that declare private factories of the same names and types, at the same
// lines: these are different factories unless they have equal keys.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class KeyContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension KeyContainer {
  // The guide's example of one type under two names.
  var heading: Factory<String> { self { "Heading" } }
  var subhead: Factory<String> { self { "Subhead" } }

  var first: Factory<TestService> { Factory(self, key: "explicit") { TestService("first") }.cached }
  var second: Factory<TestService> { self(key: "explicit") { TestService("second") }.cached }
  var explicit: Factory<TestService> { self { TestService("by name") }.cached }
  var otherType: Factory<any TestServiceType> {
    Factory(self, key: "explicit") { TestService("other") }.cached
  }
  var optionalType: Factory<TestService?> {
    Factory(self, key: "explicit") { TestService("other") }.cached
  }
  var byNumber: ParameterFactory<Int, TestService> {
    ParameterFactory(self, key: "explicit") { TestService("long form \($0)") }.cached
  }
  var sameByNumber: ParameterFactory<Int, TestService> {
    self(key: "explicit") { TestService("sugar \($0)") }.cached
  }
  var byText: ParameterFactory<String, TestService> {
    ParameterFactory(self, key: "explicit") { TestService($0) }.cached
  }
  func named(_ name: StaticString) -> Factory<TestService> {
    self(key: name) { TestService() }.cached
  }
  var a: Factory<TestService> { self { TestService("a") }.cached }
  var b: Factory<TestService> { self { TestService("b") }.cached }
  var many: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.cached }
}

@Suite("Keys") struct KeyTests {
  private let container = KeyContainer()

  @Test("Factories of one type are told apart by their names")
  func names() {
    container.heading.register { "Registered" }
    #expect(container.heading() == "Registered")
    #expect(container.subhead() == "Subhead")
  }

  @Test("Factories of one type with equal explicit keys share their instance and registration")
  func equalKeys() {
    #expect(container.second() === container.first())
    #expect(container.named("explicit")() === container.first())
    container.first.register { TestService("registered") }
    #expect(container.second().label == "registered")
  }

  @Test("Parameter factories with equal keys share their instance and registration")
  func equalKeysWithParameter() {
    #expect(container.sameByNumber(1) === container.byNumber(1))
    container.sameByNumber.register { TestService("registered \($0)") }
    #expect(container.byNumber(2).label == "registered 2")
  }

  @Test("Keys of one letter, of none and beyond ASCII are keys like any other")
  func unusual() {
    for name in ["", "a", "é", "Überschrift"] as [StaticString] {
      #expect(container.named(name)() === container.named(name)())
    }
  }

  @Test("Factories whose key, name, type or parameter differs are different factories")
  func different() {
    // A name is not the equal key, and a key not its own prefix.
    let instances = [
      container.first(), container.explicit(), container.named("explici")(), container.named("")(),
      container.named("é")(), container.named("Überschrift")(), container.a(), container.b(),
      container.named("a")(), container.byNumber(1), container.byText("text"), container.many(1),
    ]
    #expect(Set(instances.map(ObjectIdentifier.init)).count == instances.count)
    #expect(container.otherType() !== instances[0])
    #expect(container.optionalType() !== instances[0])
    #expect(container.first() === instances[0])
    #expect(container.many(2) === instances[11])
  }
}

// MARK: Two files

/// What each of the two files declares.
struct SameNameFile: Sendable {
  let cached: @Sendable (Container) -> Factory<TestService>
  let singleton: @Sendable (Container) -> Factory<TestService>
  let byNumber: @Sendable (Container) -> ParameterFactory<Int, TestService>
  let promised: @Sendable (Container) -> Factory<TestService?>
  let keyed: @Sendable (Container) -> Factory<TestService>
  /// What wrappers inject from the shared container by the cached factory's key path.
  let injected: @Sendable () -> [TestService]
}

@Suite("Factories of the same name in two files", .container) struct SameNameTests {
  private let container = Container()

  private typealias Path =
    any KeyPath<SameNameFile, @Sendable (Container) -> Factory<TestService>> & Sendable
  private static let scoped: [Path] = [\.cached, \.singleton]

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

  @Test("They do not share a registration")
  func registration() {
    ordersFile.cached(container).register { TestService("registered") }
    #expect(ordersFile.cached(container)().label == "registered")
    #expect(invoicesFile.cached(container)().label == "invoices")
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
}
