// Factory, MIT licence; see LICENSE
//
// The trace of throwing factories. The line of a resolution that fails ends with the error's type.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

final class ThrowingTraceContainer: SharedContainer {
  @TaskLocal static var shared = ThrowingTraceContainer()
  let manager = ContainerManager()
}

extension ThrowingTraceContainer {
  fileprivate var number: ThrowingFactory<Int, any Error> { self { 7 }.cached }
  fileprivate var failing: ThrowingFactory<Int, any Error> { self { throw MakeError() } }
  fileprivate var failingCached: ThrowingFactory<Int, any Error> {
    self { throw MakeError() }.cached
  }
  fileprivate var outer: ThrowingFactory<Int, any Error> {
    self { try self.number() + self.failingCached() }.cached
  }
  fileprivate var tolerant: Factory<Int> {
    self { (try? self.outer()) ?? (try? self.number()) ?? 0 }
  }
  fileprivate var onDevice: ThrowingFactory<Int, any Error> {
    self { 1 }.context(.simulator, .device) { throw MakeError() }
  }
}

private let prefix = "FactoryKitChildTests.ThrowingTraceContainer"

extension ProcessWide {
  @Suite("Trace of throwing factories", .container) struct ThrowingTraceTests {
    private let container = ThrowingTraceContainer()

    private func trace(_ body: () throws -> Void) rethrows -> [String] {
      try ProcessWide.log(naming: "ThrowingTraceContainer", trace: true, body)
    }

    @Test("An error is traced in each resolution that it passes, and the cycle continues")
    func nested() {
      let lines = trace { _ = container.tolerant() }
      #expect(
        lines == [
          "0: \(prefix).tolerant<Int> = N:-",
          "1:     \(prefix).outer<Int> = E:MakeError",
          "2:         \(prefix).number<Int> = N:-",
          "2:         \(prefix).failingCached<Int> = E:MakeError",
          "1:     \(prefix).number<Int> = C:-",
        ])
    }

    @Test("The line shows which closure has failed")
    func overrides() {
      container.failing.register { throw SettingsError.missing }
      let context = FactoryContext.current.isSimulator ? "simulator" : "device"
      let lines = trace {
        _ = try? container.failing()
        _ = try? container.onDevice()
      }
      #expect(
        lines == [
          "0: \(prefix).failing<Int> = E:SettingsError (registered)",
          "0: \(prefix).onDevice<Int> = E:MakeError (\(context))",
        ])
    }

    @Test("A thread that waits for an error traces it too")
    func waiting() {
      let container = container
      container.failingCached.register {
        container.failingCached.awaitWaitingThreads(1)
        throw MakeError()
      }
      let lines = trace {
        onThreads(2, inheritingContainers: true) { _ in
          _ = try? container.failingCached()
          _ = try? container.number()
        }
      }
      let failure = "0: \(prefix).failingCached<Int> = E:MakeError (registered)"
      #expect(lines.filter { $0 == failure }.count == 2)
      #expect(lines.filter { $0.contains("number<Int>") }.count == 2)
      #expect(lines.count == 4)
      container.failingCached.reset()
    }
  }
}
