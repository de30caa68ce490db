// Factory, MIT licence; see LICENSE
//
// A container of a random family, whose factories are those of a program.
import FactoryModel
import FactoryTestSupport
import FactoryTesting

extension Scope {
  fileprivate static let ofProof = Cached()

  static func of(_ name: FamilyScope) -> Scope {
    switch name {
    case .unique: .unique
    case .cached: .cached
    case .session: ofProof
    case .shared: .shared
    case .singleton: .singleton
    case .graph: .graph
    }
  }
}

extension FactoryResetOptions {
  static func of(_ reset: FamilyReset) -> FactoryResetOptions {
    switch reset {
    case .all: .all
    case .registration: .registration
    case .scope: .scope
    case .context: .context
    }
  }
}

/// What the containers of one family use together.
final class FamilyRun: Sendable {
  let program: FamilyProgram
  let made = Counter()
  let log = LockedArray<String>()
  let clock = ManualClock()
  let turns = FamilyTurns()

  init(_ program: FamilyProgram) { self.program = program }
}

final class Member: ManagedContainer {
  static let file: StaticString = #fileID
  static let names: [StaticString] = ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"]
  static let asyncNames: [StaticString] = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]

  let manager: ContainerManager
  let number: Int
  let run: FamilyRun
  private let snapshots = Counter()

  init(_ number: Int, _ run: FamilyRun, parent: Member?) {
    self.number = number
    self.run = run
    guard let parent else {
      manager = ContainerManager()
      manager.clock = run.clock.reading
      return
    }
    // A variadic parameter cannot be passed on. `unique` is not shared.
    let shared = run.program.sharing[number]
    func scope(_ name: FamilyScope) -> Scope { shared.contains(name) ? .of(name) : .unique }
    manager = ContainerManager(
      childOf: parent, sharing: scope(.cached), scope(.session), scope(.shared))
  }

  // MARK: Factories

  func node(_ index: Int) -> Factory<FamilyInstance> {
    defined(
      index, Factory(self, key: Self.names[index], own(index).plain), .plain)
  }

  func numbered(_ index: Int) -> ParameterFactory<Int, FamilyInstance> {
    let factory = ParameterFactory(self, key: Self.names[index], own(index).numbered)
    return defined(index, factory.scopeOnParameters, .numbered)
  }

  func asyncNode(_ index: Int) -> AsyncFactory<FamilyInstance, Never> {
    let closure = own(index).async
    return defined(
      index,
      AsyncFactory<FamilyInstance, Never>(self, key: Self.asyncNames[index]) {
        () async in await closure()
      }, .async)
  }

  func asyncNumbered(_ index: Int) -> AsyncParameterFactory<Int, FamilyInstance, Never> {
    let closure = own(index).asyncNumbered
    let factory = AsyncParameterFactory<Int, FamilyInstance, Never>(
      self, key: Self.asyncNames[index]
    ) { (parameter) async in await closure(parameter) }
    return defined(index, factory.scopeOnParameters, .asyncNumbered)
  }

  private func own(_ index: Int) -> FamilyClosure {
    FamilyClosure(member: self, factory: index, label: "d", resolves: true)
  }

  func build(_ label: String, _ target: FamilyTarget, _ resolves: Bool) -> FamilyInstance {
    let needs = resolves ? run.program.definitions[target.factory].needs : []
    return made(label, target, needs.map { resolve($0) })
  }

  func buildAsync(_ label: String, _ target: FamilyTarget, _ resolves: Bool) async
    -> FamilyInstance
  {
    let needs = resolves ? run.program.definitions[target.factory].needs : []
    if run.program.hasTrees { return await buildInTree(label, target, needs) }
    var parts: [FamilyInstance] = []
    for need in needs {
      if need.factory.isMultiple(of: 2) {
        async let part = resolveAsync(need)
        parts.append(await part)
      } else {
        parts.append(await resolveAsync(need))
      }
    }
    return made(label, target, parts)
  }

  /// Resolves everything at the same time. `FamilyTrees` says when the closure goes on.
  private func buildInTree(_ label: String, _ target: FamilyTarget, _ needs: [FamilyTarget]) async
    -> FamilyInstance
  {
    let path = FamilyTurns.path
    await run.turns.wait(path + "<")
    let parts = await FamilyTurns.all(needs, in: path) { await self.resolveAsync($0) }
    await run.turns.wait(path + ">")
    return made(label, target, parts)
  }

  private func made(_ label: String, _ target: FamilyTarget, _ parts: [FamilyInstance])
    -> FamilyInstance
  {
    FamilyInstance(
      label + (target.parameter == 0 ? "" : "p"), factory: target.factory,
      number: run.made.increment(), parts)
  }

  // MARK: Resolving

  func resolve(_ target: FamilyTarget) -> FamilyInstance {
    Family.hasParameter(target.factory)
      ? numbered(target.factory)(target.parameter) : node(target.factory)()
  }

  func resolveAsync(_ target: FamilyTarget) async -> FamilyInstance {
    Family.hasParameter(target.factory)
      ? await asyncNumbered(target.factory)(target.parameter) : await asyncNode(target.factory)()
  }

  func existing(_ target: FamilyTarget) -> FamilyInstance? {
    let hasParameter = Family.hasParameter(target.factory)
    if run.program.isAsync {
      return hasParameter
        ? asyncNumbered(target.factory).resolvedOrNil(target.parameter)
        : asyncNode(target.factory).resolvedOrNil()
    }
    return hasParameter
      ? numbered(target.factory).resolvedOrNil(target.parameter)
      : node(target.factory).resolvedOrNil()
  }

  // MARK: Modifiers

  /// Applies the modifiers of a definition.
  private func defined<F: FactoryModifying>(_ index: Int, _ factory: F, _ calls: FamilyCalls<F>)
    -> F where F.Product == FamilyInstance
  {
    let definition = run.program.definitions[index]
    var factory = factory
    if let scope = definition.scope { factory = factory.scope(.of(scope)) }
    if let limit = definition.timeToLive { factory = factory.timeToLive(Double(limit)) }
    if let argument = definition.context {
      let closure = FamilyClosure(
        member: self, factory: index, label: "x\(number)", resolves: true)
      factory = calls.onArgument(factory, argument, closure)
    }
    // The library recognises a definition's call by the name of a property, the file and the line.
    if definition.hasLayer { factory = calls.wrap(factory, "definition", 10_000, "w") }
    if definition.hasDecorator { factory = calls.decorate(factory, "d", run.log) }
    if definition.hasHook { factory = hooked(factory, "h") }
    return definition.isOnce ? factory.once() : factory
  }

  private func hooked<F: FactoryModifying>(_ factory: F, _ label: String) -> F
  where F.Product == FamilyInstance {
    factory.onShutdown { [log = run.log] in log.append("\(label) \($0.text)") }
  }

  func change(_ index: Int, _ change: FamilyChange) {
    switch (Family.hasParameter(index), run.program.isAsync) {
    case (false, false): apply(change, index, node(index), .plain)
    case (true, false): apply(change, index, numbered(index), .numbered)
    case (false, true): apply(change, index, asyncNode(index), .async)
    case (true, true): apply(change, index, asyncNumbered(index), .asyncNumbered)
    }
  }

  private func apply<F: FactoryModifying>(
    _ change: FamilyChange, _ index: Int, _ factory: F, _ calls: FamilyCalls<F>
  ) where F.Product == FamilyInstance {
    func closure(_ label: String, _ resolves: Bool) -> FamilyClosure {
      FamilyClosure(member: self, factory: index, label: label, resolves: resolves)
    }
    switch change {
    case .register(let resolves):
      _ = calls.register(factory, closure("r\(number)", resolves))
    case .context(let argument, let resolves):
      _ = calls.onArgument(factory, argument, closure("x'\(number)", resolves))
    case .layer(let site):
      _ = calls.wrap(factory, "outside()", UInt(site), "w\(site)c\(number)")
    case .decorator: _ = calls.decorate(factory, "d\(number)", run.log)
    case .hook: _ = hooked(factory, "h\(number)")
    case .timeToLive(let limit): factory.timeToLive(Double(limit))
    case .scope(let scope): _ = factory.scope(.of(scope))
    case .reset(let reset): factory.reset(.of(reset))
    }
  }

  var containerDecorator: (Any) -> Void {
    { [log = run.log, number] instance in
      log.append("D\(number) \((instance as! FamilyInstance).text)")
    }
  }

  func push() {
    manager.push()
    snapshots.increment()
  }

  /// A `pop` without a `push` would only fill the log.
  func popIfPushed() {
    guard snapshots.value > 0 else { return }
    snapshots.increment(by: -1)
    manager.pop()
  }
}
