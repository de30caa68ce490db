// Factory, MIT licence; see LICENSE
//
// The process: `swift run`.
import FactoryKit
import Foundation
import Logging
import Metrics
import ServiceCore
import ServiceRules

// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive AutoRegistering {
  public func autoRegister() { addRules() }
}

LoggingSystem.bootstrap(StreamLogHandler.standardError)
let container = Container.shared
MetricsSystem.bootstrap(container.metrics())
do {
  let group = try makeServiceGroup(container) { port in
    // Not `print`, which would wait for more if the output is a pipe.
    FileHandle.standardOutput.write(Data("service: http://127.0.0.1:\(port)\n".utf8))
  }
  try await group.run()
} catch {
  container.logger().critical("service failed", metadata: ["error": "\(error)"])
  exit(1)
}
