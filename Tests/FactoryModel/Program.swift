// Factory, MIT licence; see LICENSE
//
// The random programs: what they may contain. `ProgramMaker` makes them.

/// How many containers, factories, parameters and arguments a program has.
enum ProgramSize {
  static let containers = 2
  /// The kinds of the factories. A closure resolves factories that are declared before its own: so the closures of
  /// synchronous factories resolve no asynchronous ones, and those of other factories no main-actor ones.
  static let kinds: [FactoryKind] = [
    .plain, .throwing, .plain, .throwing, .withParameter, .throwingWithParameter,
    .withParameter, .mainActor, .mainActorWithParameter,
    .asyncThrowing, .asyncOnly, .asyncWithParameter, .asyncThrowing, .asyncWithParameter,
    .asyncThrowing,
  ]
  static var factories: Int { kinds.count }
  static let parameters = 3
  static let arguments = ["proof-a", "proof-b"]
}

/// A scope, by name.
package enum ScopeName: CaseIterable {
  case unique, cached, shared, graph, singleton, session
}

/// A factory of the program, with its parameter.
package struct Target: Hashable, Sendable {
  let container: Int
  let factory: Int
  let parameter: Int

  var kind: FactoryKind { ProgramSize.kinds[factory] }
}

/// What a closure does: takes its number, performs its steps, and returns an instance that owns
/// what the steps resolved, or nil, or throws an error.
package struct Builder: Sendable {
  let label: String
  let steps: [Operation]
  let returnsNil: Bool
  /// The calls that throw an error, by their numbers among the calls of this closure. A closure that
  /// cannot throw returns nil.
  var failures: Set<Int> = []
  /// Whether the closure throws the error of a part that it could not resolve, instead of going on without that part.
  var throwsErrorsOfParts = false
  /// Whether an asynchronous closure pauses at its end.
  var pauses = false
  /// Whether an asynchronous closure resolves its parts in a task group.
  var isConcurrent = false
  /// Whether the closure throws `CancellationError` if its task is cancelled at its end.
  var checksCancellation = false
  /// In the model: the layers that wrap the instance, the innermost first.
  var layers: [Layer] = []
}

/// A layer that wraps instances.
package struct Layer: Sendable {
  /// Identifies the call: the definition's if zero.
  let site: Int
  let label: String

  func wrapped(_ instance: Instance?, _ counts: InstanceCounts) -> Instance? {
    instance.map {
      Instance(number: $0.number, label: "\(label)(\($0.label))", parts: [$0], counts: counts)
    }
  }
}

/// The modifiers in the definition of a factory.
package struct Definition: Sendable {
  let builder: Builder
  let scope: ScopeName?
  let timeToLive: UInt64?
  let isScopedOnParameters: Bool
  let context: (argument: String, builder: Builder)?
  let layer: Layer?
  let isOnce: Bool
  /// Whether a shutdown hook writes down the instances that it closes. The same in all containers,
  /// because their singletons are the same.
  let hasHook: Bool
}

/// What can be reset.
package enum ResetOption: CaseIterable, Sendable {
  case all, context, none, registration, scope
}

/// One step of a program.
package indirect enum Operation: Sendable {
  /// Resolves a factory. An asynchronous one is resolved by a task that may outlast the step.
  case resolve(Target, isHeld: Bool)
  /// Asks for an instance that is there already.
  case existing(Target)
  /// Continues one of the closures that pause.
  case proceed(Int)
  /// Cancels one of the tasks that have not ended.
  case cancel(Int)
  case register(Target, Builder)
  case context(Target, argument: String, Builder)
  case wrap(Target, Layer)
  case scope(Target, ScopeName)
  case timeToLive(Target, UInt64)
  case resetFactory(Target, ResetOption)
  case resetContainer(Int, ResetOption)
  case resetScope(Int, ScopeName)
  /// Drops the instance of the target's parameter.
  case resetParameter(Target)
  /// Only between the steps of closures, when no other task is running.
  case shutdown(Int)
  case shutdownSingletons
  case resetSingletons
  case push(Int)
  case pop(Int)
  case defaultScope(Int, ScopeName?)
  case setArgument(String)
  case removeArgument(String)
  case advanceClock(UInt64)
  case releaseInstance
}

/// Definitions, what each container registers by itself, and the steps.
package struct Program: Sendable {
  package let definitions: [[Definition]]
  package let autoRegistrations: [[(Target, Builder)]]
  package var operations: [Operation]

  package init(
    definitions: [[Definition]], autoRegistrations: [[(Target, Builder)]], operations: [Operation]
  ) {
    self.definitions = definitions
    self.autoRegistrations = autoRegistrations
    self.operations = operations
  }
}

/// A kind of factory.
package enum FactoryKind: CaseIterable {
  case plain, throwing, mainActor, asyncThrowing, asyncOnly
  case withParameter, throwingWithParameter, mainActorWithParameter
  case asyncWithParameter

  /// Whether the error type is `any Error`, and not `Never`.
  var canThrow: Bool {
    switch self {
    case .throwing, .asyncThrowing, .throwingWithParameter, .asyncWithParameter: true
    default: false
    }
  }

  var isAsync: Bool {
    switch self {
    case .asyncThrowing, .asyncOnly, .asyncWithParameter: true
    default: false
    }
  }

  var hasParameter: Bool {
    switch self {
    case .withParameter, .throwingWithParameter, .mainActorWithParameter, .asyncWithParameter: true
    default: false
    }
  }
}

/// The error that closures of programs throw.
struct PlannedError: Error, CustomStringConvertible {
  let label: String
  /// The number of the closure's call in the program.
  let number: Int

  var description: String { "error of \(label)#\(number)" }
}
