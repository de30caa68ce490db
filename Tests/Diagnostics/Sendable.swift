// Factory, MIT licence; see LICENSE
//
// Wrappers in classes that are Sendable, and products that several tasks get. The article "Sendable
// classes and tasks" quotes the messages.
import FactoryKit

#if MISTAKE
  final class Renderer: Sendable {
    // error: stored property '_service' of 'Sendable'-conforming class 'Renderer' is mutable
    @Injected(\.service) private var service
  }

  final class LazyRenderer: Sendable {
    // error: stored property '_service' of 'Sendable'-conforming class 'LazyRenderer' is mutable
    @LazyInjected(\.service) private var service
  }

  // error: non-final class 'OpenRenderer' cannot conform to the 'Sendable' protocol
  class OpenRenderer: Sendable {
    private let service = dependency(\.service)
  }

  enum Services {
    // error: static property 'service' is not concurrency-safe because it is nonisolated global shared mutable state
    @Injected(\.service) static var service
  }

  final class Importer: Sendable {
    // error: stored property 'parser' of 'Sendable'-conforming class 'Importer' has non-Sendable type 'Parser'
    private let parser = dependency(\.parser)
  }

  final class LazyImporter: Sendable {
    // error: stored property 'parser' of 'Sendable'-conforming class 'LazyImporter' contains non-Sendable type 'Parser'
    private let parser = LazyInjected(\.parser)
  }

  struct ImportJob: Sendable {
    // error: stored property '_parser' of 'Sendable'-conforming struct 'ImportJob' contains non-Sendable type 'Parser'
    @Injected(\.parser) var parser
  }
#else
  final class Renderer: Sendable {
    private let service = dependency(\.service)
  }

  final class LazyRenderer: Sendable {
    private let service = LazyInjected(\.service)
    private let current = DynamicInjected(\.service)
    func use() -> (Service, Service) { (service.wrappedValue, current.wrappedValue) }
  }

  @MainActor class OpenRenderer {
    @Injected(\.service) private var service
  }

  enum Services {
    static var service: Service { dependency(\.service) }
  }

  actor Importer {
    @Injected(\.service) private var service
    @Injected(\.parser) private var parser
  }
#endif

final class Parser {}

extension Container {
  var parser: Factory<Parser> { self { Parser() } }
}

// Instances that several tasks get.

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
