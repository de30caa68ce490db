// Factory, MIT licence; see LICENSE
//
// The live implementations. They are internal: what other modules see is the function that registers them.
public import FactoryKit
import Foundation
import LoansInterface

extension Container {
  /// Registers what the interface requires.
  /// - Parameter path: the file with the loans.
  public func registerLive(path: String) {
    loanStore.register { try FileLoanStore(path) }
    today.register { Today { Int(Date().timeIntervalSince1970 / 86_400) } }
    reminding.register { PrintedReminder() }
  }
}

/// Stores one loan in each line of a file.
actor FileLoanStore: LoanStore {
  private let path: String
  private var all: [Loan] = []

  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else { return }
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: "\t")
      if parts.count == 2, let due = Int(parts[0]) {
        all.append(Loan(title: String(parts[1]), due: due))
      }
    }
  }

  func loans() -> [Loan] { all }

  func add(_ loan: Loan) throws {
    all.append(loan)
    let text = all.map { "\($0.due)\t\($0.title)\n" }.joined()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

struct PrintedReminder: Reminding {
  func remind(of loan: Loan) { print("Please return \(loan.title)") }
}
