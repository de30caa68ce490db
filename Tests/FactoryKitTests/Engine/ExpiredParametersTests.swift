// Factory, MIT licence; see LICENSE
//
// Instances by parameter whose time to live has ended are released, although their parameters are not
// asked for again.
import FactoryTestSupport
import FactoryTesting
import Testing

/// An instance that counts those that exist.
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

/// All values have the same hash.
private struct Colliding: Hashable, Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
  func hash(into hasher: inout Hasher) {}
}

private final class ExpiringContainer: ManagedContainer {
  let manager: ContainerManager
  let clock: ManualClock
  let alive: Counter

  init() {
    manager = ContainerManager()
    clock = ManualClock()
    alive = Counter()
    manager.clock = clock.reading
  }

  init(parent: ExpiringContainer, sharing scope: Scope) {
    manager = ContainerManager(childOf: parent, sharing: scope)
    clock = parent.clock
    alive = parent.alive
  }

  var cached: ParameterFactory<Int, Counted> {
    self { _ in Counted(self.alive) }.scopeOnParameters.cached.timeToLive(10)
  }
  var throwing: ThrowingParameterFactory<Int, Counted, any Error> {
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
  var colliding: ParameterFactory<Colliding, Counted> {
    self { _ in Counted(self.alive) }.scopeOnParameters.cached.timeToLive(10)
  }
  var collidingShared: ParameterFactory<Colliding, Counted> {
    self { _ in Counted(self.alive) }.scopeOnParameters.shared
  }
  var resolvingAtEnd: ParameterFactory<Int, Counted> {
    self { number in
      Counted(self.alive) { [weak self] in
        if number > 0 { _ = self?.resolvingAtEnd(0) }
      }
    }.scopeOnParameters.cached.timeToLive(10)
  }
}

/// How an instance is resolved.
private enum Way: CaseIterable, Sendable {
  case cached, throwing, async, singleton, colliding, ofChild, sharedByChild

  func resolve(_ number: Int, _ container: ExpiringContainer) async throws -> Counted {
    switch self {
    case .cached: container.cached(number)
    case .throwing: try container.throwing(number)
    case .async: await container.async(number)
    case .singleton: container.singleton(number)
    case .colliding: container.colliding(Colliding(number))
    case .ofChild, .sharedByChild: container.cached(number)
    }
  }

  func container() -> ExpiringContainer {
    switch self {
    case .ofChild: ExpiringContainer(parent: ExpiringContainer(), sharing: .shared)
    case .sharedByChild: ExpiringContainer(parent: ExpiringContainer(), sharing: .cached)
    default: ExpiringContainer()
    }
  }
}

@Suite("Expired instances by parameter", .container) struct ExpiredParametersTests {
  @Test("Expired instances are released as other parameters are added", arguments: Way.allCases)
  private func released(_ way: Way) async throws {
    let container = way.container()
    var most = 0
    for number in 0..<1_000 {
      _ = try await way.resolve(number, container)
      container.clock.advance(seconds: 1)
      most = max(most, container.alive.value)
    }
    #expect(most < 50)
  }

  @Test("An instance that is used within its time stays", arguments: Way.allCases)
  private func used(_ way: Way) async throws {
    let container = way.container()
    let used = try await way.resolve(-1, container)
    for number in 0..<1_000 {
      _ = try await way.resolve(number, container)
      container.clock.advance(seconds: 1)
      let same = try await way.resolve(-1, container)
      #expect(same === used)
    }
  }

  @Test("Instances that have not expired stay", arguments: Way.allCases)
  private func unexpired(_ way: Way) async throws {
    let container = way.container()
    var instances: [Counted] = []
    for number in 0..<200 { instances.append(try await way.resolve(number, container)) }
    container.clock.advance(seconds: 9)
    for number in 200..<400 { instances.append(try await way.resolve(number, container)) }
    for number in 0..<400 {
      let same = try await way.resolve(number, container)
      #expect(same === instances[number])
    }
  }

  @Test("An expired instance may resolve the factory when it is released")
  func resolvingAtEnd() {
    let container = ExpiringContainer()
    for number in 1..<200 {
      _ = container.resolvingAtEnd(number)
      container.clock.advance(seconds: 1)
    }
    #expect(container.alive.value < 50)
  }

  @Test("Reading other parameters with resolvedOrNil() evicts nothing")
  func reading() {
    let container = ExpiringContainer()
    for number in 0..<20 { _ = container.cached(number) }
    container.clock.advance(seconds: 10)
    for number in 20..<200 { #expect(container.cached.resolvedOrNil(number) == nil) }
    #expect(container.alive.value == 20)
  }

  @Test("A snapshot has the instances that were released after it was taken")
  func snapshot() {
    let container = ExpiringContainer()
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
    let container = ExpiringContainer()
    let held = container.collidingShared(Colliding(-1))
    for number in 0..<1_000 { _ = container.collidingShared(Colliding(number)) }
    #expect(container.collidingShared(Colliding(-1)) === held)
    #expect(container.alive.value == 1)
  }
}
