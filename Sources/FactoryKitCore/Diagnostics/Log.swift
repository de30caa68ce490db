// Factory, MIT licence; see LICENSE
//
// Passes lines to the logger: in whole batches, from one thread at a time, with no lock held.
internal import FactoryCore

@usableFromInline
package enum Log {
  /// The logger's closure. An object, because debug builds wrap a closure in another one each time it passes
  /// through generic code. A logger that a program reads and sets again would gain one wrapper each time,
  /// until calling it overflowed the stack.
  private final class Logger {
    let call: (String) -> Void

    init(_ call: @escaping (String) -> Void) { self.call = call }
  }

  private struct State {
    var logger = Logger { factory_write_error($0) }
    /// What is to be written.
    var batches: [[String]] = []
    var isBeingWritten = false
  }

  private static let state = Locked(State())

  @usableFromInline
  static func currentLogger() -> (String) -> Void { state.withLock { $0.logger }.call }

  @usableFromInline
  static func setLogger(_ logger: @escaping (String) -> Void) {
    let new = Logger(logger)
    // The old closure is released after the lock, because releasing its captures may run user code.
    let old = state.withLock { state in
      let old = state.logger
      state.logger = new
      return old
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  package static func write(_ line: String) { write([line]) }

  #if DEBUG
    private static let written = Locked<Set<String>>([])

    /// Writes a line once in the process.
    static func writeOnce(_ line: String) {
      if written.withLock({ $0.insert(line).inserted }) { write(line) }
    }
  #endif

  /// Writes lines that belong together. If a call is already in progress, on another thread or further up
  /// this thread's stack, that call writes these lines. So no thread waits for another one, and batches are not
  /// interleaved, but a thread that writes goes on until nothing is left, which may take long if
  /// the logger is slow and other threads keep logging.
  package static func write(_ lines: [String]) {
    var isWriter = state.withLock { state in
      state.batches.append(lines)
      defer { state.isBeingWritten = true }
      return !state.isBeingWritten
    }
    let thread = factory_current_thread()
    while isWriter {
      let next = state.withLock { state in
        let next = state.batches
        state.batches = []
        state.isBeingWritten = !next.isEmpty
        return next
      }
      isWriter = !next.isEmpty
      for batch in next {
        let logger = currentLogger()
        // Resolutions of the logger itself are not traced, because tracing them would never end.
        thread.pointee.logging += 1
        LockOrder.requireNone()
        let cycle = DetachedCycle(thread)
        TaskFrame.outside { for line in batch { logger(line) } }
        cycle.attach(to: thread)
        thread.pointee.logging -= 1
      }
    }
  }
}

// MARK: -

// Logs that an instance is not cached, because its parameter is not equal to itself.

enum UnequalParameter {
  private static let reported = Locked<Set<FactoryIdentity>>([])

  /// Logs the first such resolution of each factory in the process. Called with no lock held.
  @inline(never)
  static func report(_ factory: FactoryIdentity, _ frame: Frame) {
    if reported.withLock({ $0.insert(factory).inserted }) {
      Log.write(Message.unequalParameter(frame.description))
    }
  }
}

// MARK: -

// In debug builds, reports that a process contains the library twice.

#if DEBUG
  enum SecondCopy {
    /// Reports, once, if this is not the first copy of the library in the process. Looks a type up by its name, which finds
    /// that of the first copy. Read when code of this copy creates a factory value.
    static let report: Void = {
      guard let first = _typeByName("14FactoryKitCore16ContainerManagerC"),
        first != ContainerManager.self
      else { return }
      // Not by the logger, which may use a container itself.
      factory_write_error(
        """
        FactoryKit: this process contains FactoryKit twice, and a container of one copy must not be used by the other. Link it \
        once: see "One copy of FactoryKit" in the documentation.
        """)
    }()
  }
#endif
