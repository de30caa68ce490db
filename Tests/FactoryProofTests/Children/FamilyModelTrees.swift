// Factory, MIT licence; see LICENSE
//
// The part of the model of a family that resolves in several tasks at once: who waits for whom, and
// what a construction has used that others are part of.

extension FamilyModel {
  /// A construction in progress in one branch of a tree.
  final class Branch {
    let container: Int
    /// The depth of the container that is to keep the instance; nil for the scope `graph`.
    let owner: Int?
    /// The construction that this one is part of.
    let outer: Branch?
    /// The innermost container of which something was used, and the factory of which it was.
    var used: (container: Int, factory: Int)?

    init(_ container: Int, owner: Int?, outer: Branch?) {
      (self.container, self.owner, self.outer) = (container, owner, outer)
    }
  }

  /// A construction that others may wait for.
  final class Promise {
    private(set) var result: (instance: FamilyInstance, used: (container: Int, factory: Int)?)?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
      if result == nil { await withCheckedContinuation { waiting.append($0) } }
    }

    func keep(_ instance: FamilyInstance, _ used: (container: Int, factory: Int)?) {
      result = (instance, used)
      for continuation in waiting { continuation.resume() }
    }
  }

  /// What the tasks of one tree share.
  final class Tree: @unchecked Sendable {
    // Sendable: all tasks run on one thread; see `ControlledTasks`.
    let turns: FamilyTurns
    fileprivate var graph: [FamilyPlace: Promise] = [:]
    /// The constructions that the process or a container waits for: zero stands for the process.
    fileprivate var building: [FamilyPlace: Promise] = [:]

    init(_ turns: FamilyTurns) { self.turns = turns }
  }

  /// The construction that a task is part of.
  struct Place: @unchecked Sendable {
    // Sendable: all tasks run on one thread; see `ControlledTasks`.
    let tree: Tree
    let branch: Branch?
  }

  // MARK: Resolving

  func resolve(_ container: Int, _ target: FamilyTarget, in place: Place) async -> FamilyInstance {
    let stated = read(container, target.factory)
    if mustGive(stated, container, target.factory) {
      give(stated!, container, target.factory, after: nil, isLater: false)
    }
    let instance = await find(container, target, in: place)
    decorate(instance, container, target.factory)
    return instance
  }

  private func find(_ container: Int, _ target: FamilyTarget, in place: Place) async
    -> FamilyInstance
  {
    switch scope(container, target.factory) {
    case nil, .unique: return await build(container, target, in: place)
    case .graph: return await findInGraph(container, target, in: place)
    case .some(let scope): return await find(container, target, keptIn: scope, in: place)
    }
  }

  private func findInGraph(_ container: Int, _ target: FamilyTarget, in place: Place) async
    -> FamilyInstance
  {
    let key = FamilyPlace(container: container, target: target)
    if let promise = place.tree.graph[key] {
      await promise.wait()
      if let used = promise.result!.used { note(used, place.branch) }
      return promise.result!.instance
    }
    let promise = Promise()
    place.tree.graph[key] = promise
    let (instance, used) = await record(container, owner: nil, place) {
      await self.build(container, target, in: $0)
    }
    promise.keep(instance, used)
    return instance
  }

  private func find(
    _ container: Int, _ target: FamilyTarget, keptIn scope: FamilyScope, in place: Place
  ) async -> FamilyInstance {
    while true {
      let owner = owner(container, target.factory, scope)
      if owner != .process { note((owner.container, target.factory), place.branch) }
      if let kept = self[owner, target] {
        if let instance = instance(kept, container, target.factory) {
          if hasTimeToLive(container, target.factory) { self[owner, target]!.lastUse = clock }
          return instance
        }
        self[owner, target] = nil
      }
      // The root keeps no singletons, so it and the process are never both meant.
      let key = FamilyPlace(container: owner.container, target: target)
      guard let promise = place.tree.building[key] else {
        return await build(container, target, keptIn: scope, owner, key, in: place)
      }
      await promise.wait()
      let (instance, used) = promise.result!
      guard let used else { return instance }
      if Family.chain(container).contains(used.container) {
        note(used, place.branch)
        return instance
      }
      expectCaptive(container, target.factory, owner, used.factory)
    }
  }

  private func build(
    _ container: Int, _ target: FamilyTarget, keptIn scope: FamilyScope, _ owner: FamilyOwner,
    _ key: FamilyPlace, in place: Place
  ) async -> FamilyInstance {
    let promise = Promise()
    place.tree.building[key] = promise
    let depth = owner == .process ? 0 : Family.depth(owner.container)
    let isOwn = owner == .container(container)
    let (instance, used) =
      isOwn
      ? (await build(container, target, in: place), nil)
      : await record(container, owner: depth, place) {
        await self.build(container, target, in: $0)
      }
    place.tree.building[key] = nil
    keep(instance, container, target, in: owner, scope, captiveIn: used?.container)
    promise.keep(instance, used)
    return instance
  }

  private func build(_ container: Int, _ target: FamilyTarget, in place: Place) async
    -> FamilyInstance
  {
    let factory = target.factory
    let source = source(container, factory)
    let layers = layers(container, factory)
    if let own = overridingContainer(container, factory) { note((own, factory), place.branch) }
    let path = FamilyTurns.path
    await place.tree.turns.wait(path + "<")
    let needs = source?.resolves == false ? [] : program.definitions[factory].needs
    let parts = await FamilyTurns.all(needs, in: path) {
      await self.resolve(source?.container ?? container, $0, in: place)
    }
    await place.tree.turns.wait(path + ">")
    return layers.reduce(made(source, target, parts)) { $0.wrapped($1.label) }
  }

  // MARK: What a construction uses

  private func record(
    _ container: Int, owner: Int?, _ place: Place,
    _ body: @Sendable (Place) async -> FamilyInstance
  ) async -> (instance: FamilyInstance, used: (container: Int, factory: Int)?) {
    if container == 0 { return (await body(place), nil) }
    let branch = Branch(container, owner: owner, outer: place.branch)
    let instance = await body(Place(tree: place.tree, branch: branch))
    return (instance, branch.used)
  }

  /// Something of a container is used.
  private func note(_ used: (container: Int, factory: Int), _ branch: Branch?) {
    let depth = Family.depth(used.container)
    var next = branch
    while let branch = next {
      let deepest = branch.used.map { Family.depth($0.container) } ?? 0
      if depth > max(branch.owner ?? 0, deepest),
        Family.chain(branch.container).contains(used.container)
      {
        branch.used = used
      }
      next = branch.outer
    }
  }

  /// A container that has waited for a captive instance caches its own from then on, if it has a
  /// registration or an instance of its own for the factory that has made it captive.
  private func expectCaptive(_ container: Int, _ factory: Int, _ owner: FamilyOwner, _ used: Int) {
    let ownerDepth = owner == .process ? 0 : Family.depth(owner.container)
    var depth = certainOverride(container, used)
    if let scope = scope(container, used), scope != .unique, scope != .graph {
      let usedOwner = self.owner(container, used, scope)
      if usedOwner != .process { depth = max(depth, Family.depth(usedOwner.container)) }
    }
    guard depth > ownerDepth else { return }
    let child = Family.chain(container).first { Family.depth($0) == depth }!
    containers[child].entries[factory].cachesCaptive = true
  }

  /// The depth of the innermost container that has set the closure in effect after `once()`, as a
  /// registration or as a layer.
  private func certainOverride(_ container: Int, _ factory: Int) -> Int {
    var used = layers(container, factory).filter { $0.site != 0 }.map(\.container)
    if let source = source(container, factory), !source.label.hasPrefix("x") || source.isLater {
      used.append(source.container)
    }
    return used.map(Family.depth).max() ?? 0
  }
}
