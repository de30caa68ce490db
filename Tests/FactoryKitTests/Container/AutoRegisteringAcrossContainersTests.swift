// Factory, MIT licence; see LICENSE
//
// Registrations that `autoRegister` of one container makes in another: they evict instances, as
// registrations of other code do.
import FactoryKitTestSupport
import FactoryTestSupport
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
  var cached: Factory<TestService> { self { TestService() }.cached }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
}

private final class SecondContainer: ManagedContainer {
  let manager = ContainerManager()

  var cached: Factory<TestService> { self { TestService() }.cached }
  var shared: Factory<TestService> { self { TestService() }.shared }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
}

@Suite("Registering in another container's autoRegister", .container)
struct AutoRegisteringAcrossContainersTests {
  @Test("A registration evicts the other container's cached instance")
  func cached() {
    let second = SecondContainer()
    let before = second.cached()
    _ = FirstContainer { _ in second.cached.register { TestService("registered") } }.value()
    #expect(second.cached() !== before)
    #expect(second.cached().label == "registered")
  }

  @Test("A registration evicts the other container's shared instance")
  func shared() {
    let second = SecondContainer()
    let before = second.shared()
    _ = FirstContainer { _ in second.shared.register { TestService("registered") } }.value()
    #expect(second.shared() !== before)
    #expect(second.shared().label == "registered")
  }

  @Test("A registration evicts the other container's singleton")
  func singleton() {
    let second = SecondContainer()
    let before = second.singleton()
    _ = FirstContainer { _ in second.singleton.register { TestService("registered") } }.value()
    #expect(second.singleton() !== before)
    #expect(second.singleton().label == "registered")
  }

  @Test("A registration evicts the other container's instances of all parameters")
  func parameters() {
    let second = SecondContainer()
    let before = second.byNumber(1)
    _ = FirstContainer { _ in second.byNumber.register { TestService("registered \($0)") } }.value()
    #expect(second.byNumber(1) !== before)
    #expect(second.byNumber(1).label == "registered 1")
  }

  @Test("A registration evicts the cached instance of another container of the same type")
  func sameType() {
    let other = FirstContainer()
    let before = other.cached()
    _ = FirstContainer { _ in other.cached.register { TestService("registered") } }.value()
    #expect(other.cached() !== before)
    #expect(other.cached().label == "registered")
  }

  @Test(
    "Inside its own autoRegister a container's instances are kept, also after another's has run")
  func ownStay() {
    let inside = LockedArray<TestService>()
    let inner = FirstContainer { $0.cached.register { TestService("inner") } }
    let container = FirstContainer { container in
      inside.append(container.cached())
      _ = inner.value()
      container.cached.register { TestService("registered") }
    }
    #expect(container.cached() === inside.elements[0])
    #expect(inner.cached().label == "inner")
  }

  @Test("Inside an autoRegister that another one caused to run, a singleton stays cached")
  func nested() {
    let before = FirstContainer().singleton()
    let inner = FirstContainer { $0.singleton.register { TestService("inner") } }
    _ = FirstContainer { _ in _ = inner.value() }.value()
    #expect(inner.singleton() === before)
  }
}
