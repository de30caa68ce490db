// Factory, MIT licence; see LICENSE
//
// A plan recognises the decorator of its factory's definition, which is set again on every read, by the identity of
// the closure.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

private final class DecoratedContainer: ManagedContainer {
  let manager = ContainerManager()

  private let captured = Captured()

  // An object is captured, because the identity of a closure without captures is that of its function.
  var plain: Factory<String> { self { "" }.decorator { [captured] _ in _ = captured } }
  var withIsNew: Factory<String> { self { "" }.decorator { [captured] _, _ in _ = captured } }
  var asynchronous: AsyncFactory<String, Never> {
    self { () async in "" }.decorator { [captured] _ in _ = captured }
  }
  var asynchronousWithIsNew: AsyncFactory<String, Never> {
    self { () async in "" }.decorator { [captured] _, _ in _ = captured }
  }
  @MainActor var mainActor: MainActorFactory<String> {
    self { @MainActor in "" }.decorator { [captured] _ in _ = captured }
  }
  @MainActor var mainActorWithIsNew: MainActorFactory<String> {
    self { @MainActor in "" }.decorator { [captured] _, _ in _ = captured }
  }
}

private final class Captured: Sendable {}

extension FactoryModifying {
  /// The factory's current plan.
  fileprivate var plan: Plan {
    let core = _definition.manager.core
    return core.entry(_definition.declaration.key(Self._types)).plan(core)
  }
}

@Suite("The identity of decorators", .container) @MainActor struct DecoratorIdentityTests {
  private let container = DecoratedContainer()

  @Test("A decorator in a definition is set once")
  func instance() {
    let plan = container.plain.plan
    #expect(container.plain.plan === plan)
  }

  @Test("A decorator with `isNew` in a definition is set once")
  func instanceAndIsNew() {
    let plan = container.withIsNew.plan
    #expect(container.withIsNew.plan === plan)
  }

  @Test("The decorator of an asynchronous factory is set once")
  func asynchronous() {
    let plan = container.asynchronous.plan
    #expect(container.asynchronous.plan === plan)
  }

  @Test("The decorator with `isNew` of an asynchronous factory is set once")
  func asynchronousAndIsNew() {
    let plan = container.asynchronousWithIsNew.plan
    #expect(container.asynchronousWithIsNew.plan === plan)
  }

  @Test("The decorator of a main-actor factory is set once")
  func mainActor() {
    let plan = container.mainActor.plan
    #expect(container.mainActor.plan === plan)
  }

  @Test("The decorator with `isNew` of a main-actor factory is set once")
  func mainActorAndIsNew() {
    let plan = container.mainActorWithIsNew.plan
    #expect(container.mainActorWithIsNew.plan === plan)
  }

  @Test("Another decorator replaces that of the definition")
  func other() {
    let factory = container.plain
    let plan = factory.plan
    let other = Captured()
    factory.decorator { [other] _ in _ = other }
    #expect(factory.plan !== plan)
  }
}
