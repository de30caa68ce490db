// Factory, MIT licence; see LICENSE
//
// The library's side of `ConstructionModel`: a container with asynchronous factories whose closures
// return when the test says so.
import FactoryKit
import FactoryModel
import FactoryTestSupport

/// The factories that are compared with the model.
enum WalkedFactory: CaseIterable, Sendable {
  case cached, shared, singleton, session, perParameter, timed, decorated, planned, only

  var rules: ConstructionRules {
    switch self {
    case .shared: ConstructionRules(isWeak: true)
    case .planned, .only: ConstructionRules(isCancellable: false)
    default: ConstructionRules()
    }
  }

  /// Whether the closure can throw an error.
  var throwsErrors: Bool { self != .only }
}

/// An error of a closure, by the number of its construction.
struct WalkedError: Error {
  let number: Int
}

final class WalkedContainer: ManagedContainer, @unchecked Sendable {
  // Sendable: all tasks run on one thread; see `ControlledTasks`.
  let manager = ContainerManager()
  let alive = Counter()
  private(set) var started = 0
  private var inFlight: [(number: Int, end: UnsafeContinuation<Bool, Never>)] = []
  private var cancelled: Set<Int> = []
  static let session = Scope.Cached()

  /// The factories that throw any error and have no parameter. The tests use one of them only.
  private func plain(_ factory: WalkedFactory) -> AsyncFactory<Piece, any Error> {
    let plain: AsyncFactory<Piece, any Error> = self { try await self.build() }
    return switch factory {
    case .shared: plain.shared
    case .singleton: plain.singleton
    case .session: plain.scope(Self.session)
    case .timed: plain.cached.timeToLive(1000)
    case .decorated: plain.cached.decorator { _ in }
    default: plain.cached
    }
  }
  private var perParameter: AsyncParameterFactory<CollidingParameter, Piece, any Error> {
    self { _ in try await self.build() }.scopeOnParameters.cached
  }
  private var planned: AsyncFactory<Piece, WalkedError> { self(plannedClosure).cached }
  private var only: AsyncFactory<Piece, Never> {
    self { await self.build(Never.self) }.cached
  }

  /// The body of closures that throw any error: waits for `end`.
  func build() async throws -> Piece { try await build((any Error).self) }

  private func build<Failure: Error>(_: Failure.Type) async throws(Failure) -> Piece {
    started += 1
    let number = started
    let succeeds = await withTaskCancellationHandler {
      await withUnsafeContinuation { inFlight.append((number, $0)) }
    } onCancel: {
      cancelled.insert(number)
    }
    // Factories whose `Failure` is `Never` are not failed.
    if !succeeds { throw WalkedError(number: number) as! Failure }
    return Piece(number: number, alive: alive)
  }

  private var plannedClosure: AsyncFactory<Piece, WalkedError>.Closure {
    { () async throws(WalkedError) in try await self.build(WalkedError.self) }
  }

  /// Lets the closure of a construction return or throw.
  func end(_ index: Int, succeeding: Bool) {
    inFlight.remove(at: index).end.resume(returning: succeeding)
  }

  /// The constructions in flight, and whether each one's task is cancelled.
  var constructions: [(number: Int, isCancelled: Bool)] {
    inFlight.map { ($0.number, cancelled.contains($0.number)) }
  }

  // MARK: With any factory

  func resolve(_ factory: WalkedFactory) async throws -> Piece {
    switch factory {
    case .perParameter: try await perParameter(CollidingParameter(value: 1))
    case .planned: try await planned()
    case .only: await only()
    default: try await plain(factory)()
    }
  }

  func kept(_ factory: WalkedFactory) -> Piece? {
    switch factory {
    case .perParameter: perParameter.resolvedOrNil(CollidingParameter(value: 1))
    case .planned: planned.resolvedOrNil()
    case .only: only.resolvedOrNil()
    default: plain(factory).resolvedOrNil()
    }
  }

  func reset(_ factory: WalkedFactory) {
    switch factory {
    case .shared: manager.reset(scope: .shared)
    case .singleton: Scope.singleton.reset()
    case .session: manager.reset(scope: Self.session)
    case .timed: manager.reset(options: .scope)
    case .perParameter: perParameter.reset(.scope)
    case .planned: planned.reset(.scope)
    case .only: only.reset(.scope)
    case .cached, .decorated: plain(factory).reset(.scope)
    }
  }

  /// Registers a closure that retains the container, until the container is reset.
  func register(_ factory: WalkedFactory) {
    switch factory {
    case .perParameter: perParameter.register { [self] _ in try await build() }
    case .planned: planned.register(factory: plannedClosure)
    case .only: only.register { [self] in await build(Never.self) }
    default: plain(factory).register { [self] in try await build() }
    }
  }
}

/// Plays events on a factory of the library.
final class ConstructionPlayer: @unchecked Sendable {
  // Sendable: all tasks run on one thread; see `ControlledTasks`.
  private let factory: WalkedFactory
  private let container = WalkedContainer()
  private var tasks: [Task<Void, Never>?]
  private var results: [Result<Piece, any Error>?]

  init(_ factory: WalkedFactory, tasks count: Int) {
    self.factory = factory
    tasks = Array(repeating: nil, count: count)
    results = Array(repeating: nil, count: count)
  }

  /// Performs an event, and lets all tasks run until they wait.
  func play(_ event: ConstructionEvent) {
    switch event {
    case .ask(let task): ask(task)
    case .askCancelled(let task):
      // The task begins when it is cancelled already.
      ask(task)
      tasks[task]!.cancel()
    case .cancel(let task): tasks[task]!.cancel()
    case .succeed(let index): container.end(index, succeeding: true)
    case .fail(let index): container.end(index, succeeding: false)
    case .reset: container.reset(factory)
    case .register: container.register(factory)
    }
    ControlledTasks.drain()
  }

  private func ask(_ index: Int) {
    results[index] = nil
    tasks[index] = Task { [self] in
      do {
        results[index] = .success(try await container.resolve(factory))
      } catch {
        results[index] = .failure(error)
      }
      tasks[index] = nil
    }
  }

  /// What is visible now, to be compared with the model.
  var observation: ConstructionObservation {
    ConstructionObservation(
      waiting: Set(tasks.indices.filter { tasks[$0] != nil }),
      outcomes: results.map { result in
        switch result {
        case nil: nil
        case .success(let piece): .instance(piece.number)
        case .failure(let error as WalkedError): .failure(error.number)
        case .failure(is CancellationError): .cancelled
        case .failure(let error): preconditionFailure("\(error)")
        }
      },
      constructions: container.constructions.map { .init(number: $0, isCancelled: $1) },
      kept: container.kept(factory)?.number, started: container.started)
  }

  /// Lets all constructions return, and returns how many instances are left when nothing refers to them any more.
  func end() -> Int {
    while !container.constructions.isEmpty { play(.succeed(0)) }
    container.manager.reset()
    Scope.singleton.reset()
    results = []
    return container.alive.value
  }
}

/// What one can see of a factory and of the tasks that resolve it.
struct ConstructionObservation: Equatable, Sendable {
  struct Construction: Equatable, Sendable {
    let number: Int
    let isCancelled: Bool
  }

  let waiting: Set<Int>
  let outcomes: [ConstructionOutcome?]
  let constructions: [Construction]
  let kept: Int?
  let started: Int
}

extension ConstructionModel {
  var observation: ConstructionObservation {
    ConstructionObservation(
      waiting: waiting, outcomes: outcomes,
      constructions: inFlight.map { .init(number: $0.number, isCancelled: $0.isCancelled) },
      kept: kept, started: started)
  }
}
