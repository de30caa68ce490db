// Factory, MIT licence; see LICENSE
//
// The state machine of one instance, after every sequence of a few events, and when a time to live
// ends.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

@Suite("The state machine of an instance") struct InstanceSlotTests {
  // The constructions of tasks are those of FactoryKit.
  init() { WaitingTasksMaker.activated }

  @Test("A lookup finds the last instance that was cached, none of a superseded construction")
  func everySequence() {
    let walk = Walk()
    walk.go(steps: 5)
    #expect(walk.failure == nil)
    #expect(walk.sequences > 300_000)
  }

  @Test("A thread that has read the clock earlier does not set the last use back")
  func lastUse() {
    var machine = InstanceSlot()
    machine.store(MockInstance(), lastUse: 950)
    _ = machine.ask(by: .thread(.thread(1)), timeToLive: TimeToLive(limit: 100, now: 1_000))
    _ = machine.ask(by: .thread(.thread(2)), timeToLive: TimeToLive(limit: 100, now: 960))
    #expect(machine.lastUse == 1_000)
  }

  /// With its type, because inferring that takes the compiler half a minute.
  private static let expiries: [(limit: UInt64, now: UInt64, lastUse: UInt64, isExpired: Bool)] = [
    (10, 100, 100, false), (10, 109, 100, false), (10, 110, 100, true), (10, 111, 100, true),
    // Used when the clock showed zero.
    (10, 9, 0, false), (10, 10, 0, true),
    // No time at all.
    (0, 100, 100, true), (0, 101, 100, true), (0, 99, 100, false),
    // The clock went back.
    (10, 99, 100, false), (10, 0, 100, false), (10, 0, UInt64.max - 1, false),
    // The last use is unknown.
    (10, 100, TimeToLive.unknown, false), (0, 100, TimeToLive.unknown, false),
    (10, UInt64.max, TimeToLive.unknown, false),
    // The longest limit, and the end of the clock.
    (UInt64.max, 100, 0, false), (UInt64.max, UInt64.max - 1, 0, false),
    (UInt64.max, UInt64.max, 0, true), (1, UInt64.max, UInt64.max - 1, true),
  ]

  @Test(
    "An instance expires when the whole time has passed since its last use, and not before",
    arguments: expiries)
  func expiry(_ example: (limit: UInt64, now: UInt64, lastUse: UInt64, isExpired: Bool)) {
    let timeToLive = TimeToLive(limit: example.limit, now: example.now)
    #expect(timeToLive.hasExpired(lastUse: example.lastUse) == example.isExpired)
  }
}

/// An instance that a test can deallocate, as a weakly referenced one may be.
private final class MockInstance: InstanceBox {
  var exists = true
  override var isAlive: Bool { exists }
}

extension ThreadState {
  /// A thread with a number as its address. The machine only compares threads.
  fileprivate static func thread(_ number: Int) -> Self {
    Self(bitPattern: number * bytesApart)!
  }

  /// The alignment of a thread's state.
  private static let bytesApart = 16
}

/// Walks through all sequences of events, with a model of what the machine must do next to it.
private final class Walk {
  enum Event: CaseIterable {
    /// A request of either of two threads, with or without a time to live.
    case ask, askByOther, askWithTimeToLive
    /// A request of a task, of a cancelled one, or of a reader.
    case askByTask, askByTaskWithTimeToLive
    case askByCancelledTask, askByCancelledTaskWithTimeToLive
    case read, readWithTimeToLive
    /// A result of the first builder that has not finished yet, or of the last one.
    case endFirst, endLast, endLastWithNil, endLastAtUnknownTime
    case evict
    /// Restores the first instance that was cached.
    case restore
    /// The cached instance is deallocated, as a weakly held one may be.
    case die
    /// Half of the time to live passes.
    case pass

    /// Who makes the request, if the event is one, and whether it has a time to live.
    var request: (asker: InstanceSlot.Asker, hasTimeToLive: Bool)? {
      switch self {
      case .ask: (.thread(.thread(1)), false)
      case .askByOther: (.thread(.thread(2)), false)
      case .askWithTimeToLive: (.thread(.thread(1)), true)
      case .askByTask: (.task(mayBuild: true), false)
      case .askByTaskWithTimeToLive: (.task(mayBuild: true), true)
      case .askByCancelledTask: (.task(mayBuild: false), false)
      case .askByCancelledTaskWithTimeToLive: (.task(mayBuild: false), true)
      case .read: (.reader, false)
      case .readWithTimeToLive: (.reader, true)
      default: nil
      }
    }
  }

  /// One state of a sequence. A value, so that a walk can continue from it with every event.
  struct Place {
    var machine = InstanceSlot()
    /// The builders that have not finished yet, the oldest first.
    var builders: [Construction] = []
    var time: UInt64 = 0
    /// The first instance that was cached.
    var first: MockInstance?
    var dead: Set<ObjectIdentifier> = []

    // The instance that the machine must have cached.
    var current: Construction?
    var cached: MockInstance?
    var lastUse = TimeToLive.unknown
  }

  private static let limit: UInt64 = 10

  /// The first sequence that failed, and the difference.
  private(set) var failure: String?
  private(set) var sequences = 0
  private var path: [Event] = []

  func go(from place: Place = Place(), steps: Int) {
    if steps == 0 {
      sequences += 1
      return
    }
    for event in Event.allCases where failure == nil {
      path.append(event)
      defer { path.removeLast() }
      var next = place
      guard apply(event, &next) else { continue }
      check(next)
      go(from: next, steps: steps - 1)
    }
  }

  private func require(_ condition: Bool, _ what: String) {
    if !condition, failure == nil { failure = "\(what), after \(path)" }
  }

  /// Returns whether the event was possible.
  private func apply(_ event: Event, _ place: inout Place) -> Bool {
    // Sequences with the same beginning share instances.
    if let cached = place.cached { cached.exists = !place.dead.contains(ObjectIdentifier(cached)) }
    if let request = event.request {
      let timeToLive = TimeToLive(limit: Self.limit, now: place.time)
      ask(request.asker, request.hasTimeToLive ? timeToLive : nil, &place)
      return true
    }
    switch event {
    case .endFirst:
      if place.builders.count < 2 { return false }
      end(place.builders.removeFirst(), MockInstance(), at: place.time, &place)
    case .endLast, .endLastWithNil, .endLastAtUnknownTime:
      guard let builder = place.builders.popLast() else { return false }
      end(
        builder, event == .endLastWithNil ? nil : MockInstance(),
        at: event == .endLastAtUnknownTime ? TimeToLive.unknown : place.time, &place)
    case .evict:
      evict(&place)
    case .restore:
      guard let first = place.first else { return false }
      place.machine.store(first, lastUse: place.time)
      (place.current, place.cached, place.lastUse) = (nil, first, place.time)
    case .die:
      guard let cached = place.cached, cached.isAlive else { return false }
      place.dead.insert(ObjectIdentifier(cached))
    case .pass:
      place.time += Self.limit / 2
    // All others are requests.
    default:
      break
    }
    return true
  }

  private func ask(
    _ asker: InstanceSlot.Asker, _ timeToLive: TimeToLive?, _ place: inout Place
  ) {
    let answer = place.machine.ask(by: asker, timeToLive: timeToLive)
    // Nil for tasks and readers.
    let thread = asker.thread
    let isGone = place.cached?.isAlive == false
    let isExpired =
      timeToLive != nil && place.cached != nil && place.lastUse != TimeToLive.unknown
      && place.time - place.lastUse >= Self.limit
    switch answer {
    case .hit(let instance):
      require(instance === place.cached, "a hit found another instance than the one cached last")
      require(!isGone && !isExpired, "a lookup found an instance that was released or had expired")
      if timeToLive != nil, !asker.isReader { place.lastUse = place.time }
    case .build(evicting: let evicted):
      let builder = Construction(builder: thread)
      place.machine.begin(builder)
      require(asker.mayBuild, "a reader or a cancelled task was told to build")
      require(place.current == nil, "there were two builders")
      require(place.cached == nil || isGone || isExpired, "a builder replaced a good instance")
      require(evicted === place.cached, "the evicted instance was not returned for release")
      place.builders.append(builder)
      (place.current, place.cached) = (builder, nil)
    case .wait(let builder):
      require(builder === place.current, "somebody waited for another builder")
      require(thread == nil || builder.builder != thread, "a builder waited for itself")
      require(!asker.isReader, "a reader waited")
    case .reentered:
      require(
        thread != nil && place.current?.builder == thread,
        "a thread that was not building was reported as reentering")
    case .missing:
      require(!asker.mayBuild, "somebody who may build was not asked to")
      require(place.current == nil || asker.isReader, "a cancelled task did not wait")
      require(place.cached == nil || isGone || isExpired, "an instance was not found")
    }
  }

  private func end(
    _ builder: Construction, _ instance: MockInstance?, at time: UInt64, _ place: inout Place
  ) {
    let wasCurrent = place.machine.end(builder, caching: instance, at: time)
    require(wasCurrent == (builder === place.current), "it was wrong about who was overtaken")
    // The instance of a superseded builder is not in the model, so `check` fails if the machine cached it.
    guard builder === place.current else { return }
    (place.current, place.cached, place.lastUse) = (nil, instance, time)
    place.first = place.first ?? instance
  }

  private func evict(_ place: inout Place) {
    let evicted = place.machine.evict()
    let expected: AnyObject? = place.cached ?? place.current
    require(evicted === expected, "something else was evicted than what there was")
    (place.current, place.cached) = (nil, nil)
    // In a copy, because it is not an event of the sequence.
    var machine = place.machine
    if case .build(evicting: nil) = machine.ask(by: .thread(.thread(1))) {
      return
    }
    require(false, "a request after an eviction was not told to build")
  }

  private func check(_ place: Place) {
    switch place.machine.phase {
    case .empty:
      require(place.current == nil && place.cached == nil, "the machine has forgotten something")
    case .building(let builder):
      require(builder === place.current, "the machine has another builder")
    case .cached(let instance):
      require(instance === place.cached, "the machine caches another instance")
      let saved = place.machine.cached
      require(saved?.instance === instance, "what is cached cannot be saved")
      require(saved?.lastUse == place.lastUse, "the machine has another time of use")
    }
    let current = place.builders.filter { $0 === place.current }
    require(current.count == (place.current == nil ? 0 : 1), "the current builder has finished")
  }
}

extension InstanceSlot.Asker {
  fileprivate var isReader: Bool {
    if case .reader = self { return true }
    return false
  }
}
