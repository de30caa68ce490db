// Factory, MIT licence; see LICENSE
//
// Instances of the scope graph of a child and of its parent in one asynchronous resolution, on several threads.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class TreeContainer: SharedContainer {
  @TaskLocal static var shared = TreeContainer()
  let manager: ContainerManager
  let leafHasBegun = Gate()
  let mayEndLeaf = Gate()

  init() { manager = ContainerManager() }
  init(parent: TreeContainer) { manager = ContainerManager(childOf: parent) }

  /// A child whose leaves wait, and that has registered users of its own.
  static func withUser(of parent: TreeContainer) -> TreeContainer {
    let child = TreeContainer(parent: parent)
    child.user.register { [unowned child] in child.waiting("child") }
    child.visitor.register { [unowned child] in
      _ = child.waiting("child")
      return nil
    }
    return child
  }

  private func waiting(_ name: String) -> Piece {
    leafHasBegun.open()
    mayEndLeaf.wait()
    return Piece(name)
  }
}

extension TreeContainer {
  fileprivate var user: Factory<Piece> { self { Piece("definition") } }
  fileprivate var visitor: Factory<Piece?> { self { Piece("definition") } }
  fileprivate var leaf: Factory<Piece> { self { Piece("leaf", self.user()) }.graph }
  fileprivate var optionalLeaf: Factory<Piece?> { self { self.visitor() }.graph }
  fileprivate var single: Factory<Piece> { self { Piece("single", self.leaf()) }.singleton }
  fileprivate var optionalSingle: Factory<Piece> {
    self { Piece("single", self.optionalLeaf() ?? Piece("none")) }.singleton
  }

  /// What two closures return that run in one tree, on a thread each. The second one runs while the first one builds
  /// a leaf.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  fileprivate func tree<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
  ) async -> (First, Second) {
    let factory = AsyncFactory<(First, Second), Never>(self, key: "GraphOwnerTests.tree") {
      async let one = withTaskExecutorPreference(TaskThread()) { first() }
      async let two = withTaskExecutorPreference(TaskThread()) {
        self.leafHasBegun.wait()
        defer { self.mayEndLeaf.open() }
        return second()
      }
      return await (one, two)
    }
    return await factory()
  }
}

@Suite("Graphs of a child and its parent", .container) struct GraphOwnerTests {
  private let reports = passedOverReports()
  private let parent = TreeContainer()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A singleton does not wait for an instance of the child's graph, and does not take it")
  func singleton() async {
    let child = TreeContainer.withUser(of: parent)
    let (leaf, single) = await child.tree {
      child.leaf()
    } _: {
      child.single()
    }
    #expect(leaf.parts[0].name == "child")
    #expect(single.parts[0].parts[0].name == "definition")
    #expect(child.single() === single)
    #expect(parent.single() === single)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Nor does it wait for the nil of a child's graph")
  func singletonWithNil() async {
    let child = TreeContainer.withUser(of: parent)
    let (leaf, single) = await child.tree {
      child.optionalLeaf()
    } _: {
      child.optionalSingle()
    }
    #expect(leaf == nil)
    #expect(single.parts[0].name == "definition")
    #expect(parent.optionalSingle() === single)
  }
}
