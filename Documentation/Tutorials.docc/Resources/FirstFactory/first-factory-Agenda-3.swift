import FactoryKit

/// What has to be done today.
public final class Agenda {
  @Injected(\.reminderStore) private var store
  @Injected(\.today) private var today

  public init() {}

  public func due() async throws -> [String] {
    let today = today()
    let reminders = try await store.reminders()
    return reminders.filter { $0.day <= today }.map(\.title)
  }
}
