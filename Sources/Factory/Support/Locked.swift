// Factory, MIT licence; see LICENSE
//
// A value behind a lock, for what the module keeps besides FactoryKit's containers.
internal import FactoryKit

/// A value that is only reached under its lock. The body of `withLock` must not run user code.
final class Locked<Value>: @unchecked Sendable {
  // Sendable: `value` is touched only under `lock`.
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
