// Factory, MIT licence; see LICENSE
//
// reset(_:for:), which drops the instance of one parameter.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Reset of one parameter", .container) struct ParameterResetTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }

  @Test("It drops that parameter's instance only, on every kind with a parameter")
  func kinds() async throws {
    let plain = (container.byNumber(1), container.byNumber(2))
    container.byNumber.reset(.scope, for: 1)
    #expect(container.byNumber(1) !== plain.0)
    #expect(container.byNumber(2) === plain.1)

    let throwing = (try container.throwingByNumber(1), try container.throwingByNumber(2))
    container.throwingByNumber.reset(.all, for: 1)
    #expect(try container.throwingByNumber(1) !== throwing.0)
    #expect(try container.throwingByNumber(2) === throwing.1)

    let async = (try await container.asyncByNumber(1), try await container.asyncByNumber(2))
    container.asyncByNumber.reset(.scope, for: 1)
    #expect(try await container.asyncByNumber(1) !== async.0)
    #expect(try await container.asyncByNumber(2) === async.1)

    let screens = (await container.screenByNumber(1), await container.screenByNumber(2))
    container.screenByNumber.reset(.scope, for: 1)
    #expect(await container.screenByNumber(1) !== screens.0)
    #expect(await container.screenByNumber(2) === screens.1)
    #expect(container.closed.elements.isEmpty)
  }

  @Test("Registrations stay, and other options drop nothing")
  func options() {
    container.byNumber.register { Resource("registered \($0)") }
    let instance = container.byNumber(1)
    container.byNumber.reset(.registration, for: 1)
    container.byNumber.reset(.context, for: 1)
    container.byNumber.reset(.none, for: 1)
    #expect(container.byNumber(1) === instance)
    container.byNumber.reset(.all, for: 1)
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

  @Test("It drops instances of singletons and of the scopes shared and graph")
  func scopes() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let instances = (container.singleByNumber(1), container.singleByNumber(2))
      container.singleByNumber.reset(.scope, for: 1)
      #expect(container.singleByNumber(1) !== instances.0)
      #expect(container.singleByNumber(2) === instances.1)
    }
    let weak = ParameterFactory<Int, Resource>(container) { Resource("\($0)") }
      .scopeOnParameters.shared
    let instances = (weak(1), weak(2))
    weak.reset(.scope, for: 1)
    #expect(weak(1) !== instances.0)
    #expect(weak(2) === instances.1)
    let graph = ParameterFactory<Int, Resource>(container) { Resource("\($0)") }
      .scopeOnParameters.graph
    let tree = Factory<Bool>(container) {
      let first = graph(1)
      graph.reset(.scope, for: 1)
      return first !== graph(1)
    }
    #expect(tree())
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

  @Test("While threads resolve, each gets an instance of its parameter")
  func threads() {
    let container = container
    whileChanging(2_000, readers: 2) { _ in
      container.byNumber.reset(.scope, for: 1)
    } read: {
      #expect(container.byNumber(1).name == "plain 1")
      #expect(container.byNumber(2).name == "plain 2")
    }
    #expect(container.built.elements.filter { $0 == "plain 2" }.count == 1)
  }
}
