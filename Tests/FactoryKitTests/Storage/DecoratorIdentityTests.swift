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

/// How a decorator is declared.
private enum DecoratedForm: CaseIterable {
  case plain, withIsNew, asynchronous, asynchronousWithIsNew, mainActor, mainActorWithIsNew
}

extension DecoratedContainer {
  /// The plan after the factory's definition has been read once more.
  @MainActor fileprivate func plan(_ form: DecoratedForm) -> Plan {
    switch form {
    case .plain: plain.plan
    case .withIsNew: withIsNew.plan
    case .asynchronous: asynchronous.plan
    case .asynchronousWithIsNew: asynchronousWithIsNew.plan
    case .mainActor: mainActor.plan
    case .mainActorWithIsNew: mainActorWithIsNew.plan
    }
  }
}

@Suite("The identity of decorators", .container) @MainActor struct DecoratorIdentityTests {
  private let container = DecoratedContainer()

  @Test("A decorator in a definition is set once", arguments: DecoratedForm.allCases)
  private func once(form: DecoratedForm) {
    let plan = container.plan(form)
    #expect(container.plan(form) === plan)
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
