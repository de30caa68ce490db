// Factory, MIT licence; see LICENSE
//
// Wrappers in classes that are Sendable. The article "Sendable classes and tasks" quotes the messages.
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
