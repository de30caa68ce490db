// Factory, MIT licence; see LICENSE
//
// The part of the model of a family that changes factories and containers.

extension FamilyModel {
  // MARK: Reading a factory

  /// Reads a factory's property: the definition's modifiers are applied again, in this container.
  /// Returns the scope that the factory value has.
  @discardableResult
  func read(_ container: Int, _ factory: Int) -> FamilyScope? {
    let definition = program.definitions[factory]
    if definition.isOnce, own(container, factory).isOnce {
      return definition.scope.flatMap { _ in inherited(container, factory, \.scope)?.value }
    }
    var stated: FamilyScope?
    if let scope = definition.scope {
      stated = record(scope, container, factory, after: nil, isLater: false)
    }
    change(container, factory) { settings in
      if let limit = definition.timeToLive {
        settings.timeToLive = .init(value: limit, isLater: false)
      }
      if let argument = definition.context {
        settings.contexts[argument] = .init(
          container: container, label: "x\(container)", resolves: true)
      }
      if definition.hasLayer {
        settings.layers.wrap(.init(site: 0, label: "w", container: container))
      }
      if definition.hasDecorator { settings.decorator = .init(value: "d", isLater: false) }
      if definition.hasHook { settings.hook = .init(value: "h", isLater: false) }
      if definition.isOnce { settings.isOnce = true }
    }
    return stated
  }

  func change(_ container: Int, _ factory: Int, _ body: (inout FamilySettings) -> Void) {
    body(&containers[container].entries[factory].settings)
  }

  // MARK: Scopes

  /// A modifier sets a scope, in a chain that has set `earlier` before. Returns the scope that the
  /// factory value has: a scope that was set after `once()` wins over the definition's.
  @discardableResult
  private func record(
    _ scope: FamilyScope, _ container: Int, _ factory: Int, after earlier: FamilyScope?,
    isLater: Bool
  ) -> FamilyScope {
    let own = own(container, factory)
    // The last scope of a chain applies: this one will be followed by another.
    let mayFollow = earlier.map { own.earlierScopes.contains($0) } ?? true
    let isEarlier = mayFollow && own.earlierScopes.contains(scope)
    let isSame = own.scope?.value == scope && (container == 0 || !isLater || own.scope!.isLater)
    if !isSame, !isEarlier {
      give(scope, container, factory, after: earlier, isLater: isLater)
    }
    let current = inherited(container, factory, \.scope)
    return current?.isLater == true ? current!.value : scope
  }

  /// Whether the factory has another scope than the factory value that is resolved.
  func mustGive(_ stated: FamilyScope?, _ container: Int, _ factory: Int) -> Bool {
    guard let stated else { return false }
    let current = inherited(container, factory, \.scope)?.value
    return current != stated && (current == nil || !isOnce(container, factory))
  }

  func give(
    _ scope: FamilyScope, _ container: Int, _ factory: Int, after earlier: FamilyScope?,
    isLater: Bool
  ) {
    let replaced = self.scope(container, factory)
    change(container, factory) { settings in
      settings.scope = .init(value: scope, isLater: isLater)
      settings.earlierScopes.remove(scope)
      if let earlier { settings.earlierScopes.insert(earlier) }
    }
    if let replaced, replaced != self.scope(container, factory) {
      evict(container, factory, replaced)
    }
  }

  /// A child that shares a factory's scope gives the scope to its parent, where the factory may not
  /// have been read.
  func passOnScope(_ container: Int, _ factory: Int) {
    guard let parent = Family.parents[container] else { return }
    if let scope = inherited(container, factory, \.scope)?.value,
      program.sharing[container].contains(scope),
      inherited(parent, factory, \.scope) == nil, !isOnce(parent, factory)
    {
      give(scope, parent, factory, after: nil, isLater: false)
    }
    passOnScope(parent, factory)
  }

  /// A root evicts the process's singleton as well.
  private func evict(_ container: Int, _ factory: Int, _ scope: FamilyScope?) {
    containers[container].entries[factory].evict()
    if container == 0, scope == .singleton { singletons[factory] = [:] }
  }

  // MARK: Steps

  /// Performs a step, and describes what it resolves, decorates and closes.
  func perform(_ step: FamilyStep) -> (instance: FamilyInstance?, log: [String]) {
    log = []
    unordered = []
    var instance: FamilyInstance?
    switch step {
    case .resolve(let container, let target): instance = resolveOutermost(container, target)
    case .existing(let container, let target): instance = existing(container, target)
    case .change(let container, let factory, let change): perform(change, container, factory)
    case .resetContainer(let container, let reset):
      for factory in Family.factories {
        forget(reset, container, factory)
        if reset == .all || reset == .scope { containers[container].entries[factory].evict() }
      }
    case .resetScope(let container, let scope):
      for factory in Family.factories where self.scope(container, factory) == scope {
        containers[container].entries[factory].evict()
      }
    case .push(let container): snapshots[container].append(containers[container])
    case .pop(let container):
      if let saved = snapshots[container].popLast() { containers[container] = saved }
    case .defaultScope(let container, let scope):
      guard containers[container].defaultScope != scope else { break }
      containers[container].defaultScope = scope
      for factory in Family.factories where inherited(container, factory, \.scope) == nil {
        containers[container].entries[factory].evict()
      }
    case .decorator(let container, let isOn): containers[container].isDecorating = isOn
    case .setArgument(let argument): arguments.insert(argument)
    case .removeArgument(let argument): arguments.remove(argument)
    case .advanceClock(let time): clock += time
    case .shutdown(let container): shutdown(container)
    case .release: break
    }
    return (instance, log)
  }

  private func perform(_ change: FamilyChange, _ container: Int, _ factory: Int) {
    let stated = read(container, factory)
    let isLater = own(container, factory).isOnce
    switch change {
    case .register(let resolves):
      self.change(container, factory) {
        $0.registration = .init(container: container, label: "r\(container)", resolves: resolves)
      }
      evict(container, factory, scope(container, factory))
    case .context(let argument, let resolves):
      self.change(container, factory) {
        $0.contexts[argument] = .init(
          container: container, label: "x'\(container)", resolves: resolves, isLater: isLater)
      }
    case .layer(let site):
      self.change(container, factory) {
        $0.layers.wrap(.init(site: site, label: "w\(site)c\(container)", container: container))
      }
      evict(container, factory, scope(container, factory))
    case .decorator:
      self.change(container, factory) {
        $0.decorator = .init(value: "d\(container)", isLater: isLater)
      }
    case .hook:
      self.change(container, factory) {
        $0.hook = .init(value: "h\(container)", isLater: isLater)
      }
    case .timeToLive(let limit):
      self.change(container, factory) {
        $0.timeToLive = .init(value: limit, isLater: isLater)
      }
    case .scope(let scope):
      record(scope, container, factory, after: stated, isLater: isLater)
    case .reset(let reset):
      let scope = scope(container, factory)
      forget(reset, container, factory)
      if reset == .all || reset == .scope { evict(container, factory, scope) }
    }
  }

  private func forget(_ reset: FamilyReset, _ container: Int, _ factory: Int) {
    change(container, factory) { settings in
      switch reset {
      case .all: settings = FamilySettings()
      case .registration:
        settings.registration = nil
        settings.layers = []
      case .context: settings.contexts = [:]
      case .scope: break
      }
    }
  }

  // MARK: Shutdown

  /// Calls the hooks of the instances that a container keeps, the last one first, and drops all.
  private func shutdown(_ container: Int) {
    var closed: [(order: Int, line: String)] = []
    var dropped: [FamilyKept.Box] = []
    for factory in Family.factories {
      let hook = inherited(container, factory, \.hook)?.value
      for kept in containers[container].entries[factory].kept.values {
        dropped.append(kept.box)
        guard let hook = hook ?? kept.box.hook, let instance = kept.box.instance else { continue }
        // Those that had no hook when they were built are closed last, in any order.
        if kept.box.hook == nil { unordered.insert("\(hook) \(instance.text)") }
        closed.append((kept.box.hook == nil ? 0 : kept.box.order, "\(hook) \(instance.text)"))
      }
    }
    log += closed.sorted { $0.order > $1.order }.map(\.line)
    func drop(_ state: inout FamilyContainerState) {
      for factory in Family.factories {
        state.entries[factory].kept = state.entries[factory].kept.filter { kept in
          !dropped.contains { $0 === kept.value.box }
        }
      }
    }
    drop(&containers[container])
    for index in snapshots[container].indices { drop(&snapshots[container][index]) }
  }
}
