// Factory, MIT licence; see LICENSE
//
// Contexts of asynchronous factories: each kind, and its shortcut.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class AsyncContextContainer: ManagedContainer {
  let manager = ContainerManager()
  var service: AsyncFactory<TestService, any Error> { self { TestService() } }
  var cached: AsyncFactory<TestService, Never> { self { TestService() }.cached }
  var byNumber: AsyncParameterFactory<Int, TestService, any Error> { self { TestService("\($0)") } }
  var typed: AsyncFactory<TestService, TestError> {
    self { () async throws(TestError) in TestService() }
  }
}

private func mock() async throws -> TestService { TestService("context") }

/// A kind of context, with its shortcut, and how it becomes active.
private enum Shortcut: CaseIterable, Sendable {
  case arg, args, preview, test, debug, simulator, device

  var isOnlyForDebug: Bool { [.preview, .test, .debug].contains(self) }

  func apply(_ factory: AsyncFactory<TestService, any Error>) {
    switch self {
    case .arg: factory.onArg("async context tests") { try await mock() }
    case .args: factory.onArgs(["other", "async context tests"]) { try await mock() }
    case .preview: factory.onPreview { try await mock() }
    case .test: factory.onTest { try await mock() }
    case .debug: factory.onDebug { try await mock() }
    case .simulator: factory.onSimulator { try await mock() }
    case .device: factory.onDevice { try await mock() }
    }
  }

  var type: FactoryContextType {
    switch self {
    case .arg: .arg("async context tests")
    case .args: .args(["other", "async context tests"])
    case .preview: .preview
    case .test: .test
    case .debug: .debug
    case .simulator: .simulator
    case .device: .device
    }
  }

  func set(_ holds: Bool, in context: inout FactoryContext) {
    switch self {
    case .arg, .args: context.arguments = holds ? ["program", "async context tests"] : ["program"]
    case .preview: context.isPreview = holds
    case .test: context.isTest = holds
    case .debug: context.isDebug = holds
    case .simulator: context.isSimulator = holds
    case .device: context.isSimulator = !holds
    }
  }
}

extension ProcessWide {
  @Suite("Contexts of async factories", .container) struct AsyncContextTests {
    private let container = AsyncContextContainer()

    /// The label while the context holds or does not hold. A factory chooses its closure when it is
    /// asked, so the context must not change until the resolution has ended.
    private func label(
      _ shortcut: Shortcut, holds: Bool,
      _ resolve: @escaping @Sendable (AsyncContextContainer) async throws -> TestService
    ) async throws -> String {
      let old = FactoryContext.current
      defer { shortcut.restore(old) }
      shortcut.set(holds, in: &FactoryContext.current)
      return try await resolve(container).label
    }

    @Test("A context's closure is used while the context holds", arguments: Shortcut.allCases)
    private func shortcut(_ shortcut: Shortcut) async throws {
      shortcut.apply(container.service)
      #expect(try await label(shortcut, holds: false) { try await $0.service() } == "original")
      let isUsed = isDebugBuild || !shortcut.isOnlyForDebug
      #expect(
        try await label(shortcut, holds: true) { try await $0.service() }
          == (isUsed ? "context" : "original"))
    }

    @Test("context(_:factory:) is the same as the shortcut", arguments: Shortcut.allCases)
    private func general(_ shortcut: Shortcut) async throws {
      container.service.context(shortcut.type) { try await mock() }
      container.byNumber.context(shortcut.type) { TestService("context \($0)") }
      let isUsed = isDebugBuild || !shortcut.isOnlyForDebug
      #expect(
        try await label(shortcut, holds: true) { try await $0.service() }
          == (isUsed ? "context" : "original"))
      #expect(
        try await label(shortcut, holds: true) { try await $0.byNumber(1) }
          == (isUsed ? "context 1" : "1"))
    }

    @Test("A context takes precedence over a registration")
    func precedence() async throws {
      container.service.register { TestService("registered") }
      container.service.onArg("async context tests") { TestService("context") }
      #expect(try await label(.arg, holds: true) { try await $0.service() } == "context")
      #expect(try await label(.arg, holds: false) { try await $0.service() } == "registered")
    }

    @Test("A context that becomes active does not evict the instance")
    func kept() async throws {
      container.cached.onArg("async context tests") { TestService("context") }
      #expect(try await label(.arg, holds: false) { await $0.cached() } == "original")
      #expect(try await label(.arg, holds: true) { await $0.cached() } == "original")
      container.cached.reset(.scope)
      #expect(try await label(.arg, holds: true) { await $0.cached() } == "context")
    }

    @Test("A reset of the contexts removes them")
    func reset() async throws {
      container.service.onArg("async context tests") { TestService("context") }
      container.service.reset(.context)
      #expect(try await label(.arg, holds: true) { try await $0.service() } == "original")
    }

    @Test("A context takes a plain closure where the error is typed")
    func typed() async throws {
      container.typed.onArg("async context tests") { TestService("context") }
      #expect(try await label(.arg, holds: true) { try await $0.typed() } == "context")
    }

    @Test("The error of a context's closure reaches the caller")
    func error() async {
      container.service.onArg("async context tests") { throw TestError(number: 6) }
      await #expect(throws: TestError(number: 6)) {
        _ = try await label(.arg, holds: true) { try await $0.service() }
      }
    }
  }
}

extension Shortcut {
  fileprivate func restore(_ old: FactoryContext) {
    FactoryContext.current.arguments = old.arguments
    FactoryContext.current.isPreview = old.isPreview
    FactoryContext.current.isTest = old.isTest
    FactoryContext.current.isDebug = old.isDebug
    FactoryContext.current.isSimulator = old.isSimulator
  }
}

private var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}
