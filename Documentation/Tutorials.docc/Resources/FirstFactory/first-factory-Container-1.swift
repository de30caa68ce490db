import FactoryKit

extension Container {
  var reminderStore: Factory<any ReminderStore> {
    self { FileStore() }
  }
}
