// Factory, MIT licence; see LICENSE
//
// What a definition sets holds wherever the instance is built, also if a child reads the property first and the parent
// never has.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A setting in a form, with or without `.once()`.
private struct Definition: CustomTestStringConvertible, Sendable {
  let form: DefinitionForm
  let setting: DefinedSetting
  var once = false

  var testDescription: String { "\(form), \(setting)\(once ? ", once" : "")" }

  static let all = of(DefinedSetting.allCases)
  static let allOnce = once(all)
  static let replaceable = of(DefinedSetting.replaceable)
  static let replaceableOnce = once(replaceable)
  /// Those that do not make a child the owner which sets them.
  static let withoutOwner = replaceableOnce.filter { $0.setting != .context }
  static let layers = of([.layer])

  private static func of(_ settings: [DefinedSetting]) -> [Self] {
    DefinitionForm.allCases.flatMap { form in
      settings.map { Self(form: form, setting: $0) }
    }
  }

  private static func once(_ definitions: [Self]) -> [Self] {
    definitions.map { Self(form: $0.form, setting: $0.setting, once: true) }
  }

  func factory(in container: DefinedContainer, _ keeper: Keeper) -> NamedFactory {
    container.factory(form, setting, keeper, once: once)
  }

  /// Sets another value, as code that is no part of the definition does.
  func override(in container: DefinedContainer, _ keeper: Keeper) {
    factory(in: container, keeper).override(setting, container.log)
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
  private func outcome(of definition: Definition, _ keeper: Keeper) async throws -> Outcome {
    let resolve = { (number: Int) -> Named in definition.factory(in: child, keeper)(number) }
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
    arguments: Definition.all + Definition.allOnce, Keeper.allCases)
  private func holds(definition: Definition, keeper: Keeper) async throws {
    let outcome = try await outcome(of: definition, keeper)
    #expect(outcome == .definition)
  }

  @Test(
    "There is one instance for the process and one for the parent, whichever container reads first",
    arguments: Definition.all, [Keeper.process, .parent])
  private func oneInstance(definition: Definition, keeper: Keeper) {
    for childIsFirst in [true, false] {
      Scope.singleton.reset()
      let parent = DefinedContainer()
      let child = DefinedContainer(parent: parent)
      parent.manager.clock = clock.reading
      let instance = definition.factory(in: childIsFirst ? child : parent, keeper)(1)
      for container in [DefinedContainer(parent: parent), parent, child] {
        #expect(definition.factory(in: container, keeper)(1) === instance)
      }
    }
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

  // MARK: Other code

  @Test(
    "The definition wins over what other code has set in the parent",
    arguments: Definition.replaceable, Keeper.allCases)
  private func wins(definition: Definition, keeper: Keeper) async throws {
    definition.override(in: parent, keeper)
    let outcome = try await outcome(of: definition, keeper)
    #expect(outcome == .definition)
  }

  @Test(
    "With .once(), what other code has set in the parent wins, also over one that children have read",
    arguments: Definition.replaceableOnce,
    Keeper.allCases.flatMap { keeper in [(keeper, false), (keeper, true)] })
  private func losesAfterOnce(
    definition: Definition, keeper: (name: Keeper, isRead: Bool)
  ) async throws {
    if keeper.isRead {
      for container in [child, DefinedContainer(parent: parent)] {
        _ = definition.factory(in: container, keeper.name)
      }
    }
    definition.override(in: parent, keeper.name)
    let outcome = try await outcome(of: definition, keeper.name)
    #expect(outcome == .override)
  }

  @Test(
    "With .once(), what a child has set holds for what the child keeps",
    arguments: Definition.replaceableOnce)
  private func ofChildAfterOnce(definition: Definition) async throws {
    definition.override(in: child, .child)
    let outcome = try await outcome(of: definition, .child)
    #expect(outcome == .override)
  }

  @Test(
    "With .once(), what a child sets precedes what its parent has, also if the definition sets it",
    arguments: Definition.replaceableOnce, [true, false])
  private func repeatedInChild(definition: Definition, parentIsFirst: Bool) async throws {
    _ = definition.factory(in: child, .child)
    if parentIsFirst { definition.override(in: parent, .child) }
    _ = definition.factory(in: child, .child).setting(definition.setting, child.log)
    if !parentIsFirst { definition.override(in: parent, .child) }
    let outcome = try await outcome(of: definition, .child)
    #expect(outcome == .definition)
  }

  @Test(
    "A layer that other code adds in the parent is outside of the definition's",
    arguments: Definition.layers, Keeper.allCases)
  private func layerOfParent(definition: Definition, keeper: Keeper) {
    definition.override(in: parent, keeper)
    #expect(definition.factory(in: child, keeper)(1).name == "override(layer(parent 1))")
  }

  // MARK: Overrides of the child

  @Test(
    "A hook, a time to live and a decorator of the child do not hold for what the parent keeps",
    arguments: Definition.withoutOwner, [Keeper.process, .parent])
  private func settingsOfChild(definition: Definition, keeper: Keeper) async throws {
    definition.override(in: child, keeper)
    let outcome = try await outcome(of: definition, keeper)
    #expect(outcome == .definition)
  }

  @Test("With .once(), a scope that a child sets does not apply to what its parent builds")
  func scopeOfChild() {
    _ = child.definedOnce.graph
    let pair = parent.pair(from: child)
    #expect(parent.definedOnce() === pair[0])
    #expect(pair[1] === pair[0])
  }
}
