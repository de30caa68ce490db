// Factory, MIT licence; see LICENSE
//
// The factories of the strict tests: one of each kind, and a chain.
import FactoryTesting
import Testing

final class StrictService: Sendable {
  let name: String
  init(_ name: String = "live") { self.name = name }
}

@MainActor final class StrictModel {
  let name: String
  init(_ name: String = "live") { self.name = name }
}

enum StrictError: Error { case failed }

final class StrictContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = StrictContainer()
  let manager = ContainerManager()
  let name: String
  let registers: @Sendable (StrictContainer) -> Void

  init(
    name: String = "shared",
    registers: @escaping @Sendable (StrictContainer) -> Void = { _ in }
  ) {
    self.name = name
    self.registers = registers
  }

  func autoRegister() {
    registeredService.register { StrictService("registered") }
    registers(self)
  }
}

extension StrictContainer {
  var registeredService: Factory<StrictService> { self { StrictService() } }

  var plain: Factory<StrictService> { self { StrictService() } }
  var other: Factory<StrictService> { self { StrictService("other") } }
  var cached: Factory<StrictService> { self { StrictService() }.cached }
  var weak: Factory<StrictService> { self { StrictService() }.shared }
  var graph: Factory<StrictService> { self { StrictService() }.graph }
  var singleton: Factory<StrictService> { self { StrictService() }.singleton }
  var timed: Factory<StrictService> { self { StrictService() }.cached.timeToLive(10) }
  var withParameter: ParameterFactory<Int, StrictService> { self { StrictService("\($0)") } }
  var perParameter: ParameterFactory<Int, StrictService> {
    self { StrictService("\($0)") }.scopeOnParameters.cached
  }
  var throwing: ThrowingFactory<StrictService, any Error> { self { StrictService() } }
  var failing: ThrowingFactory<StrictService, any Error> { self { throw StrictError.failed } }
  var throwingWithParameter: ThrowingParameterFactory<Int, StrictService, StrictError> {
    self { (number: Int) throws(StrictError) in StrictService("\(number)") }
  }
  var asynchronous: AsyncFactory<StrictService, Never> { self { StrictService() } }
  var asyncCached: AsyncFactory<StrictService, any Error> { self { StrictService() }.cached }
  var asyncWithParameter: AsyncParameterFactory<Int, StrictService, Never> {
    self { StrictService("\($0)") }.scopeOnParameters.cached
  }
  var onMainActor: MainActorFactory<StrictModel> { self { StrictModel() } }
  var onMainActorWithParameter: MainActorParameterFactory<Int, StrictModel> {
    self { StrictModel("\($0)") }
  }

  // A chain.
  var inner: Factory<StrictService> { self { StrictService(self.plain().name) } }
  var outer: Factory<StrictService> { self { StrictService(self.inner().name) }.testable }
  var asyncInner: AsyncFactory<StrictService, Never> {
    self { StrictService(self.plain().name) }.cached.testable
  }
  var asyncOuter: AsyncFactory<StrictService, Never> {
    self { await self.asyncInner() }.testable
  }

  var promise: Factory<StrictService?> { promised() }

  /// Registers for every kind of factory. Not `async`: a trait's closure calls it without `await`.
  func registerMocks() {
    plain.register { StrictService("mock") }
    cached.register { StrictService("mock") }
    singleton.register { StrictService("mock") }
    graph.register { StrictService("mock") }
    withParameter.register { StrictService("mock \($0)") }
    perParameter.register { StrictService("mock \($0)") }
    throwing.register { StrictService("mock") }
    throwingWithParameter.register { StrictService("mock \($0)") }
    asynchronous.register { StrictService("mock") }
    asyncCached.register { StrictService("mock") }
    asyncWithParameter.register { StrictService("mock \($0)") }
    onMainActor.register { StrictModel("mock") }
    onMainActorWithParameter.register { StrictModel("mock \($0)") }
  }

  @MainActor func expectMocks() async throws {
    let names = [
      plain().name, cached().name, singleton().name, graph().name, try throwing().name,
      await asynchronous().name, try await asyncCached().name, onMainActor().name,
    ]
    #expect(names == Array(repeating: "mock", count: 8))
    let withParameters = [
      withParameter(1).name, perParameter(1).name, try throwingWithParameter(1).name,
      await asyncWithParameter(1).name, onMainActorWithParameter(1).name,
    ]
    #expect(withParameters == Array(repeating: "mock 1", count: 5))
  }
}

extension Container {
  var strictPlain: Factory<StrictService> { self { StrictService() } }
  var strictOther: Factory<StrictService> { self { StrictService() } }
  var strictClock: Factory<@Sendable () -> Int> { self { { 0 } } }
  var strictFunction: ParameterFactory<Int, StrictService> { self { StrictService("\($0)") } }
  var strictSingleton: Factory<StrictService> { self { StrictService() }.singleton }
}

extension Trait where Self == ContainerTrait<StrictContainer> {
  static var strictContainer: Self {
    .init(shared: StrictContainer.$shared, container: StrictContainer(name: "test"))
  }
}
