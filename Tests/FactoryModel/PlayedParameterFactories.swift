// Factory, MIT licence; see LICENSE
//
// The factories with a parameter of the container that plays programs: of each kind, a factory, its
// closure, and the modifiers that take another closure.
import FactoryKit

extension PlayedContainer {
  func withParameter(_ index: Int) -> ParameterFactory<CollidingParameter, Instance?> {
    defined(
      index,
      ParameterFactory<CollidingParameter, Instance?>(
        self, key: Self.names[index], withParameterClosure(builder(index))),
      withParameterChanges)
  }

  private func withParameterClosure(_ builder: Builder)
    -> ParameterFactory<CollidingParameter, Instance?>.Closure
  {
    { [unowned player] (_: CollidingParameter) in
      player!.buildNow(builder, for: .withParameter, Never.self)
    }
  }

  var withParameterChanges: ClosureChanges<ParameterFactory<CollidingParameter, Instance?>> {
    ClosureChanges {
      $0.register(factory: self.withParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.withParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func throwingWithParameter(_ index: Int) -> ThrowingParameterFactory<
    CollidingParameter, Instance?, any Error
  > {
    defined(
      index,
      ThrowingParameterFactory<CollidingParameter, Instance?, any Error>(
        self, key: Self.names[index], throwingWithParameterClosure(builder(index))),
      throwingWithParameterChanges)
  }

  private func throwingWithParameterClosure(_ builder: Builder)
    -> ThrowingParameterFactory<CollidingParameter, Instance?, any Error>.Closure
  {
    { [unowned player] (_: CollidingParameter) throws(any Error) in
      try player!.buildNow(builder, for: .throwingWithParameter, (any Error).self)
    }
  }

  var throwingWithParameterChanges:
    ClosureChanges<ThrowingParameterFactory<CollidingParameter, Instance?, any Error>>
  {
    ClosureChanges {
      $0.register(factory: self.throwingWithParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.throwingWithParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func mainActorWithParameter(_ index: Int) -> MainActorParameterFactory<
    CollidingParameter, Instance?
  > {
    defined(
      index,
      MainActorParameterFactory<CollidingParameter, Instance?>(
        self, key: Self.names[index], mainActorWithParameterClosure(builder(index))),
      mainActorWithParameterChanges)
  }

  private func mainActorWithParameterClosure(_ builder: Builder)
    -> MainActorParameterFactory<CollidingParameter, Instance?>.Closure
  {
    { [unowned player] (_: CollidingParameter) in
      player!.buildNow(builder, for: .mainActorWithParameter, Never.self)
    }
  }

  var mainActorWithParameterChanges:
    ClosureChanges<MainActorParameterFactory<CollidingParameter, Instance?>>
  {
    ClosureChanges {
      $0.register(factory: self.mainActorWithParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.mainActorWithParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func asyncWithParameter(_ index: Int) -> AsyncParameterFactory<
    CollidingParameter, Instance?, any Error
  > {
    defined(
      index,
      AsyncParameterFactory<CollidingParameter, Instance?, any Error>(
        self, key: Self.names[index], asyncWithParameterClosure(builder(index))),
      asyncWithParameterChanges)
  }

  private func asyncWithParameterClosure(_ builder: Builder)
    -> AsyncParameterFactory<CollidingParameter, Instance?, any Error>.Closure
  {
    { [unowned player] (_: CollidingParameter) async throws(any Error) in
      try await player!.build(builder, for: .asyncWithParameter, (any Error).self)
    }
  }

  var asyncWithParameterChanges:
    ClosureChanges<AsyncParameterFactory<CollidingParameter, Instance?, any Error>>
  {
    ClosureChanges {
      $0.register(factory: self.asyncWithParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.asyncWithParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func asyncPlannedWithParameter(_ index: Int) -> AsyncParameterFactory<
    CollidingParameter, Instance?, PlannedError
  > {
    defined(
      index,
      AsyncParameterFactory<CollidingParameter, Instance?, PlannedError>(
        self, key: Self.names[index], asyncPlannedWithParameterClosure(builder(index))),
      asyncPlannedWithParameterChanges)
  }

  private func asyncPlannedWithParameterClosure(_ builder: Builder)
    -> AsyncParameterFactory<CollidingParameter, Instance?, PlannedError>.Closure
  {
    { [unowned player] (_: CollidingParameter) async throws(PlannedError) in
      try await player!.build(builder, for: .asyncPlannedWithParameter, PlannedError.self)
    }
  }

  var asyncPlannedWithParameterChanges:
    ClosureChanges<AsyncParameterFactory<CollidingParameter, Instance?, PlannedError>>
  {
    ClosureChanges {
      $0.register(factory: self.asyncPlannedWithParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.asyncPlannedWithParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }
}
