// Factory, MIT licence; see LICENSE
//
// While the trace is on, a closure or a logger that blocks still stops nobody else.
import FactoryTesting
import Foundation
import Testing

private final class BlockedTraceContainer: SharedContainer {
  @TaskLocal static var shared = BlockedTraceContainer()
  let manager = ContainerManager()
  let isInside = DispatchSemaphore(value: 0)
  let mayEnd = DispatchSemaphore(value: 0)

  var blocking: Factory<Int> {
    self {
      self.isInside.signal()
      self.mayEnd.wait()
      return 1
    }.cached
  }
  var other: Factory<Int> { self { 2 }.cached }
}

extension ProcessWide {
  @Suite("Blocked while tracing", .container) struct BlockedWhileTracingTests {
    private let container = BlockedTraceContainer()

    @Test("A traced closure that blocks does not stop another factory, and both are traced")
    func closure() {
      let lines = ProcessWide.log(naming: "BlockedTraceContainer", trace: true) {
        let builder = StartedThread { [container] in _ = container.blocking() }
        container.isInside.wait()
        #expect(container.other() == 2)
        container.mayEnd.signal()
        builder.join()
      }
      #expect(lines.count == 2)
    }

    @Test("A logger that blocks does not stop another thread's traced resolution")
    func logger() {
      let isLogging = DispatchSemaphore(value: 0)
      let mayLog = DispatchSemaphore(value: 0)
      let blocked = Tally()
      let lines = ProcessWide.log(
        naming: "BlockedTraceContainer", trace: true,
        logger: { _ in
          guard blocked.next() == 1 else { return }
          isLogging.signal()
          mayLog.wait()
        },
        {
          let first = StartedThread { [container] in _ = container.other() }
          isLogging.wait()
          // Its lines are left to the thread that is logging.
          #expect(container.other() == 2)
          mayLog.signal()
          first.join()
        })
      #expect(lines.count == 2)
    }
  }
}
