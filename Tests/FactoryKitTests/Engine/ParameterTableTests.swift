// Factory, MIT licence; see LICENSE
//
// The table of the parameters of one factory: what it finds, and what it releases, such as
// instances whose time to live has ended, although their parameters are not asked for again.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// Counts those that exist, and calls a closure in its `deinit`.
private final class Counted: Sendable {
  private let atEnd: @Sendable () -> Void

  init(_ alive: Counter, atEnd: @escaping @Sendable () -> Void = {}) {
    alive.increment()
    self.atEnd = {
      alive.increment(by: -1)
      atEnd()
    }
  }

  deinit { atEnd() }
}

/// A parameter with a given hash.
private struct Hashed: Hashable, Sendable {
  let number: Int
  let hash: Int

  var hashValue: Int { hash }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A parameter that counts those that exist.
private final class CountedKey: Hashable {
  let number: Int
  private let counted: Counted

  init(_ number: Int, _ alive: Counter) {
    self.number = number
    counted = Counted(alive)
  }

  static func == (lhs: CountedKey, rhs: CountedKey) -> Bool { lhs.number == rhs.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private final class TableContainer: ManagedContainer {
  let manager: ContainerManager
  let clock: ManualClock
  let alive: Counter

  init() {
    manager = ContainerManager()
    clock = ManualClock()
    alive = Counter()
    manager.clock = clock.reading
  }

  init(parent: TableContainer, sharing scope: Scope) {
    manager = ContainerManager(childOf: parent, sharing: scope)
    clock = parent.clock
    alive = parent.alive
  }

  var byHash: ParameterFactory<Hashed, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.cached
  }
  var byKey: ParameterFactory<CountedKey, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters
  }

  var cached: ParameterFactory<Int, Counted> {
    self { _ in Counted(self.alive) }.scopeOnParameters.cached.timeToLive(10)
  }
  var async: AsyncParameterFactory<Int, Counted, Never> {
    self { [alive] _ in
      await Task.yield()
      return Counted(alive)
    }.scopeOnParameters.cached.timeToLive(10)
  }
  var singleton: ParameterFactory<Int, Counted> {
    self { _ in Counted(self.alive) }.scopeOnParameters.singleton.timeToLive(10)
  }
  var colliding: ParameterFactory<Hashed, Counted> {
    self { _ in Counted(self.alive) }.scopeOnParameters.cached.timeToLive(10)
  }
  var collidingShared: ParameterFactory<Hashed, Counted> {
    self { _ in Counted(self.alive) }.scopeOnParameters.shared
  }
  var resolvingAtEnd: ParameterFactory<Int, Counted> {
    self { number in
      Counted(self.alive) { [weak self] in
        if number > 0 { _ = self?.resolvingAtEnd(0) }
      }
    }.scopeOnParameters.cached.timeToLive(10)
  }

  /// Runs `body` in a resolution cycle.
  func inCycle<T>(_ body: @escaping () -> T) -> Factory<T> { self(body) }
}

/// How an instance is resolved.
private enum Way: CaseIterable, Sendable {
  case cached, async, singleton, colliding, ofChild, sharedByChild

  func resolve(_ number: Int, _ container: TableContainer) async -> Counted {
    switch self {
    case .cached: container.cached(number)
    case .async: await container.async(number)
    case .singleton: container.singleton(number)
    case .colliding: container.colliding(Hashed(number: number, hash: 0))
    case .ofChild, .sharedByChild: container.cached(number)
    }
  }

  func container() -> TableContainer {
    switch self {
    case .ofChild: TableContainer(parent: TableContainer(), sharing: .shared)
    case .sharedByChild: TableContainer(parent: TableContainer(), sharing: .cached)
    default: TableContainer()
    }
  }
}

@Suite("The table of parameters") struct ParameterTableTests {
  @Test(
    "Parameters are told apart, whatever bits of their hashes differ",
    arguments: [0, 1, 4, 16, 20, 31, 32, 44, 48, 60, 64])
  func hashes(shift: Int) {
    let container = TableContainer()
    let first = (0..<500).map { container.byHash(Hashed(number: $0, hash: $0 << shift)) }
    let second = (0..<500).map { container.byHash(Hashed(number: $0, hash: $0 << shift)) }
    #expect(zip(first, second).allSatisfy { $0 === $1 })
    #expect(first.map(\.label) == (0..<500).map { "\($0)" })
  }

  @Test("Parameters whose instances have been released are released as others are added")
  func shared() {
    let container = TableContainer()
    let alive = Counter()
    let shared = container.byKey.shared
    let held = shared(CountedKey(-1, alive))
    for number in 0..<1_000 { _ = shared(CountedKey(number, alive)) }
    #expect(alive.value < 50)
    #expect(shared(CountedKey(-1, alive)) === held)
  }

  @Test("Parameters of cycles that have ended are released as others are added")
  func graph() {
    let container = TableContainer()
    let alive = Counter()
    for number in 0..<1_000 {
      let isShared = container.inCycle {
        let graph = container.byKey.graph
        return graph(CountedKey(number, alive)) === graph(CountedKey(number, alive))
      }
      #expect(isShared())
    }
    #expect(alive.value < 50)
  }

  @Test("Parameters with instances stay until these are evicted")
  func cached() {
    let container = TableContainer()
    let alive = Counter()
    let cached = container.byKey.cached
    let instances = (0..<200).map { cached(CountedKey($0, alive)) }
    #expect(alive.value == 200)
    #expect((0..<200).allSatisfy { cached(CountedKey($0, alive)) === instances[$0] })
    cached.reset(.scope)
    #expect(alive.value == 0)
  }
}

@Suite("Expired instances by parameter", .container) struct ExpiredParametersTests {
  @Test(
    "Expired instances are released as other parameters are added, and one that is used stays",
    arguments: Way.allCases)
  private func released(_ way: Way) async {
    let container = way.container()
    let used = await way.resolve(-1, container)
    var most = 0
    for number in 0..<1_000 {
      _ = await way.resolve(number, container)
      container.clock.advance(seconds: 1)
      let same = await way.resolve(-1, container)
      #expect(same === used)
      most = max(most, container.alive.value)
    }
    #expect(most < 50)
  }

  @Test("Instances that have not expired stay", arguments: Way.allCases)
  private func unexpired(_ way: Way) async {
    let container = way.container()
    var instances: [Counted] = []
    for number in 0..<200 { instances.append(await way.resolve(number, container)) }
    container.clock.advance(seconds: 9)
    for number in 200..<400 { instances.append(await way.resolve(number, container)) }
    for number in 0..<400 {
      let same = await way.resolve(number, container)
      #expect(same === instances[number])
    }
  }

  @Test("An expired instance may resolve the factory when it is released")
  func resolvingAtEnd() {
    let container = TableContainer()
    for number in 1..<200 {
      _ = container.resolvingAtEnd(number)
      container.clock.advance(seconds: 1)
    }
    #expect(container.alive.value < 50)
  }

  @Test("Reading other parameters with resolvedOrNil() evicts nothing")
  func reading() {
    let container = TableContainer()
    for number in 0..<20 { _ = container.cached(number) }
    container.clock.advance(seconds: 10)
    for number in 20..<200 { #expect(container.cached.resolvedOrNil(number) == nil) }
    #expect(container.alive.value == 20)
  }

  @Test("A snapshot has the instances that were released after it was taken")
  func snapshot() {
    let container = TableContainer()
    let first = container.cached(-1)
    let start = container.clock.reading()
    container.manager.push()
    for number in 0..<100 {
      _ = container.cached(number)
      container.clock.advance(seconds: 1)
    }
    container.manager.pop()
    container.manager.clock = { start }
    #expect(container.cached.resolvedOrNil(-1) === first)
  }

  @Test("Weakly held instances with equal hashes leave nothing behind when they are gone")
  func colliding() {
    let container = TableContainer()
    let held = container.collidingShared(Hashed(number: -1, hash: 0))
    for number in 0..<1_000 { _ = container.collidingShared(Hashed(number: number, hash: 0)) }
    #expect(container.collidingShared(Hashed(number: -1, hash: 0)) === held)
    #expect(container.alive.value == 1)
  }
}
