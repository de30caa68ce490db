// Factory, MIT licence; see LICENSE
//
// The errors of shutdown hooks, and the messages of shutdowns and warm-ups.
internal import FactoryKitCore

/// The errors that hooks of `onShutdown` have thrown. Thrown by
/// ``ManagedContainer/shutdown(hookLimit:)-(Double)`` after all hooks have run.
///
/// Its description names each factory and its error. See <doc:Shutdown>.
///
/// ```swift
/// do throws(ShutdownError) {
///   try await Container.shared.shutdown()
/// } catch {
///   for (factory, error) in error.errors { print(factory, error) }
/// }
/// ```
public struct ShutdownError: Error, CustomStringConvertible {
  /// The factories, each with its container and type, and their errors, in the order in which the
  /// hooks have run. The source location of the factory is included if it is known: not for a cached
  /// instance that was built before the factory was given its hook. The error of a hook that has not
  /// returned within the limit is a ``ShutdownTimeout``.
  public let errors: [(factory: String, error: any Error)]

  /// For the module FactoryLifecycle, in the package Lifecycle. Not API.
  @_spi(FactoryLifecycle)
  public init(errors: [(factory: String, error: any Error)]) { self.errors = errors }

  public var description: String { Message.shutdownFailed(errors) }
}

/// The error of a factory that a `ContainerService` of FactoryLifecycle could not warm up. The service
/// throws it. Its description names the factory. See <doc:Shutdown>.
///
/// ```swift
/// do {
///   try await group.run()
/// } catch let error as WarmUpError {
///   print(error.factory, error.error)
/// }
/// ```
public struct WarmUpError: Error, CustomStringConvertible {
  /// The factory in the service's list, with its container, type and source location. What failed may
  /// be one of its dependencies.
  public let factory: String
  /// What the factory has thrown.
  public let error: any Error

  /// Whether the warm-up had been cancelled when the factory failed: libraries often throw errors of their own then.
  let isCancelled: Bool

  package init(_ factory: String, _ error: any Error, isCancelled: Bool = false) {
    (self.factory, self.error, self.isCancelled) = (factory, error, isCancelled)
  }

  public var description: String { Message.warmUpFailed(factory, error) }
}

/// The error of a shutdown hook that has not returned within its limit, in a ``ShutdownError``.
public struct ShutdownTimeout: Error, CustomStringConvertible {
  /// The limit, in seconds.
  public let seconds: Double

  public var description: String {
    """
    the hook has not returned within \(seconds) seconds; it was cancelled, and the shutdown has \
    continued without it
    """
  }
}

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
