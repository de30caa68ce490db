import FactoryTesting
import Testing

@testable import Reminders

@Suite(.container(.strict))
struct AgendaTests {
  @Test func listsWhatIsDue() async throws {
    Container.shared.today.register { { 100 } }
    Container.shared.reminderStore.register {
      MemoryStore(all: [
        Reminder(title: "Water the plants", day: 99),
        Reminder(title: "Read on", day: 101),
      ])
    }
    #expect(try await Agenda().due() == ["Water the plants"])
  }
}
