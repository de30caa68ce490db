// Factory, MIT licence; see LICENSE
//
// The trace of asynchronous resolutions.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

final class AsyncTracedContainer: SharedContainer {
  @TaskLocal static var shared = AsyncTracedContainer()
  let manager = ContainerManager()
  fileprivate let (begun, gate) = (TaskGate(), TaskGate())
  fileprivate let late = LockedValue<Task<Int, Never>?>(nil)
}

extension AsyncTracedContainer {
  fileprivate var root: AsyncFactory<TestService, any Error> {
    self {
      _ = (try await self.middle(), self.sync())
      return try await self.cached()
    }
  }
  fileprivate var middle: AsyncFactory<TestService, any Error> {
    self { try await self.cached() }.cached
  }
  fileprivate var cached: AsyncFactory<TestService, any Error> { self { TestService() }.cached }
  fileprivate var sync: Factory<Int> { self { self.number() } }
  fileprivate var value: AsyncFactory<Int, Never> { self { 7 }.cached }
  fileprivate var unscoped: AsyncFactory<Int, Never> { self { 7 } }
  fileprivate var failing: AsyncFactory<Int, any Error> {
    self { throw TestError(number: 1) }.cached
  }
  fileprivate var outer: AsyncFactory<Int, any Error> { self { try await self.failing() } }
  fileprivate var chain: AsyncParameterFactory<Int, Int, any Error> {
    self { number in
      await Task.yield()
      return number == 0 ? 0 : try await self.chain(number - 1)
    }.scopeOnParameters.cached
  }
  /// Its closure starts a task that resolves `outliving`, and returns before that has ended.
  fileprivate var starting: AsyncFactory<Int, Never> {
    self { [unowned self] in
      late.withLock { $0 = Task { await self.outliving() } }
      await begun.wait()
      return await self.value()
    }
  }
  fileprivate var outliving: AsyncFactory<Int, Never> {
    self { [unowned self] in
      begun.open()
      await gate.wait()
      return await self.unscoped() + self.number()
    }.cached
  }
  fileprivate var number: Factory<Int> { self { 1 } }
  fileprivate var waiting: AsyncFactory<Int, any Error> {
    self { [unowned self] in
      begun.open()
      await gate.wait()
      return await self.unscoped()
    }.cached
  }
  fileprivate var concurrent: AsyncFactory<Int, any Error> {
    self {
      async let one = self.value()
      async let two = self.unscoped()
      return await one + two
    }
  }
}

private func address(_ object: AnyObject) -> String {
  "\(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))"
}

private let prefix = "FactoryKitFeatureTests.AsyncTracedContainer"

extension ProcessWide {
  /// As `log(naming:)`, for asynchronous code.
  fileprivate static func trace(_ body: () async throws -> Void) async throws -> [String] {
    TestLog.install()
    let manager = ContainerManager()
    let (oldLogger, oldTrace) = (manager.logger, manager.trace)
    let lines = LockedArray<String>()
    manager.logger = { line in
      guard line.contains("AsyncTracedContainer") else { return oldLogger(line) }
      lines.append(line)
    }
    defer { manager.logger = oldLogger }
    manager.trace = true
    do {
      defer { manager.trace = oldTrace }
      try await body()
    }
    TestLog.waitForLines()
    return lines.elements
  }

  @Suite("Trace of async factories", .container) struct AsyncTraceTests {
    private let container = AsyncTracedContainer()

    @Test("A tree of resolutions is traced from the outermost one, in one batch")
    func tree() async throws {
      let lines = try await ProcessWide.trace { _ = try await container.root() }
      let cached = address(try #require(container.cached.resolvedOrNil()))
      #expect(
        lines == [
          "0: \(prefix).root<TestService> = N:\(cached)",
          "1:     \(prefix).middle<TestService> = N:\(cached)",
          "2:         \(prefix).cached<TestService> = N:\(cached)",
          "1:     \(prefix).sync<Int> = N:-",
          "2:         \(prefix).number<Int> = N:-",
          "1:     \(prefix).cached<TestService> = C:\(cached)",
        ])
    }

    @Test("An error is traced with E: and its type")
    func error() async throws {
      let lines = try await ProcessWide.trace { _ = try? await container.outer() }
      #expect(
        lines == [
          "0: \(prefix).outer<Int> = E:TestError", "1:     \(prefix).failing<Int> = E:TestError",
        ])
    }

    @Test("What a decorator resolves is traced in the tree")
    func decorator() async throws {
      container.value.decorator { [unowned container] _ in _ = container.number() }
      let lines = try await ProcessWide.trace { _ = await container.value() }
      #expect(
        lines == ["0: \(prefix).value<Int> = N:-", "1:     \(prefix).number<Int> = N:-"])
    }

    @Test("Child tasks are traced in the tree")
    func childTasks() async throws {
      let lines = try await ProcessWide.trace { _ = try await container.concurrent() }
      #expect(lines.first == "0: \(prefix).concurrent<Int> = N:-")
      #expect(
        lines.dropFirst().sorted() == [
          "1:     \(prefix).unscoped<Int> = N:-", "1:     \(prefix).value<Int> = N:-",
        ])
    }

    @Test("A resolution that outlives the tree is traced when it has ended")
    func outliving() async throws {
      let lines = try await ProcessWide.trace {
        _ = await container.starting()
        container.gate.open()
        _ = await container.late.withLock { $0 }?.value
      }
      #expect(
        lines == [
          "0: \(prefix).starting<Int> = N:-",
          "1:     \(prefix).value<Int> = N:-",
          "2:         \(prefix).unscoped<Int> = N:-",
          "2:         \(prefix).number<Int> = N:-",
          "1:     \(prefix).outliving<Int> = N:-",
        ])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A task that waits for another tree has a line with C:, or E: if it was cancelled")
    func waiting() async throws {
      let container = container
      let lines = try await ProcessWide.trace {
        // Not in a loop that starts them all: the first one has to ask first.
        let first = await suspendedTask { try await container.waiting() }
        let others = await suspendedTasks(2) { try await container.waiting() }
        others[0].cancel()
        _ = await others[0].result
        container.gate.open()
        for task in [first, others[1]] { _ = await task.result }
      }
      let name = "\(prefix).waiting<Int>"
      let unscoped = "1:     \(prefix).unscoped<Int> = N:-"
      #expect(lines.first == "0: \(name) = E:CancellationError")
      #expect(
        lines.dropFirst().sorted() == ["0: \(name) = C:-", "0: \(name) = N:-", unscoped])
      let new = try #require(lines.firstIndex(of: "0: \(name) = N:-"))
      #expect(lines[(new + 1)...].first == unscoped)
    }

    @Test("The trees of several tasks do not interleave")
    func tasks() async throws {
      let depth = 10
      let lines = try await ProcessWide.trace {
        await inTasks(20) { _ in
          let own = AsyncTracedContainer()
          _ = try? await own.chain(depth)
        }
      }
      #expect(lines.count == 20 * (depth + 1))
      for (index, line) in lines.enumerated() {
        #expect(line.hasPrefix("\(index % (depth + 1)): "))
      }
    }
  }
}
