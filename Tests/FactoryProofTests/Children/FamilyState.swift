// Factory, MIT licence; see LICENSE
//
// The part of the model of a family that has nothing to do with frames: what each container has and keeps, the
// settings that apply in it, and the steps that change them.

/// A closure of a factory, and the container that has set it. The definition is set by none.
struct FamilySource {
  let label: String
  let setter: Int?
  let recipe: FamilyRecipe

  init(_ label: String, setter: Int? = nil, _ recipe: FamilyRecipe) {
    (self.label, self.setter, self.recipe) = (label, setter, recipe)
  }
  var isDefinition: Bool { label == "d" }
}

struct FamilyLayer {
  /// Identifies the call: the definition's if zero.
  let site: Int
  let label: String
  let setter: Int?
  let extra: FamilyNeed?
}

enum FamilyMember {
  case closure(FamilySource)
  case factory(Int, setter: Int)
}

/// What was set from outside for one factory in one container.
struct FamilySettings {
  var registration: FamilySource?
  var contexts: [String: FamilySource] = [:]
  var layers: [FamilyLayer] = []
  var members: [FamilyMember] = []
  var decorator: FamilySource?
  var hook: String?
  var timeToLive: UInt64?
  var scope: FamilyScope?
}

struct FamilyPlace: Hashable {
  let container: Int
  let target: FamilyTarget
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
      (self.order, self.hook) = (order, hook)
    }
    var instance: FamilyInstance? { owned ?? observed }
  }

  let box: Box
  var lastUse: UInt64?
}

/// What a wrapper remembers, and what it has resolved.
final class FamilyMemory: FamilyReadable, @unchecked Sendable {
  // Sendable: the model runs on one thread.
  enum Remembered {
    case child(Int)
    case root, shared
  }

  let wrapper: FamilyWrapper
  let remembered: Remembered
  private(set) var wasRead = false
  private var owned: FamilyInstance?
  private weak var observed: FamilyInstance?

  init(_ wrapper: FamilyWrapper, _ remembered: Remembered) {
    (self.wrapper, self.remembered) = (wrapper, remembered)
  }

  var instance: FamilyInstance? { owned ?? observed }

  func keep(_ instance: FamilyInstance) {
    if wrapper.form == .dynamic { return }
    wasRead = true
    observed = instance
    if wrapper.form == .lazy { owned = instance }
  }
}

struct FamilyState {
  /// What `push` saves.
  struct Current {
    var settings = Family.factories.map { _ in FamilySettings() }
    var kept: [FamilyTarget: FamilyKept] = [:]
    var defaultScope: FamilyScope?
    var isDecorating = false
  }

  let type: FamilyType
  let parent: Int?
  let sharing: Set<FamilyScope>
  var made = 0
  var isAlive = true
  var isPrepared = false
  var now = Current()
  var snapshots: [Current] = []

  init(_ type: FamilyType, _ parent: Int?, _ sharing: Set<FamilyScope>) {
    (self.type, self.parent, self.sharing) = (type, parent, sharing)
  }

  mutating func release() {
    isAlive = false
    now = Current()
  }
}

extension FamilyModel {
  // MARK: What applies in a container

  private func settings(_ container: Int, _ factory: Int) -> FamilySettings {
    containers[container].now.settings[factory]
  }

  /// The nearest container's setting. The definition's wins, except after `once()`.
  private func effective<Value>(
    _ container: Int, _ factory: Int, _ setting: KeyPath<FamilySettings, Value?>,
    definition: Value?
  ) -> Value? {
    let outside = chain(container).lazy.compactMap { settings($0, factory)[keyPath: setting] }.first
    return program.definitions[factory].isOnce ? outside ?? definition : definition ?? outside
  }

  private func statedScope(_ container: Int, _ factory: Int) -> FamilyScope? {
    effective(container, factory, \.scope, definition: program.definitions[factory].scope)
  }

  func scope(_ container: Int, _ factory: Int) -> FamilyScope? {
    statedScope(container, factory)
      ?? chain(container).lazy.compactMap { containers[$0].now.defaultScope }.first
  }

  private func timeToLive(_ container: Int, _ factory: Int) -> UInt64? {
    effective(container, factory, \.timeToLive, definition: program.definitions[factory].timeToLive)
  }

  private func hook(_ container: Int, _ factory: Int) -> String? {
    effective(
      container, factory, \.hook, definition: program.definitions[factory].hasHook ? "h" : nil)
  }

  func decorator(_ container: Int, _ factory: Int) -> FamilySource? {
    let hasDecorator = program.definitions[factory].hasDecorator
    return effective(
      container, factory, \.decorator,
      definition: hasDecorator ? FamilySource("d", FamilyRecipe()) : nil)
  }

  /// The definition's, then the parent's, then the container's. A call replaces its own earlier layer.
  func layers(_ container: Int, _ factory: Int) -> [FamilyLayer] {
    let definition = program.definitions[factory]
    var layers: [FamilyLayer] = []
    if definition.hasLayer {
      layers.append(FamilyLayer(site: 0, label: "w", setter: nil, extra: definition.extra))
    }
    for container in chain(container).reversed() {
      for layer in settings(container, factory).layers { layers.wrap(layer) }
    }
    return layers
  }

  func members(_ container: Int, _ factory: Int) -> [FamilyMember] {
    var members: [FamilyMember] = []
    for container in chain(container).reversed() {
      for member in settings(container, factory).members {
        if case .factory(let index, _) = member, members.contains(where: { $0.isFactory(index) }) {
          continue
        }
        members.append(member)
      }
    }
    return members
  }

  /// The closure that is called: that of a context that holds, a registration, or the definition's.
  func source(_ container: Int, _ factory: Int) -> FamilySource {
    let definition = program.definitions[factory]
    if let context = definition.context, arguments.contains(context) {
      return FamilySource("x", definition.recipe)
    }
    for container in chain(container) {
      if let context = context(container, factory) { return context }
      if let registration = settings(container, factory).registration { return registration }
    }
    return FamilySource("d", definition.recipe)
  }

  /// The closure for a context that holds.
  private func context(_ container: Int, _ factory: Int) -> FamilySource? {
    let contexts = settings(container, factory).contexts
    return Family.arguments.first { arguments.contains($0) && contexts[$0] != nil }
      .flatMap { contexts[$0] }
  }

  func registers(_ container: Int, _ factory: Int) -> Bool {
    settings(container, factory).registration != nil || context(container, factory) != nil
  }

  /// Whether a container has something of its own for a factory, so that it keeps the instances.
  func overrides(_ container: Int, _ factory: Int) -> Bool {
    let own = settings(container, factory)
    return registers(container, factory) || !own.layers.isEmpty || !own.members.isEmpty
  }

  // MARK: What is kept

  /// Where an owner keeps an instance. The process keeps the singletons of containers without a parent.
  func keeper(_ owner: Int, _ target: FamilyTarget, _ scope: FamilyScope) -> FamilyKept? {
    scope == .singleton && !isChild(owner)
      ? singletons[containers[owner].type]?[target] : containers[owner].now.kept[target]
  }

  private mutating func set(
    _ kept: FamilyKept?, _ owner: Int, _ target: FamilyTarget, _ scope: FamilyScope
  ) {
    if scope == .singleton, !isChild(owner) {
      singletons[containers[owner].type, default: [:]][target] = kept
    } else {
      containers[owner].now.kept[target] = kept
    }
  }

  /// The instance, unless it is too old or gone.
  func current(_ kept: FamilyKept, _ owner: Int, _ factory: Int) -> FamilyInstance? {
    let age = kept.lastUse.map { clock - $0 } ?? 0
    return timeToLive(owner, factory).map { age >= $0 } == true ? nil : kept.box.instance
  }

  mutating func kept(_ owner: Int, _ target: FamilyTarget, _ scope: FamilyScope) -> FamilyInstance?
  {
    guard var kept = keeper(owner, target, scope) else { return nil }
    guard let instance = current(kept, owner, target.factory) else {
      set(nil, owner, target, scope)
      return nil
    }
    if timeToLive(owner, target.factory) != nil {
      kept.lastUse = clock
      set(kept, owner, target, scope)
    }
    return instance
  }

  mutating func keep(
    _ instance: FamilyInstance, _ owner: Int, _ target: FamilyTarget, _ scope: FamilyScope
  ) -> FamilyInstance {
    if instance.isError { return instance }
    keepings += 1
    let box = FamilyKept.Box(
      instance, isWeak: scope == .shared, order: keepings, hook: hook(owner, target.factory))
    let hasLimit = timeToLive(owner, target.factory) != nil
    set(FamilyKept(box: box, lastUse: hasLimit ? clock : nil), owner, target, scope)
    return instance
  }

  /// A root evicts the process's singleton as well.
  private mutating func evict(_ container: Int, _ factory: Int, _ scope: FamilyScope?) {
    func isOther(_ target: FamilyTarget) -> Bool { target.factory != factory }
    containers[container].now.kept = containers[container].now.kept.filter { isOther($0.key) }
    guard scope == .singleton, !isChild(container) else { return }
    let type = containers[container].type
    singletons[type] = singletons[type]?.filter { isOther($0.key) }
  }

  // MARK: Steps

  /// Performs a step that resolves nothing.
  mutating func perform(_ step: FamilyStep) {
    switch step {
    case .change(let container, let factory, let change): perform(change, container, factory)
    case .resetContainer(let container, let reset):
      for factory in Family.factories {
        forget(reset, container, factory)
        if reset == .all || reset == .scope { evict(container, factory, nil) }
      }
    case .resetScope(let container, let scope):
      for factory in Family.factories where self.scope(container, factory) == scope {
        evict(container, factory, nil)
      }
    case .push(let container): containers[container].snapshots.append(containers[container].now)
    case .pop(let container):
      if let saved = containers[container].snapshots.popLast() { containers[container].now = saved }
    case .defaultScope(let container, let scope):
      guard containers[container].now.defaultScope != scope else { break }
      containers[container].now.defaultScope = scope
      for factory in Family.factories where statedScope(container, factory) == nil {
        evict(container, factory, nil)
      }
    case .decorator(let container, let isOn): containers[container].now.isDecorating = isOn
    case .setArgument(let argument): arguments.insert(argument)
    case .removeArgument(let argument): arguments.remove(argument)
    case .advanceClock(let time): clock += time
    case .shutdown(let container): shutdown(container)
    case .resolve, .cancelled, .read, .release, .finishTasks: break
    }
  }

  private mutating func perform(_ change: FamilyChange, _ container: Int, _ factory: Int) {
    let scope = scope(container, factory)
    func source(_ label: String, _ recipe: FamilyRecipe) -> FamilySource {
      FamilySource(label + Family.label(container), setter: container, recipe)
    }
    func edit(_ body: (inout FamilySettings) -> Void) {
      body(&containers[container].now.settings[factory])
    }
    switch change {
    case .register(let recipe):
      edit { $0.registration = source("r", recipe) }
      evict(container, factory, scope)
    case .context(let argument, let recipe):
      edit { $0.contexts[argument] = source("c", recipe) }
    case .layer(let site, let extra):
      let label = "w\(site)c\(container)"
      edit {
        $0.layers.wrap(FamilyLayer(site: site, label: label, setter: container, extra: extra))
      }
      evict(container, factory, scope)
    case .member(let recipe):
      edit { $0.members.append(.closure(source("m", recipe))) }
      evict(container, factory, scope)
    case .memberFactory(let index):
      guard !members(container, factory).contains(where: { $0.isFactory(index) }) else { break }
      edit { $0.members.append(.factory(index, setter: container)) }
      evict(container, factory, scope)
    case .decorator: edit { $0.decorator = source("d", FamilyRecipe()) }
    case .hook: edit { $0.hook = "h\(container)" }
    case .timeToLive(let limit): edit { $0.timeToLive = limit }
    case .scope(let scope): edit { $0.scope = scope }
    case .reset(let reset):
      forget(reset, container, factory)
      if reset == .all || reset == .scope { evict(container, factory, scope) }
    }
    // Another scope evicts what the one before has kept.
    if case .scope = change, let scope, scope != self.scope(container, factory) {
      evict(container, factory, scope)
    }
  }

  private mutating func forget(_ reset: FamilyReset, _ container: Int, _ factory: Int) {
    var settings = settings(container, factory)
    switch reset {
    case .all: settings = FamilySettings()
    case .registration: (settings.registration, settings.layers, settings.members) = (nil, [], [])
    case .context: settings.contexts = [:]
    case .scope: break
    }
    containers[container].now.settings[factory] = settings
  }

  /// Calls the hooks of the instances that a container keeps, the last one first, and drops all.
  private mutating func shutdown(_ container: Int) {
    let boxes = containers[container].now.kept.values.map(\.box).sorted { $0.order > $1.order }
    for box in boxes {
      if let hook = box.hook, let instance = box.instance { log.append("\(hook) \(instance.text)") }
    }
    func drop(_ current: inout FamilyState.Current) {
      current.kept = current.kept.filter { kept in !boxes.contains { $0 === kept.value.box } }
    }
    drop(&containers[container].now)
    for index in containers[container].snapshots.indices {
      drop(&containers[container].snapshots[index])
    }
  }
}

extension [FamilyLayer] {
  /// A call replaces its own earlier layer.
  fileprivate mutating func wrap(_ layer: FamilyLayer) {
    if let index = firstIndex(where: { $0.site == layer.site }) {
      self[index] = layer
    } else {
      append(layer)
    }
  }
}

extension FamilyMember {
  fileprivate func isFactory(_ number: Int) -> Bool {
    if case .factory(number, _) = self { true } else { false }
  }
}
