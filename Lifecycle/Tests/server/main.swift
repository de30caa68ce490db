// Factory, MIT licence; see LICENSE
//
// A server process. It prints what happens, and ends gracefully on SIGTERM.
import FactoryLifecycle
import Foundation
import Logging
import ServerCore
import ServiceLifecycle

// Unbuffered, so that the test reads each line when it is printed.
let container = ServerContainer { line in
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
let service = ContainerService(
  container, warmUp: \.settings, \.database, includingSingletons: true)
_ = container.metrics()
let group = ServiceGroup(
  services: [service, Server(container)], gracefulShutdownSignals: [.sigterm],
  logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() })
try await group.run()
container.log("ended")
