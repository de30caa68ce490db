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

  static func unclosed(_ factory: String, _ child: String) -> String {
    """
    FactoryKit: \(child) was released without a shutdown, so the shutdown hook of \(factory) has not \
    run for the instance that it kept.
    To fix this: call shutdown() of the child when its work is done. If all children should use one \
    instance, let the process or the parent keep it: with .singleton, or with sharing: and its scope.
    """
  }

  static func warmUpFailed(_ factory: String, _ error: any Error) -> String {
    "FactoryKit: warming up \(factory) failed: \(error)"
  }

  static func lostHookFailed(_ factory: String, _ error: any Error) -> String {
    """
    FactoryKit: the shutdown hook of \(factory) failed for an instance that nobody received, because all \
    tasks that had asked for it were cancelled: \(error)
    To fix this: make the hook work for an instance that was never used.
    """
  }

  static func warmUpHookFailed(_ factory: String, _ error: any Error) -> String {
    """
    FactoryKit: the shutdown hook of \(factory) failed after a failed warm-up: \(error)
    To fix this: make the hook work for an instance that was not used yet.
    """
  }
}
