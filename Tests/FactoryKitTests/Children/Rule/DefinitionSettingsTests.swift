// Factory, MIT licence; see LICENSE
//
// What a definition sets holds wherever the instance is built, also if a child reads the property first and the parent
// never has.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A setting in a form.
private struct Definition: CustomTestStringConvertible, Sendable {
  let form: DefinitionForm
  let setting: DefinedSetting

  var testDescription: String { "\(form), \(setting)" }

  static let all = of(DefinedSetting.allCases)
  static let replaceable = of(DefinedSetting.replaceable)
  static let layers = of([.layer])
  static let contexts = of([.context])

  private static func of(_ settings: [DefinedSetting]) -> [Self] {
    DefinitionForm.allCases.flatMap { form in
      settings.map { Self(form: form, setting: $0) }
    }
  }

  func factory(
    in container: DefinedContainer, _ keeper: Keeper, once: Bool = false
  ) -> NamedFactory {
    container.factory(form, setting, keeper, once: once)
  }
}

/// Whose value holds for an instance.
private enum Outcome: Equatable { case definition, override, neither }

@Suite("What a definition sets", .container([.freshSingletons])) struct DefinitionSettingsTests {
  private let parent = DefinedContainer()
  private let child: DefinedContainer
  private let clock = ManualClock()

  init() {
    child = DefinedContainer(parent: parent)
    parent.manager.clock = clock.reading
  }

  /// Resolves in the child, which reads the property each time, and examines whose value holds.
  private func outcome(
    of definition: Definition, _ keeper: Keeper, once: Bool = false
  ) async throws -> Outcome {
    let resolve = { (number: Int) -> Named in
      definition.factory(in: child, keeper, once: once)(number)
    }
    let instance = resolve(1)
    switch definition.setting {
    case .hook:
      try await child.shutdown(hookLimit: longHookLimit)
      try await parent.shutdown(hookLimit: longHookLimit)
      try await Scope.singleton.shutdown(hookLimit: longHookLimit)
      return outcome(child.log.elements, "closed")
    case .timeToLive:
      clock.advance(seconds: 11)
      if resolve(1) !== instance { return .definition }
      clock.advance(seconds: 101)
      return resolve(1) !== instance ? .override : .neither
    case .context: return outcome([instance.name], "context")
    case .layer: return outcome([instance.name], "layer(")
    case .decorator: return outcome(child.log.elements, "decorated")
    case .scopeOnParameters:
      return resolve(2) !== instance && resolve(1) === instance ? .definition : .neither
    }
  }

  private func outcome(_ texts: [String], _ prefix: String) -> Outcome {
    guard texts.count == 1, let text = texts.first else { return .neither }
    if text.hasPrefix(prefix) { return .definition }
    return text.hasPrefix("override " + prefix) ? .override : .neither
  }

  // MARK: The definition

  @Test(
    "A setting holds, although a child reads the property first and the parent never does",
    arguments: Definition.all, Keeper.allCases)
  private func holds(definition: Definition, keeper: Keeper) async throws {
    let outcome = try await outcome(of: definition, keeper)
    #expect(outcome == .definition)
  }

  @Test("So does one before .once()", arguments: Definition.all, Keeper.allCases)
  private func holdsBeforeOnce(definition: Definition, keeper: Keeper) async throws {
    let outcome = try await outcome(of: definition, keeper, once: true)
    #expect(outcome == .definition)
  }

  @Test(
    "There is one instance for the process and one for the parent, if a child reads first",
    arguments: Definition.all, [Keeper.process, .parent])
  private func oneIfChildIsFirst(definition: Definition, keeper: Keeper) {
    let other = DefinedContainer(parent: parent)
    let instance = definition.factory(in: child, keeper)(1)
    #expect(definition.factory(in: other, keeper)(1) === instance)
    #expect(definition.factory(in: parent, keeper)(1) === instance)
    #expect(definition.factory(in: child, keeper)(1) === instance)
  }

  @Test(
    "There is one instance for the process and one for the parent, if the parent reads first",
    arguments: Definition.all, [Keeper.process, .parent])
  private func oneIfParentIsFirst(definition: Definition, keeper: Keeper) {
    let instance = definition.factory(in: parent, keeper)(1)
    #expect(definition.factory(in: child, keeper)(1) === instance)
    #expect(definition.factory(in: parent, keeper)(1) === instance)
  }

  @Test(
    "The instance is built by the parent, although the child has what it uses and reads first",
    arguments: Definition.all, [Keeper.process, .parent])
  private func builtByParent(definition: Definition, keeper: Keeper) {
    // What is passed over is reported once for each factory in the process.
    let reports = ExpectedLines(containing: "DefinedContainer.")
    child.user.register { "child" }
    let name = definition.factory(in: child, keeper)(1).name
    #expect(!name.contains("child"))
    withExtendedLifetime(reports) {}
  }

  @Test("What the child keeps is built by the child", arguments: Definition.all)
  private func builtByChild(definition: Definition) async throws {
    child.user.register { "child" }
    let name = definition.factory(in: child, .child)(1).name
    #expect(!name.contains("parent"))
    try await child.shutdown(hookLimit: longHookLimit)
  }

  // MARK: Other code

  @Test(
    "The definition wins over what other code has set in the parent",
    arguments: Definition.replaceable, Keeper.allCases)
  private func wins(definition: Definition, keeper: Keeper) async throws {
    definition.factory(in: parent, keeper).override(definition.setting, parent.log)
    let outcome = try await outcome(of: definition, keeper)
    #expect(outcome == .definition)
  }

  @Test(
    "With .once(), what other code has set in the parent wins",
    arguments: Definition.replaceable, Keeper.allCases)
  private func losesAfterOnce(definition: Definition, keeper: Keeper) async throws {
    definition.factory(in: parent, keeper, once: true).override(definition.setting, parent.log)
    let outcome = try await outcome(of: definition, keeper, once: true)
    #expect(outcome == .override)
  }

  @Test(
    "With .once(), it wins also if children have read the property before",
    arguments: Definition.replaceable, Keeper.allCases)
  private func losesAfterRead(definition: Definition, keeper: Keeper) async throws {
    for container in [child, DefinedContainer(parent: parent)] {
      _ = definition.factory(in: container, keeper, once: true)
    }
    definition.factory(in: parent, keeper, once: true).override(definition.setting, parent.log)
    let outcome = try await outcome(of: definition, keeper, once: true)
    #expect(outcome == .override)
  }

  @Test(
    "With .once(), what a child has set holds for what the child keeps",
    arguments: Definition.replaceable)
  private func ofChildAfterOnce(definition: Definition) async throws {
    definition.factory(in: child, .child, once: true).override(definition.setting, child.log)
    let outcome = try await outcome(of: definition, .child, once: true)
    #expect(outcome == .override)
  }

  @Test(
    "A layer that other code adds in the parent is outside of the definition's",
    arguments: Definition.layers, Keeper.allCases)
  private func layerOfParent(definition: Definition, keeper: Keeper) {
    definition.factory(in: parent, keeper).override(.layer, parent.log)
    #expect(definition.factory(in: child, keeper)(1).name == "override(layer(parent 1))")
  }

  // MARK: Overrides of the child

  @Test(
    "A layer that other code adds in the child makes the child the owner",
    arguments: Definition.layers, [Keeper.process, .parent])
  private func layerOfChild(definition: Definition, keeper: Keeper) {
    child.user.register { "child" }
    definition.factory(in: child, keeper).override(.layer, child.log)
    #expect(definition.factory(in: child, keeper)(1).name == "override(layer(child 1))")
    #expect(definition.factory(in: parent, keeper)(1).name == "layer(parent 1)")
  }

  @Test(
    "With .once(), a context that other code sets in the child makes the child the owner",
    arguments: Definition.contexts, [Keeper.process, .parent])
  private func contextOfChild(definition: Definition, keeper: Keeper) {
    definition.factory(in: child, keeper, once: true).override(.context, child.log)
    let instance = definition.factory(in: child, keeper, once: true)(1)
    #expect(instance.name == "override context 1")
    #expect(definition.factory(in: child, keeper, once: true)(1) === instance)
    #expect(definition.factory(in: parent, keeper, once: true)(1).name == "context 1")
  }

  @Test(
    "A hook, a time to live and a decorator of the child do not hold for what the parent keeps",
    arguments: Definition.replaceable.filter { $0.setting != .context }, [Keeper.process, .parent])
  private func settingsOfChild(definition: Definition, keeper: Keeper) async throws {
    _ = definition.factory(in: parent, keeper, once: true)
    try await overrideInChild(definition, keeper)
  }

  @Test(
    "Neither do they if the parent has never read the factory",
    arguments: Definition.replaceable.filter { $0.setting != .context }, [Keeper.process, .parent])
  private func settingsOfFirstChild(definition: Definition, keeper: Keeper) async throws {
    try await overrideInChild(definition, keeper)
  }

  @Test("With .once(), a scope that a child sets does not apply to what its parent builds")
  func scopeOfChild() {
    _ = child.definedOnce.graph
    let pair = parent.pair(from: child)
    #expect(parent.definedOnce() === pair[0])
    #expect(pair[1] === pair[0])
  }

  private func overrideInChild(_ definition: Definition, _ keeper: Keeper) async throws {
    definition.factory(in: child, keeper, once: true).override(definition.setting, child.log)
    let outcome = try await outcome(of: definition, keeper, once: true)
    #expect(outcome == .definition)
  }
}
