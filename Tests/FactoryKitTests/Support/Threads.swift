// Factory, MIT licence; see LICENSE
//
// Threads that tests start and wait for.
import FactoryTestSupport
import FactoryTesting
import Foundation

/// A thread that sees the shared container and the singletons of the test that starts it.
final class StartedThread: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    let container = Container.shared
    let singletons = Scope.singleton
    let ended = ended
    let thread = Thread {
      Container.$shared.withValue(container) {
        Scope.$singleton.withValue(singletons) { body() }
      }
      ended.signal()
    }
    // Room for deep recursions, also where a sanitizer widens every frame.
    thread.stackSize = 64 << 20
    thread.start()
  }

  func join() { ended.wait() }
}

/// Runs `body` on as many threads at once, and returns when all of them are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = MeetingPoint(count)
  let threads = (0..<count).map { index in
    StartedThread {
      start.arriveAndWait()
      body(index)
    }
  }
  for thread in threads { thread.join() }
}
