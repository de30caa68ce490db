// Factory, MIT licence; see LICENSE
//
// Threads that look whether there is an instance, and threads whose constructions fail at random.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class BuiltContainer: SharedContainer {
  @TaskLocal static var shared = BuiltContainer()
  let manager = ContainerManager()
  let calls = Counter()

  var cached: Factory<TestService> {
    self {
      self.calls.increment()
      return TestService()
    }.cached
  }
  var failing: ThrowingFactory<TestService, any Error> { self { TestService() }.cached }
}

private struct BuildError: Error {}

@Suite("Read and build", .oneAtATime) struct ReadAndBuild {
  private let container = BuiltContainer()

  @Test("On many threads, resolvedOrNil() is nil or the instance that one of them has built")
  func threads() {
    let container = container
    let instances = onThreads(8, inheritingContainers: true) { index in
      (0..<100).compactMap { round in
        index == 0 && round == 50 ? container.cached() : container.cached.resolvedOrNil()
      }
    }
    let instance = container.cached()
    #expect(instances.joined().allSatisfy { $0 === instance })
    #expect(instances[0].count == 50)
    #expect(container.calls.value == 1)
  }

  @Test("Random results on many threads: an instance is cached, an error never is")
  func random() {
    let (container, calls) = (container, Counter())
    container.failing.register {
      let number = calls.increment()
      if !number.isMultiple(of: 3) { throw BuildError() }
      return TestService("\(number)")
    }
    let results = onThreads(8, inheritingContainers: true) { _ in
      (0..<200).map { _ in try? container.failing().label }
    }
    // Once there is an instance, no thread calls the closure any more.
    #expect(calls.value == 3)
    #expect(results.allSatisfy { $0.last == "3" })
    #expect(results.allSatisfy { labels in labels.drop { $0 == nil }.allSatisfy { $0 == "3" } })
  }
}
