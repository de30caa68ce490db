import FactoryTesting
import Testing

@testable import Reminders

@Suite(.container)
struct AgendaTests {
  @Test func listsWhatIsDue() async throws {
    Container.shared.reminderStore.register {
      MemoryStore(all: [
        Reminder(title: "Water the plants", day: 99),
        Reminder(title: "Read on", day: 1_000_000),
      ])
    }
    #expect(try await Agenda().due() == ["Water the plants"])
  }
}
