// Factory, MIT licence; see LICENSE
//
// Modifiers and registrations where a factory is used, and the sugar for them.
import FactoryTesting
import Testing

private final class CallSiteContainer: SharedContainer {
  @TaskLocal static var shared = CallSiteContainer()
  let manager = ContainerManager()
}

extension CallSiteContainer {
  var plain: Factory<any Gadgeting> { self { Gadget() } }
  var another: Factory<any Gadgeting> { self { Gadget() } }
  var byNumber: ParameterFactory<Int, Gadget> { self { Gadget("\($0)") } }
}

@Suite("Modifiers at the call site", .container) struct CallSiteModifierTests {
  private let container = CallSiteContainer()

  @Test("A registration can be followed by the resolution")
  func registerAndResolve() {
    #expect(container.plain.register { Gadget("registered") }().label == "registered")
  }

  @Test("A registration lasts")
  func registrationLasts() {
    container.plain.register { Gadget("registered") }
    #expect(container.plain().label == "registered")
  }

  @Test("The last registration is the one")
  func lastRegistration() {
    container.plain.register { Gadget("first") }
    container.plain.register { Gadget("last") }
    #expect(container.plain().label == "last")
  }

  @Test("Calling a factory with a closure registers it")
  func factorySugar() {
    container.plain { Gadget("registered") }
    #expect(container.plain().label == "registered")
  }

  @Test("Calling a container with a closure changes several factories in one go")
  func containerSugar() {
    container {
      $0.plain.register { Gadget("one") }
      $0.another.register { Gadget("two") }
      $0.byNumber.register { Gadget("three \($0)") }
    }
    #expect(container.plain().label == "one")
    #expect(container.another().label == "two")
    #expect(container.byNumber(4).label == "three 4")
  }

  @Test("Scope, decorator and registration can be chained in any order")
  func chain() {
    let seen = Notes<String>()
    container.plain
      .decorator { seen.add($0.label) }
      .scope(.cached)
      .register { Gadget("registered") }
    #expect(container.plain() === container.plain())
    #expect(seen.all == ["registered", "registered"])
  }

  @Test("A registration may use what the container has")
  func registrationResolves() {
    let container = container
    container.another.register { Gadget("another") }
    container.plain.register { [unowned container] in Gadget("with \(container.another().label)") }
    #expect(container.plain().label == "with another")
  }

  @Test("A registration may be made inside a factory that resolves")
  func registrationInside() {
    let container = container
    let outer = Factory(container, key: "outer") {
      container.plain.register { Gadget("inside") }
      return container.plain().label
    }
    #expect(outer() == "inside")
  }

  @Test("A registered closure that is replaced is let go")
  func released() {
    weak var weakly: Gadget?
    do {
      let captured = Gadget()
      weakly = captured
      container.plain.register { captured }
    }
    #expect(weakly != nil)
    container.plain.reset(.registration)
    #expect(weakly == nil)
  }

  @Test("A registration on one container says nothing to others")
  func otherContainer() {
    container.plain.register { Gadget("registered") }
    #expect(CallSiteContainer().plain().label == "original")
    #expect(CallSiteContainer.shared.plain().label == "original")
  }
}
