// Factory, MIT licence; see LICENSE
//
// reset(_:for:), which drops the instance of one parameter.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Reset of one parameter", .container) struct ParameterResetTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }

  @Test("It drops that parameter's instance only")
  func plain() {
    let instances = (container.byNumber(1), container.byNumber(2))
    container.byNumber.reset(.scope, for: 1)
    #expect(container.byNumber(1) !== instances.0)
    #expect(container.byNumber(2) === instances.1)
  }

  @Test("It drops that parameter's instance only, of a factory that throws")
  func throwing() throws {
    let instances = (try container.throwingByNumber(1), try container.throwingByNumber(2))
    container.throwingByNumber.reset(.scope, for: 1)
    #expect(try container.throwingByNumber(1) !== instances.0)
    #expect(try container.throwingByNumber(2) === instances.1)
  }

  @Test("It drops that parameter's instance only, of an asynchronous factory")
  func asynchronous() async throws {
    let instances = (try await container.asyncByNumber(1), try await container.asyncByNumber(2))
    container.asyncByNumber.reset(.scope, for: 1)
    #expect(try await container.asyncByNumber(1) !== instances.0)
    #expect(try await container.asyncByNumber(2) === instances.1)
  }

  @Test("It drops that parameter's instance only, of a main-actor factory")
  func mainActor() async {
    let instances = (await container.screenByNumber(1), await container.screenByNumber(2))
    container.screenByNumber.reset(.scope, for: 1)
    #expect(await container.screenByNumber(1) !== instances.0)
    #expect(await container.screenByNumber(2) === instances.1)
  }

  @Test("It calls no shutdown hook")
  func hooks() {
    _ = container.byNumber(1)
    container.byNumber.reset(.scope, for: 1)
    #expect(container.closed.elements.isEmpty)
  }

  @Test("It drops the instance with the options scope and all only", arguments: Option.allCases)
  func options(option: Option) {
    let instance = container.byNumber(1)
    container.byNumber.reset(option.value, for: 1)
    #expect((container.byNumber(1) !== instance) == option.drops)
  }

  @Test("It leaves registrations in place, with every option", arguments: Option.allCases)
  func registrations(option: Option) {
    container.byNumber.register { Resource("registered \($0)") }
    container.byNumber.reset(option.value, for: 1)
    #expect(container.byNumber(1).name == "registered 1")
  }

  @Test("It has no effect without an instance, or if the factory is not scoped on parameters")
  func nothing() {
    container.byNumber.reset(.scope, for: 17)
    let single = ParameterFactory<Int, Resource>(container) { Resource("\($0)") }.cached
    let instance = single(1)
    single.reset(.scope, for: 1)
    #expect(single(1) === instance)
  }

  @Test("Parameters with equal hashes are distinguished")
  func collisions() {
    struct Key: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }
    let factory = ParameterFactory<Key, Resource>(container) { Resource("\($0.number)") }
      .scopeOnParameters.cached
    let instances = (0..<5).map { factory(Key(number: $0)) }
    factory.reset(.scope, for: Key(number: 2))
    for number in 0..<5 {
      #expect((factory(Key(number: number)) === instances[number]) == (number != 2))
    }
  }

  @Test("It drops the instance of a singleton")
  func singleton() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let instances = (container.singleByNumber(1), container.singleByNumber(2))
      container.singleByNumber.reset(.scope, for: 1)
      #expect(container.singleByNumber(1) !== instances.0)
      #expect(container.singleByNumber(2) === instances.1)
    }
  }

  @Test("It drops the instance of the scope shared")
  func shared() {
    let weak = ParameterFactory<Int, Resource>(container) { Resource("\($0)") }
      .scopeOnParameters.shared
    let instances = (weak(1), weak(2))
    weak.reset(.scope, for: 1)
    #expect(weak(1) !== instances.0)
    #expect(weak(2) === instances.1)
  }

  @Test("It drops the instance of the scope graph")
  func graph() {
    let graph = ParameterFactory<Int, Resource>(container) { Resource("\($0)") }
      .scopeOnParameters.graph
    let tree = Factory<[Bool]>(container) {
      let (first, second) = (graph(1), graph(2))
      graph.reset(.scope, for: 1)
      return [first === graph(1), second === graph(2)]
    }
    #expect(tree() == [false, true])
  }

  @Test("A pop restores the instance")
  func pop() {
    let instance = container.byNumber(1)
    container.manager.push()
    container.byNumber.reset(.scope, for: 1)
    #expect(container.byNumber(1) !== instance)
    container.manager.pop()
    #expect(container.byNumber(1) === instance)
  }

  @Test("An instance that is being built goes to those that wait, and is not kept")
  func inFlight() async throws {
    let (container, gate, hasBegun) = (container, TaskGate(), TaskGate())
    container.asyncByNumber.register {
      hasBegun.open()
      await gate.wait()
      return Resource("\($0)")
    }
    let first = Task { try await container.asyncByNumber(1) }
    await hasBegun.wait()
    container.asyncByNumber.reset(.scope, for: 1)
    gate.open()
    let overtaken = try await first.value
    #expect(container.asyncByNumber.resolvedOrNil(1) == nil)
    #expect(try await container.asyncByNumber(1) !== overtaken)
  }
}

extension ParameterResetTests {
  enum Option: CaseIterable {
    case none, registration, context, scope, all

    var value: FactoryResetOptions {
      switch self {
      case .none: .none
      case .registration: .registration
      case .context: .context
      case .scope: .scope
      case .all: .all
      }
    }

    var drops: Bool { self == .scope || self == .all }
  }
}
