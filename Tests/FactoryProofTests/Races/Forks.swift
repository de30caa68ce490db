// Factory, MIT licence; see LICENSE
//
// A process that forks while its threads read. The child does not have these threads, whatever they
// were about to do.
#if canImport(Glibc) || canImport(Darwin)
  import FactoryTestSupport
  import FactoryTesting
  import Foundation
  import Testing

  extension SharedSingletons {
    @Suite(
      "Forks", .enabled(if: !Effort.isReduced, "sanitizers have threads and locks of their own"),
      .enabled(if: Effort.hasHitTable, "without it, a thread that reads holds a lock"))
    struct Forks {
      @Test("A child forked while threads are reading hits, resets and resolves like any process")
      func besideReaders() async {
        await #expect(processExitsWith: .success) {
          // Nothing but the library and these threads is in this process, so a child that hangs
          // does so in the library.
          let container = ForkedContainer()
          let original = container.cached()
          let readers = BusyThreads(4) { _ = container.cached() }
          for number in 1...Effort.brief(80) {
            // In half of the children, the first use is a change.
            let result = inChild {
              if number.isMultiple(of: 2) {
                guard container.cached() === original, container.cached() === original else {
                  return false
                }
              }
              container.cached.reset(.scope)
              return container.cached() !== original
            }
            if result != .success { fatalError("child \(number): \(result)") }
          }
          readers.stop()
        }
      }
    }
  }

  /// A container that counts nothing: a counter's lock might be held by a thread that the child does not have.
  private final class ForkedContainer: ManagedContainer {
    let manager = ContainerManager()

    var cached: Factory<Plain> { self { Plain() }.cached }

    final class Plain: Sendable {}
  }

  /// The time after which a child counts as blocked.
  private let secondsToEnd: UInt64 = 5

  private enum ChildResult {
    case success, failure, crash, hang
  }

  /// Swift does not import `fork`, because most of a program does not work in the child.
  private let forkProcess: @convention(c) () -> Int32 = {
    #if canImport(Darwin)
      let anywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let anywhere: UnsafeMutableRawPointer? = nil
    #endif
    return unsafeBitCast(dlsym(anywhere, "fork")!, to: (@convention(c) () -> Int32).self)
  }()

  /// The bits of what `waitpid` reports. Swift does not import the macros WTERMSIG and WEXITSTATUS.
  private enum WaitStatus {
    /// The number of the signal that ended the process, or 0.
    static let signal: Int32 = 0x7f
    static let exitCode: Int32 = 0xff00
  }

  /// Runs `body` in a forked child, which ends with it. A child that does not end is killed.
  private func inChild(_ body: () -> Bool) -> ChildResult {
    let child = forkProcess()
    if child == 0 { _exit(body() ? 0 : 1) }
    precondition(child > 0)
    var status: Int32 = 0
    let start = DispatchTime.now().uptimeNanoseconds
    while waitpid(child, &status, WNOHANG) == 0 {
      if DispatchTime.now().uptimeNanoseconds - start > secondsToEnd * nanosecondsPerSecond {
        kill(child, SIGKILL)
        waitpid(child, &status, 0)
        return .hang
      }
      yieldThread()
    }
    if status & WaitStatus.signal != 0 { return .crash }
    return status & WaitStatus.exitCode == 0 ? .success : .failure
  }
#endif
