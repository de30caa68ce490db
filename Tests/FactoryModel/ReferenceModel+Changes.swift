// Factory, MIT licence; see LICENSE
//
// The part of the reference model that changes factories and containers.

extension ReferenceModel {
  /// Reads a factory's property: `autoRegister` runs first if it has not, and the definition's
  /// modifiers are applied again.
  @discardableResult
  func read(_ target: Target) -> ModelEntry {
    autoRegister(target.container)
    let entry = containers[target.container].entries[target.factory]
    entry.stated = nil
    let definition = program.definitions[target.container][target.factory]
    if definition.isOnce, entry.options.isOnce {
      if definition.scope != nil { entry.stated = entry.scope }
      return entry
    }
    if let scope = definition.scope { record(scope, target) }
    if let timeToLive = definition.timeToLive { entry.options.timeToLive = timeToLive }
    if definition.isScopedOnParameters { entry.options.isScopedOnParameters = true }
    if let (argument, builder) = definition.context { entry.options.contexts[argument] = builder }
    if let layer = definition.layer { entry.options.wrap(layer) }
    if definition.isOnce { entry.options.isOnce = true }
    return entry
  }

  func autoRegister(_ index: Int) {
    if containers[index].settings.isAutoRegistered { return }
    containers[index].settings.isAutoRegistered = true
    autoRegistering += 1
    for (target, builder) in program.autoRegistrations[index] {
      change(.register(target, builder))
    }
    autoRegistering -= 1
  }

  // MARK: Changes

  func change(_ operation: Operation) {
    switch operation {
    case .resolve, .existing, .proceed, .cancel, .releaseInstance:
      break
    case .register(let target, let builder):
      let entry = read(target)
      entry.options.registration = builder
      if autoRegistering == 0 { drop(target, entry.scope ?? defaultScope(target)) }
    case .context(let target, let argument, let builder):
      read(target).options.contexts[argument] = builder
    case .wrap(let target, let layer):
      let entry = read(target)
      entry.options.wrap(layer)
      if autoRegistering == 0 { drop(target, entry.scope ?? defaultScope(target)) }
    case .scope(let target, let scope):
      read(target)
      record(scope, target)
    case .timeToLive(let target, let limit):
      read(target).options.timeToLive = limit
    case .resetFactory(let target, let option):
      let entry = read(target)
      let scope = entry.scope ?? defaultScope(target)
      entry.forget(option)
      if option == .all || option == .scope { drop(target, scope) }
    case .resetContainer(let index, let option):
      for entry in containers[index].entries { entry.forget(option) }
      if option == .all || option == .registration {
        containers[index].settings.isAutoRegistered = false
      }
      if option == .all || option == .scope {
        for entry in containers[index].entries { entry.cell.invalidate() }
      }
    case .resetScope(let index, let scope):
      for entry in containers[index].entries { entry.cell.invalidate(scope) }
    case .resetParameter(let target):
      guard target.kind.hasParameter else { break }
      let entry = read(target)
      guard entry.options.isScopedOnParameters else { break }
      entry.cell.parameters[target.parameter]?.forgetInstance()
      if (entry.scope ?? defaultScope(target)) == .singleton {
        singletons[target.factory].parameters[target.parameter]?.forgetInstance()
      }
    case .shutdown(let index):
      let kept = containers[index].entries.flatMap(\.cell.allKept)
      close(kept)
      containers[index].drop(kept)
    case .shutdownSingletons:
      let kept = singletons.flatMap(\.allKept)
      close(kept)
      for cell in singletons { cell.drop(kept) }
    case .resetSingletons:
      for cell in singletons { cell.invalidate() }
    case .push(let index):
      containers[index].push()
    case .pop(let index):
      containers[index].pop()
    case .defaultScope(let index, let scope):
      guard containers[index].settings.defaultScope != scope else { break }
      containers[index].settings.defaultScope = scope
      for entry in containers[index].entries where entry.scope == nil { entry.cell.invalidate() }
    case .setArgument(let argument):
      arguments.insert(argument)
    case .removeArgument(let argument):
      arguments.remove(argument)
    case .advanceClock(let time):
      clock += time
    }
  }

  /// Calls the hooks of instances, the last one first.
  private func close(_ kept: [Kept]) {
    for kept in kept.sorted(by: { $0.order > $1.order }) where kept.hasHook {
      if let instance = kept.instance { tasks.closed.append(instance.number) }
    }
  }

  func defaultScope(_ target: Target) -> ScopeName? {
    containers[target.container].settings.defaultScope
  }

  /// A modifier sets a scope, in a chain that has set `entry.stated` before.
  private func record(_ scope: ScopeName, _ target: Target) {
    let entry = containers[target.container].entries[target.factory]
    let stated = entry.stated
    entry.stated = scope
    guard entry.scope != scope else { return }
    // The last scope of a chain applies: this one will be followed by another.
    let mayFollow = stated.map { entry.options.earlierScopes.contains($0) } ?? true
    if mayFollow, entry.options.earlierScopes.contains(scope) { return }
    give(scope, target, after: stated)
  }

  func give(_ scope: ScopeName, _ target: Target, after stated: ScopeName?) {
    let entry = containers[target.container].entries[target.factory]
    let replaced = entry.scope ?? defaultScope(target)
    entry.scope = scope
    entry.options.earlierScopes.remove(scope)
    if let stated { entry.options.earlierScopes.insert(stated) }
    guard let replaced, replaced != scope else { return }
    entry.cell.invalidate()
    if replaced == .singleton { singletons[target.factory].invalidate() }
  }

  private func drop(_ target: Target, _ scope: ScopeName?) {
    containers[target.container].entries[target.factory].cell.invalidate()
    if scope == .singleton { singletons[target.factory].invalidate() }
  }
}
