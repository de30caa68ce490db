// Factory, MIT licence; see LICENSE
//
// reset(_:for:), which drops the instance of one parameter.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Reset of one parameter", .container) struct ParameterResetTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }

  private func numbered(_ scope: Scope) -> ParameterFactory<Int, Resource> {
    ParameterFactory(container) { Resource("\($0)") }.scopeOnParameters.scope(scope)
  }

  @Test(
    "It drops that parameter's instance only",
    arguments: [.cached, .singleton, .shared] as [Scope])
  func plain(scope: Scope) {
    let factory = numbered(scope)
    let instances = (factory(1), factory(2))
    factory.reset(.scope, for: 1)
    #expect(factory(1) !== instances.0)
    #expect(factory(2) === instances.1)
  }

  @Test(
    "It drops the instance with the options scope and all only, and no registration with any",
    arguments: [.none, .registration, .context, .scope, .all] as [FactoryResetOptions])
  func options(option: FactoryResetOptions) {
    container.byNumber.register { Resource("registered \($0)") }
    let instance = container.byNumber(1)
    container.byNumber.reset(option, for: 1)
    #expect((container.byNumber(1) !== instance) == (option == .scope || option == .all))
    #expect(container.byNumber(1).name == "registered 1")
    // It calls no hook.
    #expect(container.closed.elements.isEmpty)
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

  @Test("It drops the instance of the scope graph")
  func graph() {
    let graph = numbered(.graph)
    let tree = Factory<[Bool]>(container) {
      let (first, second) = (graph(1), graph(2))
      graph.reset(.scope, for: 1)
      return [first === graph(1), second === graph(2)]
    }
    #expect(tree() == [false, true])
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
