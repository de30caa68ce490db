import FactoryKit
import Reminders

extension Container {
  /// Registers what the module `Reminders` requires.
  public func registerLive() {
    reminderStore.register { FileStore() }
  }
}
