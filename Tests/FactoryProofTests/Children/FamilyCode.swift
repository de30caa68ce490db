// Factory, MIT licence; see LICENSE
//
// What the closures and the steps of a family do: they resolve what a program says.
import FactoryTestSupport
import FactoryTesting

/// Resolves from the container that a closure captures.
final class FamilyCode: @unchecked Sendable {
  // Sendable: all are constant, and a weak reference may be read on any thread.
  // Weak, because the container retains most closures, and because a construction that nobody waits for may outlive it.
  private weak var observed: (any FamilyContainer)?
  private let retained: (any FamilyContainer)?
  private let number: Int
  let run: FamilyRun

  init(_ own: any FamilyContainer, retainsOwn: Bool = false) {
    (observed, retained) = (own, retainsOwn ? own : nil)
    (number, run) = (own.family.number, own.family.run)
  }

  private var own: (any FamilyContainer)? {
    Family.containers.contains(number) ? run[number] : observed
  }

  private func kind(_ need: FamilyNeed) -> FamilyKind {
    run.program.definitions[need.target.factory].kind
  }

  // MARK: In synchronous code

  func perform(_ need: FamilyNeed, isStep: Bool = false) -> [FamilyInstance] {
    guard run.beginUse() else { return [] }
    defer { run.endUse() }
    if need.isLater { return start(need) }
    switch need.around {
    case nil: return resolve(need, isStep)
    case .run(let container): return run[container].running { resolve(need, isStep) }
    case .withValue(let container): return run[container].asShared { resolve(need, isStep) }
    case .carried:
      let here = CarriedContainers(Container.$shared, FamilyDepot.$shared)
      return here { resolve(need, isStep) }
    }
  }

  private func resolve(_ need: FamilyNeed, _ isStep: Bool) -> [FamilyInstance] {
    if !need.isExisting, case .injected(let type, let form) = need.place, form != .container {
      let container: any FamilyContainer.Type =
        type == .container ? Container.self : FamilyDepot.self
      return found(container.inject(kind(need), need.target, form), need)
    }
    guard let container = container(need.place, isStep) else { return [] }
    return need.isExisting
      ? container.existing(kind(need), need.target)
      : found(container.resolve(kind(need), need.target), need)
  }

  private func container(_ place: FamilyNeed.Place, _ isStep: Bool) -> (any FamilyContainer)? {
    switch place {
    case .own: own
    case .container(let container): run[container]
    case .shared(.container): Container.shared
    case .shared(.depot): FamilyDepot.shared
    case .injected(.container, _): InjectedContainer(Container.self).wrappedValue
    case .injected(.depot, _): InjectedContainer(FamilyDepot.self).wrappedValue
    case .child(let parent):
      (parent.map { run[$0] } ?? own).map { run.child(of: $0, isInner: !isStep) }
    }
  }

  private func found(_ instance: FamilyInstance, _ need: FamilyNeed) -> [FamilyInstance] {
    guard need.readsWrapper, let wrapper = instance.wrapper as? any FamilyWrapping,
      let more = wrapper.read()
    else { return [instance] }
    return [instance, more]
  }

  // MARK: In asynchronous code

  func performAsync(_ need: FamilyNeed, isStep: Bool = false) async -> [FamilyInstance] {
    guard run.beginUse() else { return [] }
    defer { run.endUse() }
    if need.isLater { return start(need) }
    switch need.around {
    case nil: return await resolveAsync(need, isStep)
    case .run(let container):
      return await run[container].runningAsync { await resolveAsync(need, isStep) }
    case .withValue(let container):
      return await run[container].asSharedAsync { await resolveAsync(need, isStep) }
    case .carried:
      let here = CarriedContainers(Container.$shared, FamilyDepot.$shared)
      return await here { await resolveAsync(need, isStep) }
    }
  }

  private func resolveAsync(_ need: FamilyNeed, _ isStep: Bool) async -> [FamilyInstance] {
    if !kind(need).isAsync || need.isExisting { return resolve(need, isStep) }
    if case .injected(let type, let form) = need.place, form != .container {
      let container: any FamilyContainer.Type =
        type == .container ? Container.self : FamilyDepot.self
      return found(await container.injectAsync(kind(need), need.target), need)
    }
    guard let container = container(need.place, isStep) else { return [] }
    return found(await container.resolveAsync(kind(need), need.target), need)
  }

  /// Starts a task that goes on when a step says so.
  private func start(_ need: FamilyNeed) -> [FamilyInstance] {
    var need = need
    need.isLater = false
    let gate = TaskGate()
    let task = Task { [need] in
      await gate.wait()
      return await performAsync(need)
    }
    run.tasks.withLock { $0.append((gate, task)) }
    return []
  }

  /// Resolves all at the same time, if the program has threads and tasks, or else in turn.
  fileprivate func performAll(_ recipe: FamilyRecipe) async -> [FamilyInstance] {
    var parts: [FamilyInstance] = []
    let isConcurrent = !run.program.rounds.isEmpty
    for batch in isConcurrent ? [recipe.needs] : recipe.needs.map({ [$0] }) {
      parts += await perform(batch[...], recipe.style)
    }
    return parts
  }

  private func perform(_ needs: ArraySlice<FamilyNeed>, _ style: FamilyStyle) async
    -> [FamilyInstance]
  {
    var parts: [FamilyInstance] = []
    switch style {
    case .inOrder: for need in needs { parts += await performAsync(need) }
    case .childTasks:
      let half = needs.count / 2
      async let left = perform(needs.prefix(half), .inOrder)
      async let right = perform(needs.dropFirst(half), .inOrder)
      parts = await left + right
    case .group:
      parts = await withTaskGroup(of: (Int, [FamilyInstance]).self) { group in
        for (index, need) in needs.enumerated() {
          group.addTask { (index, await self.performAsync(need)) }
        }
        let found = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        return (0..<needs.count).flatMap { found[$0]! }
      }
    case .tasks:
      let tasks = needs.map { need in Task { await self.performAsync(need) } }
      for task in tasks { parts += await task.value }
    }
    return parts
  }
}

// MARK: Closures

/// A closure of one factory, for each kind.
struct FamilyCall: Sendable {
  private let code: FamilyCode
  private let label: String
  private let recipe: FamilyRecipe
  private let setter: [Int]

  init(
    _ own: any FamilyContainer, _ label: String, _ factory: Int, _ recipe: FamilyRecipe,
    isDefinition: Bool = false, retainsOwn: Bool = false
  ) {
    code = FamilyCode(own, retainsOwn: retainsOwn)
    (self.label, self.recipe) = ("\(label)f\(factory)", recipe)
    setter = isDefinition ? [] : own.family.chain
  }

  func plain(_ parameter: Int = 0) -> FamilyInstance {
    for _ in 0..<recipe.pauses { yieldThread() }
    return made(parameter, recipe.needs.flatMap { code.perform($0) })
  }

  func throwing(_ parameter: Int = 0) throws -> FamilyInstance {
    let made = plain(parameter)
    if recipe.throwsError { throw made }
    return made
  }

  func async(_ parameter: Int = 0) async throws -> FamilyInstance {
    for _ in 0..<recipe.pauses { await Task.yield() }
    let made = made(parameter, await code.performAll(recipe))
    if recipe.throwsError { throw made }
    return made
  }

  private func made(_ parameter: Int, _ parts: [FamilyInstance]) -> FamilyInstance {
    let name = label + (parameter == 0 ? "" : "p")
    code.run.calls.withLock { $0[name, default: 0] += 1 }
    let wrapper = recipe.wrapper.map { wrapper -> any FamilyWrapping in
      switch wrapper.type {
      case .container: FamilyWrapped<Container>(wrapper)
      case .depot: FamilyWrapped<FamilyDepot>(wrapper)
      }
    }
    return FamilyInstance(
      name, parts, number: code.run.made.increment(), setter: setter, wrapper: wrapper)
  }
}

struct FamilyLayerCall: Sendable {
  private let code: FamilyCode
  private let label: String
  private let extra: FamilyNeed?
  private let setter: [Int]

  /// - Parameter label: that of a definition's layer has no number.
  init(_ own: any FamilyContainer, _ label: String, _ extra: FamilyNeed?) {
    (code, self.label, self.extra) = (FamilyCode(own), label, extra)
    setter = label == "w" ? [] : own.family.chain
  }

  func callAsFunction(_ instances: [FamilyInstance]) -> [FamilyInstance] {
    let parts = extra.map { code.perform($0) } ?? []
    return instances.map { FamilyInstance(label, [$0] + parts, setter: setter) }
  }

  func callAsFunction(_ instance: FamilyInstance) -> FamilyInstance { self([instance])[0] }
}

// MARK: Wrappers

protocol FamilyWrapping: FamilyReadable {
  func read() -> FamilyInstance?
}

private final class FamilyWrapped<C: FamilyContainer>: FamilyWrapping, @unchecked Sendable {
  // Sendable: all are constant, and the wrappers lock.
  private var lazy: LazyInjected<FamilyInstance>?
  private var weakly: WeakLazyInjected<FamilyInstance>?
  private var dynamic: DynamicInjected<FamilyInstance>?

  init(_ wrapper: FamilyWrapper) {
    switch wrapper.form {
    case .lazy: lazy = LazyInjected(\C.[plain: wrapper.factory])
    case .weak: weakly = WeakLazyInjected(\C.[plain: wrapper.factory])
    case .dynamic: dynamic = DynamicInjected(\C.[plain: wrapper.factory])
    }
  }

  func read() -> FamilyInstance? {
    lazy?.wrappedValue ?? dynamic?.wrappedValue ?? weakly?.wrappedValue
  }
}

// MARK: Resolving

extension FamilyContainer {
  func resolve(_ kind: FamilyKind, _ target: FamilyTarget) -> FamilyInstance {
    let (index, parameter) = (target.factory, target.parameter)
    switch kind {
    case .plain: return self[plain: index]()
    case .numbered: return self[numbered: index](parameter)
    case .throwing: return FamilyInstance.catching { try self[throwing: index]() }
    case .throwingNumbered:
      return FamilyInstance.catching { try self[throwingNumbered: index](parameter) }
    case .group: return FamilyInstance("g", self[group: index]())
    case .async, .asyncNumbered: preconditionFailure("a synchronous closure awaits nothing")
    }
  }

  func resolveAsync(_ kind: FamilyKind, _ target: FamilyTarget) async -> FamilyInstance {
    await FamilyInstance.catchingAsync {
      kind == .async
        ? try await self[async: target.factory]()
        : try await self[asyncNumbered: target.factory](target.parameter)
    }
  }

  func existing(_ kind: FamilyKind, _ target: FamilyTarget) -> [FamilyInstance] {
    let (index, parameter) = (target.factory, target.parameter)
    let found: FamilyInstance? =
      switch kind {
      case .plain: self[plain: index].resolvedOrNil()
      case .numbered: self[numbered: index].resolvedOrNil(parameter)
      case .throwing: self[throwing: index].resolvedOrNil()
      case .throwingNumbered: self[throwingNumbered: index].resolvedOrNil(parameter)
      case .group: FamilyInstance("g", self[group: index].existing())
      case .async: self[async: index].resolvedOrNil()
      case .asyncNumbered: self[asyncNumbered: index].resolvedOrNil(parameter)
      }
    return found.map { [$0] } ?? []
  }

  fileprivate static func inject(
    _ kind: FamilyKind, _ target: FamilyTarget, _ form: FamilyNeed.Injection
  ) -> FamilyInstance {
    let (index, parameter) = (target.factory, target.parameter)
    switch kind {
    case .plain:
      return form == .property
        ? Injected(\Self.[plain: index]).wrappedValue : dependency(\Self.[plain: index])
    case .group:
      return FamilyInstance(
        "g",
        form == .property
          ? Injected(\Self.[group: index]).wrappedValue : dependency(\Self.[group: index]))
    case .numbered: return dependency(\Self.[numbered: index], parameter: parameter)
    case .throwing: return FamilyInstance.catching { try dependency(\Self.[throwing: index]) }
    case .throwingNumbered:
      return FamilyInstance.catching {
        try dependency(\Self.[throwingNumbered: index], parameter: parameter)
      }
    case .async, .asyncNumbered: preconditionFailure("a synchronous closure awaits nothing")
    }
  }

  fileprivate static func injectAsync(_ kind: FamilyKind, _ target: FamilyTarget) async
    -> FamilyInstance
  {
    await FamilyInstance.catchingAsync {
      kind == .async
        ? try await dependency(\Self.[async: target.factory])
        : try await dependency(\Self.[asyncNumbered: target.factory], parameter: target.parameter)
    }
  }
}

extension FamilyInstance {
  fileprivate static func catching(_ body: () throws -> FamilyInstance) -> FamilyInstance {
    do { return try body() } catch { return .error(error as! FamilyInstance) }
  }

  /// A task that was cancelled while it waited has no instance.
  fileprivate static func catchingAsync(_ body: () async throws -> FamilyInstance) async
    -> FamilyInstance
  {
    do { return try await body() } catch {
      return .error(error as? FamilyInstance ?? FamilyInstance("cancelled", []))
    }
  }
}
