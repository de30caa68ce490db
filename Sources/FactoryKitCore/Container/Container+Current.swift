// Factory, MIT licence; see LICENSE
//
// Reads `Container.shared` at a third of the cost, for injection.

/// What `TaskLocal.get()` calls: the memory of the innermost value that is bound, or null. The key is the address of the
/// `TaskLocal`. Part of the runtime's stable interface, because code of `TaskLocal` that is inlined into programs uses it.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeRawPointer?

extension Container {
  // Immutable.
  nonisolated(unsafe) private static let key = UnsafeRawPointer(Unmanaged.passUnretained($shared).toOpaque())

  /// The value of `shared` where no other one is bound.
  // Never freed: the `TaskLocal` owns it. Read first where no other one is bound.
  private static let unbound = Unmanaged.passUnretained(shared)

  /// The same as `shared`. The calling task's binding, or the `TaskLocal`, owns it.
  static var current: Unmanaged<Container> {
    guard let value = taskLocalValue(key) else { return unbound }
    // A value that is bound to `$shared`.
    return value.assumingMemoryBound(to: Unmanaged<Container>.self).pointee
  }
}
