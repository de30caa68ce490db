// Factory, MIT licence; see LICENSE
//
// Containers that another thread resets while their `autoRegister` runs: a resolution does not use
// incomplete registrations. Two containers whose `autoRegister` resolve from each other, on two
// threads: one of them continues.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A container that another thread changes in the middle of some runs of its `autoRegister`.
private final class InterruptedContainer: ManagedContainer, AutoRegistering {
  /// The change that another thread makes.
  enum Change: CaseIterable, Sendable {
    case reset, resetRegistrations, pop
  }

  let manager = ContainerManager()
  private let runs = Counter()
  private let interrupted: ClosedRange<Int>
  private let change: Change

  init(runs interrupted: ClosedRange<Int>, _ change: Change = .reset) {
    self.interrupted = interrupted
    self.change = change
    if change == .pop {
      for _ in interrupted { manager.push() }
    }
  }

  var runCount: Int { runs.value }

  var plain: Factory<String> { self { "live" } }
  var cached: Factory<TestService> { self { TestService("live") }.cached }
  var singleton: Factory<TestService> { self { TestService("live") }.singleton }
  var parameter: ParameterFactory<Int, String> { self { "live \($0)" } }
  /// Resolves a factory that is registered, and is not registered itself.
  var dependent: Factory<String> { self { self.plain() } }

  func autoRegister() {
    let isInterrupted = interrupted.contains(runs.increment())
    plain.register { "registered" }
    if isInterrupted { interrupt() }
    cached.register { TestService("registered") }
    singleton.register { TestService("registered") }
    parameter.register { "registered \($0)" }
  }

  private func interrupt() {
    // Would never return if it waited for `autoRegister`.
    TestThread(inheritingContainers: true) { [self] in
      switch change {
      case .reset: reset()
      case .resetRegistrations: reset(options: .registration)
      case .pop: manager.pop()
      }
    }.join()
  }
}

@Suite("Interrupted autoRegister", .container) struct InterruptedAutoRegisteringTests {
  private typealias Change = InterruptedContainer.Change

  @Test(
    "autoRegister runs again if another thread resets the container meanwhile",
    arguments: [1...1, 1...2, 1...3, 2...2, 2...4])
  private func again(runs: ClosedRange<Int>) {
    let container = InterruptedContainer(runs: runs)
    if runs.lowerBound == 2 {
      _ = container.plain
      container.reset()
    }
    #expect(container.plain() == "registered")
    #expect(container.runCount == runs.upperBound + 1)
  }

  @Test(
    "The first resolution finds the registrations after any change during autoRegister",
    arguments: Change.allCases)
  private func allChanges(change: Change) {
    func container() -> InterruptedContainer { InterruptedContainer(runs: 1...3, change) }
    #expect(container().plain() == "registered")
    #expect(container().cached().label == "registered")
    #expect(container().singleton().label == "registered")
    #expect(container().parameter(1) == "registered 1")
    #expect(container().dependent() == "registered")
  }

  @Test(
    "A deinit, or another thread, that resolves during a reset finds the registration",
    arguments: [false, true])
  func duringReset(onThread: Bool) {
    let container = RegisteringContainer(onThread: onThread)
    _ = container.first() + container.second()
    container.reset()
    #expect(container.found.elements == ["registered, registered", "registered, registered"])
  }
}

/// A container whose first registrations resolve both factories when they are released.
private final class RegisteringContainer: ManagedContainer, AutoRegistering {
  /// Calls a closure when it is deinitialised.
  private final class DeinitAction: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
  }

  let manager = ContainerManager()
  let found = LockedArray<String>()
  private let runs = Counter()
  private let onThread: Bool

  init(onThread: Bool) { self.onThread = onThread }

  var first: Factory<String> { self { "live" } }
  var second: Factory<String> { self { "live" } }

  func autoRegister() {
    let isFirst = runs.increment() == 1
    for factory in [first, second] {
      let action = isFirst ? DeinitAction { [unowned self] in resolveBoth() } : nil
      factory.register { withExtendedLifetime(action) { "registered" } }
    }
  }

  private func resolveBoth() {
    let body = { @Sendable in self.found.append("\(self.first()), \(self.second())") }
    if onThread { TestThread(inheritingContainers: true, body).join() } else { body() }
  }
}

// MARK: Two containers

/// A container that resolves from another one in the middle of its `autoRegister`.
private final class ReachingContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  private let threads: Latch
  private let depth = LockedValue((now: 0, most: 0))
  private let work: @Sendable (ReachingContainer) -> Void

  init(_ threads: Latch, _ work: @escaping @Sendable (ReachingContainer) -> Void) {
    self.threads = threads
    self.work = work
  }

  /// How many runs of `autoRegister` were on the stack at once.
  var nesting: Int { depth.withLock { $0.most } }

  func autoRegister() {
    depth.withLock { depth in
      depth.now += 1
      depth.most = max(depth.most, depth.now)
    }
    threads.arriveAndWait()
    work(self)
    depth.withLock { $0.now -= 1 }
  }

  var value: Factory<Int> { self { 1 } }
  var cached: Factory<TestService> { self { TestService("live") }.cached }
  var singleton: Factory<TestService> { self { TestService("live") }.singleton }
}

@Suite("Two containers whose autoRegister resolve from each other", .container)
struct AutoRegisteringCycleTests {
  private typealias Registration = @Sendable (ReachingContainer) -> Void

  /// The first container resolves `kept` and then the second one's value. The second one's `autoRegister` registers
  /// something in the first. One of the two threads continues, which is logged.
  private func meet(
    _ kept: @escaping @Sendable (ReachingContainer) -> Void, _ registration: @escaping Registration
  ) -> (first: ReachingContainer, second: ReachingContainer) {
    let log = ExpectedLines(containing: "ReachingContainer is running on another thread")
    let threads = Latch(2)
    let other = LockedValue<ReachingContainer?>(nil)
    let first = ReachingContainer(threads) { first in
      kept(first)
      _ = other.withLock { $0 }?.value()
    }
    let second = ReachingContainer(threads) { _ in registration(first) }
    other.withLock { $0 = second }
    onThreads(2) { index in index == 0 ? first.value() : second.value() }
    other.withLock { $0 = nil }
    #expect(!log.lines.isEmpty)
    return (first, second)
  }

  private typealias Path = any KeyPath<ReachingContainer, Factory<TestService>> & Sendable

  @Test(
    "A registration in the other container replaces its instance",
    arguments: [\.cached, \.singleton] as [Path])
  private func instance(path: Path) {
    let (first, _) = meet(
      { _ = $0[keyPath: path]() },
      { first in first[keyPath: path].register { TestService("registered") } })
    #expect(first[keyPath: path]().label == "registered")
  }

  @Test("Neither autoRegister runs inside itself, although the other one resets its container")
  func nesting() {
    let (first, second) = meet(
      { _ = $0.cached() },
      { first in
        first.reset()
        _ = first.cached()
      })
    #expect(first.nesting == 1)
    #expect(second.nesting == 1)
  }
}
