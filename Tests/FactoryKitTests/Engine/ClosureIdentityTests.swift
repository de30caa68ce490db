// Factory, MIT licence; see LICENSE
//
// Settings recognise the closures that its factory's definition sets again on every read by their identity. Another
// closure is never taken for one of them.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

private final class Captured: Sendable {}

/// What a definition sets.
private enum SetClosure: CaseIterable {
  case decorator, decoratorWithIsNew
  case asyncDecorator, asyncDecoratorWithIsNew
  case mainActorDecorator, mainActorDecoratorWithIsNew
  case context, parameterContext, throwingContext, asyncContext, mainActorContext
  case layer, asyncLayer, mainActorLayer
  case hook
}

/// Its factories set a closure that captures one object, because the identity of a closure without captures is that of
/// its function.
private final class IdentityContainer: ManagedContainer {
  let manager = ContainerManager()

  var plain: Factory<String> { self { "" } }
  var parameter: ParameterFactory<Int, String> { self { "\($0)" } }
  var throwing: ThrowingFactory<String, any Error> { self { () throws in "" } }
  var async: AsyncFactory<String, Never> { self { () async in "" } }
  @MainActor var mainActor: MainActorFactory<String> { self { @MainActor in "" } }

  /// Sets a closure that captures an object, always at the same place, and returns the factory's settings.
  @MainActor func set(_ form: SetClosure, capturing captured: Captured) -> Settings {
    switch form {
    case .decorator: plain.decorator { [captured] _ in _ = captured }.settings
    case .decoratorWithIsNew: plain.decorator { [captured] _, _ in _ = captured }.settings
    case .asyncDecorator: async.decorator { [captured] _ in _ = captured }.settings
    case .asyncDecoratorWithIsNew: async.decorator { [captured] _, _ in _ = captured }.settings
    case .mainActorDecorator: mainActor.decorator { [captured] _ in _ = captured }.settings
    case .mainActorDecoratorWithIsNew:
      mainActor.decorator { [captured] _, _ in _ = captured }.settings
    case .context: plain.onArg("x") { [captured] in text(captured) }.settings
    case .parameterContext: parameter.onArg("x") { [captured] _ in text(captured) }.settings
    case .throwingContext: throwing.onArg("x") { [captured] () throws in text(captured) }.settings
    case .asyncContext: async.onArg("x") { [captured] () async in text(captured) }.settings
    case .mainActorContext: mainActor.onArg("x") { [captured] in text(captured) }.settings
    case .layer: plain.wrap { [captured] in $0 + text(captured) }.settings
    case .asyncLayer: async.wrap { [captured] in $0 + text(captured) }.settings
    case .mainActorLayer: mainActor.wrap { [captured] in $0 + text(captured) }.settings
    case .hook: plain.onShutdown { [captured] _ in _ = captured }.settings
    }
  }
}

private func text(_: Captured) -> String { "" }

extension FactoryModifying {
  fileprivate var settings: Settings {
    let store = _definition.manager.store
    return store.currentSettings(store.node(_definition.declaration.key(Self._types)))
  }
}

@Suite("The identity of closures", .container) @MainActor struct ClosureIdentityTests {
  private let container = IdentityContainer()

  @Test("A closure that is set again does not change the settings", arguments: SetClosure.allCases)
  private func again(form: SetClosure) {
    let captured = Captured()
    let settings = container.set(form, capturing: captured)
    #expect(container.set(form, capturing: captured) === settings)
  }

  @Test(
    "A closure of the same place that captures another object replaces the first one",
    arguments: SetClosure.allCases)
  private func other(form: SetClosure) {
    let (first, second) = (Captured(), Captured())
    let settings = container.set(form, capturing: first)
    #expect(container.set(form, capturing: second) !== settings)
  }
}
