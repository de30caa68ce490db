import Reminders

/// Reminders that a test chooses.
struct MemoryStore: ReminderStore {
  var all: [Reminder]

  func reminders() -> [Reminder] { all }
}
