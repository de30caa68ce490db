// Factory, MIT licence; see LICENSE
//
// Random histories of many tasks that resolve asynchronous factories while others change them.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Histories of tasks", .oneAtATime)
struct AsyncHistories {
  @Test(
    "While tasks resolve, fail and are cancelled, resets and registrations keep their guarantees",
    arguments: HistoryFactory.allCases)
  func changes(factory: HistoryFactory) async {
    var total = HistoryFigures()
    for seed in HistoryFigures.seeds where seed.isRequired || !total.hasAllOutcomes {
      await Scope.$singleton.withValue(Scope.Singleton()) {
        let player = HistoryPlayer(factory, seed: seed.number)
        await inTasks(8) { index in await player.play(index, steps: 40) }
        total.add(player.check())
      }
    }
    #expect(total.hasAllOutcomes)
  }

  @Test("A history that violates a guarantee would be found")
  func violations() {
    // A resolution after a reset gets an instance from before it, and then its error again.
    let history = AsyncHistory()
    let first = history.beginResolution(0)
    AsyncHistory.$resolution.withValue(first) {
      let construction = history.beginConstruction(0, version: 0)
      history.endConstruction(construction, isCancelled: false)
      history.endResolution(first, .instance(construction))
      #expect(history.recorded.violations == [])
      history.recordChange(.reset) {}
      history.endResolution(history.beginResolution(0), .instance(construction))
      #expect(history.recorded.violations.count == 1)
      history.endResolution(history.beginResolution(0), .failure(construction))
      history.endResolution(history.beginResolution(0), .cancellation)
      history.endResolution(history.beginResolution(1), .instance(construction))
      #expect(history.recorded.violations.count == 5)
    }
    // Two constructions at a time.
    let last = history.beginResolution(0)
    AsyncHistory.$resolution.withValue(last) {
      let construction = history.beginConstruction(0, version: 0)
      _ = history.beginConstruction(0, version: 0)
      history.endResolution(last, .instance(construction))
      #expect(history.recorded.violations.count == 6)
    }
  }

  /// The closure of an abandoned construction may start after that of the next one: a task starts
  /// when a thread is free.
  @Test(
    "A construction that was abandoned before its closure started is no violation",
    arguments: [false, true])
  func abandoned(isCancelled: Bool) {
    let history = AsyncHistory()
    let first = history.beginResolution(0)
    if isCancelled { history.noteCancellation(first) }
    let second = history.beginResolution(0)
    let next = AsyncHistory.$resolution.withValue(second) {
      history.beginConstruction(0, version: 0)
    }
    AsyncHistory.$resolution.withValue(first) {
      let late = history.beginConstruction(0, version: 0)
      history.endConstruction(late, isCancelled: isCancelled)
    }
    history.endConstruction(next, isCancelled: false)
    history.endResolution(first, .cancellation)
    history.endResolution(second, .instance(next))
    #expect(history.recorded.violations.isEmpty == isCancelled)
  }
}

/// The factories whose histories are recorded.
enum HistoryFactory: CaseIterable, Sendable {
  case cached, shared, singleton, perParameter, parameterSingleton

  var hasParameter: Bool { self == .perParameter || self == .parameterSingleton }
}

/// The resolutions that histories contained.
struct HistoryFigures {
  private var resolutions: [AsyncHistory.Resolution] = []

  mutating func add(_ events: AsyncHistory.Events) { resolutions += events.resolutions }

  private func contains(_ isIt: (AsyncHistory.Resolution.Outcome) -> Bool) -> Bool {
    resolutions.contains { isIt($0.result) }
  }

  /// Whether some resolutions returned an instance, some failed, and some were cancelled.
  var hasAllOutcomes: Bool {
    contains { if case .instance = $0 { true } else { false } }
      && contains { if case .failure = $0 { true } else { false } }
      && contains { if case .cancellation = $0 { true } else { false } }
  }

  /// The seeds to play. How many constructions a history has depends on the processors: a singleton
  /// that is reset early may have one. Further seeds are played until all outcomes have occurred.
  static var seeds: [(number: UInt64, isRequired: Bool)] {
    let required = Effort.scaled(Effort.isLong ? 200 : 20)
    return (0..<required + 200).map { (UInt64($0), $0 < required) }
  }
}

/// An instance that knows its construction.
final class HistoryPiece: Sendable {
  let construction: Int

  init(construction: Int) {
    self.construction = construction
  }
}

private struct HistoryError: Error {
  let construction: Int
}

private final class HistoryContainer: ManagedContainer, Sendable {
  let manager = ContainerManager()
  let history = AsyncHistory()
  private let calls = Counter()

  /// The body of all closures: lets other tasks run, and fails sometimes.
  func build(_ parameter: Int, version: Int = 0) async throws -> HistoryPiece {
    let number = history.beginConstruction(parameter, version: version)
    let call = calls.increment()
    for _ in 0..<call % 4 { await Task.yield() }
    history.endConstruction(number, isCancelled: Task.isCancelled)
    if Task.isCancelled && call % 2 == 0 { throw CancellationError() }
    if call % 5 == 0 { throw HistoryError(construction: number) }
    return HistoryPiece(construction: number)
  }

  /// The factories without a parameter. A history uses one factory only.
  private func plain(_ factory: HistoryFactory) -> AsyncFactory<HistoryPiece, any Error> {
    let plain: AsyncFactory<HistoryPiece, any Error> = self { try await self.build(0) }
    return switch factory {
    case .shared: plain.shared
    case .singleton: plain.singleton
    default: plain.cached
    }
  }

  private func withParameter(
    _ factory: HistoryFactory
  ) -> AsyncParameterFactory<CollidingParameter, HistoryPiece, any Error> {
    let each: AsyncParameterFactory<CollidingParameter, HistoryPiece, any Error> =
      self { try await self.build($0.value) }.scopeOnParameters
    return factory == .parameterSingleton ? each.singleton : each.cached
  }

  func resolve(_ factory: HistoryFactory, _ parameter: Int) async throws -> HistoryPiece {
    factory.hasParameter
      ? try await withParameter(factory)(CollidingParameter(value: parameter))
      : try await plain(factory)()
  }

  func reset(_ factory: HistoryFactory) {
    switch factory {
    case .cached: plain(factory).reset(.scope)
    case .shared: manager.reset(scope: .shared)
    case .singleton: Scope.singleton.reset()
    case .perParameter: manager.reset(options: .scope)
    case .parameterSingleton: withParameter(factory).reset(.scope)
    }
  }

  func register(_ factory: HistoryFactory, version: Int) {
    if factory.hasParameter {
      withParameter(factory).register { [self] in try await build($0.value, version: version) }
    } else {
      plain(factory).register { [self] in try await build(0, version: version) }
    }
  }
}

/// Tasks that use one factory at random. Task 0 makes the changes, so that their order is known.
private final class HistoryPlayer: Sendable {
  private let factory: HistoryFactory
  private let seed: UInt64
  private let container = HistoryContainer()

  init(_ factory: HistoryFactory, seed: UInt64) {
    self.factory = factory
    self.seed = seed
  }

  func play(_ index: Int, steps: Int) async {
    var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(index))
    var version = 0
    for _ in 0..<steps {
      if index > 0 {
        await resolve(&generator)
      } else if generator.chance(2) {
        container.history.recordChange(.reset) { container.reset(factory) }
      } else {
        version += 1
        container.history.recordChange(.register(version: version)) {
          container.register(factory, version: version)
        }
      }
      for _ in 0..<Int.random(in: 0..<3, using: &generator) { await Task.yield() }
    }
  }

  /// Resolves in a task of its own, which may be cancelled.
  private func resolve(_ generator: inout SeededGenerator) async {
    let parameter = Int.random(in: 0..<(factory.hasParameter ? 3 : 1), using: &generator)
    let (history, container, factory) = (container.history, container, factory)
    let number = history.beginResolution(parameter)
    let task = Task {
      await AsyncHistory.$resolution.withValue(number) {
        do {
          let piece = try await container.resolve(factory, parameter)
          history.endResolution(number, .instance(piece.construction))
        } catch let error as HistoryError {
          history.endResolution(number, .failure(error.construction))
        } catch {
          history.endResolution(number, .cancellation)
        }
      }
    }
    if generator.chance(4) {
      for _ in 0..<Int.random(in: 0..<3, using: &generator) { await Task.yield() }
      history.noteCancellation(number)
      task.cancel()
    }
    await task.value
  }

  /// Records the guarantees that the history violates.
  func check() -> AsyncHistory.Events {
    let events = container.history.recorded
    #expect(events.violations == [], "seed \(seed)")
    // A registered closure retains its container.
    container.manager.reset()
    Scope.singleton.reset()
    return events
  }
}
