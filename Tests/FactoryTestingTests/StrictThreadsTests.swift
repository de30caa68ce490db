// Factory, MIT licence; see LICENSE
//
// Strict tests whose factories are resolved on many threads and in many tasks.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class CrowdedContainer: SharedContainer {
  @TaskLocal static var shared = CrowdedContainer()
  let manager = ContainerManager()

  var leaf: Factory<Int> { self { 1 } }
  var mocked: Factory<Int> { self { 1 } }
  var cachedLeaf: Factory<StrictService> { self { StrictService() }.cached }
  var composite: Factory<Int> { self { self.mocked() + self.mocked() } }
  var aboveLeaf: Factory<Int> { self { self.leaf() + self.mocked() } }
  var aboveCached: Factory<String> { self { "\(self.mocked()) \(self.cachedLeaf().name)" } }
  var asyncLeaf: AsyncFactory<StrictService, Never> { self { StrictService() }.cached }
  var asyncComposite: AsyncFactory<Int, Never> { self { self.composite() }.cached }
  var aboveAsync: AsyncFactory<String, Never> {
    self {
      async let one = self.asyncComposite()
      async let two = self.asyncLeaf()
      return await "\(one) \(two.name)"
    }.cached
  }

  func resolveAll() {
    _ = (composite(), aboveLeaf(), aboveCached())
  }

  func resolveAllWaiting() async {
    _ = await (asyncComposite(), aboveAsync())
  }
}

@Suite("Strict tests on threads and in tasks", .collectsIssues)
struct StrictThreadsTests {
  @Test("Threads report each factory once, and no composite of registered ones")
  func threads() {
    let messages = issues {
      withTestContainer(CrowdedContainer.$shared, CrowdedContainer(), .strict) {
        $0.mocked.register { 2 }
      } operation: {
        let container = CrowdedContainer.shared
        onThreads(8) { index in
          for round in 0..<100 {
            container.resolveAll()
            if (round + index) % 8 == 0 { container.manager.reset(options: .scope) }
          }
        }
      }
    }
    #expect(factories(messages).sorted() == ["aboveCached", "aboveLeaf", "cachedLeaf", "leaf"])
  }

  @Test("So do tasks that wait for each other's constructions")
  func tasks() async {
    let messages = await issues {
      await withTestContainer(CrowdedContainer.$shared, CrowdedContainer(), .strict) {
        $0.mocked.register { 2 }
      } operation: {
        let container = CrowdedContainer.shared
        await inTasks(8) { index in
          for round in 0..<50 {
            await container.resolveAllWaiting()
            if (round + index) % 8 == 0 { container.manager.reset(options: .scope) }
          }
        }
      }
    }
    #expect(factories(messages).sorted() == ["aboveAsync", "asyncLeaf"])
  }
}
