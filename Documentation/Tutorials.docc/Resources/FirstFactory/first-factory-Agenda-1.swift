import Foundation

/// What has to be done today.
public final class Agenda {
  private let store = FileStore()

  public init() {}

  public func due() async throws -> [String] {
    let today = Int(Date().timeIntervalSince1970 / 86_400)
    let reminders = try store.reminders()
    return reminders.filter { $0.day <= today }.map(\.title)
  }
}
