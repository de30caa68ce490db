// Factory, MIT licence; see LICENSE
//
// The state machine of one instance: its result in every state. The table is in a file of its own.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

/// An instance that a test can deallocate, as a weakly referenced one may be.
final class MockInstance: InstanceBox {
  var exists = true
  override var isAlive: Bool { exists }
}

extension ThreadState {
  /// A thread with a number as its address. The machine only compares threads.
  static func thread(_ number: Int) -> Self { Self(bitPattern: number * Self.bytesApart)! }

  /// The alignment of a thread's state.
  private static let bytesApart = 16
}

extension InstanceSlot {
  /// Answers a request of a thread.
  mutating func ask(
    by thread: ThreadState, timeToLive: TimeToLive? = nil
  ) -> Answer {
    ask(by: Asker.thread(thread), timeToLive: timeToLive)
  }
}

@Suite("The state machine of an instance") struct InstanceSlotTests {
  // The constructions of tasks are those of FactoryKit.
  init() { WaitingTasksMaker.activated }

  @Test(
    "Every event has one result and one next state in every state",
    arguments: Row.table)
  func decision(_ row: Row) {
    var place = Place(row.state)
    let answer = place.send(row.event)
    #expect(answer == row.answer)
    #expect(place.following == row.following)
    if let lastUse = row.lastUse { #expect(place.machine.lastUse == lastUse) }
  }

  @Test("The table has a row for each pair of a state and an event, and no pair twice")
  func completeness() {
    for state in State.allCases {
      for event in Event.allCases {
        let rows = Row.table.filter { $0.state == state && $0.event == event }
        #expect(rows.count == 1, "\(state), \(event)")
      }
    }
  }

  @Test("What `cached` returns can be restored after an eviction, with its last use")
  func saved() throws {
    var place = Place(.cachedAlive)
    let saved = try #require(place.machine.cached)
    _ = place.machine.evict()
    #expect(place.machine.cached == nil)
    place.machine.store(saved.instance, lastUse: saved.lastUse)
    #expect(place.machine.cached?.instance === place.instance)
    #expect(place.machine.cached?.lastUse == Place.lastUse)
  }

  @Test("A thread that has read the clock earlier does not set the last use back")
  func lastUse() {
    var place = Place(.cachedAlive)
    _ = place.machine.ask(by: .thread(1), timeToLive: TimeToLive(limit: 100, now: 1_000))
    _ = place.machine.ask(by: .thread(2), timeToLive: TimeToLive(limit: 100, now: 960))
    #expect(place.machine.lastUse == 1_000)
  }
}

extension InstanceSlot {
  /// Asks for the instance, and begins its construction; nil if the asker does not have to build it.
  mutating func build(by asker: Asker) -> Construction? {
    guard case .build = ask(by: asker) else { return nil }
    let construction = Construction(builder: asker.thread)
    begin(construction)
    return construction
  }
}

// MARK: The states

extension InstanceSlotTests {
  /// A machine in one of the states, and the values that the events use.
  struct Place {
    static let now: UInt64 = 1_000
    static let lastUse: UInt64 = 950
    static let longAgo: UInt64 = 900
    static let endedAt: UInt64 = 990
    static let restoredUse: UInt64 = 960

    var machine = InstanceSlot()
    /// The builder of the state, or of the instance in it.
    let builder: Construction
    /// Another builder of the same thread, which `evict` superseded.
    let overtaken: Construction
    let instance = MockInstance()
    let newInstance = MockInstance()
    /// Expired if the last use was `longAgo`, and not if it was `lastUse`.
    let timeToLive = TimeToLive(limit: 100, now: Self.now)

    init(_ state: State) {
      let asker: InstanceSlot.Asker =
        switch state {
        case .builtByAnother: .thread(.thread(2))
        case .builtByTask: .task(mayBuild: true)
        default: .thread(.thread(1))
        }
      overtaken = machine.build(by: asker)!
      _ = machine.evict()
      builder = machine.build(by: asker)!
      switch state {
      case .empty: machine.end(builder, caching: nil)
      case .builtByMe, .builtByAnother, .builtByTask: break
      case .cachedAlive, .cachedButGone:
        machine.end(builder, caching: instance, at: Self.lastUse)
      case .cachedAndExpired: machine.end(builder, caching: instance, at: Self.longAgo)
      case .cachedWithUnknownUse: machine.end(builder, caching: instance)
      }
      instance.exists = state != .cachedButGone
    }

    mutating func send(_ event: Event) -> Answer {
      if let asker = event.asker { return ask(asker, event.hasTimeToLive ? timeToLive : nil) }
      return switch event {
      case .end: end(builder, newInstance)
      case .endWithNil: end(builder, nil)
      case .endOvertaken: end(overtaken, newInstance)
      case .evict: evict()
      case .restore: restore()
      // All others are requests.
      default: .none
      }
    }

    private mutating func ask(
      _ asker: InstanceSlot.Asker, _ timeToLive: TimeToLive?
    ) -> Answer {
      switch machine.ask(by: asker, timeToLive: timeToLive) {
      case .hit(let hit):
        #expect(hit === instance)
        return .hit
      case .build(evicting: let evicted):
        let new = Construction(builder: asker.thread)
        machine.begin(new)
        guard case .building(let current) = machine.phase, current === new else { return .none }
        guard let evicted else { return .build }
        return evicted === instance ? .buildEvicting : .none
      case .wait(let current):
        #expect(current === builder)
        return .wait
      case .reentered:
        return .reentered
      case .missing:
        return .missing
      }
    }

    private mutating func end(_ builder: Construction, _ instance: MockInstance?) -> Answer {
      let wasCurrent = machine.end(builder, caching: instance, at: Self.endedAt)
      return wasCurrent ? .wasCurrent : .wasOvertaken
    }

    private mutating func evict() -> Answer {
      switch machine.evict() {
      case nil:
        return .nothing
      case let evicted?:
        return evicted === instance ? .instance : evicted === builder ? .builder : .none
      }
    }

    private mutating func restore() -> Answer {
      machine.store(newInstance, lastUse: Self.restoredUse)
      return .none
    }

    /// The new state, described by the values of the previous one.
    var following: NextState? {
      switch machine.phase {
      case .empty:
        return .empty
      case .building(let current):
        if current === builder { return .sameBuilder }
        if current === overtaken { return nil }
        if current.tasks != nil { return current.builder == nil ? .newTask : nil }
        return current.builder == .thread(1) ? .newBuilder : nil
      case .cached(let cached):
        if cached === instance { return .sameInstance }
        return cached === newInstance ? .newInstance : nil
      }
    }
  }
}
