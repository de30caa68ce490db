// Factory, MIT licence; see LICENSE
//
// A closure or a logger that blocks does not block other threads while the trace is on.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class BlockedTraceContainer: SharedContainer {
  @TaskLocal static var shared = BlockedTraceContainer()
  let manager = ContainerManager()
  let isInside = Gate()
  let mayEnd = Gate()

  var blocking: Factory<Int> {
    self {
      self.isInside.open()
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
        let builder = TestThread(inheritingContainers: true) { [container] in
          _ = container.blocking()
        }
        container.isInside.wait()
        #expect(container.other() == 2)
        container.mayEnd.open()
        builder.join()
      }
      #expect(lines.count == 2)
    }

    @Test("A logger that blocks does not stop another thread's traced resolution")
    func logger() {
      let isLogging = Gate()
      let mayLog = Gate()
      let blocked = Counter()
      let lines = ProcessWide.log(
        naming: "BlockedTraceContainer", trace: true,
        logger: { _ in
          guard blocked.increment() == 1 else { return }
          isLogging.open()
          mayLog.wait()
        },
        {
          let first = TestThread(inheritingContainers: true) { [container] in
            _ = container.other()
          }
          isLogging.wait()
          // Its lines are written by the thread that is logging.
          #expect(container.other() == 2)
          mayLog.open()
          first.join()
        })
      #expect(lines.count == 2)
    }
  }
}
