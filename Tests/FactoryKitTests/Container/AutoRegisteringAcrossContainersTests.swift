// Factory, MIT licence; see LICENSE
//
// What `autoRegister` of one container does in another one: there it registers like anybody.
import FactoryTesting
import Testing

/// A container whose tests decide what `autoRegister` does.
private final class FirstContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  private let work: @Sendable (FirstContainer) -> Void

  init(_ work: @escaping @Sendable (FirstContainer) -> Void = { _ in }) {
    self.work = work
  }

  func autoRegister() { work(self) }

  var value: Factory<Int> { self { 1 } }
  var cached: Factory<Gadget> { self { Gadget() }.cached }
  var singleton: Factory<Gadget> { self { Gadget() }.singleton }
}

private final class SecondContainer: ManagedContainer {
  let manager = ContainerManager()

  var cached: Factory<Gadget> { self { Gadget() }.cached }
  var shared: Factory<Gadget> { self { Gadget() }.shared }
  var singleton: Factory<Gadget> { self { Gadget() }.singleton }
  var byNumber: ParameterFactory<Int, Gadget> {
    self { Gadget("\($0)") }.scopeOnParameters.cached
  }
}

@Suite("Registering in another container's autoRegister", .container)
struct AutoRegisteringAcrossContainersTests {
  @Test("A registration drops the other container's cached instance")
  func cached() {
    let second = SecondContainer()
    let before = second.cached()
    _ = FirstContainer { _ in second.cached.register { Gadget("registered") } }.value()
    #expect(second.cached() !== before)
    #expect(second.cached().label == "registered")
  }

  @Test("A registration drops the other container's shared instance")
  func shared() {
    let second = SecondContainer()
    let before = second.shared()
    _ = FirstContainer { _ in second.shared.register { Gadget("registered") } }.value()
    #expect(second.shared() !== before)
    #expect(second.shared().label == "registered")
  }

  @Test("A registration drops the other container's singleton")
  func singleton() {
    let second = SecondContainer()
    let before = second.singleton()
    _ = FirstContainer { _ in second.singleton.register { Gadget("registered") } }.value()
    #expect(second.singleton() !== before)
    #expect(second.singleton().label == "registered")
  }

  @Test("A registration drops the other container's instances of all parameters")
  func parameters() {
    let second = SecondContainer()
    let before = second.byNumber(1)
    _ = FirstContainer { _ in second.byNumber.register { Gadget("registered \($0)") } }.value()
    #expect(second.byNumber(1) !== before)
    #expect(second.byNumber(1).label == "registered 1")
  }

  @Test("A registration drops the cached instance of another container of the same type")
  func sameType() {
    let other = FirstContainer()
    let before = other.cached()
    _ = FirstContainer { _ in other.cached.register { Gadget("registered") } }.value()
    #expect(other.cached() !== before)
    #expect(other.cached().label == "registered")
  }

  @Test("Inside its own autoRegister a container's instances stay, also after another's has run")
  func ownStay() {
    let inside = Notes<Gadget>()
    let inner = FirstContainer { $0.cached.register { Gadget("inner") } }
    let container = FirstContainer { container in
      inside.add(container.cached())
      _ = inner.value()
      container.cached.register { Gadget("registered") }
    }
    #expect(container.cached() === inside.all[0])
    #expect(inner.cached().label == "inner")
  }

  @Test("Inside an autoRegister that another one brought about a singleton stays")
  func nested() {
    let before = FirstContainer().singleton()
    let inner = FirstContainer { $0.singleton.register { Gadget("inner") } }
    _ = FirstContainer { _ in _ = inner.value() }.value()
    #expect(inner.singleton() === before)
  }
}
