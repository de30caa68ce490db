// Factory, MIT licence; see LICENSE
//
// `timeToLive` with asynchronous factories, and a clock that the test advances.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class AsyncTimedContainer: ManagedContainer {
  let manager = ContainerManager()
  let clock = ManualClock()
  let builder = AsyncBuilder()

  init() { manager.clock = clock.reading }

  var cached: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached.timeToLive(10)
  }
  var before: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.timeToLive(10).cached
  }
  var shared: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.shared.timeToLive(10)
  }
  var singleton: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.singleton.timeToLive(10)
  }
  var byNumber: AsyncParameterFactory<Int, TestService, any Error> {
    self { try await self.builder.build("\($0)") }.scopeOnParameters.cached.timeToLive(10)
  }
  var never: AsyncFactory<TestService, Never> {
    self { await self.builder.buildAlways() }.cached.timeToLive(10)
  }
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  var duration: AsyncFactory<TestService, any Error> {
    self { try await self.builder.build() }.cached.timeToLive(.seconds(10))
  }
}

private enum Timed: CaseIterable, Sendable {
  case cached, before, shared, singleton, byNumber, never

  func resolve(_ container: AsyncTimedContainer) async throws -> TestService {
    switch self {
    case .cached: try await container.cached()
    case .before: try await container.before()
    case .shared: try await container.shared()
    case .singleton: try await container.singleton()
    case .byNumber: try await container.byNumber(1)
    case .never: await container.never()
    }
  }
}

@Suite("Time to live of async factories", .container) struct AsyncTimeToLiveTests {
  private let container = AsyncTimedContainer()

  @Test("An instance expires when it has not been resolved for the time", arguments: Timed.allCases)
  private func expires(_ timed: Timed) async throws {
    let before = try await timed.resolve(container)
    container.clock.advance(seconds: 9)
    #expect(try await timed.resolve(container) === before)
    container.clock.advance(seconds: 9)
    #expect(try await timed.resolve(container) === before)
    container.clock.advance(seconds: 11)
    #expect(try await timed.resolve(container) !== before)
  }

  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @Test("The time can be given as a Duration")
  func duration() async throws {
    let before = try await container.duration()
    container.clock.advance(seconds: 9)
    #expect(try await container.duration() === before)
    container.clock.advance(seconds: 11)
    #expect(try await container.duration() !== before)
  }

  @Test("The time starts when the instance is finished, however long its construction took")
  func slow() async throws {
    let clock = container.clock
    container.builder.during { _ in clock.advance(seconds: 60) }
    let before = try await container.cached()
    clock.advance(seconds: 9)
    #expect(try await container.cached() === before)
  }

  @Test("Each parameter's instance has a time of its own")
  func parameters() async throws {
    let (one, two) = (try await container.byNumber(1), try await container.byNumber(2))
    container.clock.advance(seconds: 6)
    #expect(try await container.byNumber(1) === one)
    container.clock.advance(seconds: 6)
    #expect(try await container.byNumber(1) === one)
    #expect(try await container.byNumber(2) !== two)
  }

  @Test("resolvedOrNil does not return an expired instance")
  func existing() async throws {
    let before = try await container.cached()
    container.clock.advance(seconds: 9)
    #expect(container.cached.resolvedOrNil() === before)
    container.clock.advance(seconds: 9)
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.builder.count.value == 1)
  }
}
