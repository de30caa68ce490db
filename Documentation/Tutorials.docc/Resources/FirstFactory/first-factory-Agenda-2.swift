import FactoryKit
import Foundation

/// What has to be done today.
public final class Agenda {
  @Injected(\.reminderStore) private var store

  public init() {}

  public func due() async throws -> [String] {
    let today = Int(Date().timeIntervalSince1970 / 86_400)
    let reminders = try await store.reminders()
    return reminders.filter { $0.day <= today }.map(\.title)
  }
}
