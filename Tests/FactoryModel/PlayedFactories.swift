// Factory, MIT licence; see LICENSE
//
// The factories without a parameter of the container that plays programs: of each kind, a factory, its
// closure, and the modifiers that take another closure.
import FactoryKit

extension PlayedContainer {
  func plain(_ index: Int) -> Factory<Instance?> {
    defined(
      index, Factory<Instance?>(self, key: Self.names[index], plainClosure(builder(index))),
      plainChanges)
  }

  private func plainClosure(_ builder: Builder) -> Factory<Instance?>.Closure {
    { [unowned player] () in
      player!.buildNow(builder, for: .plain, Never.self)
    }
  }

  var plainChanges: ClosureChanges<Factory<Instance?>> {
    ClosureChanges {
      $0.register(factory: self.plainClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.plainClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func throwing(_ index: Int) -> ThrowingFactory<Instance?, any Error> {
    defined(
      index,
      ThrowingFactory<Instance?, any Error>(
        self, key: Self.names[index], throwingClosure(builder(index))),
      throwingChanges)
  }

  private func throwingClosure(_ builder: Builder) -> ThrowingFactory<Instance?, any Error>.Closure
  {
    { [unowned player] () throws(any Error) in
      try player!.buildNow(builder, for: .throwing, (any Error).self)
    }
  }

  var throwingChanges: ClosureChanges<ThrowingFactory<Instance?, any Error>> {
    ClosureChanges {
      $0.register(factory: self.throwingClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.throwingClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func throwingPlanned(_ index: Int) -> ThrowingFactory<Instance?, PlannedError> {
    defined(
      index,
      ThrowingFactory<Instance?, PlannedError>(
        self, key: Self.names[index], throwingPlannedClosure(builder(index))),
      throwingPlannedChanges)
  }

  private func throwingPlannedClosure(_ builder: Builder)
    -> ThrowingFactory<Instance?, PlannedError>.Closure
  {
    { [unowned player] () throws(PlannedError) in
      try player!.buildNow(builder, for: .throwingPlanned, PlannedError.self)
    }
  }

  var throwingPlannedChanges: ClosureChanges<ThrowingFactory<Instance?, PlannedError>> {
    ClosureChanges {
      $0.register(factory: self.throwingPlannedClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.throwingPlannedClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func mainActor(_ index: Int) -> MainActorFactory<Instance?> {
    defined(
      index,
      MainActorFactory<Instance?>(self, key: Self.names[index], mainActorClosure(builder(index))),
      mainActorChanges)
  }

  private func mainActorClosure(_ builder: Builder) -> MainActorFactory<Instance?>.Closure {
    { [unowned player] () in
      player!.buildNow(builder, for: .mainActor, Never.self)
    }
  }

  var mainActorChanges: ClosureChanges<MainActorFactory<Instance?>> {
    ClosureChanges {
      $0.register(factory: self.mainActorClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.mainActorClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func asyncThrowing(_ index: Int) -> AsyncFactory<Instance?, any Error> {
    defined(
      index,
      AsyncFactory<Instance?, any Error>(
        self, key: Self.names[index], asyncThrowingClosure(builder(index))),
      asyncThrowingChanges)
  }

  private func asyncThrowingClosure(_ builder: Builder)
    -> AsyncFactory<Instance?, any Error>.Closure
  {
    { [unowned player] () async throws(any Error) in
      try await player!.build(builder, for: .asyncThrowing, (any Error).self)
    }
  }

  var asyncThrowingChanges: ClosureChanges<AsyncFactory<Instance?, any Error>> {
    ClosureChanges {
      $0.register(factory: self.asyncThrowingClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.asyncThrowingClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func asyncPlanned(_ index: Int) -> AsyncFactory<Instance?, PlannedError> {
    defined(
      index,
      AsyncFactory<Instance?, PlannedError>(
        self, key: Self.names[index], asyncPlannedClosure(builder(index))),
      asyncPlannedChanges)
  }

  private func asyncPlannedClosure(_ builder: Builder)
    -> AsyncFactory<Instance?, PlannedError>.Closure
  {
    { [unowned player] () async throws(PlannedError) in
      try await player!.build(builder, for: .asyncPlanned, PlannedError.self)
    }
  }

  var asyncPlannedChanges: ClosureChanges<AsyncFactory<Instance?, PlannedError>> {
    ClosureChanges {
      $0.register(factory: self.asyncPlannedClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.asyncPlannedClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  func asyncOnly(_ index: Int) -> AsyncFactory<Instance?, Never> {
    defined(
      index,
      AsyncFactory<Instance?, Never>(
        self, key: Self.names[index], asyncOnlyClosure(builder(index))),
      asyncOnlyChanges)
  }

  private func asyncOnlyClosure(_ builder: Builder) -> AsyncFactory<Instance?, Never>.Closure {
    { [unowned player] () async in
      await player!.build(builder, for: .asyncOnly, Never.self)
    }
  }

  var asyncOnlyChanges: ClosureChanges<AsyncFactory<Instance?, Never>> {
    ClosureChanges {
      $0.register(factory: self.asyncOnlyClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.asyncOnlyClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }
}
