// Factory, MIT licence; see LICENSE
//
// How long the graph instances of a child live that is used inside of an asynchronous resolution.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Part: Sendable {
  private let count: Counter
  init(_ count: Counter) {
    self.count = count
    count.increment()
  }
  deinit { count.increment(by: -1) }
}

private final class Whole: Sendable {
  let parts: [Part]
  init(_ parts: [Part]) { self.parts = parts }
}

private struct PartKey: Hashable, Sendable {
  private let part: Part
  init(_ count: Counter) { part = Part(count) }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.part === rhs.part }
  func hash(into hasher: inout Hasher) {}
}

/// The counter of the current test.
private enum TaskLocalCounter {
  @TaskLocal static var current = Counter()
}

extension Container {
  fileprivate var part: AsyncFactory<Part, Never> {
    self { () async in Part(TaskLocalCounter.current) }.graph
  }
  fileprivate var syncPart: Factory<Part> { self { Part(TaskLocalCounter.current) }.graph }
  fileprivate var partByNumber: AsyncParameterFactory<Int, Part, Never> {
    self { _ async in Part(TaskLocalCounter.current) }.scopeOnParameters.graph
  }
  fileprivate var partByPart: ParameterFactory<PartKey, Part> {
    self { _ in Part(TaskLocalCounter.current) }.scopeOnParameters.graph
  }
  fileprivate var whole: AsyncFactory<Whole, Never> {
    self {
      let parts = await [self.part(), self.part(), self.partByNumber(1)]
      return Whole(parts + [self.syncPart()])
    }
  }
}

@Suite("Graph instances of a child in an asynchronous resolution", .container)
struct ChildGraphLifetimeTests {
  /// Runs a closure as the construction of an unscoped asynchronous factory of another type of container, in which a
  /// child is itself, with a counter of the parts that exist.
  private func job(_ body: @escaping @Sendable (Counter) async -> Void) async {
    let counter = Counter()
    await TaskLocalCounter.$current.withValue(counter) {
      await AsyncFactory<Void, Never>(Depot.shared, key: "ChildGraphLifetimeTests.job") {
        await body(counter)
      }()
    }
    #expect(counter.value == 0)
  }

  @Test("Their parameters are released with the child")
  func parameters() async {
    await job { parts in
      for _ in 0..<10 {
        let child = Container(parent: .shared)
        _ = child.partByPart(PartKey(parts))
        #expect(parts.value == 2)
      }
      #expect(parts.value == 0)
    }
  }

  @Test("They are released with their child, in whichever order children are dropped")
  func order() async {
    await job { parts in
      var children = (0..<8).map { _ in Container(parent: .shared) }
      for child in children { _ = await child.whole() }
      for index in [3, 0, 5, 0, 0, 1, 1, 0] {
        let child = children.remove(at: index)
        let part = await child.part()
        #expect(parts.value == 3 * (children.count + 1))
        #expect(await child.part() === part)
      }
      #expect(parts.value == 0)
    }
  }

  @Test("They live as long as the resolution, if the child does")
  func resolution() async {
    let child = Container(parent: .shared)
    for _ in 0..<3 {
      await job { parts in
        _ = await child.whole()
        #expect(parts.value == 3)
        _ = await child.whole()
        #expect(parts.value == 3)
      }
    }
  }

  @Test("A child of overlapping resolutions remembers only those that have not ended")
  func overlapping() async {
    let child = Container(parent: .shared)
    let parts = Counter()
    var previous: (task: Task<Void, Never>, mayEnd: TaskGate)?
    await TaskLocalCounter.$current.withValue(parts) {
      for _ in 0..<200 {
        let (hasResolved, mayEnd) = (TaskGate(), TaskGate())
        let job = AsyncFactory<Void, Never>(Depot.shared, key: "ChildGraphLifetimeTests.overlap") {
          _ = await child.part()
          hasResolved.open()
          await mayEnd.wait()
        }
        let task = Task { await job() }
        await hasResolved.wait()
        // The one before ends when this one has begun.
        previous?.mayEnd.open()
        await previous?.task.value
        previous = (task, mayEnd)
      }
      #expect(parts.value < 100)
      previous?.mayEnd.open()
      await previous?.task.value
    }
  }

  @Test("Resolutions that use one child end while others begin")
  func concurrent() async {
    let child = Container(parent: .shared)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            await AsyncFactory<Void, Never>(Depot.shared, key: "ChildGraphLifetimeTests.end") {
              _ = await child.whole()
            }()
          }
        }
      }
    }
  }

  @Test("Tasks that use the children of one resolution release the instances of each")
  func tasks() async {
    await job { parts in
      await withTaskGroup { group in
        for _ in 0..<50 {
          group.addTask {
            for _ in 0..<20 {
              let child = Container(parent: .shared)
              async let first = child.whole()
              async let second = child.whole()
              let (one, other) = await (first, second)
              #expect(one.parts[0] === other.parts[0])
            }
          }
        }
      }
      #expect(parts.value == 0)
    }
  }
}
