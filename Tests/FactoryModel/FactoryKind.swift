// Factory, MIT licence; see LICENSE
//
// The kinds of factories in random programs.

/// A kind of factory.
package enum FactoryKind: CaseIterable {
  case plain, throwing, throwingPlanned, mainActor, asyncThrowing, asyncPlanned, asyncOnly
  case withParameter, throwingWithParameter, mainActorWithParameter
  case asyncWithParameter, asyncPlannedWithParameter

  /// The error type of the factory.
  enum Failure {
    /// The factory does not throw.
    case never
    /// `PlannedError`.
    case planned
    /// `any Error`.
    case any
  }

  var failure: Failure {
    switch self {
    case .plain, .mainActor, .asyncOnly, .withParameter, .mainActorWithParameter: .never
    case .throwingPlanned, .asyncPlanned, .asyncPlannedWithParameter: .planned
    case .throwing, .asyncThrowing, .throwingWithParameter, .asyncWithParameter: .any
    }
  }

  var isAsync: Bool {
    switch self {
    case .asyncThrowing, .asyncPlanned, .asyncOnly, .asyncWithParameter,
      .asyncPlannedWithParameter:
      true
    default: false
    }
  }

  var hasParameter: Bool {
    switch self {
    case .withParameter, .throwingWithParameter, .mainActorWithParameter, .asyncWithParameter,
      .asyncPlannedWithParameter:
      true
    default: false
    }
  }

  /// The error that a closure of this kind throws if one of its parts has thrown `error`: nil if it
  /// cannot throw it.
  func rethrown(_ error: any Error) -> (any Error)? {
    switch failure {
    case .never: nil
    case .planned: error as? PlannedError
    case .any: error
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
