// Factory, MIT licence; see LICENSE
//
// What a watcher is told about every kind of factory.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Watching every kind of factory", .container) struct KindWatchTests {
  private let container = KindContainer()

  private func events(
    _ body: () async throws -> Void
  ) async rethrows -> [ResolutionEvent] {
    let events = LockedArray<ResolutionEvent>()
    let watch = container.manager.watch { events.append($0) }
    defer { watch.cancel() }
    try await body()
    return events.elements
  }

  @Test(
    "A watcher is told whether an instance was built, cached or registered",
    arguments: TestedKind.allCases, TestedScope.caching)
  func kinds(kind: TestedKind, scope: TestedScope) async throws {
    let factory = container.factory(kind, scope)
    let events = try await events {
      let instance = try await factory()
      _ = try await factory()
      withExtendedLifetime(instance) {}
      factory.register("registered")
      _ = try await factory()
    }
    #expect(events.map(\.kind) == [.built, .kept, .registered])
    #expect(events.allSatisfy { $0.depth == 0 && $0.parent == nil })
  }

  @Test("Each new instance of an unscoped factory is reported", arguments: TestedKind.allCases)
  func unscoped(kind: TestedKind) async throws {
    let events = try await events {
      for _ in 0..<2 { _ = try await container.factory(kind)() }
    }
    #expect(events.map(\.kind) == [.built, .built])
  }

  @Test("An instance with a time to live is built once", arguments: TestedKind.allCases)
  func timed(kind: TestedKind) async throws {
    let factory = container.factory(kind, .cached).timeToLive(1000)
    let events = try await events { for _ in 0..<2 { _ = try await factory() } }
    #expect(events.map(\.kind) == [.built, .kept])
  }

  @Test(
    "The instance of each parameter is built once", arguments: TestedKind.withOnePerNumber)
  func perNumber(kind: TestedKind) async throws {
    let events = try await events {
      for number in [1, 2, 1] { _ = try await container.factory(kind, .cached)(number) }
    }
    #expect(events.map(\.kind) == [.built, .built, .kept])
  }

  @Test("A resolution that fails is not reported", arguments: TestedKind.failing)
  func failing(kind: TestedKind) async {
    container.fails = true
    let events = await events {
      await #expect(throws: TestError.self) { try await container.factory(kind)() }
    }
    #expect(events.isEmpty)
  }
}
