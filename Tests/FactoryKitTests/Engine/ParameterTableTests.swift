// Factory, MIT licence; see LICENSE
//
// The table of the parameters of one factory: what it finds, and what it releases.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private struct ShiftedHash: Hashable {
  let number: Int
  let shift: Int

  var hashValue: Int { number << shift }

  func hash(into hasher: inout Hasher) { hasher.combine(number << shift) }
}

/// A parameter that counts those that exist.
private final class CountedKey: Hashable {
  let number: Int
  private let alive: Counter

  init(_ number: Int, _ alive: Counter) {
    self.number = number
    self.alive = alive
    alive.increment()
  }

  deinit { alive.increment(by: -1) }

  static func == (lhs: CountedKey, rhs: CountedKey) -> Bool { lhs.number == rhs.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private final class TableContainer: ManagedContainer {
  let manager = ContainerManager()

  var byHash: ParameterFactory<ShiftedHash, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.cached
  }
  var shared: ParameterFactory<CountedKey, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.shared
  }
  var graph: ParameterFactory<CountedKey, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.graph
  }
  var cached: ParameterFactory<CountedKey, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.cached
  }

  /// Runs `body` in a resolution cycle.
  func inCycle<T>(_ body: @escaping () -> T) -> Factory<T> { self(body) }
}

@Suite("The table of parameters") struct ParameterTableTests {
  @Test(
    "Parameters are told apart, whatever bits of their hashes differ",
    arguments: [0, 1, 4, 16, 20, 31, 32, 44, 48, 60, 64])
  func hashes(shift: Int) {
    let container = TableContainer()
    let first = (0..<500).map { container.byHash(ShiftedHash(number: $0, shift: shift)) }
    let second = (0..<500).map { container.byHash(ShiftedHash(number: $0, shift: shift)) }
    #expect(zip(first, second).allSatisfy { $0 === $1 })
    #expect(first.map(\.label) == (0..<500).map { "\($0)" })
  }

  @Test("Parameters whose instances have been released are released as others are added")
  func shared() {
    let container = TableContainer()
    let alive = Counter()
    let held = container.shared(CountedKey(-1, alive))
    for number in 0..<1_000 { _ = container.shared(CountedKey(number, alive)) }
    #expect(alive.value < 50)
    #expect(container.shared(CountedKey(-1, alive)) === held)
  }

  @Test("Parameters of cycles that have ended are released as others are added")
  func graph() {
    let container = TableContainer()
    let alive = Counter()
    for number in 0..<1_000 {
      let isShared = container.inCycle {
        container.graph(CountedKey(number, alive)) === container.graph(CountedKey(number, alive))
      }
      #expect(isShared())
    }
    #expect(alive.value < 50)
  }

  @Test("Parameters with instances stay until these are evicted")
  func cached() {
    let container = TableContainer()
    let alive = Counter()
    let instances = (0..<200).map { container.cached(CountedKey($0, alive)) }
    #expect(alive.value == 200)
    #expect((0..<200).allSatisfy { container.cached(CountedKey($0, alive)) === instances[$0] })
    container.cached.reset(.scope)
    #expect(alive.value == 0)
  }
}
