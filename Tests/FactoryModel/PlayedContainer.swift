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

  private static let names: [StaticString] = [
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

  /// Applies the modifiers of a definition.
  private func defined<F: FactoryModifying>(
    _ index: Int, _ factory: F, _ closure: (Builder) -> F.Closure
  ) -> F {
    let definition = definitions[index]
    var factory = factory
    if let scope = definition.scope { factory = factory.scope(LibraryPlayer.scope(scope)) }
    if let limit = definition.timeToLive { factory = factory.timeToLive(seconds(limit)) }
    if let (argument, builder) = definition.context {
      factory = factory.onArg(argument, factory: closure(builder))
    }
    return definition.isOnce ? factory.once() : factory
  }

  /// The same for factories with a parameter.
  private func definedWithParameter<F: FactoryModifying>(
    _ index: Int, _ factory: F, _ closure: (Builder) -> F.Closure
  ) -> F where F.Parameter: Hashable {
    let isScoped = definitions[index].isScopedOnParameters
    return defined(index, isScoped ? factory.scopeOnParameters : factory, closure)
  }

  private func builder(_ index: Int) -> Builder { definitions[index].builder }

  func plain(_ index: Int) -> Factory<Instance?> {
    let closure = plainClosure
    let factory = Factory<Instance?>(
      self, key: Self.names[index], closure(builder(index)))
    return defined(index, factory, closure)
  }

  private func plainClosure(_ builder: Builder) -> Factory<Instance?>.Closure {
    { [unowned player] () in
      player!.buildNow(builder, for: .plain, Never.self)
    }
  }

  func throwing(_ index: Int) -> ThrowingFactory<Instance?, any Error> {
    let closure = throwingClosure
    let factory = ThrowingFactory<Instance?, any Error>(
      self, key: Self.names[index], closure(builder(index)))
    return defined(index, factory, closure)
  }

  private func throwingClosure(_ builder: Builder) -> ThrowingFactory<Instance?, any Error>.Closure
  {
    { [unowned player] () throws(any Error) in
      try player!.buildNow(builder, for: .throwing, (any Error).self)
    }
  }

  func throwingPlanned(_ index: Int) -> ThrowingFactory<Instance?, PlannedError> {
    let closure = throwingPlannedClosure
    let factory = ThrowingFactory<Instance?, PlannedError>(
      self, key: Self.names[index], closure(builder(index)))
    return defined(index, factory, closure)
  }

  private func throwingPlannedClosure(_ builder: Builder)
    -> ThrowingFactory<Instance?, PlannedError>.Closure
  {
    { [unowned player] () throws(PlannedError) in
      try player!.buildNow(builder, for: .throwingPlanned, PlannedError.self)
    }
  }

  func withParameter(_ index: Int) -> ParameterFactory<CollidingParameter, Instance?> {
    let closure = withParameterClosure
    let factory = ParameterFactory<CollidingParameter, Instance?>(
      self, key: Self.names[index], closure(builder(index)))
    return definedWithParameter(index, factory, closure)
  }

  private func withParameterClosure(_ builder: Builder)
    -> ParameterFactory<CollidingParameter, Instance?>.Closure
  {
    { [unowned player] (_: CollidingParameter) in
      player!.buildNow(builder, for: .withParameter, Never.self)
    }
  }

  func throwingWithParameter(_ index: Int) -> ThrowingParameterFactory<
    CollidingParameter, Instance?, any Error
  > {
    let closure = throwingWithParameterClosure
    let factory = ThrowingParameterFactory<CollidingParameter, Instance?, any Error>(
      self, key: Self.names[index], closure(builder(index)))
    return definedWithParameter(index, factory, closure)
  }

  private func throwingWithParameterClosure(_ builder: Builder)
    -> ThrowingParameterFactory<CollidingParameter, Instance?, any Error>.Closure
  {
    { [unowned player] (_: CollidingParameter) throws(any Error) in
      try player!.buildNow(builder, for: .throwingWithParameter, (any Error).self)
    }
  }

  func mainActor(_ index: Int) -> MainActorFactory<Instance?> {
    let closure = mainActorClosure
    let factory = MainActorFactory<Instance?>(
      self, key: Self.names[index], closure(builder(index)))
    return defined(index, factory, closure)
  }

  private func mainActorClosure(_ builder: Builder) -> MainActorFactory<Instance?>.Closure {
    { [unowned player] () in
      player!.buildNow(builder, for: .mainActor, Never.self)
    }
  }

  func mainActorWithParameter(_ index: Int) -> MainActorParameterFactory<
    CollidingParameter, Instance?
  > {
    let closure = mainActorWithParameterClosure
    let factory = MainActorParameterFactory<CollidingParameter, Instance?>(
      self, key: Self.names[index], closure(builder(index)))
    return definedWithParameter(index, factory, closure)
  }

  private func mainActorWithParameterClosure(_ builder: Builder)
    -> MainActorParameterFactory<CollidingParameter, Instance?>.Closure
  {
    { [unowned player] (_: CollidingParameter) in
      player!.buildNow(builder, for: .mainActorWithParameter, Never.self)
    }
  }

  func asyncThrowing(_ index: Int) -> AsyncFactory<Instance?, any Error> {
    let closure = asyncThrowingClosure
    let factory = AsyncFactory<Instance?, any Error>(
      self, key: Self.names[index], closure(builder(index)))
    return defined(index, factory, closure)
  }

  private func asyncThrowingClosure(_ builder: Builder)
    -> AsyncFactory<Instance?, any Error>.Closure
  {
    { [unowned player] () async throws(any Error) in
      try await player!.build(builder, for: .asyncThrowing, (any Error).self)
    }
  }

  func asyncPlanned(_ index: Int) -> AsyncFactory<Instance?, PlannedError> {
    let closure = asyncPlannedClosure
    let factory = AsyncFactory<Instance?, PlannedError>(
      self, key: Self.names[index], closure(builder(index)))
    return defined(index, factory, closure)
  }

  private func asyncPlannedClosure(_ builder: Builder)
    -> AsyncFactory<Instance?, PlannedError>.Closure
  {
    { [unowned player] () async throws(PlannedError) in
      try await player!.build(builder, for: .asyncPlanned, PlannedError.self)
    }
  }

  func asyncOnly(_ index: Int) -> AsyncFactory<Instance?, Never> {
    let closure = asyncOnlyClosure
    let factory = AsyncFactory<Instance?, Never>(
      self, key: Self.names[index], closure(builder(index)))
    return defined(index, factory, closure)
  }

  private func asyncOnlyClosure(_ builder: Builder) -> AsyncFactory<Instance?, Never>.Closure {
    { [unowned player] () async in
      await player!.build(builder, for: .asyncOnly, Never.self)
    }
  }

  func asyncWithParameter(_ index: Int) -> AsyncParameterFactory<
    CollidingParameter, Instance?, any Error
  > {
    let closure = asyncWithParameterClosure
    let factory = AsyncParameterFactory<CollidingParameter, Instance?, any Error>(
      self, key: Self.names[index], closure(builder(index)))
    return definedWithParameter(index, factory, closure)
  }

  private func asyncWithParameterClosure(_ builder: Builder)
    -> AsyncParameterFactory<CollidingParameter, Instance?, any Error>.Closure
  {
    { [unowned player] (_: CollidingParameter) async throws(any Error) in
      try await player!.build(builder, for: .asyncWithParameter, (any Error).self)
    }
  }

  func asyncPlannedWithParameter(_ index: Int) -> AsyncParameterFactory<
    CollidingParameter, Instance?, PlannedError
  > {
    let closure = asyncPlannedWithParameterClosure
    let factory = AsyncParameterFactory<CollidingParameter, Instance?, PlannedError>(
      self, key: Self.names[index], closure(builder(index)))
    return definedWithParameter(index, factory, closure)
  }

  private func asyncPlannedWithParameterClosure(_ builder: Builder)
    -> AsyncParameterFactory<CollidingParameter, Instance?, PlannedError>.Closure
  {
    { [unowned player] (_: CollidingParameter) async throws(PlannedError) in
      try await player!.build(builder, for: .asyncPlannedWithParameter, PlannedError.self)
    }
  }

  // MARK: Changes

  /// A modifier that a step applies to a factory.
  enum Change {
    case register(Builder)
    case context(String, Builder)
    case scope(Scope)
    case timeToLive(Double)
    case reset(FactoryResetOptions)
  }

  private func apply<F: FactoryModifying>(
    _ change: Change, to factory: F, _ closure: (Builder) -> F.Closure
  ) {
    switch change {
    case .register(let builder): factory.register(factory: closure(builder))
    case .context(let argument, let builder):
      factory.onArg(argument, factory: closure(builder))
    case .scope(let scope): _ = factory.scope(scope)
    case .timeToLive(let limit): factory.timeToLive(limit)
    case .reset(let options): factory.reset(options)
    }
  }

  func change(_ index: Int, _ change: Change) {
    switch ProgramSize.kinds[index] {
    case .plain: apply(change, to: plain(index), plainClosure)
    case .throwing: apply(change, to: throwing(index), throwingClosure)
    case .throwingPlanned: apply(change, to: throwingPlanned(index), throwingPlannedClosure)
    case .withParameter: apply(change, to: withParameter(index), withParameterClosure)
    case .throwingWithParameter:
      apply(change, to: throwingWithParameter(index), throwingWithParameterClosure)
    case .mainActor: apply(change, to: mainActor(index), mainActorClosure)
    case .mainActorWithParameter:
      apply(change, to: mainActorWithParameter(index), mainActorWithParameterClosure)
    case .asyncThrowing: apply(change, to: asyncThrowing(index), asyncThrowingClosure)
    case .asyncPlanned: apply(change, to: asyncPlanned(index), asyncPlannedClosure)
    case .asyncOnly: apply(change, to: asyncOnly(index), asyncOnlyClosure)
    case .asyncWithParameter:
      apply(change, to: asyncWithParameter(index), asyncWithParameterClosure)
    case .asyncPlannedWithParameter:
      apply(change, to: asyncPlannedWithParameter(index), asyncPlannedWithParameterClosure)
    }
  }
}
