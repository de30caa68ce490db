// Factory, MIT licence; see LICENSE
//
// The logger, and what is not logged. The texts are shown by `DocumentedMessages`.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

final class LoggedContainer: SharedContainer {
  @TaskLocal static var shared = LoggedContainer()
  let manager = ContainerManager()
}

final class LoggedResolvingContainer: SharedContainer, Resolving {
  @TaskLocal static var shared = LoggedResolvingContainer()
  let manager = ContainerManager()
}

extension LoggedContainer {
  fileprivate var service: Factory<TestService> { self { TestService() }.singleton }
}

extension ProcessWide {
  @Suite("Log messages", .container) struct LogTests {
    private let container = LoggedContainer()

    // In a process of its own, where no other thread logs.
    @Test("A logger may append to a local array")
    func localArray() async {
      await #expect(processExitsWith: .success) {
        let manager = LoggedContainer().manager
        var lines: [String] = []
        manager.logger = { lines.append($0) }
        manager.pop()
        precondition(lines.count == 1)
      }
    }

    // In a process of its own, which a stack overflow would end.
    @Test("Setting the logger to itself many times, and many lines, do not overflow the stack")
    func unwrapped() async {
      await #expect(processExitsWith: .success) {
        let manager = LoggedContainer().manager
        let lines = Counter()
        manager.logger = { _ in lines.increment() }
        for _ in 0..<100_000 { manager.logger = manager.logger }
        for _ in 0..<100_000 { manager.pop() }
        precondition(lines.value == 100_000)
      }
    }

    @Test("Unless it is replaced, the logger writes to standard error")
    func standardError() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        LoggedContainer().manager.pop()
      }
      let line = "FactoryKit.ContainerManager.manager.pop() without a push() before it"
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(errors.contains(line))
      #expect(!output.contains(line))
    }

    @Test("pop() after push() logs nothing")
    func pushAndPop() {
      let lines = ProcessWide.log(naming: "LoggedContainer") {
        _ = container.service()
        container.manager.push()
        container.manager.pop()
      }
      #expect(lines.isEmpty)
    }

    @Test("Injecting by type from a container that is not Resolving gives nil and logs a line")
    func notResolving() {
      let lines = ProcessWide.log(naming: "LoggedContainer is not Resolving") {
        @InjectedType(LoggedContainer.self) var service: TestService?
        #expect(service == nil)
      }
      #expect(lines.count == 1)
    }

    @Test("Injecting a type that is not registered gives nil and logs nothing")
    func unregistered() {
      let lines = ProcessWide.log(naming: "LoggedResolvingContainer") {
        @InjectedType(LoggedResolvingContainer.self) var service: TestService?
        #expect(service == nil)
      }
      #expect(lines.isEmpty)
    }
  }
}
