// Factory, MIT licence; see LICENSE
//
// Modifiers while other threads, or closures that run in between, change the same factory.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ModifiedContainer: ManagedContainer {
  let manager = ContainerManager()
  let decorations: LockedValue<[String]>
  private let label = "definition"

  init(_ decorations: LockedValue<[String]> = LockedValue([])) {
    self.decorations = decorations
  }

  /// The decorator captures two references, so each read of the definition applies it again.
  var settled: Factory<TestService> {
    let (decorations, owner) = (decorations, self)
    return self { TestService() }
      .decorator { _ in decorations.withLock { $0.append(owner.label) } }
      .once()
  }

  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.timeToLive(.seconds(1_000))
  }

  var inCache: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.cached }
  var inGraph: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.graph }

  var byRegistering: ParameterFactory<RegisteringKey, Marked> {
    self { Marked("\($0.number)") }.scopeOnParameters.cached
  }

  /// Runs `body` in one resolution cycle.
  func inCycle(_ body: @escaping () -> [String]) -> Factory<[String]> { self(body) }

  var byText: ParameterFactory<String, TestService> {
    self { TestService($0) }.scopeOnParameters.cached
  }
}

private final class Marked {
  let label: String
  var decorations: [String] = []
  init(_ label: String) { self.label = label }
}

/// Calls a closure the first time that it is compared.
private final class RegisteringKey: Hashable {
  let number: Int
  private var work: (() -> Void)?

  init(number: Int, _ work: @escaping () -> Void) {
    self.number = number
    self.work = work
  }

  static func == (lhs: RegisteringKey, rhs: RegisteringKey) -> Bool {
    for key in [lhs, rhs] {
      let work = key.work
      key.work = nil
      work?()
    }
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) {}
}

@Suite("Modifiers and concurrent changes", .container, .oneAtATime) struct ConcurrentChangeTests {
  @Test("A decorator set after `.once()` stays while another thread reads the definition")
  func once() {
    for _ in 0..<300 {
      let container = ModifiedContainer()
      onThreads(2) { index in
        if index == 0 {
          let decorations = container.decorations
          container.settled.decorator { _ in decorations.withLock { $0.append("later") } }
        } else {
          for _ in 0..<20 { _ = container.settled }
        }
      }
      container.decorations.withLock { $0 = [] }
      _ = container.settled()
      #expect(container.decorations.withLock { $0 } == ["later"])
      container.manager.reset()
    }
  }

  @Test("An instance by parameter is looked up in the current scope")
  func defaultScopes() {
    let containers = [ModifiedContainer(), ModifiedContainer()]
    for container in containers { container.manager.defaultScope = .singleton }
    let labels = onThreads(4) { index in
      let container = containers[index % 2]
      var labels: Set<String> = []
      for round in 0..<500 {
        if index == 0 { container.manager.defaultScope = round % 2 == 0 ? .cached : .singleton }
        labels.insert(container.byNumber(round % 3).label)
      }
      return labels
    }
    #expect(labels == Array(repeating: ["0", "1", "2"], count: 4))
  }

  @Test("The container decorates what a stored factory resolves after a reset")
  func heldParameterFactory() {
    let container = ModifiedContainer()
    let decorated = Counter()
    let factory = container.byText
    container.manager.reset()
    container.decorator { _ in decorated.increment() }
    _ = factory("a")
    #expect(decorated.value == 1)
  }

  @Test(
    "After a reset, a stored factory does not return the instance of another parameter",
    arguments: [false, true])
  func parametersAfterReset(resolvesInGraph: Bool) {
    let container = ModifiedContainer()
    let each = (resolvesInGraph ? container.inGraph : container.inCache).scopeOnParameters
    #expect(each(1).label == "1")
    container.manager.reset()
    let labels = container.inCycle {
      [(resolvesInGraph ? container.inGraph : container.inCache)(1).label, each(2).label]
    }
    #expect(labels() == ["1", "2"])
  }

  @Test("A decorator that is set by a parameter's == applies to the resolution that compares")
  func comparisonThatRegisters() {
    let container = ModifiedContainer()
    container.byRegistering.decorator { $0.decorations.append("old") }
    _ = container.byRegistering(RegisteringKey(number: 1) {})
    let key = RegisteringKey(number: 2) {
      container.byRegistering.decorator { $0.decorations.append("new") }
      container.byRegistering.register { Marked("registered \($0.number)") }
    }
    let instance = container.byRegistering(key)
    #expect(instance.label == "registered 2")
    #expect(instance.decorations == ["new"])
    container.manager.reset()
  }

  @Test("A decorator that is removed by a parameter's == is not called for that resolution")
  func comparisonThatResets() {
    let container = ModifiedContainer()
    container.byRegistering.decorator { $0.decorations.append("old") }
    _ = container.byRegistering(RegisteringKey(number: 1) {})
    let key = RegisteringKey(number: 2) { container.byRegistering.reset() }
    #expect(container.byRegistering(key).decorations.isEmpty)
    container.manager.reset()
  }

  @Test("A stored factory with a scope that was new does not find an evicted instance")
  func newWeakScope() {
    let container = Container()
    let factory = container.modified.shared
    var first: TestService? = factory()
    #expect(factory() === first)
    weak let gone = first
    first = nil
    #expect(gone == nil)
    #expect(factory().label == "modified")
  }
}

extension Container {
  fileprivate var modified: Factory<TestService> { self { TestService("modified") }.cached }
}
