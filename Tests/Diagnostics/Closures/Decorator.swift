// Factory, MIT licence; see LICENSE
//
// A decorator of an asynchronous factory, which runs on any thread, with a model of the main actor.
import FactoryKit

@MainActor final class Loads {
  var count = 0

  #if MISTAKE
    func watch(_ container: Container) {
      // error: main actor-isolated property 'count' can not be mutated from a Sendable closure
      container.cache.decorator { _ in self.count += 1 }
      // error: main actor-isolated property 'count' can not be mutated from a Sendable closure
      container.tenant.decorator { _, _ in self.count += 1 }
    }
  #else
    func watch(_ container: Container) {
      container.cache.decorator { _ in Task { @MainActor in self.count += 1 } }
      container.tenant.decorator { _, _ in Task { @MainActor in self.count += 1 } }
      // On the main actor.
      container.model.decorator { _ in self.count += 1 }
    }
  #endif
}
