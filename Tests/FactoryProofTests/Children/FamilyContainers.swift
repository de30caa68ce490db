// Factory, MIT licence; see LICENSE
//
// The containers of random families, of two types, whose factories are those of a program.
import FactoryModel
import FactoryTestSupport
import FactoryTesting

extension Scope {
  fileprivate static let ofFamilies = Cached()

  static func of(_ name: FamilyScope) -> Scope {
    switch name {
    case .unique: .unique
    case .cached: .cached
    case .session: ofFamilies
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

/// What the containers of one program use together.
final class FamilyRun: Sendable {
  let program: FamilyProgram
  let made = Counter()
  let calls = LockedValue([String: Int]())
  let log = LockedArray<String>()
  let clock = ManualClock()
  /// Tasks that closures have started, and that go on when they are told to.
  let tasks = LockedValue([(gate: TaskGate, task: Task<[FamilyInstance], Never>)]())
  private let containers = LockedValue([Int: any FamilyContainer]())
  private let uses = LockedValue((count: 0, hasEnded: false))
  private let numbers = Counter()

  init(_ program: FamilyProgram) {
    self.program = program
    for (number, parent) in Family.parents.enumerated() {
      let container: any FamilyContainer =
        switch Family.type(number) {
        case .container: Container.make(number, self, parent.map { self[$0] as! Container })
        case .depot: FamilyDepot.make(number, self, parent.map { self[$0] as! FamilyDepot })
        }
      containers.withLock { $0[number] = container }
    }
    numbers.increment(by: Family.containers.count)
  }

  subscript(number: Int) -> any FamilyContainer { containers.withLock { $0[number]! } }

  /// Whether code that resolves may go on. A construction that nobody waits for may outlive the program. `endUse` has to follow.
  func beginUse() -> Bool {
    uses.withLock {
      if $0.hasEnded { return false }
      $0.count += 1
      return true
    }
  }

  func endUse() { uses.withLock { $0.count -= 1 } }

  /// A child that exists for as long as somebody uses it, or as the program runs.
  /// - Parameter isInner: whether a closure makes it. What such a child has may be a part of every instance.
  func child(of parent: any FamilyContainer, isInner: Bool) -> any FamilyContainer {
    let number = numbers.increment() - 1
    let child = parent.makeChild(self, number, isInner: isInner)
    if !program.releasesChildren { containers.withLock { $0[number] = child } }
    child.change(0, .register(FamilyRecipe()))
    return child
  }

  /// The factory in messages.
  func describe(_ key: FamilyKey) -> String {
    self[Family.roots(key.type)].describe(key.factory)
  }

  /// Performs a step that resolves nothing and suspends nothing.
  func perform(_ step: FamilyStep) {
    switch step {
    case .change(let container, let factory, let change): self[container].change(factory, change)
    case .resetContainer(let container, let reset):
      self[container].manager.reset(options: .of(reset))
    case .resetScope(let container, let scope): self[container].manager.reset(scope: .of(scope))
    case .push(let container): self[container].push()
    case .pop(let container): self[container].popIfPushed()
    case .defaultScope(let container, let scope):
      self[container].manager.defaultScope = scope.map(Scope.of)
    case .decorator(let container, let isOn): self[container].decorate(isOn)
    case .setArgument(let argument): FactoryContext.setArg(argument, forKey: argument)
    case .removeArgument(let argument): FactoryContext.removeArg(forKey: argument)
    case .advanceClock(let time): clock.advance(seconds: Double(time))
    case .resolve, .cancelled, .read, .shutdown, .release, .finishTasks: break
    }
  }

  /// Lets the tasks go on, one after the other, and also those that these start.
  func finishTasks() async -> [FamilyInstance] {
    var found: [FamilyInstance] = []
    while let next = tasks.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      next.gate.open()
      found += await next.task.value
    }
    return found
  }

  /// Runs a closure in which the roots are the shared containers, and ends what it has left.
  func perform<Result>(
    singletons: Scope.Singleton, _ body: () async -> Result
  ) async -> Result {
    let result = await Scope.$singleton.withValue(singletons) {
      await self[0].asSharedAsync { await self[6].asSharedAsync { await body() } }
    }
    _ = await finishTasks()
    for argument in Family.arguments { FactoryContext.removeArg(forKey: argument) }
    uses.withLock { $0.hasEnded = true }
    while uses.withLock({ $0.count }) > 0 { await Task.yield() }
    close()
    return result
  }

  /// Ends the retain cycles of a family.
  private func close() {
    let released = containers.withLock { containers in
      defer { containers = [:] }
      return containers
    }
    for container in released.values { container.manager.reset() }
    FamilyMembership.forget(self)
  }
}

/// What a container knows about its family.
final class FamilyMembership: Sendable {
  let run: FamilyRun
  let number: Int
  /// The numbers of the container and its parents, innermost first. Empty for a child that a closure makes.
  let chain: [Int]
  let pushes = Counter()

  init(_ number: Int, _ run: FamilyRun, _ chain: [Int]) {
    (self.number, self.run, self.chain) = (number, run, chain)
  }

  /// Those of `Container`, which stores nothing of its own, by manager: the library may inject another one with the same.
  private static let ofContainers = LockedValue([ObjectIdentifier: FamilyMembership]())

  static func of(_ container: Container) -> FamilyMembership {
    ofContainers.withLock { $0[ObjectIdentifier(container.manager)]! }
  }

  static func set(_ membership: FamilyMembership, of container: Container) {
    ofContainers.withLock { $0[ObjectIdentifier(container.manager)] = membership }
  }

  static func forget(_ run: FamilyRun) {
    ofContainers.withLock { members in members = members.filter { $0.value.run !== run } }
  }
}

protocol FamilyContainer: SharedContainer {
  static var local: TaskLocal<Self> { get }
  static var type: FamilyType { get }
  var family: FamilyMembership { get }

  static func make(
    _ membership: FamilyMembership, _ parent: Self?, _ sharing: (Scope, Scope, Scope)
  ) -> Self
}

extension Container: FamilyContainer {
  static var local: TaskLocal<Container> { $shared }
  static var type: FamilyType { .container }
  var family: FamilyMembership { .of(self) }

  static func make(
    _ membership: FamilyMembership, _ parent: Container?, _ sharing: (Scope, Scope, Scope)
  ) -> Container {
    let container =
      parent.map { Container(parent: $0, sharing: sharing.0, sharing.1, sharing.2) } ?? Container()
    FamilyMembership.set(membership, of: container)
    return container
  }
}

final class FamilyDepot: SharedContainer, AutoRegistering, FamilyContainer {
  @TaskLocal static var shared = FamilyDepot(
    FamilyMembership(0, FamilyRun(FamilyProgram(seed: 0, features: [])), []), ContainerManager())
  static var local: TaskLocal<FamilyDepot> { $shared }
  static var type: FamilyType { .depot }

  let manager: ContainerManager
  let family: FamilyMembership

  private init(_ family: FamilyMembership, _ manager: ContainerManager) {
    (self.family, self.manager) = (family, manager)
  }

  static func make(
    _ membership: FamilyMembership, _ parent: FamilyDepot?, _ sharing: (Scope, Scope, Scope)
  ) -> FamilyDepot {
    let manager =
      parent.map {
        ContainerManager(childOf: $0, sharing: sharing.0, sharing.1, sharing.2)
      } ?? ContainerManager()
    return FamilyDepot(membership, manager)
  }

  func autoRegister() {
    guard family.number == Family.autoRegistering else { return }
    let program = family.run.program
    for (factory, recipe) in program.autoRegistrations { change(factory, .register(recipe)) }
    guard let need = program.autoResolved else { return }
    let found = FamilyCode(self).perform(need)
    family.run.log.append(found.reduce("A") { "\($0) \($1.text)" })
  }
}

extension FamilyContainer {
  fileprivate static func make(_ number: Int, _ run: FamilyRun, _ parent: Self?) -> Self {
    make(FamilyMembership(number, run, Family.chain(number)), parent, run.program.sharing[number])
  }

  private static func make(
    _ membership: FamilyMembership, _ parent: Self?, _ shared: Set<FamilyScope>
  ) -> Self {
    // A variadic parameter cannot be passed on. `unique` is not shared.
    func scope(_ name: FamilyScope) -> Scope { shared.contains(name) ? .of(name) : .unique }
    let container = make(membership, parent, (scope(.cached), scope(.session), scope(.shared)))
    if parent == nil { container.manager.clock = membership.run.clock.reading }
    return container
  }

  fileprivate func makeChild(_ run: FamilyRun, _ number: Int, isInner: Bool)
    -> any FamilyContainer
  {
    let chain = isInner ? [] : [number] + family.chain
    return Self.make(FamilyMembership(number, run, chain), self, [])
  }

  private var program: FamilyProgram { family.run.program }

  /// Programs with threads have keys of their own, because the library reports what concerns a key once.
  private func key(_ index: Int) -> StaticString {
    familyKeys[(Self.type == .container ? 0 : 2) + (program.rounds.isEmpty ? 0 : 1)][index]
  }

  /// Runs a closure in which this container is the shared one of its type.
  func asShared<Result>(_ body: () -> Result) -> Result { Self.local.withValue(self) { body() } }
  func asSharedAsync<Result>(_ body: () async -> Result) async -> Result {
    await Self.local.withValue(self) { await body() }
  }
  func running<Result>(_ body: () -> Result) -> Result { run(Self.local, body) }
  func runningAsync<Result>(_ body: () async -> Result) async -> Result {
    await run(Self.local, body)
  }

  // MARK: Factories

  subscript(plain index: Int) -> Factory<FamilyInstance> {
    let call = definition(index)
    return defined(index, Factory(self, key: key(index)) { call.plain() })
  }

  subscript(numbered index: Int) -> ParameterFactory<Int, FamilyInstance> {
    let call = definition(index)
    let factory = ParameterFactory(self, key: key(index)) { call.plain($0) }
    return defined(index, factory.scopeOnParameters)
  }

  subscript(throwing index: Int) -> ThrowingFactory<FamilyInstance, any Error> {
    let call = definition(index)
    let factory = ThrowingFactory<FamilyInstance, any Error>(self, key: key(index)) {
      () throws in try call.throwing()
    }
    return defined(index, factory)
  }

  subscript(throwingNumbered index: Int)
    -> ThrowingParameterFactory<Int, FamilyInstance, any Error>
  {
    let call = definition(index)
    let factory = ThrowingParameterFactory<Int, FamilyInstance, any Error>(
      self, key: key(index)
    ) { (parameter) throws in try call.throwing(parameter) }
    return defined(index, factory.scopeOnParameters)
  }

  subscript(group index: Int) -> FactoryGroup<FamilyInstance> {
    let call = definition(index)
    let group = FactoryGroup<FamilyInstance>(self, key: key(index))
    // The library recognises a definition's call by the name of a property, the file and the line.
    group.add(file: familyFile, function: "definition", line: 10_000) { call.plain() }
    return defined(index, group)
  }

  subscript(async index: Int) -> AsyncFactory<FamilyInstance, any Error> {
    let call = definition(index)
    let factory = AsyncFactory<FamilyInstance, any Error>(self, key: key(index)) {
      () async throws in try await call.async()
    }
    return defined(index, factory)
  }

  subscript(asyncNumbered index: Int) -> AsyncParameterFactory<Int, FamilyInstance, any Error> {
    let call = definition(index)
    let factory = AsyncParameterFactory<Int, FamilyInstance, any Error>(
      self, key: key(index)
    ) { (parameter) async throws in try await call.async(parameter) }
    return defined(index, factory.scopeOnParameters)
  }

  private func definition(_ index: Int) -> FamilyCall {
    FamilyCall(
      self, "d", index, program.definitions[index].recipe, isDefinition: true,
      retainsOwn: program.definitions[index].kind != .group)
  }

  /// Applies the modifiers of a definition.
  private func defined<F: FamilyFactory>(_ index: Int, _ factory: F) -> F {
    let definition = program.definitions[index]
    var factory = factory
    if let scope = definition.scope { factory = factory.scope(.of(scope)) }
    if let limit = definition.timeToLive { factory = factory.timeToLive(Double(limit)) }
    if let argument = definition.context {
      let call = FamilyCall(self, "x", index, definition.recipe, isDefinition: true)
      factory = factory.setting(call, for: argument)
    }
    if definition.hasLayer {
      let layer = FamilyLayerCall(self, "w", definition.extra)
      factory = factory.layering(layer, "definition", 10_000)
    }
    if definition.hasDecorator { factory = factory.decorating(decoration("d", index)) }
    if definition.hasHook { factory = factory.hooking(hook("h")) }
    return definition.isOnce ? factory.once() : factory
  }

  // MARK: Modifiers

  func change(_ index: Int, _ change: FamilyChange) {
    switch program.definitions[index].kind {
    case .plain: apply(change, index, self[plain: index])
    case .numbered: apply(change, index, self[numbered: index])
    case .throwing: apply(change, index, self[throwing: index])
    case .throwingNumbered: apply(change, index, self[throwingNumbered: index])
    case .async: apply(change, index, self[async: index])
    case .asyncNumbered: apply(change, index, self[asyncNumbered: index])
    case .group:
      let group = self[group: index]
      switch change {
      case .member(let recipe):
        let call = FamilyCall(self, "m" + Family.label(family.number), index, recipe)
        group.add { call.plain() }
      case .memberFactory(let factory): group.add(\Self.[plain: factory])
      default: apply(change, index, group)
      }
    }
  }

  fileprivate func describe(_ index: Int) -> String {
    let factory: any FamilyFactory =
      switch program.definitions[index].kind {
      case .plain: self[plain: index]
      case .numbered: self[numbered: index]
      case .throwing: self[throwing: index]
      case .throwingNumbered: self[throwingNumbered: index]
      case .async: self[async: index]
      case .asyncNumbered: self[asyncNumbered: index]
      case .group: self[group: index]
      }
    return factory.description
  }

  private func apply<F: FamilyFactory>(_ change: FamilyChange, _ index: Int, _ factory: F) {
    let label = Family.label(family.number)
    switch change {
    case .register(let recipe):
      _ = factory.registering(FamilyCall(self, "r" + label, index, recipe))
    case .context(let argument, let recipe):
      _ = factory.setting(FamilyCall(self, "c" + label, index, recipe), for: argument)
    case .layer(let site, let extra):
      let layer = FamilyLayerCall(self, "w\(site)c\(label)", extra)
      _ = factory.layering(layer, "outside()", UInt(site))
    case .decorator: _ = factory.decorating(decoration("d" + label, index))
    case .hook: _ = factory.hooking(hook("h" + label))
    case .timeToLive(let limit): factory.timeToLive(Double(limit))
    case .scope(let scope): _ = factory.scope(.of(scope))
    case .reset(let reset): factory.reset(.of(reset))
    case .member, .memberFactory: break
    }
  }

  private func decoration(_ label: String, _ index: Int) -> @Sendable (FamilyInstance) -> Void {
    { [code = FamilyCode(self), run = family.run] instance in
      let extra = run.program.definitions[index].extra.map { code.perform($0) }
      run.log.append(([instance] + (extra ?? [])).reduce(label) { "\($0) \($1.text)" })
    }
  }

  private func hook(_ label: String) -> @Sendable (FamilyInstance) -> Void {
    { [run = family.run] in run.log.append("\(label) \($0.text)") }
  }

  func decorate(_ isOn: Bool) {
    let (run, label) = (family.run, Family.label(family.number))
    decorator(
      isOn
        ? { product in
          let members = product as? [FamilyInstance]
          let instance = members.map { FamilyInstance("g", $0) } ?? product as! FamilyInstance
          run.log.append("D\(label) \(instance.text)")
        } : nil)
  }

  func push() {
    manager.push()
    family.pushes.increment()
  }

  /// A `pop` without a `push` would only fill the log.
  func popIfPushed() {
    guard family.pushes.value > 0 else { return }
    family.pushes.increment(by: -1)
    manager.pop()
  }
}

let familyFile: StaticString = #fileID

private let familyKeys: [[StaticString]] = [
  ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"],
  ["cc0", "cc1", "cc2", "cc3", "cc4", "cc5", "cc6", "cc7", "cc8", "cc9"],
  ["d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"],
  ["dd0", "dd1", "dd2", "dd3", "dd4", "dd5", "dd6", "dd7", "dd8", "dd9"],
]
