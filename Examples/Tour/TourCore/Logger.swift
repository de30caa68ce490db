// Factory, MIT licence; see LICENSE
//
// The logger of the program.
import Foundation

/// Logs messages. It may be called from any thread, because there is one logger per process.
package protocol Logger: AnyObject, Sendable {
  func log(_ message: String)
}

package final class SilentLogger: Logger {
  package init() {}
  package func log(_ message: String) {}
}

package final class StandardErrorLogger: Logger {
  package init() {}

  package func log(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}
