// Factory, MIT licence; see LICENSE
//
// What the closures of the test of isolation do: resolve what a program says, and check it.
import FactoryKitCore
import FactoryModel
import FactoryTestSupport
import FactoryTesting

/// A closure of one factory, for each kind.
final class IsolatedClosure: @unchecked Sendable {
  // Sendable: both are constant, and a weak reference may be read on any thread.
  // Weak, because a construction that nobody waits for may outlive the test's containers.
  private weak var container: IsolatedContainer?
  private let source: IsolatedSource

  init(_ container: IsolatedContainer, _ source: IsolatedSource) {
    (self.container, self.source) = (container, source)
  }

  private func source(_ parameter: Int) -> IsolatedSource {
    var source = source
    source.parameter = parameter
    return source
  }

  func plain(_ parameter: Int = 0) -> IsolatedInstance? {
    do {
      return try container?.build(source(parameter), throwsOn: false)
    } catch {
      preconditionFailure("a closure of this kind throws nothing")
    }
  }

  func throwing(_ parameter: Int = 0) throws -> IsolatedInstance? {
    try container?.build(source(parameter), throwsOn: true)
  }

  func async(_ parameter: Int = 0) async throws -> IsolatedInstance? {
    try await container?.buildAsync(source(parameter))
  }
}

extension IsolatedContainer {
  // MARK: Building

  fileprivate func build(_ source: IsolatedSource, throwsOn: Bool) throws -> IsolatedInstance? {
    let definition = run.program.definitions[source.factory]
    var results: [IsolatedResult] = []
    for need in source.resolves ? definition.needs : [] {
      pause(definition)
      results.append(result(of: need))
      if throwsOn, definition.throwsOn { try throwOn(results) }
    }
    pause(definition)
    return try finish(source, results)
  }

  /// Lets other threads run, so that more constructions overlap.
  private func pause(_ definition: IsolatedDefinition) {
    for _ in 0..<definition.pauses { yieldThread() }
  }

  fileprivate func buildAsync(_ source: IsolatedSource) async throws -> IsolatedInstance? {
    let definition = run.program.definitions[source.factory]
    let needs = source.resolves ? definition.needs : []
    for _ in 0..<definition.pauses { await Task.yield() }
    let results: [IsolatedResult]
    switch definition.style {
    case .inOrder: results = await self.results(of: needs[...])
    case .halves:
      let half = needs.count / 2
      async let left = self.results(of: needs[..<half])
      async let right = self.results(of: needs[half...])
      results = await left + right
    case .group:
      results = await withTaskGroup(of: IsolatedResult.self) { group in
        for need in needs { group.addTask { await self.resultAsync(of: need) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    case .tasks:
      let tasks = needs.map { need in Task { await self.resultAsync(of: need) } }
      var found: [IsolatedResult] = []
      for task in tasks { found.append(await task.value) }
      results = found
    }
    if definition.throwsOn { try throwOn(results) }
    for _ in 0..<definition.pauses { await Task.yield() }
    return try finish(source, results)
  }

  private func results(of needs: ArraySlice<IsolatedNeed>) async -> [IsolatedResult] {
    var found: [IsolatedResult] = []
    for need in needs { found.append(await resultAsync(of: need)) }
    return found
  }

  private func throwOn(_ results: [IsolatedResult]) throws {
    for result in results where result.isError {
      guard let instance = result.instance else { throw CancellationError() }
      throw IsolatedError(
        instance: IsolatedInstance(instance.source, instance.parts, owners: result.owners))
    }
  }

  private func finish(_ source: IsolatedSource, _ results: [IsolatedResult]) throws
    -> IsolatedInstance?
  {
    let owners = results.reduce(owners(of: source)) { $0.union($1.owners) }
    if source.outcome == .nothing { return nil }
    let lazy = run.program.definitions[source.factory].lazy.map {
      IsolatedInjection($0, of: run.program)
    }
    let instance = IsolatedInstance(source, results.compactMap(\.instance), owners: owners, lazy)
    if source.outcome == .error { throw IsolatedError(instance: instance) }
    return instance
  }

  /// Whose the closure is.
  private func owners(of source: IsolatedSource) -> Owners {
    switch source.role {
    case .registration, .member: return Owners(number)
    case .context:
      // If the definition has a context too, the library cannot tell whether a child's is another
      // one, except after `once()`.
      let definition = run.program.definitions[source.factory]
      return definition.context == nil || definition.isOnce ? Owners(number) : []
    case .definition, .definitionContext, .layer, .group, .failed: return []
    }
  }

  // MARK: Resolving

  private func container(of need: IsolatedNeed) -> IsolatedContainer {
    if need.isInjected { return .injected(.now) }
    return need.isFromParent ? parent ?? self : self
  }

  func result(of need: IsolatedNeed) -> IsolatedResult {
    let container = container(of: need)
    return need.isExisting ? container.existing(need.target) : container.resolve(need.target)
  }

  private func resultAsync(of need: IsolatedNeed) async -> IsolatedResult {
    let container = container(of: need)
    return need.isExisting
      ? container.existing(need.target) : await container.resolveAsync(need.target)
  }

  func resolve(_ target: IsolatedTarget) -> IsolatedResult {
    let index = target.factory
    switch run.program.definitions[index].kind {
    case .plain: return checked(target, plain(index)())
    case .numbered: return checked(target, numbered(index)(target.parameter))
    case .throwing:
      do { return checked(target, try throwing(index)()) } catch { return checked(target, error) }
    case .throwingNumbered:
      do {
        return checked(target, try throwingNumbered(index)(target.parameter))
      } catch {
        return checked(target, error)
      }
    case .group: return checked(target, group(index)())
    case .async, .asyncNumbered: preconditionFailure("a synchronous closure awaits nothing")
    }
  }

  func resolveAsync(_ target: IsolatedTarget) async -> IsolatedResult {
    let index = target.factory
    do {
      switch run.program.definitions[index].kind {
      case .async: return checked(target, try await async(index)())
      case .asyncNumbered:
        return checked(target, try await asyncNumbered(index)(target.parameter))
      default: return resolve(target)
      }
    } catch {
      return checked(target, error)
    }
  }

  /// An instance that is there already.
  func existing(_ target: IsolatedTarget) -> IsolatedResult {
    let index = target.factory
    let found: Product?
    switch run.program.definitions[index].kind {
    case .plain: found = plain(index).resolvedOrNil()
    case .numbered: found = numbered(index).resolvedOrNil(target.parameter)
    case .throwing: found = throwing(index).resolvedOrNil()
    case .throwingNumbered: found = throwingNumbered(index).resolvedOrNil(target.parameter)
    case .group: return checked(target, group(index).existing())
    case .async: found = async(index).resolvedOrNil()
    case .asyncNumbered: found = asyncNumbered(index).resolvedOrNil(target.parameter)
    }
    guard let instance = found ?? nil else { return IsolatedResult() }
    return checked(target, instance)
  }

  // MARK: Checking

  private func checked(_ target: IsolatedTarget, _ instances: [Product]) -> IsolatedResult {
    let source = IsolatedSource(role: .group, container: number, factory: target.factory)
    let owners = instances.reduce(Owners()) { $0.union($1?.owners ?? []) }
    return checked(
      target, IsolatedInstance(source, instances.compactMap { $0 }, owners: owners))
  }

  /// What may be in an instance: also what the shared container has, because a task that a closure starts injects from it. What
  /// is kept is checked again while the root is the shared container.
  private var mayUse: Owners { chain.union(IsolatedContainer.shared.chain) }

  private func checked(_ target: IsolatedTarget, _ instance: Product) -> IsolatedResult {
    run.countCheck()
    guard let instance else {
      if run.givesNothing[target.factory].isDisjoint(with: chain) { report(target, "nil") }
      return IsolatedResult()
    }
    if !mayUse.isSuperset(of: instance.owners) { report(target, "\(instance)") }
    if !chain.isSuperset(of: instance.laterOwners) {
      report(target, "what \(instance) injects later")
    }
    let own = run.program.isAlwaysOwn(number, target.factory) ? Owners(number) : []
    return IsolatedResult(instance: instance, owners: instance.owners.union(own))
  }

  private func checked(_ target: IsolatedTarget, _ error: any Error) -> IsolatedResult {
    run.countCheck()
    guard let error = error as? IsolatedError else { return IsolatedResult(isError: true) }
    let instance = error.instance
    if !mayUse.isSuperset(of: instance.owners) { report(target, "the error of \(instance)") }
    return IsolatedResult(instance: instance, isError: true, owners: instance.owners)
  }

  private func report(_ target: IsolatedTarget, _ found: String) {
    run.report("container \(number) got for f\(target.factory)(\(target.parameter)): \(found)")
  }
}
