// Factory, MIT licence; see LICENSE
//
// Containers of a generic type: each type with other arguments is another container type.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class Box<Content>: ManagedContainer {
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Box) { manager = ContainerManager(childOf: parent) }
}

private final class OrdinaryContainer: ManagedContainer {
  let manager = ContainerManager()
}

private struct Outer<Content> {
  final class Inner: ManagedContainer {
    let manager = ContainerManager()
  }
}

extension Box {
  fileprivate var service: Factory<TestService> {
    self { TestService("\(Content.self)") }.singleton
  }
  fileprivate var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\(Content.self) \($0)") }.scopeOnParameters.singleton
  }
}

extension Outer.Inner {
  fileprivate var service: Factory<TestService> {
    self { TestService("\(Content.self)") }.singleton
  }
}

extension ManagedContainer {
  fileprivate var serviceOfAll: Factory<TestService> {
    self { TestService("\(Self.self)") }.singleton
  }
}

@Suite("Generic containers", .container([.freshSingletons])) struct GenericContainerTests {
  @Test("Singletons belong to the container's type with its arguments")
  func arguments() {
    #expect(Box<Int>().service().label == "Int")
    #expect(Box<String>().service().label == "String")
    #expect(Box<Int>().service().label == "Int")
    #expect(Box<Int>().service() === Box<Int>().service())
    #expect(Outer<Int>.Inner().service().label == "Int")
    #expect(Outer<String>.Inner().service().label == "String")
  }

  @Test("Singletons by parameter belong to the container's type with its arguments")
  func parameters() {
    #expect(Box<Int>().byNumber(1).label == "Int 1")
    #expect(Box<String>().byNumber(1).label == "String 1")
  }

  @Test("A child has the singletons of its parent's type")
  func children() {
    let (parent, other) = (Box<Int>(), Box<String>())
    #expect(Box(parent: parent).service() === parent.service())
    #expect(Box(parent: other).service() !== parent.service())
  }

  @Test("A reset evicts the singleton of one type only")
  func reset() {
    let (ints, strings) = (Box<Int>(), Box<String>())
    let (int, string) = (ints.service(), strings.service())
    ints.service.reset()
    #expect(ints.service() !== int)
    #expect(strings.service() === string)
  }

  @Test("A singleton of all containers is one for those that are not generic")
  func all() {
    let instance = OrdinaryContainer().serviceOfAll()
    #expect(Container.shared.serviceOfAll() === instance)
    // The name of a private type depends on the optimisation.
    #expect(Box<Int>().serviceOfAll().label == "\(Box<Int>.self)")
    #expect(Box<String>().serviceOfAll().label == "\(Box<String>.self)")
    #expect(OrdinaryContainer().serviceOfAll() === instance)
  }
}
