// Factory, MIT licence; see LICENSE
//
// Instances of the scope `graph` that are built again in the same tree, because nobody waited for the
// first construction any more.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Node: Sendable {
  let user: String
  private let hasGone: TaskGate?

  init(_ user: String, _ hasGone: TaskGate? = nil) {
    (self.user, self.hasGone) = (user, hasGone)
  }

  deinit { hasGone?.open() }
}

private final class AbandonedContainer: ManagedContainer {
  let manager: ContainerManager
  let hasUser = TaskGate()
  let mayEnd = TaskGate()
  let hasGone = TaskGate()
  /// Not nil if the next construction is the first one of a tree.
  private let isHeld = LockedValue<Void?>(nil)

  init() { manager = ContainerManager() }

  init(parent: AbandonedContainer) { manager = ContainerManager(childOf: parent) }

  var user: Factory<String> { self { "definition" } }

  /// The first construction of a tree ends when it may, although it has been cancelled.
  var node: AsyncFactory<Node, any Error> {
    self {
      let user = self.user()
      guard self.isHeld.withLock({ $0.take() }) != nil else { return Node(user) }
      self.hasUser.open()
      await self.mayEnd.wait()
      return Node(user, self.hasGone)
    }.graph
  }

  var single: AsyncFactory<Node, any Error> {
    self { Node(try await self.node().user) }.singleton
  }

  /// Resolves the singleton after a construction of its node was abandoned and replaced.
  var tree: AsyncFactory<Node, any Error> {
    self {
      self.isHeld.withLock { $0 = () }
      let abandoned = Task { try await self.node() }
      await self.hasUser.wait()
      abandoned.cancel()
      await #expect(throws: CancellationError.self) { try await abandoned.value }
      self.user.register { "grandchild" }
      let node = try await self.node()
      self.mayEnd.open()
      await self.hasGone.wait()
      let single = try await self.single()
      #expect(single.user == node.user)
      return single
    }
  }
}

@Suite("Captive dependencies and abandoned constructions", .container)
struct CaptiveAbandonedTests {
  @Test("What an abandoned construction has used does not replace what the current one has used")
  func graph() async throws {
    let log = ExpectedLines(containing: "AbandonedContainer.single<")
    let parent = AbandonedContainer()
    let child = AbandonedContainer(parent: parent)
    let grandchild = AbandonedContainer(parent: child)
    child.user.register { "child" }
    let captive = try await grandchild.tree()
    #expect(captive.user == "grandchild")
    let ofChild = try await child.single()
    #expect(ofChild.user == "child")
    let ofGrandchild = try await grandchild.single()
    #expect(ofGrandchild === captive)
    #expect(log.lines.captives == [["single", "node"]])
  }
}
