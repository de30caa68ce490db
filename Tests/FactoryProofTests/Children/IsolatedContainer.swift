// Factory, MIT licence; see LICENSE
//
// A container of a family in the test of isolation, whose factories are those of a program.
import FactoryModel
import FactoryTestSupport
import FactoryTesting

extension Scope {
  private static let ofIsolation = Cached()

  static func of(_ scope: IsolatedScope) -> Scope {
    switch scope {
    case .unique: .unique
    case .cached: .cached
    case .session: ofIsolation
    case .shared: .shared
    case .graph: .graph
    case .singleton: .singleton
    }
  }
}

extension FactoryResetOptions {
  static func of(_ reset: IsolatedReset) -> FactoryResetOptions {
    switch reset {
    case .all: .all
    case .registration: .registration
    case .scope: .scope
    case .context: .context
    }
  }
}

final class IsolatedContainer: SharedContainer {
  /// Replaced by the root of each run.
  @TaskLocal static var shared = IsolatedContainer(
    0, IsolationRun(IsolatedProgram(seed: 0)), parent: nil)

  typealias Product = IsolatedInstance?
  typealias Failing = any Error

  static let file: StaticString = #fileID
  private static let names: [StaticString] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9",
  ]

  let manager: ContainerManager
  let number: Int
  let chain: Owners
  let run: IsolationRun
  let parent: IsolatedContainer?
  private let snapshots = Counter()

  init(_ number: Int, _ run: IsolationRun, parent: IsolatedContainer?) {
    self.number = number
    self.run = run
    self.parent = parent
    chain = Owners(number).union(parent?.chain ?? [])
    guard let parent else {
      manager = ContainerManager()
      manager.clock = run.clock.reading
      return
    }
    let sharing = run.program.sharing
    let shared = number < sharing.count ? sharing[number] : []
    // A variadic parameter cannot be passed on. `unique` is not shared.
    func scope(_ name: IsolatedScope) -> Scope { shared.contains(name) ? .of(name) : .unique }
    manager = ContainerManager(
      childOf: parent, sharing: scope(.cached), scope(.session), scope(.shared))
  }

  // MARK: Factories

  subscript(plain index: Int) -> Factory<Product> { plain(index) }

  func plain(_ index: Int) -> Factory<Product> {
    let closure = closure(.definition, index)
    return defined(index, Factory(self, key: Self.names[index]) { closure.plain() }, .plain)
  }

  func numbered(_ index: Int) -> ParameterFactory<Int, Product> {
    let closure = closure(.definition, index)
    let factory = ParameterFactory(self, key: Self.names[index]) { closure.plain($0) }
    return defined(index, factory.scopeOnParameters, .numbered)
  }

  func throwing(_ index: Int) -> ThrowingFactory<Product, Failing> {
    let closure = closure(.definition, index)
    let factory = ThrowingFactory<Product, Failing>(self, key: Self.names[index]) {
      () throws in try closure.throwing()
    }
    return defined(index, factory, .throwing)
  }

  func throwingNumbered(_ index: Int) -> ThrowingParameterFactory<Int, Product, Failing> {
    let closure = closure(.definition, index)
    let factory = ThrowingParameterFactory<Int, Product, Failing>(self, key: Self.names[index]) {
      (parameter) throws in try closure.throwing(parameter)
    }
    return defined(index, factory.scopeOnParameters, .throwingNumbered)
  }

  func group(_ index: Int) -> FactoryGroup<Product> {
    let group = FactoryGroup<Product>(self, key: Self.names[index])
    if let member = run.program.definitions[index].member {
      group.add(file: Self.file, function: "definition", line: 10_000) { [weak self] in
        self?.resolve(member).instance
      }
    }
    return defined(index, group, .group)
  }

  func async(_ index: Int) -> AsyncFactory<Product, Failing> {
    let closure = closure(.definition, index)
    let factory = AsyncFactory<Product, Failing>(self, key: Self.names[index]) {
      () async throws in try await closure.async()
    }
    return defined(index, factory, .async)
  }

  func asyncNumbered(_ index: Int) -> AsyncParameterFactory<Int, Product, Failing> {
    let closure = closure(.definition, index)
    let factory = AsyncParameterFactory<Int, Product, Failing>(self, key: Self.names[index]) {
      (parameter) async throws in try await closure.async(parameter)
    }
    return defined(index, factory.scopeOnParameters, .asyncNumbered)
  }

  func closure(
    _ role: IsolatedSource.Role, _ index: Int, resolves: Bool = true,
    _ outcome: IsolatedOutcome? = nil
  ) -> IsolatedClosure {
    IsolatedClosure(
      self,
      IsolatedSource(
        role: role, container: number, factory: index, resolves: resolves,
        outcome: outcome ?? run.program.definitions[index].outcome))
  }

  /// Applies the modifiers of a definition.
  private func defined<F: FactoryModifying>(
    _ index: Int, _ factory: F, _ calls: IsolatedCalls<F>
  ) -> F {
    let definition = run.program.definitions[index]
    var factory = factory
    if let scope = definition.scope { factory = factory.scope(.of(scope)) }
    if let limit = definition.timeToLive { factory = factory.timeToLive(Double(limit)) }
    if let argument = definition.context {
      factory = calls.onArgument(factory, argument, closure(.definitionContext, index))
    }
    // The library recognises a definition's call by the name of a property, the file and the line.
    if definition.hasLayer {
      factory = calls.wrap(factory, "definition", 10_000, layer(index, site: 0, resolves: true))
    }
    if definition.hasDecorator { factory = calls.decorate(factory, decoration(index)) }
    return definition.isOnce ? factory.once() : factory
  }

  // MARK: Modifiers

  func change(_ index: Int, _ change: IsolatedChange) {
    switch run.program.definitions[index].kind {
    case .plain: apply(change, index, plain(index), .plain)
    case .numbered:
      apply(change, index, numbered(index), .numbered)
      resetParameter(change, numbered(index))
    case .throwing: apply(change, index, throwing(index), .throwing)
    case .throwingNumbered:
      apply(change, index, throwingNumbered(index), .throwingNumbered)
      resetParameter(change, throwingNumbered(index))
    case .group:
      apply(change, index, group(index), .group)
      if case .member = change {
        let closure = closure(.member, index, .instance)
        group(index).add { closure.plain() }
      }
    case .async: apply(change, index, async(index), .async)
    case .asyncNumbered:
      apply(change, index, asyncNumbered(index), .asyncNumbered)
      resetParameter(change, asyncNumbered(index))
    }
  }

  private func apply<F: FactoryModifying>(
    _ change: IsolatedChange, _ index: Int, _ factory: F, _ calls: IsolatedCalls<F>
  ) {
    switch change {
    case .register(let resolves, let outcome):
      _ = calls.register(factory, closure(.registration, index, resolves: resolves, outcome))
    case .context(let argument, let resolves, let outcome):
      _ = calls.onArgument(
        factory, argument, closure(.context, index, resolves: resolves, outcome))
    case .layer(let site, let resolves):
      _ = calls.wrap(
        factory, "outside()", UInt(site), layer(index, site: site, resolves: resolves))
    case .decorator: _ = calls.decorate(factory, decoration(index))
    case .timeToLive(let limit): factory.timeToLive(Double(limit))
    case .scope(let scope): _ = factory.scope(.of(scope))
    case .reset(let reset): factory.reset(.of(reset))
    case .member, .resetParameter: break
    }
  }

  private func resetParameter<F: ParameterisedFactoryKind>(_ change: IsolatedChange, _ factory: F)
  where F.Parameter == Int {
    if case .resetParameter(let parameter) = change { factory.reset(.scope, for: parameter) }
  }

  private func layer(_ index: Int, site: Int, resolves: Bool) -> IsolatedLayer {
    let source = IsolatedSource(
      role: .layer, container: number, factory: index, parameter: site, resolves: resolves)
    return { [weak self] inner in
      guard let self, let inner else { return inner }
      let extra = resolves ? run.program.definitions[index].extra.map { [result(of: $0)] } : nil
      let parts = extra ?? []
      // The definition's layer belongs to no container.
      let owners = parts.reduce(site == 0 ? [] : Owners(number)) { $0.union($1.owners) }
      return IsolatedInstance(
        source, [inner] + parts.compactMap(\.instance), owners: owners.union(inner.owners))
    }
  }

  private func decoration(_ index: Int) -> @Sendable () -> Void {
    { [weak self] in
      guard let self, let extra = run.program.definitions[index].extra else { return }
      _ = result(of: extra)
    }
  }

  /// Resolves the only factory that needs nothing, because it gets the instances of all others.
  var containerDecorator: (Any) -> Void {
    { [weak self] _ in
      guard let self, !run.program.definitions[0].kind.isAsync else { return }
      _ = resolve(IsolatedTarget(factory: 0, parameter: 0))
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

typealias IsolatedLayer = @Sendable (IsolatedInstance?) -> IsolatedInstance?
