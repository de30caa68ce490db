// Factory, MIT licence; see LICENSE
//
// Parameters that are not equal to themselves, such as `Double.nan`: no later resolution would find
// their instances.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// Counts those that exist.
private final class Measured: Sendable {
  private let alive: Counter

  init(_ alive: Counter) {
    self.alive = alive
    alive.increment()
  }

  deinit { alive.increment(by: -1) }
}

private struct Point: Hashable, Sendable {
  let x: Double
  let y: Double
}

/// Counts its comparisons.
private struct Compared: Hashable, Sendable {
  let value: Double
  let comparisons: Counter

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.comparisons.increment()
    return lhs.value == rhs.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

private final class UnequalContainer: ManagedContainer {
  let manager: ContainerManager
  let alive = Counter()
  let asked = Counter()

  init() { manager = ContainerManager() }
  init(parent: UnequalContainer) { manager = ContainerManager(childOf: parent) }

  private func measured() -> Measured {
    asked.increment()
    return Measured(alive)
  }

  var cached: ParameterFactory<Double, Measured> {
    self { _ in self.measured() }.scopeOnParameters.cached
  }
  var timed: ParameterFactory<Double, Measured> {
    self { _ in self.measured() }.scopeOnParameters.cached.timeToLive(10)
  }
  var singleton: ParameterFactory<Double, Measured> {
    self { _ in self.measured() }.scopeOnParameters.singleton
  }
  var graph: ParameterFactory<Double, Measured> {
    self { _ in self.measured() }.scopeOnParameters.graph
  }
  var throwing: ThrowingParameterFactory<Double, Measured, any Error> {
    self { _ in self.measured() }.scopeOnParameters.cached
  }
  var async: AsyncParameterFactory<Double, Measured, Never> {
    self { _ in self.measured() }.scopeOnParameters.cached
  }
  var point: ParameterFactory<Point, Measured> {
    self { _ in self.measured() }.scopeOnParameters.cached
  }
  var compared: ParameterFactory<Compared, Measured> {
    self { _ in self.measured() }.scopeOnParameters.cached
  }
  var mentioned: ParameterFactory<Double, Measured> {
    self { _ in self.measured() }.scopeOnParameters.cached
  }
  var inCycle: Factory<Bool> { self { self.graph(.nan) !== self.graph(.nan) } }
}

private enum Unequal: CaseIterable, Sendable {
  case cached, timed, singleton, graph, throwing, async, point

  func resolve(_ container: UnequalContainer) async throws -> Measured {
    switch self {
    case .cached: container.cached(.nan)
    case .timed: container.timed(.nan)
    case .singleton: container.singleton(.nan)
    case .graph: container.graph(.nan)
    case .throwing: try container.throwing(.nan)
    case .async: await container.async(.nan)
    case .point: container.point(Point(x: 1, y: .nan))
    }
  }
}

extension ProcessWide {
  @Suite("Parameters that are not equal to themselves", .container) struct UnequalParameterTests {
    private let container = UnequalContainer()
    private static let log = ExpectedLines(containing: "UnequalContainer.")

    init() { _ = Self.log }

    /// Expects the message about a factory, which is logged once in the process.
    private func expectMessage(about factory: String) {
      #expect(Self.log.lines.filter { $0.contains("UnequalContainer.\(factory)<") }.count == 1)
    }

    @Test("Each resolution creates an instance, which is not cached", arguments: Unequal.allCases)
    private func notCached(_ unequal: Unequal) async throws {
      for _ in 0..<100 { _ = try await unequal.resolve(container) }
      #expect(container.asked.value == 100)
      #expect(container.alive.value == 0)
      // Alone in its cycle, no instance of the scope `graph` would be cached.
      if unequal != .graph { expectMessage(about: "\(unequal)") }
    }

    @Test("The time of a resolution does not depend on those before it")
    func time() {
      let comparisons = Counter()
      for _ in 0..<1_000 {
        _ = container.compared(Compared(value: .nan, comparisons: comparisons))
      }
      #expect(container.asked.value == 1_000)
      // With a chain of parameters, there would be half a million.
      #expect(comparisons.value <= 10_000)
      expectMessage(about: "compared")
    }

    @Test("Within a cycle, each resolution creates an instance")
    func cycle() {
      #expect(container.inCycle())
      expectMessage(about: "graph")
    }

    @Test("Other parameters of the same factory are cached")
    func others() {
      let one = container.cached(1)
      _ = container.cached(.nan)
      #expect(container.cached(1) === one)
      expectMessage(about: "cached")
    }

    @Test("There is no existing instance, and a reset does nothing")
    func resolvedOrNil() {
      _ = container.cached(.nan)
      #expect(container.cached.resolvedOrNil(.nan) == nil)
      container.cached.reset(.scope, for: .nan)
      #expect(container.cached.resolvedOrNil(.nan) == nil)
    }

    @Test("It is said once for each factory in the process, whatever container resolves it")
    func message() {
      let lines = ProcessWide.log(naming: "UnequalContainer.mentioned") {
        for _ in 0..<3 { _ = container.mentioned(.nan) }
        _ = UnequalContainer(parent: container).mentioned(.nan)
        _ = UnequalContainer().mentioned(.nan)
      }
      #expect(lines.count == 1)
      #expect(lines.first?.contains("is not equal to itself") == true)
    }
  }
}
