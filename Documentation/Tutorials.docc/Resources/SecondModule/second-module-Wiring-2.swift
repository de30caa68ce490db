import FactoryKit
import Reminders
import RemindersLive

extension Container: @retroactive AutoRegistering {
  public func autoRegister() {
    registerLive()
  }
}

func validate() throws {
  try Container.shared.validate(\.reminderStore)
}
