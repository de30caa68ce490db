// Factory, MIT licence; see LICENSE
//
// Compares the messages that Errors.md shows with those that the library prints, word for word.
// Each message is produced in the child process of an exit test. With FACTORY_WRITE_MESSAGES=1 in
// the environment, the tests write them into the article first; see DocumentedArticle.swift.
import FactoryTestSupport
import Foundation
import Testing

@_spi(FactoryLifecycle) @testable import FactoryKit
@testable import FactoryKitCore
@testable import FactoryTesting

@Suite("Messages in Errors.md") struct DocumentedMessages {
  @Test("Each message in the article has a test here, and each message of the library is in it")
  func all() throws {
    #expect(try Article.messages().count == Article.Message.allCases.count)
    let source = try [
      "FactoryKitCore/Diagnostics/Message", "FactoryKit/Shutdown/ShutdownError",
      "FactoryTesting/Message+Testing",
    ].map { try Article.text("Sources/\($0).swift") }
    let names = source.joined(separator: "\n").split(separator: "\n").compactMap {
      line -> Substring? in
      let words = line.split { !$0.isLetter }
      guard line.hasPrefix("  "),
        words.first == "static" || words.starts(with: ["package", "static"])
      else { return nil }
      return words.drop { $0 == "package" }.dropFirst(2).first
    }
    // Those of which messages consist.
    let parts: Set = ["list", "resolved", "inChild"]
    let messages = Set(names.map { String($0) }).subtracting(parts)
    let tested = Article.Message.allCases.filter { $0 != .injectedType }.map { $0.rawValue }
    #expect(messages == Set(tested))
  }

  @Test("The index of the article names its headings")
  func index() throws {
    if Article.isBeingWritten { try Article.writeIndex() }
    #expect(try Article.index() == Article.headings())
  }

  @Test("A circular dependency")
  func circular() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DocumentedContainer.shared.a()
    }
    try expect(trap(result), is: .circular)
  }

  @Test("A circular dependency through a decorator")
  func decorator() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DocumentedContainer.shared.aWithDecorator()
    }
    #expect(
      trap(result) == """
        FactoryKit: circular dependency: creating FactoryKit.Container.a<App.A> (App/A.swift:3) \
        requires FactoryKit.Container.a<App.A> (App/A.swift:3).
          0: FactoryKit.Container.a<App.A> (App/A.swift:3)
          1: FactoryKit.Container.b<App.B> (App/B.swift:3), in its decorator
          2: FactoryKit.Container.a<App.A> (App/A.swift:3)
        To fix this: do not resolve in the decorator what is needed to build the decorated \
        instance. Inject what the decorator uses with @LazyInjected, or resolve it before the \
        decorator is set.
        In short: circular dependency chain - A > B > A
        """)
  }

  @Test("A circular dependency between threads")
  func threads() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let container = DocumentedContainer.shared
      onThreads(2) { index in
        if index == 0 { _ = container.aOnThread() } else { _ = container.bOnThread() }
      }
    }
    try expect(trap(result), is: .waitingCycle)
  }

  @Test("A circular dependency between tasks")
  func tasks() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let container = DocumentedContainer.shared
      async let b = container.bInTask()
      _ = await (container.aInTask(), b)
    }
    // The scheduler decides which task would wait last. That one is the first in the message.
    #expect(
      startingWithA(trap(result)) == """
        FactoryKit: circular dependency between tasks. Each task waits for an instance that the \
        next one is building:
        task 1, waiting in the last line for the next task:
          0: FactoryKit.Container.a<App.A> (App/A.swift:3)
          1: FactoryKit.Container.b<App.B> (App/B.swift:3)
        task 2, waiting in the last line for the next task:
          0: FactoryKit.Container.b<App.B> (App/B.swift:3)
          1: FactoryKit.Container.a<App.A> (App/A.swift:3)
        To fix this: move what both need into a factory of its own, or resolve one of them in the \
        method that uses it, after both were built.
        """)
  }

  #if DEBUG
    @Test("A promised factory without a registration")
    func promise() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = DocumentedContainer.shared.loader()
      }
      try expect(trap(result), is: .unregisteredPromise)
    }
  #endif

  @Test("A required factory without a registration")
  func required() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DocumentedContainer.shared.mailer()
    }
    try expect(trap(result), is: .unregistered)
  }

  @Test("A required factory that a child may have registered")
  func requiredInChild() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let child = DocumentedContainer(parent: DocumentedContainer.shared)
      child.mailer.register { Mailer() }
      _ = DocumentedContainer.shared.mailer()
    }
    #expect(
      trap(result).hasSuffix(
        """

        If a child container registers it, run this code in that child, as in child.run { … }. \
        Detached tasks, threads and queues need CarriedContainers.
        """))
  }

  @Test("The error of a validation")
  func missing() throws {
    let container = DocumentedContainer()
    let error = #expect(throws: MissingRegistrations.self) {
      try container.validate(\.loader, \.mailer)
    }
    try expect(renamed("\(try #require(error))"), is: .missing)
  }

  @Test("A factory by type whose registration was reset")
  func registration() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let factory = DocumentedContainer.shared.register { Loading() }
      DocumentedContainer.shared.reset()
      _ = factory()
    }
    try expect(trap(result), is: .registrationGone)
  }

  @Test("A pop without a push")
  func pop() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      _ = DocumentedContainer.shared.number()
      DocumentedContainer.shared.manager.pop()
    }
    try expect(logged(result), is: .popWithoutPush)
  }

  @Test("A reset of singletons through a container")
  func singletons() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      _ = DocumentedContainer.shared.number()
      DocumentedContainer.shared.manager.reset(scope: .singleton)
    }
    try expect(logged(result), is: .singletonsAreNotTheContainers)
  }

  @Test("Two containers that use each other in autoRegister are logged once")
  func autoRegister() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      let builder = TestThread { _ = BuildingContainer.shared.slow() }
      RegisteringContainer.shared.isBuilding.wait()
      _ = RegisteringContainer.shared.number()
      builder.join()
    }
    try expect(logged(result), is: .autoRegistrationGoesAhead)
  }

  @Test("@InjectedType with a container that is not Resolving")
  func injectedType() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      @InjectedType(FeatureContainer.self) var loading: Loading?
      _ = loading
    }
    try expect(logged(result), is: .injectedType)
  }

  @Test("A singleton that is built without the registration of the child that asks for it")
  func passedOver() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      let child = DocumentedContainer(parent: DocumentedContainer.shared)
      child.account.register { Account() }
      _ = child.mailbox()
    }
    try expect(logged(result), is: .passedOver)
  }

  @Test("A parameter that is not equal to itself")
  func unequal() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      for _ in 0..<2 { _ = DocumentedContainer.shared.tile(.nan) }
    }
    try expect(logged(result), is: .unequalParameter)
  }

  #if DEBUG
    @Test("A registration that a context takes precedence over")
    func outranked() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        logToStandardOutput()
        DocumentedContainer.shared.analytics.register { Analytics() }
      }
      try expect(logged(result), is: .outranked)
    }
  #endif
}

extension DocumentedMessages {
  @Test("A required factory without a registration in a test")
  func inTest() throws {
    let messages = LockedArray<String>()
    let observer = TestObserver { message, _ in messages.append(message) }
    TaskObserver.$current.withValue(observer) {
      #expect(throws: MissingRegistrations.self) { try DocumentedContainer().licence() }
    }
    try expect(renamed(messages.elements.joined(separator: "\n")), is: .unregisteredInTest)
  }

  @Test("A required factory without a registration in a test, which cannot be stopped alone")
  func trapInTest() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      let observer = TestObserver { message, consequence in
        if case .traps = consequence { print(message) }
      }
      TaskObserver.$current.withValue(observer) { _ = DocumentedContainer.shared.mailer() }
    }
    #expect(
      logged(result) == """
        FactoryKit: FactoryKit.Container.mailer<App.Mailer> (App/Services.swift:15) is resolved in \
        the test "pays()", but nothing is registered for it.
        To fix this: register it in the test, or in the trait of the test or its suite: \
        mailer.register { … }
        The process ends, because this factory cannot throw an error: the tests that have not \
        ended are lost.
        """)
  }

  @Test("A factory that calls its own closure in a strict test")
  func strict() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      // As in a test of XCTest.
      withTestContainer(DocumentedContainer.$shared, DocumentedContainer(), .strict) {
        _ = DocumentedContainer.shared.checkout()
      }
    }
    try expect(logged(result), is: .liveDefinition)
  }
}

/// Receives what the test "pays()" resolves without a registration.
private final class TestObserver: ResolutionObserver {
  private let receive: @Sendable (String, UnregisteredConsequence) -> Void
  let receivesSteps = false
  let hasEnded = false

  init(_ receive: @escaping @Sendable (String, UnregisteredConsequence) -> Void) {
    self.receive = receive
  }

  func reportUnregistered(
    _ missing: MissingRegistration, _ consequence: UnregisteredConsequence
  ) -> Bool {
    receive(Message.unregisteredInTest(missing, "pays()", consequence), consequence)
    return true
  }
}

extension DocumentedMessages {
  @Test("A hook that calls the shutdown that runs it")
  func insideHook() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      let container = DocumentedContainer.shared
      container.database.onShutdown { _ in try await container.shutdown(hookLimit: longHookLimit) }
      _ = container.database()
      try await container.shutdown(hookLimit: longHookLimit)
    }
    try expect(logged(result), is: .shutdownInsideHook)
  }

  @Test("A hook that fails after a failed warm-up")
  func warmUpHook() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      let container = DocumentedContainer.shared
      container.database.onShutdown { _ in throw DocumentedError.notConnected }
      let failing = container.server
      failing.register {
        _ = container.database()
        throw DocumentedError.notConnected
      }
      do {
        try await container.warmUp(\.server)
      } catch {}
    }
    try expect(logged(result), is: .warmUpHookFailed)
  }

  @Test("A hook that fails for an instance that nobody received")
  func lostHook() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let hasLogged = TaskGate()
      Container.shared.manager.logger = { line in
        print(line)
        hasLogged.open()
      }
      let (isConnecting, mayConnect) = (TaskGate(), TaskGate())
      let connection = AsyncFactory<Connection, any Error>(
        DocumentedContainer.shared, name: "connection", file: "App/Database.swift", line: 12
      ) {
        isConnecting.open()
        await mayConnect.wait()
        return Connection()
      }.onShutdown { _ in throw DocumentedError.notConnected }.cached
      let task = Task { try await connection() }
      await isConnecting.wait()
      task.cancel()
      _ = await task.result
      connection.reset(.scope)
      mayConnect.open()
      await hasLogged.wait()
    }
    try expect(logged(result), is: .lostHookFailed)
  }

  @Test("A child that is released although a hook has not run")
  func unclosed() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      logToStandardOutput()
      let child = DocumentedContainer(parent: .shared)
      child.database.onShutdown { _ in }
      _ = child.database()
    }
    try expect(logged(result), is: .unclosed)
  }

  @Test("An error of a service's warm-up")
  func warmUpError() async throws {
    let container = DocumentedContainer()
    let failing = container.gateway
    failing.register { throw DocumentedError.notConnected }
    let error = await #expect(throws: WarmUpError.self) {
      try await FactoryDefinition.warmUpNamingFailure([failing._warmUp])
    }
    try expect(renamed("\(try #require(error))"), is: .warmUpFailed)
  }

  @Test("An error of a shutdown")
  func shutdownError() async throws {
    let container = DocumentedContainer()
    container.database.onShutdown { _ in throw ShutdownTimeout(seconds: 10) }
    _ = container.database()
    let error = await #expect(throws: ShutdownError.self) {
      try await container.shutdown(hookLimit: longHookLimit)
    }
    try expect(renamed("\(try #require(error))"), is: .shutdownFailed)
  }
}

private enum DocumentedError: Error { case notConnected }

private func expect(
  _ text: String, is message: Article.Message, at location: SourceLocation = #_sourceLocation
) throws {
  if Article.isBeingWritten { try Article.write(text, for: message) }
  let messages = try Article.messages()
  #expect(text == messages.dropFirst(message.place).first, sourceLocation: location)
}

// MARK: What a child process printed

/// The message of a trap, without what the system writes before and after it.
private func trap(_ result: ExitTest.Result?) -> String {
  let text = text(result)
  guard let start = text.range(of: "Fatal error: ")?.upperBound else { return text }
  let message = text[start...]
  let ends = [
    "\n\n", "\n*** ", "\n==", "\nCurrent stack trace:", "\nAddressSanitizer", "\nThreadSanitizer",
  ]
  .compactMap { message.range(of: $0)?.lowerBound }
  return renamed(message[..<(ends.min() ?? message.endIndex)])
}

/// The message about two tasks, with the chain that starts with `a` as the first one.
private func startingWithA(_ text: String) -> String {
  var lines = text.components(separatedBy: "\n")
  // Each task has a heading and two factories.
  guard lines.count == 8, lines[2].hasPrefix("  0: FactoryKit.Container.b<") else { return text }
  let first = lines[2...3]
  lines[2...3] = lines[5...6]
  lines[5...6] = first
  return lines.joined(separator: "\n")
}

/// Prints in a child process what the library logs.
private func logToStandardOutput() {
  Container.shared.manager.logger = { print($0) }
}

/// The lines that the library logged, each once.
private func logged(_ result: ExitTest.Result?) -> String {
  let starts = ["FactoryKit: ", "  0: ", "  1: ", "The ", "To fix this: "]
  let lines = output(result).components(separatedBy: "\n").filter { line in
    starts.contains { line.hasPrefix($0) }
  }
  return renamed(lines.joined(separator: "\n"))
}

/// The text with the article's names: two containers are called `Container` there, and the module
/// is called `App`.
private func renamed(_ text: some StringProtocol) -> String {
  text.replacingOccurrences(
    of: #"FactoryProofTests\.(Documented|Registering)Container\b"#, with: "FactoryKit.Container",
    options: .regularExpression
  )
  .replacingOccurrences(of: "FactoryProofTests.", with: "App.")
  .replacingOccurrences(of: "DocumentedContainer.shared", with: "Container.shared")
  .trimmingCharacters(in: .newlines)
}
