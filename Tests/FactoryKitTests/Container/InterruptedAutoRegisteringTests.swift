// Factory, MIT licence; see LICENSE
//
// Containers that another thread resets while their `autoRegister` runs: a resolution does not use
// incomplete registrations.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A container that is changed by another thread in the middle of some runs of its `autoRegister`.
private final class InterruptedContainer: ManagedContainer, AutoRegistering {
  /// The change that another thread makes.
  enum Change: CaseIterable, Sendable {
    case reset, resetRegistrations, pop
  }

  /// Where in the middle.
  enum Moment: CaseIterable, Sendable {
    case beforeRegistering, afterRegistering
  }

  let manager = ContainerManager()
  private let runs = Counter()
  private let interrupted: ClosedRange<Int>
  private let change: Change
  private let moment: Moment
  /// Called in the middle of the first run that is interrupted, before the change.
  private let whileRunning: @Sendable (InterruptedContainer) -> Void

  init(
    runs interrupted: ClosedRange<Int>, _ change: Change = .reset,
    _ moment: Moment = .afterRegistering,
    whileRunning: @escaping @Sendable (InterruptedContainer) -> Void = { _ in }
  ) {
    self.interrupted = interrupted
    self.change = change
    self.moment = moment
    self.whileRunning = whileRunning
    if change == .pop {
      for _ in interrupted { manager.push() }
    }
  }

  var runCount: Int { runs.value }

  var plain: Factory<String> { self { "live" } }
  var other: Factory<String> { self { "live" } }
  var cached: Factory<TestService> { self { TestService("live") }.cached }
  var singleton: Factory<TestService> { self { TestService("live") }.singleton }
  var parameter: ParameterFactory<Int, String> { self { "live \($0)" } }
  /// Resolves a factory that is registered, and is not registered itself.
  var dependent: Factory<String> { self { self.plain() } }

  func autoRegister() {
    let run = runs.increment()
    let isInterrupted = interrupted.contains(run)
    if isInterrupted, moment == .beforeRegistering { interrupt(run) }
    plain.register { "registered" }
    cached.register { TestService("registered") }
    singleton.register { TestService("registered") }
    parameter.register { "registered \($0)" }
    if isInterrupted, moment == .afterRegistering { interrupt(run) }
  }

  private func interrupt(_ run: Int) {
    if run == interrupted.lowerBound { whileRunning(self) }
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

/// Starts a thread and gives it time to begin to wait. Tests hold whether or not it does by then.
private func startThread(_ body: @escaping @Sendable () -> Void) -> TestThread {
  let hasStarted = Gate()
  let thread = TestThread {
    hasStarted.open()
    body()
  }
  hasStarted.wait()
  for _ in 0..<1_000 { yieldThread() }
  return thread
}

@Suite("Interrupted autoRegister", .container) struct InterruptedAutoRegisteringTests {
  private typealias Change = InterruptedContainer.Change
  private typealias Moment = InterruptedContainer.Moment

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
    arguments: Change.allCases, Moment.allCases)
  private func allChanges(change: Change, moment: Moment) {
    func container() -> InterruptedContainer {
      InterruptedContainer(runs: 1...3, change, moment)
    }
    #expect(container().plain() == "registered")
    #expect(container().cached().label == "registered")
    #expect(container().parameter(1) == "registered 1")
    #expect(container().dependent() == "registered")
  }

  @Test("A singleton is the registered one although a reset interrupted autoRegister")
  func singleton() {
    #expect(InterruptedContainer(runs: 1...2).singleton().label == "registered")
  }

  @Test(
    "A stored factory, also one with a parameter, finds the registration after a reset",
    arguments: [false, true])
  func keptValue(hasParameter: Bool) {
    let container = InterruptedContainer(runs: 2...2)
    let (factory, withParameter) = (container.plain, container.parameter)
    container.reset()
    if hasParameter {
      #expect(withParameter(1) == "registered 1")
    } else {
      #expect(factory() == "registered")
    }
  }

  @Test("A registration follows the second run of autoRegister and applies")
  func registration() {
    let container = InterruptedContainer(runs: 1...2)
    container.plain.register { "mine" }
    #expect(container.plain() == "mine")
    #expect(container.cached().label == "registered")
  }

  @Test(
    "A thread that waits for an interrupted autoRegister finds the registration",
    arguments: [1...1, 1...3])
  private func waiting(runs: ClosedRange<Int>) {
    let found = LockedArray<String>()
    let threads = LockedArray<TestThread>()
    let container = InterruptedContainer(runs: runs) { container in
      threads.append(startThread { found.append(container.plain()) })
    }
    #expect(container.plain() == "registered")
    threads.elements[0].join()
    #expect(found.elements == ["registered"])
  }

  @Test("A thread that waits with a stored factory finds the registration")
  func waitingValue() {
    let found = LockedArray<String>()
    let threads = LockedArray<TestThread>()
    let values = LockedArray<Factory<String>>()
    let container = InterruptedContainer(runs: 2...2) { _ in
      threads.append(startThread { found.append(values.elements[0]()) })
    }
    values.append(container.plain)
    container.reset()
    #expect(values.elements[0]() == "registered")
    threads.elements[0].join()
    #expect(found.elements == ["registered"])
  }

  @Test(
    "A deinit, or another thread, that resolves during a reset finds the registration",
    arguments: [false, true])
  func duringReset(onThread: Bool) {
    let found = LockedArray<String>()
    let container = RegisteringContainer(found: found) { body in
      if onThread {
        TestThread(inheritingContainers: true, body).join()
      } else {
        body()
      }
    }
    _ = container.first() + container.second()
    container.reset()
    #expect(found.elements.count == 2)
    #expect(found.elements.allSatisfy { $0 == "registered, registered" })
  }
}

/// A container whose first registrations resolve both factories when they are released.
private final class RegisteringContainer: ManagedContainer, AutoRegistering {
  /// Calls a closure when it is deinitialised.
  private final class DeinitAction: Sendable {
    let text = "registered"
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
  }

  let manager = ContainerManager()
  private let runs = Counter()
  private let found: LockedArray<String>
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(
    found: LockedArray<String>, on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.found = found
    self.run = run
  }

  var first: Factory<String> { self { "live" } }
  var second: Factory<String> { self { "live" } }

  func autoRegister() {
    guard runs.increment() == 1 else {
      first.register { "registered" }
      second.register { "registered" }
      return
    }
    let (one, two) = (makeDeinitAction(), makeDeinitAction())
    first.register { one.text }
    second.register { two.text }
  }

  private func makeDeinitAction() -> DeinitAction {
    DeinitAction { [unowned self, found, run] in
      run { found.append("\(self.first()), \(self.second())") }
    }
  }
}
