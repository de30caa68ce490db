// Factory, MIT licence; see LICENSE
//
// A value that is guarded by a lock, for the module's own state.
internal import FactoryKit

/// A value that is accessed only under its lock. The body of `withLock` must not run user code.
final class Locked<Value>: @unchecked Sendable {
  // Sendable: `value` is accessed only under `lock`.
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
