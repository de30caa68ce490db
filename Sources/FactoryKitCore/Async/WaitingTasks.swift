// Factory, MIT licence; see LICENSE
//
// The tasks that wait for a construction, which FactoryKit provides.

/// The tasks that wait for a construction. All functions are called under the wait graph's lock.
package protocol WaitingTasks: AnyObject, Sendable {
  /// Counts another task that wants the instance. False if the construction was abandoned: it has been
  /// cancelled, and may ignore that and never end.
  func addAsker() -> Bool
  /// Returns whether a task receives the result. From now on, those that wait do, even if they are cancelled.
  func decideReceivers() -> Bool
  /// Removes the tasks, and returns a function that resumes them, to be called without the lock.
  func takeAll() -> () -> Void
}

/// Creates the list of waiting tasks for a new asynchronous construction.
package final class WaitingTasksMaker: Sendable {
  let make: @Sendable () -> any WaitingTasks

  package init(_ make: @escaping @Sendable () -> any WaitingTasks) { self.make = make }

  /// Set before the first asynchronous resolution begins.
  package static let shared = SharedReference<WaitingTasksMaker>()
}
