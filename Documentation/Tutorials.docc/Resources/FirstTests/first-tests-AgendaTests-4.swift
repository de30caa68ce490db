import FactoryTesting
import Testing

@testable import Reminders

@Suite(.container(.strict) { $0.today.register { { 100 } } })
struct AgendaTests {
  @Test func listsWhatIsDue() async throws {
    Container.shared.reminderStore.register {
      MemoryStore(all: [
        Reminder(title: "Water the plants", day: 99),
        Reminder(title: "Read on", day: 101),
      ])
    }
    #expect(try await Agenda().due() == ["Water the plants"])
  }

  @Test(arguments: [99, 100, 101])
  func includesToday(day: Int) async throws {
    Container.shared.reminderStore.register {
      MemoryStore(all: [Reminder(title: "Call home", day: day)])
    }
    #expect(try await Agenda().due().isEmpty == (day > 100))
  }
}
