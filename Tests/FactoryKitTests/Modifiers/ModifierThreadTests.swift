// Factory, MIT licence; see LICENSE
//
// Modifiers beside other threads that use the same factory.
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

  var byText: ParameterFactory<String, Gadget> {
    self { Gadget($0) }.scopeOnParameters.cached
  }
}

@Suite("Modifiers beside other threads", .container) struct ModifierThreadTests {
  @Test("A decorator that is set after `.once()` stays, whoever reads the definition meanwhile")
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
