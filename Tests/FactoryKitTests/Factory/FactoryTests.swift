// Factory, MIT licence; see LICENSE
//
// How a factory without parameter is declared. (Guide: Defining factories.)
import FactoryTesting
import Testing

private protocol MyServiceType: AnyObject {}
private final class MyService: MyServiceType {}
private final class MockService: MyServiceType {}

private protocol Networking: AnyObject {}
private final class LiveNetwork: Networking {}
private final class MockNetwork: Networking {}

private final class Repository {
  let network: Networking
  init(network: Networking) { self.network = network }
}

private struct Point: Equatable {
  var x = 0
}

extension Container {
  fileprivate var myService: Factory<MyServiceType> {
    self { MyService() }
  }
  fileprivate var longForm: Factory<MyServiceType> {
    Factory(self) { MyService() }
  }
  fileprivate var concrete: Factory<MyService> {
    self { MyService() }
  }
  fileprivate var repository: Factory<Repository> {
    self { Repository(network: self.network()) }
  }
  fileprivate var network: Factory<Networking> {
    self { LiveNetwork() }.singleton
  }
  fileprivate var heading: Factory<String> { self { "Heading" } }
  fileprivate var subhead: Factory<String> { self { "Subhead" } }
  fileprivate var point: Factory<Point> { self { Point(x: 3) } }
  fileprivate var pair: Factory<(MyServiceType, Int)> { self { (MyService(), 7) } }
  fileprivate var severalStatements: Factory<Point> {
    self {
      var point = Point()
      point.x = 5
      return point
    }
  }
  fileprivate var first: Factory<MyServiceType> { self { MyService() }.cached }
  fileprivate var second: Factory<MyServiceType> { self { MyService() }.cached }
}

@Suite struct FactoryTests {
  @Test("The sugar `self { }` declares a factory")
  func sugar() {
    #expect(Container().myService() is MyService)
  }

  @Test("The long form `Factory(self) { }` declares a factory")
  func longForm() {
    #expect(Container().longForm() is MyService)
  }

  @Test("The long form and the sugar take registrations alike")
  func bothRegister() {
    let container = Container()
    container.myService.register { MockService() }
    container.longForm.register { MockService() }
    #expect(container.myService() is MockService)
    #expect(container.longForm() is MockService)
  }

  @Test("A factory may return a concrete type")
  func concreteType() {
    let service: MyService = Container().concrete()
    #expect(type(of: service) == MyService.self)
  }

  @Test("A factory may return a value type")
  func valueType() {
    #expect(Container().point() == Point(x: 3))
  }

  @Test("A factory may return a tuple")
  func tuple() {
    let (service, number) = Container().pair()
    #expect(service is MyService)
    #expect(number == 7)
  }

  @Test("A factory's closure may have several statements")
  func severalStatements() {
    #expect(Container().severalStatements().x == 5)
  }

  @Test("Without a scope each resolution creates a new instance")
  func newEachTime() {
    let container = Container()
    #expect(container.myService() !== container.myService())
  }

  @Test("A factory passes its container's dependencies to an initialiser")
  func constructorInjection() {
    #expect(Container().repository().network is LiveNetwork)
  }

  @Test("A dependency in an initialiser is resolved through its registration", .container)
  func constructorInjectionSeesRegistration() {
    let container = Container()
    container.network.register { MockNetwork() }
    #expect(container.repository().network is MockNetwork)
  }

  @Test("A dependency in an initialiser keeps its own scope", .container)
  func constructorInjectionKeepsScope() {
    let container = Container()
    #expect(container.repository().network === container.network())
  }

  @Test("Factories of the same type under different names are different")
  func sameType() {
    let container = Container()
    #expect(container.heading() == "Heading")
    #expect(container.subhead() == "Subhead")
  }

  @Test("A registration applies only to the factory of that name")
  func sameTypeRegistration() {
    let container = Container()
    container.heading.register { "Title" }
    #expect(container.heading() == "Title")
    #expect(container.subhead() == "Subhead")
  }

  @Test("Scoped factories of the same type keep an instance each")
  func sameTypeScoped() {
    let container = Container()
    #expect(container.first() !== container.second())
    #expect(container.first() === container.first())
  }

  @Test("A factory value refers to its container, so later registrations apply")
  func transientValue() {
    let container = Container()
    let factory = container.myService
    container.myService.register { MockService() }
    #expect(factory() is MockService)
  }

  @Test("A registration applies only to its container instance")
  func registrationPerInstance() {
    let container = Container()
    container.myService.register { MockService() }
    #expect(Container().myService() is MyService)
  }

  @Test("A registration replaces an earlier one")
  func registerTwice() {
    let container = Container()
    container.heading.register { "one" }
    container.heading.register { "two" }
    #expect(container.heading() == "two")
  }

  @Test("`register` returns the factory, so it can be resolved at once")
  func registerReturnsFactory() {
    #expect(Container().heading.register { "now" }() == "now")
  }
}
