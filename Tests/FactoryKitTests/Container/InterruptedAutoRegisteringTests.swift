// Factory, MIT licence; see LICENSE
//
// Containers that another thread resets while their `autoRegister` runs: nobody goes on with what
// is left of it.
import FactoryTesting
import Foundation
import Testing

/// A container that is changed by another thread in the middle of some runs of its `autoRegister`.
private final class InterruptedContainer: ManagedContainer, AutoRegistering {
  /// What comes in the middle.
  enum Change: CaseIterable, Sendable {
    case reset, resetRegistrations, pop
  }

  /// Where in the middle.
  enum Moment: CaseIterable, Sendable {
    case beforeRegistering, afterRegistering
  }

  let manager = ContainerManager()
  private let runs = Tally()
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

  var runCount: Int { runs.count }

  var plain: Factory<String> { self { "live" } }
  var other: Factory<String> { self { "live" } }
  var cached: Factory<Gadget> { self { Gadget("live") }.cached }
  var singleton: Factory<Gadget> { self { Gadget("live") }.singleton }
  var parameter: ParameterFactory<Int, String> { self { "live \($0)" } }
  /// Resolves something that is registered, where it has nothing of its own.
  var dependent: Factory<String> { self { self.plain() } }

  func autoRegister() {
    let run = runs.next()
    let isInterrupted = interrupted.contains(run)
    if isInterrupted, moment == .beforeRegistering { interrupt(run) }
    plain.register { "registered" }
    cached.register { Gadget("registered") }
    singleton.register { Gadget("registered") }
    parameter.register { "registered \($0)" }
    if isInterrupted, moment == .afterRegistering { interrupt(run) }
  }

  private func interrupt(_ run: Int) {
    if run == interrupted.lowerBound { whileRunning(self) }
    // Were it to wait for `autoRegister`, this would never return.
    StartedThread { [self] in
      switch change {
      case .reset: reset()
      case .resetRegistrations: reset(options: .registration)
      case .pop: manager.pop()
      }
    }.join()
  }
}

@Suite("An interrupted autoRegister", .container) struct InterruptedAutoRegisteringTests {
  private typealias Change = InterruptedContainer.Change
  private typealias Moment = InterruptedContainer.Moment

  @Test(
    "A resolution whose autoRegister another thread undoes has it run again",
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
    "A resolution finds what is registered, whatever came in the middle of autoRegister",
    arguments: Change.allCases, Moment.allCases)
  private func allChanges(change: Change, moment: Moment) {
    let container = InterruptedContainer(runs: 1...3, change, moment)
    #expect(container.plain() == "registered")
    #expect(container.cached().label == "registered")
    #expect(container.parameter(1) == "registered 1")
  }

  @Test("An instance that is kept is what was registered, though autoRegister was undone")
  func kept() {
    #expect(InterruptedContainer(runs: 1...2).cached().label == "registered")
  }

  @Test("A singleton is what was registered, though autoRegister was undone")
  func singleton() {
    #expect(InterruptedContainer(runs: 1...2).singleton().label == "registered")
  }

  @Test("A resolution with a parameter finds what is registered, though autoRegister was undone")
  func parameter() {
    #expect(InterruptedContainer(runs: 1...2).parameter(1) == "registered 1")
  }

  @Test("A dependency finds what is registered, though autoRegister was undone")
  func dependency() {
    #expect(InterruptedContainer(runs: 1...2).dependent() == "registered")
  }

  @Test("A factory value that was kept over a reset finds what is registered")
  func keptValue() {
    let container = InterruptedContainer(runs: 2...2)
    let factory = container.plain
    container.reset()
    #expect(factory() == "registered")
  }

  @Test("A factory value with a parameter that was kept over a reset finds what is registered")
  func keptParameterValue() {
    let container = InterruptedContainer(runs: 2...2)
    let factory = container.parameter
    container.reset()
    #expect(factory(1) == "registered 1")
  }

  @Test("A registration comes after the autoRegister that runs again, and holds")
  func registration() {
    let container = InterruptedContainer(runs: 1...2)
    container.plain.register { "mine" }
    #expect(container.plain() == "mine")
    #expect(container.cached().label == "registered")
  }

  @Test(
    "A thread that waits for an autoRegister that is undone finds what is registered",
    arguments: [1...1, 1...3])
  private func waiting(runs: ClosedRange<Int>) {
    let found = Notes<String>()
    let ended = DispatchSemaphore(value: 0)
    let container = InterruptedContainer(runs: runs) { container in
      let isAsking = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        isAsking.signal()
        found.add(container.plain())
        ended.signal()
      }
      isAsking.wait()
      // By now it waits in all likelihood; it must find the same if it does not.
      for _ in 0..<1_000 { sched_yield() }
    }
    #expect(container.plain() == "registered")
    ended.wait()
    #expect(found.all == ["registered"])
  }

  @Test("A thread that waits with a kept factory value finds what is registered")
  func waitingValue() {
    let found = Notes<String>()
    let ended = DispatchSemaphore(value: 0)
    let values = Notes<Factory<String>>()
    let container = InterruptedContainer(runs: 2...2) { _ in
      let isAsking = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        isAsking.signal()
        found.add(values.all[0]())
        ended.signal()
      }
      isAsking.wait()
      for _ in 0..<1_000 { sched_yield() }
    }
    values.add(container.plain)
    container.reset()
    #expect(values.all[0]() == "registered")
    ended.wait()
    #expect(found.all == ["registered"])
  }

  @Test("What a deinit resolves in the middle of a reset is what is registered")
  func deinitialiser() {
    let found = Notes<String>()
    let container = RegisteringContainer(found: found) { $0() }
    _ = container.first() + container.second()
    container.reset()
    #expect(found.all.count == 2)
    #expect(found.all.allSatisfy { $0 == "registered, registered" })
  }

  @Test("What another thread resolves in the middle of a reset is what is registered")
  func otherThread() {
    let found = Notes<String>()
    let container = RegisteringContainer(found: found) { StartedThread($0).join() }
    _ = container.first() + container.second()
    container.reset()
    #expect(found.all.count == 2)
    #expect(found.all.allSatisfy { $0 == "registered, registered" })
  }
}

/// A container whose first registrations resolve both factories when they are let go.
private final class RegisteringContainer: ManagedContainer, AutoRegistering {
  /// Does something when it goes.
  private final class Farewell: Sendable {
    let text = "registered"
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
  }

  let manager = ContainerManager()
  private let runs = Tally()
  private let found: Notes<String>
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(
    found: Notes<String>, on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.found = found
    self.run = run
  }

  var first: Factory<String> { self { "live" } }
  var second: Factory<String> { self { "live" } }

  func autoRegister() {
    guard runs.next() == 1 else {
      first.register { "registered" }
      second.register { "registered" }
      return
    }
    let (one, two) = (makeFarewell(), makeFarewell())
    first.register { one.text }
    second.register { two.text }
  }

  private func makeFarewell() -> Farewell {
    Farewell { [unowned self, found, run] in
      run { found.add("\(self.first()), \(self.second())") }
    }
  }
}
