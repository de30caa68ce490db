// Factory, MIT licence; see LICENSE
//
// The example of the article on shutdowns. A test compares the two.
import FactoryKit
import FactoryLifecycle
import Logging
import ServiceLifecycle

struct Settings: Sendable {}

final class Database: Sendable {}

extension Container {
  var settings: ThrowingFactory<Settings, any Error> { self { Settings() }.cached }
  var database: AsyncFactory<Database, any Error> { self { Database() }.cached }
}

func serve(_ server: some Service, _ logger: Logger) async throws {
  let container = ContainerService(Container.shared, warmUp: \.settings, \.database)
  let group = ServiceGroup(
    services: [container, container.before(server)], gracefulShutdownSignals: [.sigterm],
    logger: logger)
  try await group.run()
}
