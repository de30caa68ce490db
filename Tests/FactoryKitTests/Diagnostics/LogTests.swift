// Factory, MIT licence; see LICENSE
//
// The logger, what is not logged, and the report of registrations without effect. The texts are shown by
// `DocumentedMessages`.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

final class LoggedContainer: SharedContainer {
  @TaskLocal static var shared = LoggedContainer()
  let manager = ContainerManager()
}

extension ProcessWide {
  @Suite("Log messages", .container) struct LogTests {
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

    @Test("Injecting by type from a container that is not Resolving gives nil and logs a line")
    func notResolving() {
      let lines = ProcessWide.log(naming: "LoggedContainer is not Resolving") {
        @InjectedType(LoggedContainer.self) var service: TestService?
        #expect(service == nil)
      }
      #expect(lines.count == 1)
    }
  }
}

// MARK: Registrations that a context outranks

// In debug builds, the library reports a registration that has no effect because of a context.
#if DEBUG
  private final class OutrankedContainer: SharedContainer {
    @TaskLocal static var shared = OutrankedContainer()
    let manager = ContainerManager()
  }

  extension OutrankedContainer {
    fileprivate var reported: Factory<Int> { self { 0 }.onTest { 1 } }
    fileprivate var notInForce: Factory<Int> { self { 0 }.onArg("an argument nobody has") { 1 } }
    fileprivate var plain: Factory<Int> { self { 0 } }
    fileprivate var removed: Factory<Int> { self { 0 } }
    fileprivate var later: Factory<Int> { self { 0 } }
  }

  private final class OutrankedAutoContainer: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = OutrankedAutoContainer()
    let manager = ContainerManager()
    var number: Factory<Int> { self { 0 }.onTest { 1 } }
    func autoRegister() { number.register { 2 } }
  }

  extension ProcessWide {
    @Suite("Registrations that a context outranks") struct OutrankedRegistrationTests {
      private let container = OutrankedContainer()

      private func log(_ body: () -> Void) -> [String] {
        ProcessWide.log(naming: "Outranked", body)
      }

      @Test("It is logged once for a factory, whatever the number of containers")
      func once() {
        let lines = log {
          container.reported.register { 2 }
          container.reported.register { 3 }
          OutrankedContainer().reported.register { 4 }
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("OutrankedContainer.reported<") == true)
        #expect(container.reported() == 1)
      }

      @Test("A registration that is used, or whose context is set later, is not reported")
      func used() {
        let lines = log {
          container.plain.register { 2 }
          container.notInForce.register { 2 }
          container.removed.onTest { 1 }
          container.removed.reset(.context).register { 2 }
          container.later.register { 2 }.onTest { 1 }
        }
        #expect(lines.isEmpty)
        #expect([container.plain(), container.notInForce(), container.removed()] == [2, 2, 2])
      }

      @Test("A registration inside of autoRegister is not reported")
      func autoRegister() {
        let lines = log { #expect(OutrankedAutoContainer().number() == 1) }
        #expect(lines.isEmpty)
      }
    }
  }
#endif
