// Factory, MIT licence; see LICENSE
//
// Scopes of factories with a parameter. Parameters that are not equal to themselves, such as
// `Double.nan`: no later resolution would find their instances.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// Equality ignores case.
private struct CaseInsensitiveText: Hashable, Sendable {
  let text: String
  static func == (left: Self, right: Self) -> Bool {
    left.text.lowercased() == right.text.lowercased()
  }
  func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

/// Resolves another parameter of the same factory while it is hashed.
private struct ResolvingParameter: Hashable, Sendable {
  let number: Int
  unowned let container: ParameterContainer
  static func == (left: Self, right: Self) -> Bool {
    _ = left.container.byNumber(1)
    return left.number == right.number
  }
  func hash(into hasher: inout Hasher) {
    _ = container.byNumber(1)
    hasher.combine(0)
  }
}

private final class ParameterContainer: ManagedContainer {
  let manager = ContainerManager()
  let count = Counter()
}

extension ParameterContainer {
  var singleton: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.singleton }
  var keepsFirst: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.cached }
  var singletonByNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.singleton
  }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  var caseless: ParameterFactory<CaseInsensitiveText, TestService> {
    self { TestService($0.text) }.scopeOnParameters.cached
  }
  var nosy: ParameterFactory<ResolvingParameter, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.cached
  }
  var optional: ParameterFactory<Int, TestService?> {
    self { number in
      self.count.increment()
      return number > 0 ? TestService("\(number)") : nil
    }.scopeOnParameters.cached
  }
}

@Suite("Scopes of factories with a parameter", .container([.freshSingletons]))
struct ScopeOnParametersTests {
  private let container = ParameterContainer()

  @Test("A singleton that one container scopes on parameters stays cached for the others")
  func sharedSingleton() {
    let other = ParameterContainer()
    let first = container.singleton(1)
    _ = other.singleton.scopeOnParameters
    let (two, three) = (other.singleton(2), other.singleton(3))
    #expect(two !== first && two !== three)
    #expect(container.singleton(4) === first)
    #expect(other.singleton(2) === two)
  }

  @Test("An instance cached before a factory is scoped on its parameters belongs to no parameter")
  func later() {
    let first = container.keepsFirst(1)
    _ = container.keepsFirst.scopeOnParameters
    let one = container.keepsFirst(1)
    #expect(one !== first)
    #expect(container.keepsFirst(1) === one)
  }

  @Test("Parameters that are equal by == share an instance")
  func equality() {
    let upper = container.caseless(CaseInsensitiveText(text: "KEY"))
    #expect(container.caseless(CaseInsensitiveText(text: "key")) === upper)
    #expect(container.caseless.resolvedOrNil(CaseInsensitiveText(text: "Key")) === upper)
    #expect(container.caseless.resolvedOrNil(CaseInsensitiveText(text: "other")) == nil)
    #expect(container.caseless(CaseInsensitiveText(text: "other")) !== upper)
  }

  @Test("hash(into:) and == of a parameter may resolve")
  func userCode() {
    let one = container.nosy(ResolvingParameter(number: 1, container: container))
    #expect(container.nosy(ResolvingParameter(number: 2, container: container)) !== one)
    #expect(container.nosy(ResolvingParameter(number: 1, container: container)) === one)
  }

  @Test("A nil result of one parameter is not cached")
  func nilResult() {
    #expect(container.optional(0) == nil)
    #expect(container.optional(0) == nil)
    #expect(container.count.value == 2)
    #expect(container.optional(1) === container.optional(1))
    #expect(container.count.value == 3)
  }

  @Test(
    "A factory value is scoped on its parameters even after a reset",
    arguments: [FactoryResetOptions.all, .scope], [false, true])
  func valueAfterReset(options: FactoryResetOptions, hasInstance: Bool) {
    let byNumber = container.byNumber
    let before = hasInstance ? byNumber(1) : nil
    container.manager.reset(options: options)
    let one = byNumber(1)
    #expect(one !== before)
    #expect(byNumber(1) === one)
    #expect(byNumber(2) !== one)
    #expect(container.byNumber(1) === one)
  }

  @Test("A singleton's value is scoped on its parameters even after a reset of the factory")
  func singletonValueAfterReset() {
    let byNumber = container.singletonByNumber
    let before = byNumber(1)
    byNumber.reset()
    let one = byNumber(1)
    #expect(one !== before)
    #expect(byNumber(1) === one)
    #expect(byNumber(2) !== one)
  }
}

// MARK: Parameters that are not equal to themselves

/// Counts those that exist.
private final class Measured: Sendable {
  private let alive: Counter

  init(_ alive: Counter) {
    self.alive = alive
    alive.increment()
  }

  deinit { alive.increment(by: -1) }
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
  var async: AsyncParameterFactory<Double, Measured, Never> {
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
  case cached, timed, singleton, graph, async

  func resolve(_ container: UnequalContainer) async -> Measured {
    switch self {
    case .cached: container.cached(.nan)
    case .timed: container.timed(.nan)
    case .singleton: container.singleton(.nan)
    case .graph: container.graph(.nan)
    case .async: await container.async(.nan)
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
    private func notCached(_ unequal: Unequal) async {
      for _ in 0..<100 { _ = await unequal.resolve(container) }
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
