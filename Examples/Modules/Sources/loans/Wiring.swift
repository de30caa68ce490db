// Factory, MIT licence; see LICENSE
//
// The only place that knows all modules: who implements what.
import FactoryKit
import Foundation
import LoansInterface
import LoansLive

// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive AutoRegistering {
  public func autoRegister() {
    registerLive(path: ProcessInfo.processInfo.environment["LOANS"] ?? "loans.txt")
  }
}

/// Throws an error that names all promises that nobody has kept. `factory promises --swift` prints this call, and CI
/// compares the two.
func validatePromises() throws {
  try Container.shared.validate(
    \.loanStore,
    \.reminding,
    \.today
  )
}
