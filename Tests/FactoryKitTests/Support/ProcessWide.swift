// Factory, MIT licence; see LICENSE
//
// The suite of all tests that depend on settings of the whole process: trace, logger and the
// context. Suites nested in it run one after another, those of other modules too.
import FactoryTestSupport
import FactoryTesting
import Testing

/// Tests that read or change what all containers share.
@Suite("Process-wide", .serialized) package enum ProcessWide {}

extension ProcessWide {
  /// The lines that the logger gets during `body` and that contain `name`, with the trace if
  /// `trace` is true. Restores the settings.
  ///
  /// Other tests run at the same time, so `name` must be the name of a container of the test. Their lines go to
  /// the logger that was set before.
  package static func log(
    naming name: String, trace: Bool = false, logger extra: (@Sendable (String) -> Void)? = nil,
    _ body: () throws -> Void
  ) rethrows -> [String] {
    TestLog.install()
    let manager = ContainerManager()
    let (oldLogger, oldTrace) = (manager.logger, manager.trace)
    let notes = LockedArray<String>()
    manager.logger = { line in
      guard line.contains(name) else { return oldLogger(line) }
      extra?(line)
      notes.append(line)
    }
    defer { manager.logger = oldLogger }
    do {
      manager.trace = trace
      defer { manager.trace = oldTrace }
      try body()
    }
    TestLog.waitForLines()
    return notes.elements
  }

  /// Runs `body` with a changed `FactoryContext.current`, and restores what was changed. Arguments
  /// that other tests set at the same time stay.
  package static func withContext<Result>(
    _ change: (inout FactoryContext) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    let old = ChangedContext(change)
    defer { old.restore() }
    return try body()
  }

  /// The same for asynchronous code.
  package static func withContext<Result>(
    _ change: (inout FactoryContext) -> Void, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let old = ChangedContext(change)
    defer { old.restore() }
    return try await body()
  }
}

/// What `FactoryContext.current` was before a change.
private struct ChangedContext {
  private let old = FactoryContext.current
  /// The keys of the arguments that were changed.
  private let changed: [String]

  init(_ change: (inout FactoryContext) -> Void) {
    var new = old
    change(&new)
    let (before, after) = (old.runtimeArguments, new.runtimeArguments)
    changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    change(&FactoryContext.current)
  }

  func restore() {
    func restore(_ context: inout FactoryContext) {
      var arguments = context.runtimeArguments
      for key in changed { arguments[key] = old.runtimeArguments[key] }
      context = old
      context.runtimeArguments = arguments
    }
    restore(&FactoryContext.current)
  }
}
