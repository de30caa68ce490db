// Factory, MIT licence; see LICENSE
//
// The parts of the model of a family: the settings of factories, and kept instances.

/// What was set for one factory in one container.
struct FamilySettings {
  struct Setting<Value> {
    let value: Value
    /// Whether it was set after `once()`, so by code outside of the definition.
    let isLater: Bool
  }

  /// A closure that replaces the factory's own.
  struct Source {
    let container: Int
    let label: String
    let resolves: Bool
    var isLater = false
  }

  struct Layer {
    /// Identifies the call: the definition's if zero.
    let site: Int
    let label: String
    let container: Int
  }

  var scope: Setting<FamilyScope>?
  /// The scopes that a chain of modifiers set before its last one.
  var earlierScopes: Set<FamilyScope> = []
  var registration: Source?
  var contexts: [String: Source] = [:]
  var layers: [Layer] = []
  var decorator: Setting<String>?
  var hook: Setting<String>?
  var timeToLive: Setting<UInt64>?
  var isOnce = false
}

extension [FamilySettings.Layer] {
  /// A call replaces its own earlier layer.
  mutating func wrap(_ layer: FamilySettings.Layer) {
    if let index = firstIndex(where: { $0.site == layer.site }) {
      self[index] = layer
    } else {
      append(layer)
    }
  }
}

/// An instance that is kept.
struct FamilyKept {
  final class Box {
    private let owned: FamilyInstance?
    private weak var observed: FamilyInstance?
    /// The position in the order of construction.
    let order: Int
    let hook: String?

    init(_ instance: FamilyInstance, isWeak: Bool, order: Int, hook: String?) {
      owned = isWeak ? nil : instance
      observed = instance
      self.order = order
      self.hook = hook
    }

    var instance: FamilyInstance? { owned ?? observed }
  }

  let box: Box
  var lastUse: UInt64?

  init(_ box: Box, lastUse: UInt64?) {
    self.box = box
    self.lastUse = lastUse
  }
}

struct FamilyEntry {
  var settings = FamilySettings()
  /// By parameter.
  var kept: [Int: FamilyKept] = [:]
  /// Whether the container keeps an instance that its parent or the process would keep otherwise.
  var cachesCaptive = false

  mutating func evict() {
    kept = [:]
    cachesCaptive = false
  }
}

struct FamilyContainerState {
  var entries = Family.factories.map { _ in FamilyEntry() }
  var defaultScope: FamilyScope?
  var isDecorating = false
}

enum FamilyOwner: Equatable {
  case container(Int)
  case process

  var container: Int {
    switch self {
    case .container(let container): container
    case .process: 0
    }
  }
}

struct FamilyPlace: Hashable {
  let container: Int
  let target: FamilyTarget
}

// MARK: What a container inherits

extension FamilyModel {
  subscript(owner: FamilyOwner, target: FamilyTarget) -> FamilyKept? {
    get {
      switch owner {
      case .container(let container):
        containers[container].entries[target.factory].kept[target.parameter]
      case .process: singletons[target.factory][target.parameter]
      }
    }
    set {
      switch owner {
      case .container(let container):
        containers[container].entries[target.factory].kept[target.parameter] = newValue
      case .process: singletons[target.factory][target.parameter] = newValue
      }
    }
  }

  func own(_ container: Int, _ factory: Int) -> FamilySettings {
    containers[container].entries[factory].settings
  }

  /// A container's own setting or, if there is none, its parent's. A setting that the parent was
  /// given after `once()` wins over the definition's, which the child repeats.
  func inherited<Value>(
    _ container: Int, _ factory: Int,
    _ setting: KeyPath<FamilySettings, FamilySettings.Setting<Value>?>
  ) -> FamilySettings.Setting<Value>? {
    let own = own(container, factory)[keyPath: setting]
    guard let parent = Family.parents[container],
      let outer = inherited(parent, factory, setting)
    else { return own }
    guard let own else { return outer }
    return outer.isLater && !own.isLater ? outer : own
  }

  func isOnce(_ container: Int, _ factory: Int) -> Bool {
    Family.chain(container).contains { own($0, factory).isOnce }
  }

  func scope(_ container: Int, _ factory: Int) -> FamilyScope? {
    inherited(container, factory, \.scope)?.value ?? defaultScope(container)
  }

  func defaultScope(_ container: Int) -> FamilyScope? {
    Family.chain(container).lazy.compactMap { self.containers[$0].defaultScope }.first
  }

  /// The parent's layers come first.
  func layers(_ container: Int, _ factory: Int) -> [FamilySettings.Layer] {
    var layers = Family.parents[container].map { self.layers($0, factory) } ?? []
    for layer in own(container, factory).layers { layers.wrap(layer) }
    return layers
  }

  /// The closures for contexts that count in each container, innermost first. A registration of a
  /// container hides those of its parents.
  private func contexts(_ container: Int, _ factory: Int) -> [[String: FamilySettings.Source]] {
    let outer = Family.parents[container].map { contexts($0, factory) } ?? []
    let own = own(container, factory)
    let current = own.contexts.filter { argument, source in
      source.isLater || !outer.contains { $0[argument]?.isLater == true }
    }
    return [current] + (own.registration == nil ? outer : [])
  }

  /// The closure that replaces the factory's own: that of a context that holds, or the registration.
  func source(_ container: Int, _ factory: Int) -> FamilySettings.Source? {
    for level in contexts(container, factory) {
      for argument in Family.arguments where arguments.contains(argument) {
        if let source = level[argument] { return source }
      }
    }
    return Family.chain(container).lazy.compactMap { self.own($0, factory).registration }.first
  }

  /// The innermost container of which a new instance uses a registration, a context or a layer. If
  /// the definition sets a context, a context counts only if it was set after `once()`, because the
  /// others may be the definition's.
  func overridingContainer(_ container: Int, _ factory: Int) -> Int? {
    var used = layers(container, factory).filter { $0.site != 0 }.map(\.container)
    if let source = source(container, factory) {
      let isContext = source.label.hasPrefix("x")
      let isCertain =
        !isContext || source.isLater || program.definitions[factory].context == nil
      if isCertain { used.append(source.container) }
    }
    return used.max { Family.depth($0) < Family.depth($1) }
  }
}
