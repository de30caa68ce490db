// Factory, MIT licence; see LICENSE
//
// Another thread.
import Foundation

/// Runs `body` on another thread, and waits for it.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}
