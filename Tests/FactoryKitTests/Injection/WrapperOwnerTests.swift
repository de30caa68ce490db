// Factory, MIT licence; see LICENSE
//
// The wrappers in every kind of type, with properties that are changed in place, and in observable
// classes: only what the class itself observes is a change. (Guide: Observation.)
import FactoryTestSupport
import FactoryTesting
import Observation
import Testing

extension Container {
  fileprivate var service: Factory<MyServiceType> { self { MyService() }.cached }
  fileprivate var number: Factory<Int> { self { 1 } }
}

private struct Structure: Sendable {
  @Injected(\.service) var injected
  @LazyInjected(\.service) var lazy
  @WeakLazyInjected(\.service) var weakly
  @DynamicInjected(\.service) var dynamic
  @InjectedContainer var container

  mutating func replace(by service: MyServiceType) {
    injected = service
    lazy = service
    weakly = service
  }
}

private actor Isolated {
  @Injected(\.service) var injected
  @LazyInjected(\.service) var lazy
  @WeakLazyInjected(\.service) var weakly
  @DynamicInjected(\.service) var dynamic
  @InjectedContainer var container

  func resolve() -> MyServiceType { $injected.resolve(reset: .scope) }
  func replace(by service: MyServiceType) { lazy = service }
}

private final class InPlaceOwner {
  @Injected(\.number) var injected
  @LazyInjected(\.number) var lazy
  @WeakLazyInjected(\.service) var weak
}

@Suite(.container) struct WrapperOwnerTests {
  fileprivate let expected = Container.shared.service()

  @Test("A struct injects properties that are its own")
  func structureCopies() {
    let value = Structure()
    var copy = value
    let mock = MockService()
    copy.replace(by: mock)
    #expect(copy.injected === mock)
    #expect(copy.lazy === mock)
    #expect(copy.weakly === mock)
    #expect(value.injected === expected)
    #expect(value.lazy === expected)
    #expect(value.weakly === expected)
    #expect(value.dynamic === expected)
    #expect(value.container === Container.shared)
  }

  @Test("A change in place of an injected property persists, and resolves a lazy one first")
  func inPlace() {
    func increment(_ number: inout Int) { number += 1 }
    func replace(_ service: inout MyServiceType?, by other: MyServiceType) { service = other }
    let (owner, mock) = (InPlaceOwner(), MockService())
    increment(&owner.injected)
    increment(&owner.lazy)
    replace(&owner.weak, by: mock)
    #expect(owner.injected == 2)
    #expect(owner.lazy == 2)
    #expect(owner.weak === mock)
  }

  @Test("An actor injects, and changes its injected properties")
  func actor() async {
    let isolated = Isolated()
    #expect(await isolated.injected === expected)
    #expect(await isolated.lazy === expected)
    #expect(await isolated.weakly === expected)
    #expect(await isolated.dynamic === expected)
    #expect(await isolated.container === Container.shared)
    let mock = MockService()
    await isolated.replace(by: mock)
    #expect(await isolated.lazy === mock)
    let new = await isolated.resolve()
    #expect(await isolated.injected === new)
    #expect(new !== expected)
  }
}

@MainActor @Observable
private final class ViewModel {
  @ObservationIgnored @Injected(\.service) var injected
  @ObservationIgnored @LazyInjected(\.service) var lazy
  @ObservationIgnored @WeakLazyInjected(\.service) var weakly
  @ObservationIgnored @DynamicInjected(\.service) var dynamic
  @ObservationIgnored @InjectedContainer var container
  var results: [MyServiceType] = []

  func load() { results = [injected, lazy] }
}

@Suite(.container) @MainActor struct ObservedOwnerTests {
  private let changes = Counter()

  private func observing(_ read: () -> Void) {
    withObservationTracking(read) { [changes] in changes.increment() }
  }

  @Test("Resolving or replacing an injected property is not an observed change")
  func injected() {
    let model = ViewModel()
    observing { _ = (model.injected, model.$lazy, model.weakly, model.dynamic, model.container) }
    model.injected = MockService()
    _ = model.lazy
    model.weakly = nil
    model.$dynamic.reset()
    model.container.service.reset()
    #expect(changes.value == 0)
  }

  @Test("A property of the class is observed, also when injected services set it")
  func own() {
    let model = ViewModel()
    observing { _ = model.results }
    model.load()
    #expect(changes.value == 1)
    #expect(model.results.count == 2)
  }
}
