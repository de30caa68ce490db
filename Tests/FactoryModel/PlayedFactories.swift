// Factory, MIT licence; see LICENSE
//
// The factories of the container that plays programs: of each kind, a factory, its closure, and the
// modifiers that take another closure.
import FactoryKit

extension PlayedContainer {
  typealias Plain = Factory<Instance?>

  func plain(_ index: Int) -> Plain {
    let factory = Plain(self, key: Self.names[index], plainClosure(builder(index)))
    return defined(index, factory, plainChanges)
  }

  private func plainClosure(_ builder: Builder) -> Plain.Closure {
    { [unowned player] () in
      player!.buildNow(builder, for: .plain, Never.self)
    }
  }

  var plainChanges: ClosureChanges<Plain> {
    ClosureChanges {
      $0.register(factory: self.plainClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.plainClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  typealias Throwing = ThrowingFactory<Instance?, any Error>

  func throwing(_ index: Int) -> Throwing {
    let factory = Throwing(self, key: Self.names[index], throwingClosure(builder(index)))
    return defined(index, factory, throwingChanges)
  }

  private func throwingClosure(_ builder: Builder) -> Throwing.Closure {
    { [unowned player] () throws(any Error) in
      try player!.buildNow(builder, for: .throwing, (any Error).self)
    }
  }

  var throwingChanges: ClosureChanges<Throwing> {
    ClosureChanges {
      $0.register(factory: self.throwingClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.throwingClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  typealias MainActor = MainActorFactory<Instance?>

  func mainActor(_ index: Int) -> MainActor {
    let factory = MainActor(self, key: Self.names[index], mainActorClosure(builder(index)))
    return defined(index, factory, mainActorChanges)
  }

  private func mainActorClosure(_ builder: Builder) -> MainActor.Closure {
    { [unowned player] () in
      player!.buildNow(builder, for: .mainActor, Never.self)
    }
  }

  var mainActorChanges: ClosureChanges<MainActor> {
    ClosureChanges {
      $0.register(factory: self.mainActorClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.mainActorClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  typealias AsyncThrowing = AsyncFactory<Instance?, any Error>

  func asyncThrowing(_ index: Int) -> AsyncThrowing {
    let factory = AsyncThrowing(self, key: Self.names[index], asyncThrowingClosure(builder(index)))
    return defined(index, factory, asyncThrowingChanges)
  }

  private func asyncThrowingClosure(_ builder: Builder) -> AsyncThrowing.Closure {
    { [unowned player] () async throws(any Error) in
      try await player!.build(builder, for: .asyncThrowing, (any Error).self)
    }
  }

  var asyncThrowingChanges: ClosureChanges<AsyncThrowing> {
    ClosureChanges {
      $0.register(factory: self.asyncThrowingClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.asyncThrowingClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  typealias AsyncOnly = AsyncFactory<Instance?, Never>

  func asyncOnly(_ index: Int) -> AsyncOnly {
    let factory = AsyncOnly(self, key: Self.names[index], asyncOnlyClosure(builder(index)))
    return defined(index, factory, asyncOnlyChanges)
  }

  private func asyncOnlyClosure(_ builder: Builder) -> AsyncOnly.Closure {
    { [unowned player] () async in
      await player!.build(builder, for: .asyncOnly, Never.self)
    }
  }

  var asyncOnlyChanges: ClosureChanges<AsyncOnly> {
    ClosureChanges {
      $0.register(factory: self.asyncOnlyClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.asyncOnlyClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  typealias WithParameter = ParameterFactory<CollidingParameter, Instance?>

  func withParameter(_ index: Int) -> WithParameter {
    let factory = WithParameter(self, key: Self.names[index], withParameterClosure(builder(index)))
    return defined(index, factory, withParameterChanges)
  }

  private func withParameterClosure(_ builder: Builder) -> WithParameter.Closure {
    { [unowned player] (_: CollidingParameter) in
      player!.buildNow(builder, for: .withParameter, Never.self)
    }
  }

  var withParameterChanges: ClosureChanges<WithParameter> {
    ClosureChanges {
      $0.register(factory: self.withParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.withParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  typealias ThrowingWithParameter = ThrowingParameterFactory<
    CollidingParameter, Instance?, any Error
  >

  func throwingWithParameter(_ index: Int) -> ThrowingWithParameter {
    let factory = ThrowingWithParameter(
      self, key: Self.names[index], throwingWithParameterClosure(builder(index)))
    return defined(index, factory, throwingWithParameterChanges)
  }

  private func throwingWithParameterClosure(_ builder: Builder) -> ThrowingWithParameter.Closure {
    { [unowned player] (_: CollidingParameter) throws(any Error) in
      try player!.buildNow(builder, for: .throwingWithParameter, (any Error).self)
    }
  }

  var throwingWithParameterChanges: ClosureChanges<ThrowingWithParameter> {
    ClosureChanges {
      $0.register(factory: self.throwingWithParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.throwingWithParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  typealias MainActorWithParameter = MainActorParameterFactory<CollidingParameter, Instance?>

  func mainActorWithParameter(_ index: Int) -> MainActorWithParameter {
    let factory = MainActorWithParameter(
      self, key: Self.names[index], mainActorWithParameterClosure(builder(index)))
    return defined(index, factory, mainActorWithParameterChanges)
  }

  private func mainActorWithParameterClosure(_ builder: Builder) -> MainActorWithParameter.Closure {
    { [unowned player] (_: CollidingParameter) in
      player!.buildNow(builder, for: .mainActorWithParameter, Never.self)
    }
  }

  var mainActorWithParameterChanges: ClosureChanges<MainActorWithParameter> {
    ClosureChanges {
      $0.register(factory: self.mainActorWithParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.mainActorWithParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }

  typealias AsyncWithParameter = AsyncParameterFactory<CollidingParameter, Instance?, any Error>

  func asyncWithParameter(_ index: Int) -> AsyncWithParameter {
    let factory = AsyncWithParameter(
      self, key: Self.names[index], asyncWithParameterClosure(builder(index)))
    return defined(index, factory, asyncWithParameterChanges)
  }

  private func asyncWithParameterClosure(_ builder: Builder) -> AsyncWithParameter.Closure {
    { [unowned player] (_: CollidingParameter) async throws(any Error) in
      try await player!.build(builder, for: .asyncWithParameter, (any Error).self)
    }
  }

  var asyncWithParameterChanges: ClosureChanges<AsyncWithParameter> {
    ClosureChanges {
      $0.register(factory: self.asyncWithParameterClosure($1))
    } onArgument: {
      $0.onArg($1, factory: self.asyncWithParameterClosure($2))
    } wrap: {
      $0.wrap(function: $1.function, line: $1.line, $1.apply)
    }
  }
}
