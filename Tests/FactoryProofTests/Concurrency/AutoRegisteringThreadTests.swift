// Factory, MIT licence; see LICENSE
//
// Threads that use a container for the first time together: all wait for `autoRegister`. And changes
// of the container while that runs.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

/// What makes a call of `autoRegister` that is running outdated.
private enum ConcurrentChange: CaseIterable {
  case reset, resetRegistrations, pop
}

@Suite struct AutoRegisteringThreadTests {
  @Test("`autoRegister` does not run again after a reset inside it")
  func resetInside() {
    let container = AutoContainer { container, _ in
      container.manager.reset()
      container.service.register { TestService("auto") }
    }
    for _ in 0..<2 { #expect(container.service().label == "auto") }
    #expect(container.runs.value == 1)
  }

  @Test(
    "A member that `autoRegister` adds twice, because of a concurrent change, is there once",
    arguments: ConcurrentChange.allCases)
  private func repeatedAddition(change: ConcurrentChange) {
    let (hasBegun, mayAdd) = (Gate(), Gate())
    let container = AutoContainer { container, run in
      if run == 1 {
        hasBegun.open()
        mayAdd.wait()
      }
      container.numbers.add { 7 }
    }
    container.manager.push()
    let numbers = onThreads(2) { index in
      if index == 0 { return container.numbers() }
      hasBegun.wait()
      switch change {
      case .reset: container.manager.reset()
      case .resetRegistrations: container.manager.reset(options: .registration)
      case .pop: container.manager.pop()
      }
      mayAdd.open()
      return container.numbers()
    }
    #expect(container.runs.value == 2)
    #expect(numbers == [[7], [7]])
    #expect(container.numbers() == [7])
  }

  /// One thread runs `autoRegister` again. In the middle of that, another one pops a snapshot that
  /// was taken after the first run, and calls `resolve`.
  private func expectOneMember(
    afterConcurrentPop resolve:
      @escaping @Sendable (
        _ container: AutoContainer, _ mayAdd: Gate, _ hasAdded: Gate, _ mayEnd: Gate
      ) -> [Int]
  ) -> AutoContainer {
    let (hasBegun, mayAdd, hasAdded, mayEnd) = (Gate(), Gate(), Gate(), Gate())
    let container = AutoContainer { container, run in
      if run == 2 {
        hasBegun.open()
        mayAdd.wait()
      }
      container.numbers.add { 7 }
      if run == 2 {
        hasAdded.open()
        mayEnd.wait()
      }
    }
    #expect(container.numbers() == [7])
    container.manager.push()
    container.manager.reset()
    let numbers = onThreads(2) { index in
      if index == 0 { return container.numbers() }
      hasBegun.wait()
      container.manager.pop()
      return resolve(container, mayAdd, hasAdded, mayEnd)
    }
    #expect(numbers == [[7], [7]])
    return container
  }

  @Test("What `autoRegister` adds after a concurrent pop does not count while it still runs")
  func concurrentPop() {
    let container = expectOneMember { container, mayAdd, hasAdded, mayEnd in
      mayAdd.open()
      hasAdded.wait()
      defer { mayEnd.open() }
      return container.numbers()
    }
    #expect(container.numbers() == [7])
  }

  @Test("A push after a pop during `autoRegister` does not wait for it")
  func pushAfterConcurrentPop() {
    let container = expectOneMember { container, mayAdd, _, mayEnd in
      container.manager.push()
      mayAdd.open()
      mayEnd.open()
      return container.numbers()
    }
    container.manager.pop()
    #expect(container.numbers() == [7])
  }

  @Test("A member that `autoRegister` adds is there once after a concurrent push, and a pop")
  func concurrentPush() {
    let (hasAdded, hasSnapshot) = (Gate(), Flag())
    let container = AutoContainer { container, _ in
      container.numbers.add { 7 }
      hasAdded.open()
      // Until the other thread has taken a snapshot, or waits for this one.
      func isAwaited() -> Bool {
        container.manager.store.withState { $0.autoRegistration?.running?.isAwaited ?? false }
      }
      while !hasSnapshot.isRaised, !isAwaited() { yieldThread() }
    }
    onThreads(2) { index in
      if index == 0 {
        _ = container.numbers()
      } else {
        hasAdded.wait()
        container.manager.push()
        hasSnapshot.raise()
      }
    }
    container.manager.pop()
    #expect(container.numbers() == [7])
  }

  @Test("A reset inside `autoRegister`, after another thread's pop, makes others wait for it")
  func resetAfterPop() {
    let (hasBegun, mayReset) = (Gate(), Gate())
    let afterReset = LockedValue<AutoRegistrationState?>(nil)
    let container = AutoContainer { container, run in
      if run == 2 {
        hasBegun.open()
        mayReset.wait()
        container.manager.reset()
        // What a resolution learns between the reset and the registration.
        afterReset.withLock { $0 = container.manager.ensureAutoRegistered() }
      }
      container.service.register { TestService("auto") }
    }
    _ = container.service()
    container.manager.push()
    container.manager.reset()
    let labels = onThreads(2) { index in
      if index == 0 { return container.service().label }
      hasBegun.wait()
      container.manager.pop()
      mayReset.open()
      return container.service().label
    }
    #expect(afterReset.withLock { $0 } == .inside)
    #expect(labels == ["auto", "auto"])
    #expect(container.runs.value == 3)
  }

  /// Its `autoRegister` ends only when all threads have started.
  private func slowContainer(_ threads: Latch) -> AutoContainer {
    AutoContainer { container, _ in
      threads.wait()
      container.service.register { TestService("auto") }
      container.cached.register { TestService("auto") }
    }
  }

  @Test(
    "Threads that race to resolve wait for `autoRegister`, and share the instance of a scope",
    arguments: [2, 8, 32])
  func resolutions(threads: Int) {
    let latch = Latch(threads)
    let container = slowContainer(latch)
    let services = onThreads(threads) { index in
      latch.arrive()
      return index.isMultiple(of: 2) ? container.cached() : container.service()
    }
    #expect(services.allSatisfy { $0.label == "auto" })
    #expect(Set(services.map(ObjectIdentifier.init)).count == 1 + threads / 2)
    #expect(container.runs.value == 1)
  }

  @Test("A registration that races with `autoRegister` is applied after it")
  func registrations() {
    let latch = Latch(2)
    let container = slowContainer(latch)
    onThreads(2) { index in
      latch.arrive()
      if index == 0 {
        _ = container.service()
      } else {
        container.service.register { TestService("mine") }
      }
    }
    #expect(container.service().label == "mine")
    #expect(container.runs.value == 1)
  }
}
