import FactoryKit
import RemindersLive

extension Container: @retroactive AutoRegistering {
  public func autoRegister() {
    registerLive()
  }
}
