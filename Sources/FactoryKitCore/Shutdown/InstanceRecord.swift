// Factory, MIT licence; see LICENSE
//
// What FactoryKit records of instances that are cached, which this module does not know: see the folder Shutdown.

/// The record of one instance, which its box retains.
package protocol InstanceRecord: AnyObject, Sendable {
  /// Called when the instance was built, before it is cached, with no lock held.
  func didBuild()
  /// Called after the instance was cached, or after it was found that another change has overtaken its construction. With no
  /// lock held.
  func didStore(_ box: InstanceBox, in place: Place)
  /// Called when nobody has received the instance, and it is not cached, with no lock held.
  func didLose(_ box: InstanceBox)
  /// Called when a child container is released that keeps the instance, with no lock held.
  func didRelease(with child: String)
  /// Whether the instance must not be cached again. Called with the lock of a store.
  var isClosed: Bool { get }
}

/// Creates the record of an instance that is about to be built; nil if it needs none.
package final class InstanceRecorder: Sendable {
  /// Called with the lock of a store.
  let begin: @Sendable (Frame, Settings) -> (any InstanceRecord)?

  package init(_ begin: @escaping @Sendable (Frame, Settings) -> (any InstanceRecord)?) {
    self.begin = begin
  }

  /// Set before the first record is needed.
  package static let shared = SharedReference<InstanceRecorder>()
}

/// The closure of a modifier for which instances have a record.
@usableFromInline
package final class InstanceHook: ModifierClosure {
  package let object: AnyObject

  /// - Parameter object: what the recorder gets.
  @usableFromInline
  package init(_ object: AnyObject, _ closure: ClosureIdentity) {
    self.object = object
    super.init(closure)
  }
}
