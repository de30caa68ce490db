// Factory, MIT licence; see LICENSE
//
// resolvedOrNil() in a resolution cycle, for special products and parameters, and after resets of the
// container. `KindExistingInstanceTests` has the rest.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ReadContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = ReadContainer()
  let manager = ContainerManager()
  let calls = Counter()
  let registrations = Counter()

  func autoRegister() { registrations.increment() }

  func make(_ label: String = "original") -> TestService {
    calls.increment()
    return TestService(label)
  }
}

/// Equal to the same text in another case.
private struct Caseless: Hashable, Sendable {
  let text: String
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.text.lowercased() == rhs.text.lowercased() }
  func hash(into hasher: inout Hasher) { hasher.combine(text.count) }
}

extension ReadContainer {
  fileprivate var plain: Factory<TestService> { self { self.make() } }
  fileprivate var cached: Factory<TestService> { self { self.make() }.cached }
  fileprivate var graph: Factory<TestService> { self { self.make() }.graph }
  fileprivate var singleton: Factory<TestService> { self { self.make() }.singleton }
  fileprivate var optional: Factory<TestService?> { self { nil }.cached }
  fileprivate var number: Factory<Int> { self { 7 }.cached }
  fileprivate var asksItself: Factory<TestService> {
    self { TestService(self.asksItself.resolvedOrNil() == nil ? "nil" : "instance") }.cached
  }
  fileprivate var cycle: Factory<[TestService?]> {
    self {
      let before = self.graph.resolvedOrNil()
      let instance = self.graph()
      return [before, instance, self.graph.resolvedOrNil()]
    }
  }
  fileprivate var byText: ParameterFactory<Caseless, TestService> {
    self { self.make($0.text) }.scopeOnParameters.cached
  }
  fileprivate var graphByNumber: ParameterFactory<Int, TestService> {
    self { self.make("\($0)") }.scopeOnParameters.graph
  }
  fileprivate var cycleByNumber: Factory<[TestService?]> {
    self {
      [
        self.graphByNumber(1), self.graphByNumber.resolvedOrNil(1),
        self.graphByNumber.resolvedOrNil(2),
      ]
    }
  }
  fileprivate var timedByNumber: ParameterFactory<Int, TestService> {
    self { self.make("\($0)") }.scopeOnParameters.singleton.timeToLive(10)
  }
}

@Suite("resolvedOrNil", .container) struct ResolvedOrNilTests {
  private let container = ReadContainer()

  // MARK: Scopes

  @Test("A graph instance is found in its resolution cycle only")
  func graph() {
    let instances = container.cycle()
    #expect(instances[0] == nil)
    #expect(instances[1] != nil)
    #expect(instances[2] === instances[1])
    #expect(container.graph.resolvedOrNil() == nil)
    #expect(container.calls.value == 1)
  }

  @Test("A graph instance of a parameter is found in its resolution cycle")
  func graphByParameter() {
    let instances = container.cycleByNumber()
    #expect(instances[1] === instances[0])
    #expect(instances[2] == nil)
  }

  @Test("A nil product is not cached, and a value is")
  func values() {
    #expect(container.optional() == nil)
    let none: TestService?? = container.optional.resolvedOrNil()
    #expect(none == nil)
    container.optional.register { TestService("optional") }
    let instance = container.optional()
    #expect(container.optional.resolvedOrNil() ?? nil === instance)
    #expect(container.number.resolvedOrNil() == nil)
    _ = container.number()
    #expect(container.number.resolvedOrNil() == 7)
  }

  // MARK: Parameters

  @Test("Parameters are compared with ==")
  func parameters() {
    let instance = container.byText(Caseless(text: "one"))
    #expect(container.byText.resolvedOrNil(Caseless(text: "ONE")) === instance)
    #expect(container.byText.resolvedOrNil(Caseless(text: "two")) == nil)
    #expect(container.byText(Caseless(text: "two")).label == "two")
    #expect(container.calls.value == 2)
  }

  @Test("A thousand parameters without an instance do not affect the one that has one")
  func manyParameters() {
    let instance = container.timedByNumber(500)
    for number in 0..<1_000 {
      #expect(container.timedByNumber.resolvedOrNil(number) === (number == 500 ? instance : nil))
    }
    #expect(container.calls.value == 1)
  }

  // MARK: Resets, registrations and other changes

  @Test("It is nil after a reset of the container or of the scope, and singletons stay")
  func resetContainer() {
    _ = container.cached()
    let singleton = container.singleton()
    container.manager.reset(scope: .cached)
    #expect(container.cached.resolvedOrNil() == nil)
    _ = container.cached()
    container.reset()
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.singleton.resolvedOrNil() === singleton)
  }

  @Test("autoRegister runs before, also after a reset")
  func autoRegister() {
    let factory = container.cached
    #expect(container.registrations.value == 1)
    container.reset()
    #expect(factory.resolvedOrNil() == nil)
    #expect(container.registrations.value == 2)
  }

  @Test("It is nil inside the closure that is building the instance")
  func inOwnClosure() {
    #expect(container.asksItself().label == "nil")
    #expect(container.asksItself.resolvedOrNil()?.label == "nil")
  }
}
