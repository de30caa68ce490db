// Factory, MIT licence; see LICENSE
//
// Captive dependencies on instances of the graph scope that another task of the same asynchronous
// tree is building.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class TreeContainer: SharedContainer {
  @TaskLocal static var shared = TreeContainer()
  let manager: ContainerManager
  let leafHasBegun = Gate()
  /// How many threads the first leaf waits for before it resolves its user.
  let threadsToWaitFor = LockedValue(0)

  init() { manager = ContainerManager() }
  init(parent: TreeContainer) { manager = ContainerManager(childOf: parent) }

  /// A child that has registered users of its own.
  static func withUser(of parent: TreeContainer) -> TreeContainer {
    let child = TreeContainer(parent: parent)
    child.user.register { Piece("child") }
    child.visitor.register { nil }
    return child
  }

  private func beginLeaf() {
    leafHasBegun.open()
    let count = threadsToWaitFor.withLock { count in
      defer { count = 0 }
      return count
    }
    if count > 0 { awaitThreadsWaitingForThisClosure(count, in: self) }
  }
}

extension TreeContainer {
  fileprivate var user: Factory<Piece> { self { Piece("definition") } }
  fileprivate var visitor: Factory<Piece?> { self { Piece("definition") } }
  fileprivate var leaf: Factory<Piece> {
    self {
      self.beginLeaf()
      return Piece("leaf", self.user())
    }.graph
  }
  fileprivate var optionalLeaf: Factory<Piece?> {
    self {
      self.beginLeaf()
      return self.visitor()
    }.graph
  }
  fileprivate var single: Factory<Piece> { self { Piece("single", self.leaf()) }.singleton }
  fileprivate var optionalSingle: Factory<Piece> {
    self { Piece("single", self.optionalLeaf() ?? Piece("none")) }.singleton
  }

  /// What two closures return that run in one tree, on a thread each. The second one runs while the
  /// first one builds a leaf.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  fileprivate func tree<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
  ) async -> (First, Second) {
    let factory = AsyncFactory<(First, Second), Never>(self, key: "CaptiveGraphTests.tree") {
      async let one = withTaskExecutorPreference(TaskThread()) { first() }
      async let two = withTaskExecutorPreference(TaskThread()) {
        self.leafHasBegun.wait()
        return second()
      }
      return await (one, two)
    }
    return await factory()
  }
}

@Suite("Captive dependencies and graphs", .container) struct CaptiveGraphTests {
  private let parent = TreeContainer()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A singleton that waits on a thread for a graph instance of a child is captive")
  func waiting() async {
    let log = ExpectedLines(containing: "TreeContainer.single<")
    let child = TreeContainer.withUser(of: parent)
    child.threadsToWaitFor.withLock { $0 = 1 }
    let (leaf, single) = await child.tree {
      child.leaf()
    } _: {
      child.single()
    }
    #expect(single.parts[0] === leaf)
    #expect(leaf.parts[0].name == "child")
    #expect(child.single() === single)
    #expect(parent.single().parts[0].parts[0].name == "definition")
    #expect(log.lines.captives == [["single", "leaf"]])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A singleton that waits on a thread for the nil of a child's graph is captive")
  func waitingForNil() async {
    let log = ExpectedLines(containing: "TreeContainer.optionalSingle<")
    let child = TreeContainer.withUser(of: parent)
    child.threadsToWaitFor.withLock { $0 = 1 }
    let (leaf, single) = await child.tree {
      child.optionalLeaf()
    } _: {
      child.optionalSingle()
    }
    #expect(leaf == nil)
    #expect(child.optionalSingle() === single)
    #expect(parent.optionalSingle().parts[0].name == "definition")
    #expect(log.lines.captives == [["optionalSingle", "optionalLeaf"]])
  }
}
