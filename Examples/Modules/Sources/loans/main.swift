// Factory, MIT licence; see LICENSE
//
// The application: `swift run loans` lists what is borrowed, `swift run loans TITLE` borrows a book.
import FactoryKit
import LoansFeature

// At launch, so that a registration that is missing is found before the code that needs it runs.
try validatePromises()

let desk = try await Container.shared.loanDesk()
for title in CommandLine.arguments.dropFirst() { try await desk.borrow(title) }
for loan in try await desk.loans() { print("\(loan.title), due on day \(loan.due)") }
print("\(try await desk.remind()) overdue")
