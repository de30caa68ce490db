// Factory, MIT licence; see LICENSE
//
// Plays programs on the library itself.
import FactoryKit

/// Plays programs on two instances of a container whose factories are the program's definitions.
final class LibraryPlayer: Player, @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  let counts = InstanceCounts()
  let tasks = PlayedTasks()
  private var containers: [PlayedContainer] = []
  private let clock = PlayedClock()
  private static let session = Scope.Cached()

  init(_ program: Program) {
    for index in 0..<ProgramSize.containers {
      let container = PlayedContainer()
      container.player = self
      container.definitions = program.definitions[index]
      container.autoRegistrations = program.autoRegistrations[index]
      container.manager.clock = { [clock] in clock.now }
      containers.append(container)
    }
  }

  deinit {
    for argument in ProgramSize.arguments { FactoryContext.removeArg(forKey: argument) }
  }

  // MARK: Resolving

  func resolve(_ target: Target) async throws -> Instance? {
    let (container, index) = (containers[target.container], target.factory)
    let parameter = CollidingParameter(value: target.parameter)
    switch target.kind {
    case .asyncThrowing: return try await container.asyncThrowing(index)()
    case .asyncOnly: return await container.asyncOnly(index)()
    case .asyncWithParameter: return try await container.asyncWithParameter(index)(parameter)
    default: return try resolveNow(target)
    }
  }

  func resolveDirectly(_ target: Target) -> Result<Instance?, any Error>? {
    target.kind.isAsync ? nil : Result { try resolveNow(target) }
  }

  /// Resolves a synchronous factory.
  func resolveNow(_ target: Target) throws -> Instance? {
    let (container, index) = (containers[target.container], target.factory)
    let parameter = CollidingParameter(value: target.parameter)
    switch target.kind {
    case .plain: return container.plain(index)()
    case .throwing: return try container.throwing(index)()
    case .withParameter: return container.withParameter(index)(parameter)
    case .throwingWithParameter: return try container.throwingWithParameter(index)(parameter)
    // All jobs run on the main actor's thread: see `ControlledTasks`.
    case .mainActor: return MainActor.assumeIsolated { container.mainActor(index)() }
    case .mainActorWithParameter:
      return MainActor.assumeIsolated { container.mainActorWithParameter(index)(parameter) }
    case .asyncThrowing, .asyncOnly, .asyncWithParameter:
      preconditionFailure("a synchronous closure resolves an asynchronous factory")
    }
  }

  /// The body of a synchronous closure of the library.
  func buildNow<Failure: Error>(
    _ builder: Builder, for kind: FactoryKind, _: Failure.Type
  ) throws(Failure) -> Instance? {
    do {
      let number = begin(builder)
      var parts: [Instance] = []
      for step in builder.steps {
        switch step {
        case .resolve(let target, _):
          let result = Result { try resolveNow(target) }
          if let part = try part(result, of: builder, kind) { parts.append(part) }
        case .existing(let target):
          if let part = existing(target) { parts.append(part) }
        default:
          perform(step)
        }
      }
      return try finish(builder, number, kind, parts)
    } catch {
      // `part` and `finish` throw what closures of the kind can throw.
      throw error as! Failure
    }
  }

  func existing(_ target: Target) -> Instance? {
    let (container, index) = (containers[target.container], target.factory)
    let parameter = CollidingParameter(value: target.parameter)
    // An instance may be nil only if there is none: a nil result is not kept.
    let instance: Instance?? =
      switch target.kind {
      case .plain: container.plain(index).resolvedOrNil()
      case .throwing: container.throwing(index).resolvedOrNil()
      case .withParameter: container.withParameter(index).resolvedOrNil(parameter)
      case .throwingWithParameter: container.throwingWithParameter(index).resolvedOrNil(parameter)
      case .mainActor: MainActor.assumeIsolated { container.mainActor(index).resolvedOrNil() }
      case .mainActorWithParameter:
        MainActor.assumeIsolated {
          container.mainActorWithParameter(index).resolvedOrNil(parameter)
        }
      case .asyncThrowing: container.asyncThrowing(index).resolvedOrNil()
      case .asyncOnly: container.asyncOnly(index).resolvedOrNil()
      case .asyncWithParameter: container.asyncWithParameter(index).resolvedOrNil(parameter)
      }
    return instance ?? nil
  }

  // MARK: Changes

  func change(_ operation: Operation) {
    switch operation {
    case .resolve, .existing, .proceed, .cancel, .releaseInstance: break
    case .register(let target, let builder):
      containers[target.container].change(target.factory, .register(builder))
    case .context(let target, let argument, let builder):
      containers[target.container].change(target.factory, .context(argument, builder))
    case .wrap(let target, let layer):
      containers[target.container].change(target.factory, .wrap(layer))
    case .scope(let target, let scope):
      containers[target.container].change(target.factory, .scope(Self.scope(scope)))
    case .timeToLive(let target, let limit):
      containers[target.container].change(target.factory, .timeToLive(seconds(limit)))
    case .resetFactory(let target, let option):
      containers[target.container].change(target.factory, .reset(Self.option(option)))
    case .resetContainer(let index, let option):
      containers[index].manager.reset(options: Self.option(option))
    case .resetScope(let index, let scope):
      containers[index].manager.reset(scope: Self.scope(scope))
    case .resetParameter(let target):
      containers[target.container].resetParameter(target.factory, target.parameter)
    // Without a limit, because controlled tasks must not sleep.
    case .shutdown(let index):
      let container = containers[index]
      Task { try? await container.shutdown(hookLimit: .infinity) }
    case .shutdownSingletons: Task { try? await Scope.singleton.shutdown(hookLimit: .infinity) }
    case .resetSingletons: Scope.singleton.reset()
    case .push(let index): containers[index].push()
    case .pop(let index): containers[index].popIfPushed()
    case .defaultScope(let index, let scope):
      containers[index].manager.defaultScope = scope.map(Self.scope)
    case .setArgument(let argument): FactoryContext.setArg(argument, forKey: argument)
    case .removeArgument(let argument): FactoryContext.removeArg(forKey: argument)
    case .advanceClock(let time): clock.now += time
    }
  }

  static func scope(_ name: ScopeName) -> Scope {
    switch name {
    case .unique: Scope.unique
    case .cached: Scope.cached
    case .shared: Scope.shared
    case .graph: Scope.graph
    case .singleton: Scope.singleton
    case .session: session
    }
  }

  private static func option(_ option: ResetOption) -> FactoryResetOptions {
    switch option {
    case .all: .all
    case .context: .context
    case .none: .none
    case .registration: .registration
    case .scope: .scope
    }
  }
}

/// Programs count time in nanoseconds.
func seconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1_000_000_000 }

/// A clock that only programs move.
private final class PlayedClock: @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  var now: UInt64 = 0
}
