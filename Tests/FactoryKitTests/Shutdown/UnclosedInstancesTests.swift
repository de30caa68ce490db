// Factory, MIT licence; see LICENSE
//
// Child containers that are released with instances whose shutdown hooks have not run.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// The factories of these tests. A message is logged once for each factory, so each test has its own.
private final class UnclosedContainer: SharedContainer {
  @TaskLocal static var shared = UnclosedContainer()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: UnclosedContainer, label: String? = nil) {
    manager = ContainerManager(childOf: parent, sharing: .ofUnclosed, label: label)
  }
}

extension Scope {
  fileprivate static let ofUnclosed = Cached()
}

extension UnclosedContainer {
  /// A factory with a hook.
  func closable(_ key: StaticString, _ scope: Scope = .cached) -> Factory<Resource> {
    self(key: key) { Resource(self.user().name) }.onShutdown { _ in }.scope(scope)
  }
  var byNumber: AsyncParameterFactory<Int, Resource, any Error> {
    self { Resource("\($0)") }.scopeOnParameters.onShutdown { _ in }.cached
  }
  var failing: Factory<Resource> {
    self { Resource("failing") }.onShutdown { _ in throw ShutdownFailure.failed }.cached
  }
  var withoutHook: Factory<Resource> { self { Resource("without") }.cached }
  var user: Factory<Resource> { self { Resource("nobody") } }
}

extension ProcessWide {
  @Suite("Unclosed instances", .container) struct UnclosedInstancesTests {
    private let log = RecordedLines()

    private func messages(_ factory: String) -> [String] {
      log.lines(containing: "was released without a shutdown").filter {
        $0.contains("UnclosedContainer.\(factory)<")
      }
    }

    /// Runs `use` with a child that is released after it.
    private func withChild(_ use: (UnclosedContainer) throws -> Void) rethrows {
      try use(UnclosedContainer(parent: UnclosedContainer()))
    }

    @Test("The first one of each factory is logged when its child is released")
    func dropped() {
      for _ in 0..<3 { withChild { _ = $0.closable("dropped")() } }
      #expect(messages("dropped").count == 1)
      #expect(messages("dropped").first?.hasPrefix("FactoryKit: a child container was") == true)
    }

    @Test("The message names the child's label")
    func label() {
      _ = UnclosedContainer(parent: UnclosedContainer(), label: "request 7").closable("labelled")()
      #expect(
        messages("labelled").first?.hasPrefix(
          "FactoryKit: the child container \"request 7\" was released") == true)
    }

    @Test("Instances for parameters count")
    func parameters() async throws {
      do {
        let child = UnclosedContainer(parent: UnclosedContainer())
        _ = try await child.byNumber(1)
      }
      #expect(messages("byNumber").count == 1)
    }

    @Test("After a shutdown, nothing is logged, even if the hook has failed")
    func closed() async {
      do {
        let child = UnclosedContainer(parent: UnclosedContainer())
        _ = (child.closable("closedBefore")(), child.failing())
        await #expect(throws: ShutdownError.self) { try await child.shutdown() }
      }
      #expect(messages("closedBefore") == [])
      #expect(messages("failing") == [])
    }

    @Test("A singleton that passes over what the child has registered is not the child's to close")
    func passesOver() {
      withChild { child in
        child.user.register { Resource("Ada") }
        #expect(child.closable("ofUser", .singleton)().name == "nobody")
      }
      #expect(messages("ofUser") == [])
      #expect(log.lines(containing: "UnclosedContainer.ofUser<").count == 1)
    }

    @Test("A singleton that the child has registered is the child's to close")
    func ownSingleton() {
      withChild { child in
        child.closable("ownSingle", .singleton).register { Resource("own") }
        _ = child.closable("ownSingle", .singleton)()
      }
      #expect(messages("ownSingle").count == 1)
    }

    @Test("What the child has not kept, and what has no hook, is not logged")
    func notKept() {
      var (root, retained): (UnclosedContainer?, Resource?) = (UnclosedContainer(), nil)
      do {
        let child = UnclosedContainer(parent: root!)
        _ = child.closable("single", .singleton)()
        _ = child.closable("ofParent", .ofUnclosed)()
        _ = root!.closable("ofRoot")()
        _ = child.closable("evicted")()
        child.closable("evicted").reset(.scope)
        retained = child.closable("weak", .shared)()
        _ = child.withoutHook()
      }
      root = nil
      #expect(retained != nil)
      for factory in ["single", "ofParent", "ofRoot", "evicted", "weak", "withoutHook"] {
        #expect(messages(factory) == [])
      }
    }
  }
}
