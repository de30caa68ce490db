// Factory, MIT licence; see LICENSE
//
// Plays programs on the library itself.
import FactoryKit

/// A parameter whose hashes all collide, so that only `==` can tell them apart.
package struct CollidingParameter: Hashable, Sendable {
  package let value: Int

  package init(value: Int) {
    self.value = value
  }

  package func hash(into hasher: inout Hasher) {}
}

/// Plays programs on two instances of a container whose factories are the program's definitions.
final class LibraryPlayer: Player {
  let counts = InstanceCounts()
  var held: [Instance] = []
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

  func resolve(_ target: Target) -> Instance? {
    let container = containers[target.container]
    return target.factory < ProgramSize.firstWithParameter
      ? container.plain(target.factory)()
      : container.withParameter(target.factory)(CollidingParameter(value: target.parameter))
  }

  func change(_ operation: Operation) {
    switch operation {
    case .resolve, .releaseInstance: break
    case .register(let target, let builder):
      containers[target.container].register(target, builder)
    case .context(let target, let argument, let builder):
      containers[target.container].context(target, argument, builder)
    case .scope(let target, let scope):
      containers[target.container].modify(target) {
        $0.scope(Self.scope(scope))
      } modifyWithParameter: {
        $0.scope(Self.scope(scope))
      }
    case .timeToLive(let target, let limit):
      containers[target.container].modify(target) {
        $0.timeToLive(seconds(limit))
      } modifyWithParameter: {
        $0.timeToLive(seconds(limit))
      }
    case .resetFactory(let target, let option):
      containers[target.container].modify(target) {
        $0.reset(Self.option(option))
      } modifyWithParameter: {
        $0.reset(Self.option(option))
      }
    case .resetContainer(let index, let option):
      containers[index].manager.reset(options: Self.option(option))
    case .resetScope(let index, let scope):
      containers[index].manager.reset(scope: Self.scope(scope))
    case .resetSingletons: Scope.singleton.reset()
    case .push(let index): containers[index].manager.push()
    case .pop(let index): containers[index].popIfPushed()
    case .defaultScope(let index, let scope):
      containers[index].manager.defaultScope = scope.map(Self.scope)
    case .setArgument(let argument): FactoryContext.setArg(argument, forKey: argument)
    case .removeArgument(let argument): FactoryContext.removeArg(forKey: argument)
    case .advanceClock(let time): clock.now += time
    }
    if case .push(let index) = operation { containers[index].pushed += 1 }
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
private func seconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1_000_000_000 }

/// A clock that only programs move.
private final class PlayedClock: @unchecked Sendable {
  // Sendable: programs play on one thread.
  var now: UInt64 = 0
}

/// A container made of definitions.
private final class PlayedContainer: ManagedContainer, AutoRegistering, @unchecked Sendable {
  // Sendable: programs play on one thread.
  let manager = ContainerManager()
  unowned(unsafe) var player: LibraryPlayer!  // owns this container
  var definitions: [Definition] = []
  var autoRegistrations: [(Target, Builder)] = []
  var pushed = 0

  private static let names: [StaticString] = ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7"]

  func autoRegister() {
    for (target, builder) in autoRegistrations { register(target, builder) }
  }

  /// A `pop` without a `push` is tested elsewhere. Here it would only fill the log.
  func popIfPushed() {
    guard pushed > 0 else { return }
    pushed -= 1
    manager.pop()
  }

  func plain(_ index: Int) -> Factory<Instance?> {
    let definition = definitions[index]
    var factory = Factory<Instance?>(self, key: Self.names[index]) { [unowned player] in
      player!.build(definition.builder)
    }
    if let scope = definition.scope { factory = factory.scope(LibraryPlayer.scope(scope)) }
    if let limit = definition.timeToLive {
      factory = factory.timeToLive(seconds(limit))
    }
    if let (argument, builder) = definition.context {
      factory = factory.onArg(argument) { [unowned player] in player!.build(builder) }
    }
    return definition.isOnce ? factory.once() : factory
  }

  func withParameter(_ index: Int) -> ParameterFactory<CollidingParameter, Instance?> {
    let definition = definitions[index]
    var factory = ParameterFactory<CollidingParameter, Instance?>(self, key: Self.names[index]) {
      [unowned player] _ in player!.build(definition.builder)
    }
    if let scope = definition.scope { factory = factory.scope(LibraryPlayer.scope(scope)) }
    if let limit = definition.timeToLive {
      factory = factory.timeToLive(seconds(limit))
    }
    if definition.isScopedOnParameters { factory = factory.scopeOnParameters }
    if let (argument, builder) = definition.context {
      factory = factory.onArg(argument) { [unowned player] _ in player!.build(builder) }
    }
    return definition.isOnce ? factory.once() : factory
  }

  func register(_ target: Target, _ builder: Builder) {
    modify(target) {
      $0.register { [unowned player] in player!.build(builder) }
    } modifyWithParameter: {
      $0.register { [unowned player] _ in player!.build(builder) }
    }
  }

  func context(_ target: Target, _ argument: String, _ builder: Builder) {
    modify(target) {
      $0.onArg(argument) { [unowned player] in player!.build(builder) }
    } modifyWithParameter: {
      $0.onArg(argument) { [unowned player] _ in player!.build(builder) }
    }
  }

  func modify(
    _ target: Target, _ change: (Factory<Instance?>) -> Factory<Instance?>,
    modifyWithParameter: (ParameterFactory<CollidingParameter, Instance?>)
      -> ParameterFactory<CollidingParameter, Instance?>
  ) {
    if target.factory < ProgramSize.firstWithParameter {
      _ = change(plain(target.factory))
    } else {
      _ = modifyWithParameter(withParameter(target.factory))
    }
  }
}
