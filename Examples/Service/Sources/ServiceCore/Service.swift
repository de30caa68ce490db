// Factory, MIT licence; see LICENSE
//
// The parts of the process, in the order in which they start. They end in the reverse order.
import FactoryKit
import FactoryLifecycle
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// The services of the process: what the container has, the jobs, and the server.
///
/// - Parameters:
///   - router: what the server answers.
///   - signals: those on which the services end in order.
///   - onServerRunning: called with the port when the server listens.
public func makeServiceGroup(
  _ container: Container, _ router: Router<BasicRequestContext> = makeRouter(),
  signals: [UnixSignal] = [.sigterm, .sigint],
  onServerRunning: @escaping @Sendable (Int) async -> Void
) throws -> ServiceGroup {
  let settings = try container.settings()
  let logger = container.logger()
  let server = Application(
    router: router,
    configuration: ApplicationConfiguration(
      address: .hostname(settings.host, port: settings.port), serverName: "service"),
    onServerRunning: { await onServerRunning($0.localAddress?.port ?? 0) }, logger: logger)
  let opened = ContainerService(
    container, warmUp: \.settings, \.database, \.users, \.outbox, includingSingletons: true)
  return ServiceGroup(
    configuration: ServiceGroupConfiguration(
      services: [
        .init(service: opened), .init(service: opened.before(Jobs(container))),
        .init(service: opened.before(server)),
      ],
      gracefulShutdownSignals: signals, logger: logger))
}
