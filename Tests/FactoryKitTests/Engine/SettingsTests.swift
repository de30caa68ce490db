// Factory, MIT licence; see LICENSE
//
// The settings of a factory: which are simple, what overrides a definition, and that closures that
// the definition sets again on every read are recognised by their identity.
import FactoryCore
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var numbers: FactoryGroup<Int> { group() }
  fileprivate var defined: Factory<String> {
    self { "own" }.onArg("SettingsTests", factory: one).once()
  }
  fileprivate var kept: Factory<Int> { self { 1 }.cached }
}

private func one() -> String { "one" }
private func two() -> String { "two" }

extension FactoryModifying {
  fileprivate var settings: Settings {
    let store = _definition.manager.store
    return store.currentSettings(store.node(_definition.declaration.key(Self._types)))
  }
}

@Suite("Settings", .container) struct SettingsTests {
  private let container = Container.shared

  @Test("A factory whose contexts, layers or members were removed has simple settings")
  func simple() {
    let (factory, group) = (container.number, container.numbers)
    #expect(factory.settings.values.haveNoExtra)
    factory.context(.test) { 1 }
    #expect(!factory.settings.values.haveNoExtra)
    factory.reset(.context)
    #expect(factory.settings.values.haveNoExtra)
    factory.wrap { $0 + 1 }
    group.add { 1 }
    #expect(!factory.settings.values.haveNoExtra)
    #expect(!group.settings.values.haveNoExtra)
    factory.reset(.registration)
    group.reset(.registration)
    #expect(factory.settings.values.haveNoExtra)
    #expect(group.settings.values.haveNoExtra)
  }

  @Test("After .once(), the definition's own closure can replace another one of a context")
  func definitionsClosure() {
    FactoryContext.setArg("SettingsTests", forKey: "SettingsTests")
    defer { FactoryContext.removeArg(forKey: "SettingsTests") }
    #expect(container.defined() == "one")
    container.defined.onArg("SettingsTests", factory: two)
    #expect(container.defined() == "two")
    container.defined.onArg("SettingsTests", factory: one)
    #expect(container.defined() == "one")
  }

  @Test("After a `pop`, a node says whether nothing but a scope and a registration is set")
  func pop() {
    func isSimple() -> Bool {
      let declaration = container.kept._definition.declaration
      return factory_node_is_simple(
        container.manager.store.node(declaration.key(Factory<Int>._types)))
    }
    _ = container.kept()
    container.manager.push()
    container.kept.timeToLive(10)
    #expect(!isSimple())
    container.manager.pop()
    #expect(isSimple())
  }
}

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

/// Its factories set a closure that captures one object, because the identity of a closure without
/// captures is that of its function.
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

@Suite("The identity of closures", .container) @MainActor struct ClosureIdentityTests {
  @Test(
    "A closure that is set again changes nothing, one of the same place with another object does",
    arguments: SetClosure.allCases)
  private func identity(form: SetClosure) {
    let container = IdentityContainer()
    let (first, second) = (Captured(), Captured())
    let settings = container.set(form, capturing: first)
    #expect(container.set(form, capturing: first) === settings)
    #expect(container.set(form, capturing: second) !== settings)
  }
}
