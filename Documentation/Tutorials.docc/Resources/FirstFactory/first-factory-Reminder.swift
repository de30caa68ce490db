/// Something to do on a day.
public struct Reminder: Equatable, Sendable {
  public var title: String
  /// Counted from 1 January 1970.
  public var day: Int

  public init(title: String, day: Int) {
    self.title = title
    self.day = day
  }
}

/// Where reminders are stored.
public protocol ReminderStore: Sendable {
  func reminders() async throws -> [Reminder]
}
