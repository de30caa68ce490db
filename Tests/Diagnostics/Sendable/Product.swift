// Factory, MIT licence; see LICENSE
//
// Instances that several tasks get, and values that a registered closure captures.
import FactoryKit

protocol Storage: AnyObject {
  func close() async throws
}

final class Memory: Storage {
  func close() async throws {}
}

#if MISTAKE
  extension Container {
    // error: type 'any Storage' does not conform to the 'Sendable' protocol
    var storage: AsyncFactory<any Storage, any Error> { self { Memory() }.singleton }
    var closed: Factory<any Storage> {
      // error: does not conform to the 'Sendable' protocol
      self { Memory() }.onShutdown { try await $0.close() }.cached
    }
  }
#else
  protocol SafeStorage: Sendable {
    func close() async throws
  }

  final class SafeMemory: SafeStorage {
    func close() async throws {}
  }

  extension Container {
    var storage: AsyncFactory<any SafeStorage, any Error> { self { SafeMemory() }.singleton }
    var closed: Factory<any SafeStorage> {
      self { SafeMemory() }.onShutdown { try await $0.close() }.cached
    }
  }
#endif

func registers() {
  var service = Service(number: 1)
  service = Service(number: 2)
  #if MISTAKE
    // error: reference to captured var 'service' in concurrently-executing code
    Container.shared.cache.register { service }
  #else
    Container.shared.cache.register { [service] in service }
  #endif
}
