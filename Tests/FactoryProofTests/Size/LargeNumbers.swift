// Factory, MIT licence; see LICENSE
//
// Deep chains, and large numbers of parameters, containers and rounds.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Large numbers", .serialized, .onOneProcessor)
struct LargeNumbers {
  /// Debug builds compare each step with all before it, and use more stack for each.
  #if DEBUG
    static let depth = 1000
  #else
    static let depth = 10_000
  #endif

  /// The size of a main thread's stack, or more if a sanitizer enlarges every frame.
  static let stackSize = Effort.isReduced ? TestThread.deepStack : 8 * bytesPerMebibyte

  @Test("A chain of thousands of resolutions fits the stack of a main thread")
  func deepChain() {
    let container = SizeContainer()
    let depths = onThreads(1, stackSize: Self.stackSize) { _ in container.depth(Self.depth) }
    #expect(depths == [Self.depth])
  }

  @Test("A chain of thousands of instances cached by parameter fits the stack of a main thread")
  func deepCachedChain() {
    let container = SizeContainer()
    let depth = Self.depth
    let depths = onThreads(1, stackSize: Self.stackSize) { _ in
      [container.keptDepth(depth), container.keptDepth(depth)]
    }
    #expect(depths == [[depth, depth]])
    #expect(container.made.value == depth + 1)
  }

  @Test("A hundred thousand parameters have an instance each")
  func manyParameters() {
    let container = SizeContainer()
    let count = Effort.scaledWithoutRace(100_000)
    for _ in 0..<2 {
      for parameter in 0..<count { _ = container.kept(parameter) }
    }
    #expect(container.made.value == count)
    container.kept.reset(.scope)
    _ = container.kept(0)
    #expect(container.made.value == count + 1)
  }

  @Test("A long chain of nested children is released on a small stack")
  func manyNestedChildren() {
    let count = Effort.brief(50_000)
    let released = onThreads(1, stackSize: TestThread.smallStack) { _ in
      var innermost = Container()
      weak var root: SizeProbe?
      root = innermost.probe()
      for _ in 0..<count { innermost = Container(parent: innermost) }
      innermost = Container()
      return root == nil
    }
    #expect(released == [true])
  }

  #if os(Linux)
    @Test("A hundred thousand containers are created and released without growth of memory")
    func containersDoNotLeak() async {
      await #expect(processExitsWith: .success) {
        requireNoGrowth(inRounds: Effort.briefWithoutRace(100_000)) { _ in
          let container = ProofContainer()
          _ = container.cached()
          _ = container.perParameter(CollidingParameter(value: 1))
          container.manager.push()
          container.manager.pop()
        }
      }
    }

    @Test("A million rounds of register, resolve and reset do not grow memory")
    func roundsDoNotLeak() async {
      await #expect(processExitsWith: .success) {
        let container = SizeContainer()
        requireNoGrowth(inRounds: Effort.scaledWithoutRace(1_000_000)) { _ in
          container.plain.register { 2 }
          precondition(container.plain() == 2)
          container.plain.reset()
        }
      }
    }

    @Test("Reading a property that changes its scope a million times does not grow memory")
    func changesOfScopeDoNotLeak() async {
      await #expect(processExitsWith: .success) {
        let container = SizeContainer()
        _ = container.plain.cached()
        requireNoGrowth(inRounds: Effort.scaledWithoutRace(1_000_000)) { _ in
          _ = container.plain.shared.cached.graph
        }
      }
    }
  #endif
}

private final class SizeContainer: SharedContainer {
  @TaskLocal static var shared = SizeContainer()
  let manager = ContainerManager()
  let made = Counter()

  var plain: Factory<Int> { self { 1 } }
  var depth: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : 1 + self.depth($0 - 1) } }
  var keptDepth: ParameterFactory<Int, Int> {
    self { level in
      self.made.increment()
      return level == 0 ? 0 : 1 + self.keptDepth(level - 1)
    }.scopeOnParameters.cached
  }
  var kept: ParameterFactory<Int, Int> {
    self { parameter in
      self.made.increment()
      return parameter
    }.scopeOnParameters.cached
  }
}

extension Container {
  fileprivate var probe: Factory<SizeProbe> { self { SizeProbe() }.cached }
}

private final class SizeProbe: Sendable {}
