// Factory, MIT licence; see LICENSE
//
// Factories whose definitions set each setting in each form, for the tests of what a definition sets.
import FactoryTestSupport
import FactoryTesting

/// An instance with a name that shows what has built it.
final class Named: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

typealias NamedFactory = ParameterFactory<Int, Named>

/// What a definition sets.
enum DefinedSetting: CaseIterable, Sendable {
  case hook, timeToLive, context, layer, decorator, scopeOnParameters

  /// Those that a value from elsewhere can replace.
  static let replaceable: [Self] = [.hook, .timeToLive, .context, .decorator]
}

/// How a definition sets it.
enum DefinitionForm: CaseIterable, Sendable {
  /// In the function that declares the factory, before the scope.
  case direct
  /// In that function, after the scope, and with a `key:`.
  case withKey
  /// By a modifier that the program declares, which sets the scope as well.
  case customModifier
  /// Added to what a function has returned.
  case addedToReturned
}

/// Who keeps the instances.
enum Keeper: CaseIterable, Sendable {
  case process, parent, child

  var scope: Scope {
    switch self {
    case .process: .singleton
    case .parent: .ofDefined
    case .child: .cached
    }
  }
}

extension Scope {
  fileprivate static let ofDefined = Cached()
}

/// The argument of the contexts. It is set for good.
private let argument: String = {
  FactoryContext.setArg("DefinitionSettingsTests", forKey: "DefinitionSettingsTests")
  return "DefinitionSettingsTests"
}()

final class DefinedContainer: SharedContainer {
  @TaskLocal static var shared = DefinedContainer()
  let manager: ContainerManager
  /// What hooks and decorators have written, for the whole family.
  let log: LockedArray<String>

  init() {
    manager = ContainerManager()
    log = LockedArray()
  }

  /// Shares the scope of ``Keeper/parent``.
  init(parent: DefinedContainer) {
    manager = ContainerManager(childOf: parent, sharing: .ofDefined)
    log = parent.log
  }

  var user: Factory<String> { self { "parent" } }

  var definedOnce: Factory<Named> { self { Named("once") }.cached.once() }

  /// Two instances that a part of the process asks a child for.
  func pair(from child: DefinedContainer) -> [Named] {
    let pair = Factory<[Named]>(self, key: "pair") { [child.definedOnce(), child.definedOnce()] }
    return pair.singleton()
  }

  private func build(_ number: Int) -> Named { Named("\(user()) \(number)") }

  /// Reads the definition, as a program does for each resolution.
  func factory(
    _ form: DefinitionForm, _ setting: DefinedSetting, _ keeper: Keeper, once: Bool = false
  ) -> NamedFactory {
    let scope = keeper.scope
    let factory =
      switch form {
      case .direct: direct(setting, scope)
      case .withKey: withKey(setting, scope)
      case .customModifier: modified(setting, scope)
      case .addedToReturned: plain(scope).setting(setting, log)
      }
    return once ? factory.once() : factory
  }
}

// MARK: The forms

extension DefinedContainer {
  private func direct(_ setting: DefinedSetting, _ scope: Scope) -> NamedFactory {
    switch setting {
    case .hook:
      self { self.build($0) }.onShutdown { [log] in log.append("closed \($0.name)") }.scope(scope)
    case .timeToLive:
      self { self.build($0) }.timeToLive(10).scope(scope)
    case .context:
      self { self.build($0) }.onArg(argument) { Named("context \($0)") }.scope(scope)
    case .layer:
      self { self.build($0) }.wrap { Named("layer(\($0.name))") }.scope(scope)
    case .decorator:
      self { self.build($0) }.decorator { [log] in log.append("decorated \($0.name)") }.scope(scope)
    case .scopeOnParameters:
      self { self.build($0) }.scopeOnParameters.scope(scope)
    }
  }

  private func withKey(_ setting: DefinedSetting, _ scope: Scope) -> NamedFactory {
    let factory = self(key: "with key") { self.build($0) }.scope(scope)
    return switch setting {
    case .hook: factory.onShutdown { [log] in log.append("closed \($0.name)") }
    case .timeToLive: factory.timeToLive(10)
    case .context: factory.onArg(argument) { Named("context \($0)") }
    case .layer: factory.wrap { Named("layer(\($0.name))") }
    case .decorator: factory.decorator { [log] in log.append("decorated \($0.name)") }
    case .scopeOnParameters: factory.scopeOnParameters
    }
  }

  private func modified(_ setting: DefinedSetting, _ scope: Scope) -> NamedFactory {
    self { self.build($0) }.setting(setting, log).scope(scope)
  }

  private func plain(_ scope: Scope) -> NamedFactory {
    self(key: "added to returned") { self.build($0) }.scope(scope)
  }
}

extension ParameterFactory<Int, Named> {
  func setting(_ setting: DefinedSetting, _ log: LockedArray<String>) -> Self {
    switch setting {
    case .hook: onShutdown { log.append("closed \($0.name)") }
    case .timeToLive: timeToLive(10)
    case .context: onArg(argument) { Named("context \($0)") }
    case .layer: wrap { Named("layer(\($0.name))") }
    case .decorator: decorator { log.append("decorated \($0.name)") }
    case .scopeOnParameters: scopeOnParameters
    }
  }

  /// Sets another value, as code that is no part of the definition does.
  func override(_ setting: DefinedSetting, _ log: LockedArray<String>) {
    switch setting {
    case .hook: onShutdown { log.append("override closed \($0.name)") }
    case .timeToLive: timeToLive(100)
    case .context: onArg(argument) { Named("override context \($0)") }
    case .layer: wrap { Named("override(\($0.name))") }
    case .decorator: decorator { log.append("override decorated \($0.name)") }
    case .scopeOnParameters: break
    }
  }
}
