// Factory, MIT licence; see LICENSE
//
// Threads that use a container for the first time together: all wait for `autoRegister`.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

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

/// A container whose second `autoRegister` waits, and then resets the container.
private final class ResettingContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Counter()
  let hasBegun = Gate()
  let mayReset = Gate()
  /// What a resolution learns between the reset and the registration.
  let afterReset = LockedValue<AutoRegistrationState?>(nil)

  func autoRegister() {
    runs.increment()
    if runs.value == 2 {
      hasBegun.open()
      mayReset.wait()
      manager.reset()
      afterReset.withLock { $0 = manager.ensureAutoRegistered() }
    }
    service.register { Service(name: "auto") }
  }

  var service: Factory<Service> { self { Service() } }
}

/// A container whose first `autoRegister` waits before it adds a member.
private final class AddingContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Counter()
  let hasBegun = Gate()
  let mayAdd = Gate()

  var numbers: FactoryGroup<Int> { group() }

  func autoRegister() {
    runs.increment()
    if runs.value == 1 {
      hasBegun.open()
      mayAdd.wait()
    }
    numbers.add { 7 }
  }
}

/// Goes on, after it has added a member, until another thread has taken a snapshot or waits for it.
private final class SlowlyAddingContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let hasAdded = Gate()
  let hasSnapshot = Flag()

  var numbers: FactoryGroup<Int> { group() }

  private var isAwaited: Bool {
    manager.store.withState { $0.autoRegistration?.construction?.isAwaited ?? false }
  }

  func autoRegister() {
    numbers.add { 7 }
    hasAdded.open()
    while !hasSnapshot.isRaised, !isAwaited { yieldThread() }
  }
}

/// Adds a member, and in its second call waits before and after that.
private final class WaitingContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let runs = Counter()
  let (hasBegun, mayAdd, hasAdded, mayEnd) = (Gate(), Gate(), Gate(), Gate())

  var numbers: FactoryGroup<Int> { group() }

  func autoRegister() {
    let isSecond = runs.increment() == 2
    if isSecond {
      hasBegun.open()
      mayAdd.wait()
    }
    numbers.add { 7 }
    if isSecond {
      hasAdded.open()
      mayEnd.wait()
    }
  }
}

/// What makes a call of `autoRegister` that is running outdated.
private enum ConcurrentChange: CaseIterable {
  case reset, resetRegistrations, pop
}

@Suite struct AutoRegisteringThreadTests {
  @Test(
    "A member that `autoRegister` adds twice, because of a concurrent change, is there once",
    arguments: ConcurrentChange.allCases)
  private func repeatedAddition(change: ConcurrentChange) {
    let container = AddingContainer()
    container.manager.push()
    let numbers = onThreads(2) { index in
      if index == 0 { return container.numbers() }
      container.hasBegun.wait()
      switch change {
      case .reset: container.manager.reset()
      case .resetRegistrations: container.manager.reset(options: .registration)
      case .pop: container.manager.pop()
      }
      container.mayAdd.open()
      return container.numbers()
    }
    #expect(container.runs.value == 2)
    #expect(numbers == [[7], [7]])
    #expect(container.numbers() == [7])
  }

  /// One thread runs `autoRegister` again. In the middle of that, another one pops a snapshot that was taken after the first
  /// run. Returns what the first one gets, and what `resolve` returns on the other.
  private func numbers(
    of container: WaitingContainer, afterConcurrentPop resolve: @escaping @Sendable () -> [Int]
  ) -> [[Int]] {
    #expect(container.numbers() == [7])
    container.manager.push()
    container.manager.reset()
    return onThreads(2) { index in
      if index == 0 { return container.numbers() }
      container.hasBegun.wait()
      container.manager.pop()
      return resolve()
    }
  }

  @Test("What `autoRegister` adds after a concurrent pop does not count while it still runs")
  func concurrentPop() {
    let container = WaitingContainer()
    let numbers = numbers(of: container) {
      container.mayAdd.open()
      container.hasAdded.wait()
      defer { container.mayEnd.open() }
      return container.numbers()
    }
    #expect(numbers == [[7], [7]])
    #expect(container.numbers() == [7])
  }

  @Test("A member that `autoRegister` adds is there once after a concurrent push, and a pop")
  func concurrentPush() {
    let container = SlowlyAddingContainer()
    onThreads(2) { index in
      if index == 0 {
        _ = container.numbers()
      } else {
        container.hasAdded.wait()
        container.manager.push()
        container.hasSnapshot.raise()
      }
    }
    container.manager.pop()
    #expect(container.numbers() == [7])
  }

  @Test("A push after a pop during `autoRegister` does not wait for it")
  func pushAfterConcurrentPop() {
    let container = WaitingContainer()
    let numbers = numbers(of: container) {
      container.manager.push()
      container.mayAdd.open()
      container.mayEnd.open()
      return container.numbers()
    }
    #expect(numbers == [[7], [7]])
    container.manager.pop()
    #expect(container.numbers() == [7])
  }

  @Test("A reset inside `autoRegister`, after another thread's pop, makes others wait for it")
  func resetAfterPop() {
    let container = ResettingContainer()
    _ = container.service()
    container.manager.push()
    container.manager.reset()
    let names = onThreads(2) { index in
      if index == 0 { return container.service().name }
      container.hasBegun.wait()
      container.manager.pop()
      container.mayReset.open()
      return container.service().name
    }
    #expect(container.afterReset.withLock { $0 } == .inside)
    #expect(names == ["auto", "auto"])
    #expect(container.runs.value == 3)
  }

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
