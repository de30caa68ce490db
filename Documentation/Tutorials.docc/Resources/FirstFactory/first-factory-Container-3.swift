import FactoryKit
import Foundation

extension Container {
  var reminderStore: Factory<any ReminderStore> {
    self { FileStore() }.singleton
  }

  var today: Factory<@Sendable () -> Int> {
    self { { Int(Date().timeIntervalSince1970 / 86_400) } }
  }
}
