// Factory, MIT licence; see LICENSE
//
// The messages of shutdowns and warm-ups.
internal import FactoryKitCore

extension Message {
  static func shutdownFailed(_ errors: [(factory: String, error: any Error)]) -> String {
    var text = "FactoryKit: \(errors.count) of the shutdown hooks failed:"
    for (factory, error) in errors { text += "\n  \(factory): \(error)" }
    return text + "\nThe other hooks have run, and the instances were dropped."
  }

  static var shutdownInsideHook: String {
    """
    FactoryKit: a shutdown hook calls the shutdown that runs it, which would wait for itself. The \
    call returns at once.
    To fix this: remove the call. The shutdown closes all instances of the container.
    """
  }

  static func warmUpFailed(_ factory: String, _ error: any Error) -> String {
    "FactoryKit: warming up \(factory) failed: \(error)"
  }

  static func warmUpHookFailed(_ factory: String, _ error: any Error) -> String {
    """
    FactoryKit: the shutdown hook of \(factory) failed after a failed warm-up: \(error)
    To fix this: make the hook work for an instance that was not used yet.
    """
  }
}
