// Factory, MIT licence; see LICENSE
//
// The container of the library that plays programs: its factories are a program's definitions.
import FactoryKit

/// A parameter whose hashes all collide, so that only `==` can tell them apart.
package struct CollidingParameter: Hashable, Sendable {
  package let value: Int

  package init(value: Int) {
    self.value = value
  }

  package func hash(into hasher: inout Hasher) {}
}

/// A container made of definitions.
final class PlayedContainer: ManagedContainer, AutoRegistering, @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  let manager = ContainerManager()
  unowned(unsafe) var player: LibraryPlayer!  // owns this container
  var definitions: [Definition] = []
  var autoRegistrations: [(Target, Builder)] = []
  private var pushed = 0

  static let names: [StaticString] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14",
  ]

  func autoRegister() {
    for (target, builder) in autoRegistrations { change(target.factory, .register(builder)) }
  }

  func push() {
    manager.push()
    pushed += 1
  }

  /// A `pop` without a `push` is tested elsewhere. Here it would only fill the log.
  func popIfPushed() {
    guard pushed > 0 else { return }
    pushed -= 1
    manager.pop()
  }

  // MARK: The factories

  /// The modifiers of a factory that take a closure, each with what makes it.
  ///
  /// They are not written for all kinds at once, with a parameter of the type `F.Closure`: Swift 6.3
  /// miscompiles closures with typed errors that are values of an associated type.
  struct ClosureChanges<F: FactoryModifying> {
    let register: (F, Builder) -> F
    let onArgument: (F, String, Builder) -> F
    let wrap: (F, WrapCall) -> F
  }

  /// A call of `wrap`.
  struct WrapCall {
    /// The library recognises a definition's call by the name of a property and its line.
    let function: StaticString
    let line: UInt
    let apply: @Sendable (Instance?) -> Instance?
  }

  private func wrapCall(_ layer: Layer) -> WrapCall {
    let apply: @Sendable (Instance?) -> Instance? = { [unowned player] in
      layer.wrapped($0, player!.counts)
    }
    return layer.site == 0
      ? WrapCall(function: "definition", line: 10_000, apply: apply)
      : WrapCall(function: "outside()", line: UInt(layer.site), apply: apply)
  }

  /// Applies the modifiers of a definition.
  private func withModifiers<F: FactoryModifying>(
    _ index: Int, _ factory: F, _ changes: ClosureChanges<F>
  ) -> F where F.Product == Instance? {
    let definition = definitions[index]
    var factory = factory
    if let scope = definition.scope { factory = factory.scope(LibraryPlayer.scope(scope)) }
    if let limit = definition.timeToLive { factory = factory.timeToLive(seconds(limit)) }
    if let (argument, builder) = definition.context {
      factory = changes.onArgument(factory, argument, builder)
    }
    if let layer = definition.layer { factory = changes.wrap(factory, wrapCall(layer)) }
    if definition.hasHook {
      factory = factory.onShutdown { [tasks = player.tasks] instance in
        if let instance { tasks.closed.append(instance.number) }
      }
    }
    return definition.isOnce ? factory.once() : factory
  }

  func defined<F: FactoryModifying>(
    _ index: Int, _ factory: F, _ changes: ClosureChanges<F>
  ) -> F where F.Parameter == Void, F.Product == Instance? {
    withModifiers(index, factory, changes)
  }

  /// The same for factories with a parameter.
  func defined<F: FactoryModifying>(
    _ index: Int, _ factory: F, _ changes: ClosureChanges<F>
  ) -> F where F.Parameter == CollidingParameter, F.Product == Instance? {
    let isScoped = definitions[index].isScopedOnParameters
    let scoped = isScoped ? factory.scopeOnParameters : factory
    return withModifiers(index, scoped, changes)
  }

  func builder(_ index: Int) -> Builder { definitions[index].builder }

  // MARK: Changes

  /// A modifier that a step applies to a factory.
  enum Change {
    case register(Builder)
    case context(String, Builder)
    case wrap(Layer)
    case scope(Scope)
    case timeToLive(Double)
    case reset(FactoryResetOptions)
  }

  private func apply<F: FactoryModifying>(
    _ change: Change, to factory: F, _ changes: ClosureChanges<F>
  ) {
    switch change {
    case .register(let builder): _ = changes.register(factory, builder)
    case .context(let argument, let builder): _ = changes.onArgument(factory, argument, builder)
    case .wrap(let layer): _ = changes.wrap(factory, wrapCall(layer))
    case .scope(let scope): _ = factory.scope(scope)
    case .timeToLive(let limit): factory.timeToLive(limit)
    case .reset(let options): factory.reset(options)
    }
  }

  func change(_ index: Int, _ change: Change) {
    switch ProgramSize.kinds[index] {
    case .plain: apply(change, to: plain(index), plainChanges)
    case .throwing: apply(change, to: throwing(index), throwingChanges)
    case .mainActor: apply(change, to: mainActor(index), mainActorChanges)
    case .asyncThrowing: apply(change, to: asyncThrowing(index), asyncThrowingChanges)
    case .asyncOnly: apply(change, to: asyncOnly(index), asyncOnlyChanges)
    case .withParameter: apply(change, to: withParameter(index), withParameterChanges)
    case .throwingWithParameter:
      apply(change, to: throwingWithParameter(index), throwingWithParameterChanges)
    case .mainActorWithParameter:
      apply(change, to: mainActorWithParameter(index), mainActorWithParameterChanges)
    case .asyncWithParameter:
      apply(change, to: asyncWithParameter(index), asyncWithParameterChanges)
    }
  }

  func resetParameter(_ index: Int, _ value: Int) {
    let parameter = CollidingParameter(value: value)
    switch ProgramSize.kinds[index] {
    case .withParameter: withParameter(index).reset(.scope, for: parameter)
    case .throwingWithParameter: throwingWithParameter(index).reset(.scope, for: parameter)
    case .mainActorWithParameter: mainActorWithParameter(index).reset(.scope, for: parameter)
    case .asyncWithParameter: asyncWithParameter(index).reset(.scope, for: parameter)
    case .plain, .throwing, .mainActor, .asyncThrowing, .asyncOnly: break
    }
  }
}
