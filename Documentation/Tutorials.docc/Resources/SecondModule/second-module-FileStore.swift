import Foundation
import Reminders

/// Reads reminders from a file. A line is a day, a space, and a title.
struct FileStore: ReminderStore {
  let path = "reminders.txt"

  func reminders() throws -> [Reminder] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let day = Int(parts[0]) else { return nil }
      return Reminder(title: String(parts[1]), day: day)
    }
  }
}
