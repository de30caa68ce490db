// Factory, MIT licence; see LICENSE
//
// A feature: borrowing books, and reminding of those that are due. It knows the interface only.
public import FactoryKit
public import LoansInterface

public struct LoanDesk: Sendable {
  let store: any LoanStore
  let today: Today
  let reminding: (any Reminding)?

  /// Borrows a book for four weeks.
  public func borrow(_ title: String) async throws {
    try await store.add(Loan(title: title, due: today.day() + 28))
  }

  /// What is borrowed, that which is due first at the beginning.
  public func loans() async throws -> [Loan] {
    try await store.loans().sorted { $0.due < $1.due }
  }

  /// Reminds of what is overdue. Returns how many loans that are.
  public func remind() async throws -> Int {
    let overdue = try await loans().filter { $0.due < today.day() }
    for loan in overdue { await reminding?.remind(of: loan) }
    return overdue.count
  }
}

extension Container {
  public var loanDesk: AsyncFactory<LoanDesk, any Error> {
    self {
      LoanDesk(
        store: try await self.loanStore(), today: self.today(), reminding: self.reminding())
    }
  }
}
