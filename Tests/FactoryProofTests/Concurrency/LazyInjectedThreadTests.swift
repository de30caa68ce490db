// Factory, MIT licence; see LICENSE
//
// Lazy injection read by several threads at the same time: the instance is created once.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Service: Sendable {}

private final class CustomContainer: SharedContainer {
  @TaskLocal static var shared = CustomContainer()
  let manager = ContainerManager()
}
extension CustomContainer {
  fileprivate var service: Factory<Service> { self { Service() } }
  fileprivate var sharedService: Factory<Service> { self { Service() }.cached }
}

private struct Value: Sendable {
  @LazyInjected(\CustomContainer.service) var service
}
private struct WeakValue: Sendable {
  @WeakLazyInjected(\CustomContainer.sharedService) var service
}

/// A container whose factories count their calls, and end only when all readers have started.
private struct SlowFactory {
  let container = CustomContainer()
  let calls = Counter()
  let readers: Latch

  init(readers count: Int) {
    let readers = Latch(count)
    self.readers = readers
    let calls = calls
    let make: @Sendable () -> Service = {
      calls.increment()
      readers.wait()
      return Service()
    }
    container.service.register(factory: make)
    container.sharedService.register(factory: make)
  }
}

@Suite(.oneAtATime) struct LazyInjectedThreadTests {
  fileprivate enum Property: CaseIterable {
    case strongly, weakly

    /// Reads a new property again and again.
    fileprivate var read: @Sendable () -> Service? {
      switch self {
      case .strongly: { [value = Value()] in value.service }
      case .weakly: { [value = WeakValue()] in value.service }
      }
    }
  }

  @Test(
    "A property that many threads read resolves its factory once, and all get its instance",
    arguments: Property.allCases, [2, 8, 32])
  private func oneInstance(property: Property, threads: Int) {
    let slow = SlowFactory(readers: threads)
    let (container, readers, read) = (slow.container, slow.readers, property.read)
    let instances = onThreads(threads) { _ in
      CustomContainer.$shared.withValue(container) {
        readers.arrive()
        return read()
      }
    }
    #expect(instances.allSatisfy { $0 != nil && $0 === instances[0] })
    #expect(slow.calls.value == 1)
  }

  @Test("`resolvedOrNil()` does not wait for a thread that resolves")
  func resolvedOrNil() {
    let slow = SlowFactory(readers: 2)
    let (container, readers) = (slow.container, slow.readers)
    let value = Value()
    let instances = onThreads(2) { index -> Service? in
      CustomContainer.$shared.withValue(container) {
        if index == 0 {
          readers.arrive()
          return value.service
        }
        // The resolution cannot end before this thread has arrived.
        let existing = value.$service.resolvedOrNil()
        readers.arrive()
        return existing
      }
    }
    #expect(instances[0] != nil)
    #expect(instances[1] == nil)
  }
}
