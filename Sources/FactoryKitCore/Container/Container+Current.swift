// Factory, MIT licence; see LICENSE
//
// Reads `Container.shared` at a third of the cost, only to compare it.
internal import FactoryCore

/// What `TaskLocal.get()` calls: the memory of the innermost value that is bound, or null. The key is the address of the
/// `TaskLocal`. Part of the runtime's stable interface, because code of `TaskLocal` that is inlined into programs uses it.
@_silgen_name("swift_task_localValueGet")
package func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeRawPointer?

extension Container {
  /// The key of `shared`, for `factory_note_child`.
  // Immutable.
  nonisolated(unsafe) static let sharedKey = UnsafeRawPointer(unowned: $shared)

  /// The address of the value of `shared` that the calling task has bound; nil if it has bound none. Called only after a child was created.
  static var boundShared: UnsafeRawPointer? {
    guard let value = taskLocalValue(factory_shared_key()!) else { return nil }
    // A value that is bound to `$shared`.
    return value.assumingMemoryBound(to: UnsafeRawPointer.self).pointee
  }

  /// The storage of the shared container, if that is a child. Valid while it is the shared one.
  static var boundChild: ContainerCore? {
    guard factory_children_exist() else { return nil }
    // Retained by the task-local value.
    let core = boundShared?.withObject(Container.self) { $0.manager.core }
    return core?.parent == nil ? nil : core
  }
}
