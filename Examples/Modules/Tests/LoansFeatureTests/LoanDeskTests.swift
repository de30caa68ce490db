// Factory, MIT licence; see LICENSE
//
// The feature, without the live implementations. Each test registers what it needs.
import FactoryTesting
import LoansFeature
import LoansInterface
import Testing

private actor FakeStore: LoanStore {
  private var all: [Loan]
  init(_ all: [Loan] = []) { self.all = all }
  func loans() -> [Loan] { all }
  func add(_ loan: Loan) { all.append(loan) }
}

private actor FakeReminding: Reminding {
  private(set) var titles: [String] = []
  func remind(of loan: Loan) { titles.append(loan.title) }
}

@Suite("The loan desk", .container(.strict) { $0.today.register { Today { 100 } } })
struct LoanDeskTests {
  @Test("A book is borrowed for four weeks")
  func borrows() async throws {
    Container.shared.loanStore.register { FakeStore() }
    let desk = try await Container.shared.loanDesk()
    try await desk.borrow("Emma")
    #expect(try await desk.loans() == [Loan(title: "Emma", due: 128)])
  }

  @Test("It reminds of what is overdue, and of nothing else")
  func reminds() async throws {
    let reminding = FakeReminding()
    Container.shared.reminding.register { reminding }
    Container.shared.loanStore.register {
      FakeStore([Loan(title: "Emma", due: 100), Loan(title: "Persuasion", due: 99)])
    }
    #expect(try await Container.shared.loanDesk().remind() == 1)
    #expect(await reminding.titles == ["Persuasion"])
  }

  @Test("It works without reminders")
  func noReminders() async throws {
    Container.shared.reminding.register { nil }
    Container.shared.loanStore.register { FakeStore([Loan(title: "Emma", due: 1)]) }
    #expect(try await Container.shared.loanDesk().remind() == 1)
  }
}
