// Factory, MIT licence; see LICENSE
//
// Threads that use a container for the first time together: all wait for `autoRegister`.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Service: Sendable {
  let name: String
  init(name: String = "original") { self.name = name }
}

/// A container whose `autoRegister` ends only when all threads have started.
private final class SlowContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Counter()
  let threads: Latch

  init(threads count: Int) {
    threads = Latch(count)
  }

  func autoRegister() {
    runs.increment()
    threads.wait()
    service.register { Service(name: "auto") }
    cachedService.register { Service(name: "auto") }
  }

  var service: Factory<Service> { self { Service() } }
  var cachedService: Factory<Service> { self { Service() }.cached }
}

@Suite struct AutoRegisteringThreadTests {
  @Test("Threads that race to resolve wait for `autoRegister`", arguments: [2, 8, 32])
  func resolutions(threads: Int) {
    let container = SlowContainer(threads: threads)
    let names = onThreads(threads) { _ in
      container.threads.arrive()
      return container.service().name
    }
    #expect(names == Array(repeating: "auto", count: threads))
    #expect(container.runs.value == 1)
  }

  @Test("Threads that race for a scoped factory get one instance", arguments: [2, 8, 32])
  func scopedResolutions(threads: Int) {
    let container = SlowContainer(threads: threads)
    let instances = onThreads(threads) { _ in
      container.threads.arrive()
      return container.cachedService()
    }
    #expect(Set(instances.map { ObjectIdentifier($0) }).count == 1)
    #expect(instances[0].name == "auto")
  }

  @Test("A registration that races with `autoRegister` is applied after it")
  func registrations() {
    let container = SlowContainer(threads: 2)
    onThreads(2) { index in
      container.threads.arrive()
      if index == 0 {
        _ = container.service()
      } else {
        container.service.register { Service(name: "mine") }
      }
    }
    #expect(container.service().name == "mine")
    #expect(container.runs.value == 1)
  }
}
