// Factory, MIT licence; see LICENSE
//
// Throwing factories in every scope.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension ThrowingContainer {
  /// Resolves the instance of the graph scope twice; the first time fails if the container does.
  fileprivate var twice: ThrowingFactory<[TestService], any Error> {
    self {
      let first = try? self.graph()
      self.fails = false
      return try [first, self.graph(), self.graph()].compactMap(\.self)
    }
  }
  fileprivate var number: ThrowingFactory<Int, any Error> {
    self {
      _ = try self.make()
      return 7
    }.cached
  }
  fileprivate var result: Factory<Result<TestService, any Error>> {
    self { Result { try self.make() } }.cached
  }
  fileprivate var weakNumber: ThrowingFactory<Int, any Error> {
    self {
      _ = try self.make()
      return 7
    }.shared
  }
}

@Suite("Scopes of throwing factories", .container) struct ThrowingScopeTests {
  private let container = ThrowingContainer()

  @Test("A cached instance is returned without another call", arguments: ThrowingScope.caching)
  func cached(scope: ThrowingScope) throws {
    let instance = try scope.factory(in: container)()
    #expect(try scope.factory(in: container)() === instance)
    #expect(try scope.factory(in: container).resolve() === instance)
    #expect(container.attempts.value == 1)
  }

  @Test(
    "An error is not cached: the next resolution calls the closure again",
    arguments: ThrowingScope.allCases)
  func error(scope: ThrowingScope) throws {
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try scope.factory(in: container)() }
    #expect(throws: MakeError(attempt: 2)) { try scope.factory(in: container)() }
    container.fails = false
    let instance = try scope.factory(in: container)()
    #expect(container.attempts.value == 3)
    let isCached = try scope.factory(in: container)() === instance
    #expect(isCached == ThrowingScope.caching.contains(scope))
  }

  @Test(
    "An error for one parameter is not cached, and does not concern the others",
    arguments: ThrowingScope.allCases)
  func errorWithParameter(scope: ThrowingScope) throws {
    let one = try scope.perNumber(in: container)(1)
    container.fails = true
    #expect(throws: MakeError(attempt: 2)) { try scope.perNumber(in: container)(2) }
    if ThrowingScope.caching.contains(scope) {
      #expect(try scope.perNumber(in: container)(1) === one)
    }
    container.fails = false
    #expect(try scope.perNumber(in: container)(2).label == "2")
    #expect(one.label == "1")
  }

  @Test("A cached instance stays while the closure would throw", arguments: ThrowingScope.caching)
  func stays(scope: ThrowingScope) throws {
    let instance = try scope.factory(in: container)()
    container.fails = true
    #expect(try scope.factory(in: container)() === instance)
    scope.factory(in: container).reset(.scope)
    #expect(throws: MakeError(attempt: 2)) { try scope.factory(in: container)() }
  }

  @Test("The unique scope calls the closure for each resolution")
  func unique() throws {
    #expect(try container.plain() !== container.plain())
    #expect(try container.cached.unique() !== container.cached.unique())
    #expect(container.attempts.value == 4)
  }

  @Test(
    "A weakly held instance is created again after it is gone",
    arguments: [ThrowingScope.shared, .weakly])
  func gone(scope: ThrowingScope) throws {
    weak let first = try scope.factory(in: container)()
    #expect(first == nil)
    container.fails = true
    #expect(throws: MakeError(attempt: 2)) { try scope.factory(in: container)() }
    container.fails = false
    let second = try scope.factory(in: container)()
    #expect(try scope.factory(in: container)() === second)
    #expect(container.attempts.value == 3)
  }

  @Test("A graph instance is shared in one resolution cycle only")
  func graph() throws {
    let first = try container.twice()
    #expect(first.count == 3)
    #expect(first.allSatisfy { $0 === first[0] })
    #expect(try container.twice()[0] !== first[0])
    #expect(container.attempts.value == 2)
  }

  @Test("An error of a graph instance is not shared in the resolution cycle")
  func graphError() throws {
    container.fails = true
    let instances = try container.twice()
    #expect(instances.count == 2)
    #expect(instances[0] === instances[1])
    #expect(container.attempts.value == 2)
  }

  @Test("A singleton is the same in all containers, and a failed one is created in the next one")
  func singleton() throws {
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try container.singleton() }
    let other = ThrowingContainer()
    let instance = try other.singleton()
    #expect(try container.singleton() === instance)
    #expect(container.attempts.value == 1)
  }

  @Test("A value is cached in the scopes that own their instances")
  func values() throws {
    #expect(try container.number() == 7)
    #expect(try container.number() == 7)
    #expect(container.attempts.value == 1)
    _ = try container.weakNumber()
    _ = try container.weakNumber()
    #expect(container.attempts.value == 3)
  }

  @Test("A Factory of a Result caches the error too")
  func result() {
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try container.result().get() }
    #expect(throws: MakeError(attempt: 1)) { try container.result().get() }
  }

  @Test("The container's default scope applies to throwing factories")
  func defaultScope() throws {
    container.manager.defaultScope = .cached
    container.fails = true
    #expect(throws: MakeError(attempt: 1)) { try container.plain() }
    container.fails = false
    let instance = try container.plain()
    #expect(try container.plain() === instance)
    #expect(try container.byNumber(1) === container.byNumber(2))
  }

  @Test("Another scope evicts the instance of the previous one")
  func changedScope() throws {
    let instance = try container.plain.cached()
    #expect(try container.plain.cached() === instance)
    container.fails = true
    #expect(throws: MakeError.self) { try container.plain.singleton() }
    container.fails = false
    #expect(try container.plain.cached() !== instance)
  }

  // MARK: Parameters

  @Test("Without scopeOnParameters, one instance is cached for all parameters")
  func oneForAll() throws {
    let instance = try container.oneForAll(1)
    #expect(try container.oneForAll(2) === instance)
    #expect(instance.label == "1")
  }

  @Test("With scopeOnParameters, one instance is cached for each parameter")
  func perNumber() throws {
    let one = try container.perNumber(1)
    let two = try container.perNumber(2)
    #expect(one !== two)
    #expect(try container.perNumber(1) === one)
    #expect(try container.perNumber(2) === two)
    #expect(container.attempts.value == 2)
  }
}
