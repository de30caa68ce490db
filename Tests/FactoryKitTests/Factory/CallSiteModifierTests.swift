// Factory, MIT licence; see LICENSE
//
// Modifiers and registrations where a factory is used, and the sugar for them.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class CallSiteContainer: SharedContainer {
  @TaskLocal static var shared = CallSiteContainer()
  let manager = ContainerManager()
}

extension CallSiteContainer {
  var plain: Factory<any TestServiceType> { self { TestService() } }
  var another: Factory<any TestServiceType> { self { TestService() } }
  var byNumber: ParameterFactory<Int, TestService> { self { TestService("\($0)") } }
}

@Suite("Modifiers at the call site", .container) struct CallSiteModifierTests {
  private let container = CallSiteContainer()

  @Test("A registration can be followed by the resolution")
  func registerAndResolve() {
    #expect(container.plain.register { TestService("registered") }().label == "registered")
  }

  @Test("A registration applies to later resolutions")
  func registrationLasts() {
    container.plain.register { TestService("registered") }
    #expect(container.plain().label == "registered")
  }

  @Test("The last registration applies")
  func lastRegistration() {
    container.plain.register { TestService("first") }
    container.plain.register { TestService("last") }
    #expect(container.plain().label == "last")
  }

  @Test("Calling a factory with a closure registers it")
  func factorySugar() {
    container.plain { TestService("registered") }
    #expect(container.plain().label == "registered")
  }

  @Test("Calling a container with a closure changes several factories")
  func containerSugar() {
    container {
      $0.plain.register { TestService("one") }
      $0.another.register { TestService("two") }
      $0.byNumber.register { TestService("three \($0)") }
    }
    #expect(container.plain().label == "one")
    #expect(container.another().label == "two")
    #expect(container.byNumber(4).label == "three 4")
  }

  @Test("Scope, decorator and registration can be chained in any order")
  func chain() {
    let seen = LockedArray<String>()
    container.plain
      .decorator { seen.append($0.label) }
      .scope(.cached)
      .register { TestService("registered") }
    #expect(container.plain() === container.plain())
    #expect(seen.elements == ["registered", "registered"])
  }

  @Test("A registration may resolve other factories of the container")
  func registrationResolves() {
    let container = container
    container.another.register { TestService("another") }
    container.plain.register { [unowned container] in
      TestService("with \(container.another().label)")
    }
    #expect(container.plain().label == "with another")
  }

  @Test("A registration may be made inside a factory that resolves")
  func registrationInside() {
    let container = container
    let outer = Factory(container, key: "outer") {
      container.plain.register { TestService("inside") }
      return container.plain().label
    }
    #expect(outer() == "inside")
  }

  @Test("A registered closure that is replaced is released")
  func released() {
    weak var weakly: TestService?
    do {
      let captured = TestService()
      weakly = captured
      container.plain.register { captured }
    }
    #expect(weakly != nil)
    container.plain.reset(.registration)
    #expect(weakly == nil)
  }

  @Test("A registration on one container does not affect others")
  func otherContainer() {
    container.plain.register { TestService("registered") }
    #expect(CallSiteContainer().plain().label == "original")
    #expect(CallSiteContainer.shared.plain().label == "original")
  }
}
