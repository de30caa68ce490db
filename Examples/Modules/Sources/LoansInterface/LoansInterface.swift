// Factory, MIT licence; see LICENSE
//
// What features need of others: protocols, values, and the factories that the application registers.
public import FactoryKit

/// A borrowed book.
public struct Loan: Sendable, Equatable {
  public var title: String
  /// The day on which it has to be returned, counted like `Today`.
  public var due: Int

  public init(title: String, due: Int) {
    self.title = title
    self.due = due
  }
}

public protocol LoanStore: Sendable {
  func loans() async throws -> [Loan]
  func add(_ loan: Loan) async throws
}

public protocol Reminding: Sendable {
  func remind(of loan: Loan) async
}

/// Counts days from a fixed one.
public struct Today: Sendable {
  public let day: @Sendable () -> Int
  public init(_ day: @escaping @Sendable () -> Int) { self.day = day }
}

extension Container {
  /// The application has to register it: `required` gives the factory no closure, and its type is not optional. The
  /// scope is declared here, so that it does not depend on who registers what.
  public var loanStore: AsyncFactory<any LoanStore, any Error> { required().singleton }

  /// The same, for a synchronous factory.
  public var today: Factory<Today> { required() }

  /// Features work without it: unless something is registered, it is nil.
  public var reminding: Factory<(any Reminding)?> { promised() }
}
