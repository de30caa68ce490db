// Factory, MIT licence; see LICENSE
//
// Where remarks go.
import Foundation

/// Receives remarks, from any thread: there is one logger for the process.
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
