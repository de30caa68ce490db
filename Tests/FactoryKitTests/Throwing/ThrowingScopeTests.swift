// Factory, MIT licence; see LICENSE
//
// What throwing factories return in a resolution cycle, and values in their scopes. The tests of all
// kinds have the other behaviour of scopes.
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
}
