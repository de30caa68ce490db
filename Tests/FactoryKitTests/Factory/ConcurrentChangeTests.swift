// Factory, MIT licence; see LICENSE
//
// Modifiers beside other threads, and beside code that changes the same factory meanwhile.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ModifiedContainer: ManagedContainer {
  let manager = ContainerManager()
  let decorations: GuardedValue<[String]>
  private let label = "definition"

  init(_ decorations: GuardedValue<[String]> = GuardedValue([])) {
    self.decorations = decorations
  }

  /// The decorator captures two references, so each read of the definition applies it again.
  var settled: Factory<Gadget> {
    let (decorations, owner) = (decorations, self)
    return self { Gadget() }
      .decorator { _ in decorations.withLock { $0.append(owner.label) } }
      .once()
  }

  var byNumber: ParameterFactory<Int, Gadget> {
    self { Gadget("\($0)") }.scopeOnParameters.timeToLive(.seconds(1_000))
  }

  var inCache: ParameterFactory<Int, Gadget> { self { Gadget("\($0)") }.cached }
  var inGraph: ParameterFactory<Int, Gadget> { self { Gadget("\($0)") }.graph }

  var byRegistering: ParameterFactory<RegisteringKey, Marked> {
    self { Marked("\($0.number)") }.scopeOnParameters.cached
  }

  /// Runs `body` in one resolution cycle.
  func inCycle(_ body: @escaping () -> [String]) -> Factory<[String]> { self(body) }

  var byText: ParameterFactory<String, Gadget> {
    self { Gadget($0) }.scopeOnParameters.cached
  }
}

private final class Marked {
  let label: String
  var decorations: [String] = []
  init(_ label: String) { self.label = label }
}

/// Does something the first time that it is compared.
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

@Suite("Modifiers beside other changes", .container) struct ConcurrentChangeTests {
  @Test("A decorator that is set after `.once()` stays, beside a thread that reads the definition")
  func once() {
    for _ in 0..<300 {
      let container = ModifiedContainer()
      _ = ParallelThreads.run(2) { index in
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

  @Test("An instance by parameter is found in the scope of the moment")
  func defaultScopes() {
    let containers = [ModifiedContainer(), ModifiedContainer()]
    for container in containers { container.manager.defaultScope = .singleton }
    let labels = ParallelThreads.run(4) { index in
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

  @Test("A value that is resolved after a reset is decorated by the container")
  func heldParameterFactory() {
    let container = ModifiedContainer()
    let decorated = GuardedValue(0)
    let factory = container.byText
    container.manager.reset()
    container.decorator { _ in decorated.increment() }
    _ = factory("a")
    #expect(decorated.count == 1)
  }

  @Test(
    "A value by parameter does not get the instance of another parameter after a reset",
    arguments: [false, true])
  func parametersAfterReset(resolvesInGraph: Bool) {
    let container = ModifiedContainer()
    let factory = resolvesInGraph ? container.inGraph : container.inCache
    _ = factory
    let each = (resolvesInGraph ? container.inGraph : container.inCache).scopeOnParameters
    #expect(each(1).label == "1")
    container.manager.reset()
    let labels = container.inCycle {
      [(resolvesInGraph ? container.inGraph : container.inCache)(1).label, each(2).label]
    }
    #expect(labels() == ["1", "2"])
  }

  @Test("What a comparison of parameters changes is decorated by what it registers with it")
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

  @Test("What a comparison of parameters removes the decorator of is not decorated")
  func comparisonThatResets() {
    let container = ModifiedContainer()
    container.byRegistering.decorator { $0.decorations.append("old") }
    _ = container.byRegistering(RegisteringKey(number: 1) {})
    let key = RegisteringKey(number: 2) { container.byRegistering.reset() }
    #expect(container.byRegistering(key).decorations.isEmpty)
    container.manager.reset()
  }

  @Test("A value whose scope was new when it was made finds what is kept")
  func newScope() {
    let container = Container()
    let factory = container.modified
    let first = factory()
    #expect(factory() === first)
    #expect(container.modified() === first)
    container.modified.reset(.scope)
    let second = factory()
    #expect(second !== first)
    #expect(factory() === second)
  }

  @Test("A value whose scope was new when it was made does not find what has gone")
  func newWeakScope() {
    let container = Container()
    let factory = container.modified.shared
    var first: Gadget? = factory()
    #expect(factory() === first)
    weak let gone = first
    first = nil
    #expect(gone == nil)
    #expect(factory().label == "modified")
  }
}

extension Container {
  fileprivate var modified: Factory<Gadget> { self { Gadget("modified") }.cached }
}
