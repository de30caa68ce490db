// Factory, MIT licence; see LICENSE
//
// The reference for child containers: what a resolution finds, who keeps it, and which instances are
// captive. Written to be read. If the library behaves differently, one of the two is wrong.
import FactoryModel

/// An instance, with the instances that it was built with.
final class FamilyInstance: Sendable {
  let text: String
  let parts: [FamilyInstance]

  init(_ text: String, _ parts: [FamilyInstance]) {
    (self.text, self.parts) = (text, parts)
  }

  init(_ label: String, factory: Int, number: Int, _ parts: [FamilyInstance]) {
    self.parts = parts
    text = "\(label)f\(factory)#\(number)(\(parts.map(\.text).joined()))"
  }

  func wrapped(_ label: String) -> FamilyInstance { FamilyInstance("\(label)[\(text)]", [self]) }
}

final class FamilyModel: @unchecked Sendable {
  // Sendable: all steps run on one thread; see `ControlledTasks` for the trees of tasks.

  /// A construction in progress.
  private struct Building {
    let container: Int
    /// The depth of the container that is to keep the instance; nil for the scope `graph`.
    let owner: Int?
    /// The innermost container of which something was used.
    var used: Int?
  }

  let program: FamilyProgram
  var containers = Family.containers.map { _ in FamilyContainerState() }
  var snapshots = Family.containers.map { _ in [FamilyContainerState]() }
  var singletons = Family.factories.map { _ in [Int: FamilyKept]() }
  var arguments: Set<String> = []
  var clock: UInt64 = 0
  /// What decorators and hooks have got.
  var log: [String] = []
  /// The last lines of `log`, if they may come in any order.
  var unordered: Set<String> = []
  private var building: [Building] = []
  private var cycle: [FamilyPlace: (instance: FamilyInstance, used: Int?)] = [:]
  var made = 0
  var keepings = 0

  init(_ program: FamilyProgram) { self.program = program }

  // MARK: Resolving

  /// Resolves a factory in a cycle of its own.
  func resolveOutermost(_ container: Int, _ target: FamilyTarget) -> FamilyInstance {
    cycle = [:]
    defer { cycle = [:] }
    return resolve(container, target)
  }

  private func resolve(_ container: Int, _ target: FamilyTarget) -> FamilyInstance {
    let stated = read(container, target.factory)
    if mustGive(stated, container, target.factory) {
      give(stated!, container, target.factory, after: nil, isLater: false)
    }
    let instance = find(container, target)
    decorate(instance, container, target.factory)
    return instance
  }

  func decorate(_ instance: FamilyInstance, _ container: Int, _ factory: Int) {
    if let decorator = inherited(container, factory, \.decorator)?.value {
      log.append("\(decorator) \(instance.text)")
    } else if let decorator = Family.chain(container).first(where: { containers[$0].isDecorating })
    {
      log.append("D\(decorator) \(instance.text)")
    }
  }

  private func find(_ container: Int, _ target: FamilyTarget) -> FamilyInstance {
    switch scope(container, target.factory) {
    case nil, .unique:
      return build(container, target)
    case .graph:
      let place = FamilyPlace(container: container, target: target)
      if cycle[place] == nil {
        cycle[place] = record(container, owner: nil) { build(container, target) }
      }
      if let used = cycle[place]!.used { note(used) }
      return cycle[place]!.instance
    case .some(let scope):
      return find(container, target, keptIn: scope)
    }
  }

  private func find(_ container: Int, _ target: FamilyTarget, keptIn scope: FamilyScope)
    -> FamilyInstance
  {
    let owner = owner(container, target.factory, scope)
    if owner != .process { note(owner.container) }
    if let kept = self[owner, target] {
      if let instance = instance(kept, container, target.factory) {
        if hasTimeToLive(container, target.factory) { self[owner, target]!.lastUse = clock }
        return instance
      }
      self[owner, target] = nil
    }
    let depth = owner == .process ? 0 : Family.depth(owner.container)
    let isOwn = owner == .container(container)
    let (instance, used) =
      isOwn
      ? (build(container, target), nil)
      : record(container, owner: depth) { build(container, target) }
    keep(instance, container, target, in: owner, scope, captiveIn: used)
    return instance
  }

  private func build(_ container: Int, _ target: FamilyTarget) -> FamilyInstance {
    let factory = target.factory
    let source = source(container, factory)
    let layers = layers(container, factory)
    if let own = overridingContainer(container, factory) { note(own) }
    var parts: [FamilyInstance] = []
    if source?.resolves != false {
      for need in program.definitions[factory].needs {
        parts.append(resolve(source?.container ?? container, need))
      }
    }
    return layers.reduce(made(source, target, parts)) { $0.wrapped($1.label) }
  }

  func made(_ source: FamilySettings.Source?, _ target: FamilyTarget, _ parts: [FamilyInstance])
    -> FamilyInstance
  {
    made += 1
    let label = (source?.label ?? "d") + (target.parameter == 0 ? "" : "p")
    return FamilyInstance(label, factory: target.factory, number: made, parts)
  }

  // MARK: Kept instances

  /// - Parameter child: the child that caches the instance, if it is captive.
  func keep(
    _ instance: FamilyInstance, _ container: Int, _ target: FamilyTarget, in owner: FamilyOwner,
    _ scope: FamilyScope, captiveIn child: Int?
  ) {
    keepings += 1
    let kept = FamilyKept(
      FamilyKept.Box(
        instance, isWeak: scope == .shared, order: keepings,
        hook: inherited(container, target.factory, \.hook)?.value),
      lastUse: hasTimeToLive(container, target.factory) ? clock : nil)
    guard let child else {
      self[owner, target] = kept
      return
    }
    let old = self[.container(child), target]
    containers[child].entries[target.factory].cachesCaptive = true
    if old == nil || Family.hasParameter(target.factory) {
      self[.container(child), target] = kept
    }
  }

  /// Who keeps the instance of a factory that is resolved in a container.
  func owner(_ container: Int, _ factory: Int, _ scope: FamilyScope) -> FamilyOwner {
    passOnScope(container, factory)
    let overriding = overridingContainer(container, factory) ?? 0
    var owner = container
    while let parent = Family.parents[owner], Family.depth(owner) > Family.depth(overriding),
      !containers[owner].entries[factory].cachesCaptive,
      scope == .singleton
        || program.sharing[owner].contains(scope) && self.scope(parent, factory) == scope
    {
      owner = parent
    }
    return scope == .singleton && owner == 0 ? .process : .container(owner)
  }

  /// The instance, unless it is too old or gone.
  func instance(_ kept: FamilyKept, _ container: Int, _ factory: Int) -> FamilyInstance? {
    let limit = inherited(container, factory, \.timeToLive)?.value
    let age = kept.lastUse.map { clock - $0 } ?? 0
    return limit.map { age >= $0 } == true ? nil : kept.box.instance
  }

  func hasTimeToLive(_ container: Int, _ factory: Int) -> Bool {
    inherited(container, factory, \.timeToLive) != nil
  }

  /// The instance that is there already.
  func existing(_ container: Int, _ target: FamilyTarget) -> FamilyInstance? {
    let stated = read(container, target.factory)
    var scope = scope(container, target.factory)
    if mustGive(stated, container, target.factory) {
      // The container has no instance in that scope, and singletons are not the container's.
      guard stated == .singleton else { return nil }
      scope = .singleton
    }
    guard let scope, scope != .unique, scope != .graph else { return nil }
    return self[owner(container, target.factory, scope), target].flatMap {
      instance($0, container, target.factory)
    }
  }

  // MARK: What a construction uses

  private func record(
    _ container: Int, owner: Int?, _ body: () -> FamilyInstance
  ) -> (instance: FamilyInstance, used: Int?) {
    if container == 0 { return (body(), nil) }
    building.append(Building(container: container, owner: owner))
    let instance = body()
    return (instance, building.removeLast().used)
  }

  /// Something of a container is used.
  private func note(_ used: Int) {
    let depth = Family.depth(used)
    for index in building.indices where Family.chain(building[index].container).contains(used) {
      let deepest = building[index].used.map(Family.depth) ?? 0
      if depth > max(building[index].owner ?? 0, deepest) { building[index].used = used }
    }
  }
}
