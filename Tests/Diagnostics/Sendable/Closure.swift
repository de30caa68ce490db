// Factory, MIT licence; see LICENSE
//
// A closure that is Sendable and uses an injected property.
import FactoryKit

final class Uploader {
  @Injected(\.service) private var service

  func start() {
    #if MISTAKE
      // error: capture of 'self' with non-Sendable type 'Uploader' in a '@Sendable' closure
      schedule { _ = self.service }
    #else
      schedule { [service] in _ = service }
    #endif
  }
}

func schedule(_ work: @Sendable () -> Void) {}
