import FactoryKit
import Foundation

extension Container {
  public var reminderStore: Factory<any ReminderStore> {
    required().singleton
  }

  var today: Factory<@Sendable () -> Int> {
    self { { Int(Date().timeIntervalSince1970 / 86_400) } }
  }
}
