// Factory, MIT licence; see LICENSE
//
// A logger that writes nothing.
import Logging

/// Stores metadata, unlike `SwiftLogNoOpLogHandler`: `context.id` of Hummingbird reads the identifier of the request from
/// the metadata of its logger, and ends the process if there is none.
struct SilentLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {}
}
