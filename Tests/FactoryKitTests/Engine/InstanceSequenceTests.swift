// Factory, MIT licence; see LICENSE
//
// The state machine of one instance, after every sequence of a few events.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

@Suite("Sequences of events of an instance") struct InstanceSequenceTests {
  // The constructions of tasks are those of FactoryKit.
  init() { WaitingTasksMaker.activated }

  @Test(
    "A superseded construction caches no instance, and a lookup finds the last cached one",
    arguments: Walk.Event.ofThreads.filter(\.isPossibleAtFirst))
  func everySequence(beginningWith first: Walk.Event) {
    let walk = Walk(Walk.Event.ofThreads)
    walk.go(Walk.Place(), first, steps: Walk.length)
    #expect(walk.failure == nil)
    #expect(walk.sequences > Walk.fewestSequences)
  }

  @Test(
    "The same with tasks, cancelled tasks and readers: of them, only tasks begin a construction",
    arguments: Walk.Event.allCases.filter(\.isPossibleAtFirst))
  func everySequenceWithTasks(beginningWith first: Walk.Event) {
    let walk = Walk(Walk.Event.allCases)
    walk.go(Walk.Place(), first, steps: Walk.length - 1)
    #expect(walk.failure == nil)
    #expect(walk.sequences > Walk.fewestSequences)
  }

  @Test("Every result occurs in some sequence")
  func coverage() {
    let walk = Walk(Walk.Event.allCases)
    for first in Walk.Event.allCases { walk.go(Walk.Place(), first, steps: 5) }
    #expect(walk.answers == Set(Walk.Answer.allCases))
  }
}

/// Walks through all sequences of events, with a model of what the machine must do next to it.
final class Walk {
  static let length = 6
  /// Walks of this length have more sequences of possible events, whatever the first event is.
  static let fewestSequences = 9_000

  enum Event: CaseIterable {
    /// A request of either of two threads, with or without a time to live.
    case ask, askByOther, askWithTimeToLive
    /// A request of a task, of a cancelled one, or of a reader.
    case askByTask, askByCancelledTask, read, readWithTimeToLive
    /// A result of the first builder that has not finished yet, or of the last one.
    case endFirst, endLast, endLastWithNil
    case evict
    /// Restores the first instance that was cached.
    case restore
    /// The cached instance is deallocated, as a weakly held one may be.
    case die
    /// Half of the time to live passes.
    case pass

    static let ofThreads = allCases.filter {
      ![.askByTask, .askByCancelledTask, .read, .readWithTimeToLive].contains($0)
    }

    /// Whether the event is possible without a builder and without an instance.
    var isPossibleAtFirst: Bool {
      switch self {
      case .ask, .askByOther, .askWithTimeToLive, .askByTask, .askByCancelledTask, .read,
        .readWithTimeToLive, .evict, .pass:
        true
      case .endFirst, .endLast, .endLastWithNil, .restore, .die: false
      }
    }
  }

  enum Answer: CaseIterable {
    case hit, build, buildAfterGone, buildAfterExpired, wait, reentered, finished, overtaken
    case missing, missingWhileBuilding, missingAfterGone, missingAfterExpired
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
    var lastUse: UInt64?
  }

  private static let limit: UInt64 = 10

  /// The first sequence that failed, and the difference.
  private(set) var failure: String?
  private(set) var sequences = 0
  private(set) var answers: Set<Answer> = []
  private var path: [Event] = []
  private let events: [Event]

  init(_ events: [Event]) { self.events = events }

  func go(_ place: Place, _ event: Event, steps: Int) {
    guard failure == nil else { return }
    path.append(event)
    defer { path.removeLast() }
    var place = place
    guard apply(event, &place) else { return }
    check(place)
    if steps == 1 {
      sequences += 1
      return
    }
    for next in events { go(place, next, steps: steps - 1) }
  }

  private func require(_ condition: Bool, _ what: String) {
    if !condition, failure == nil { failure = "\(what), after \(path)" }
  }

  /// Returns whether the event was possible.
  private func apply(_ event: Event, _ place: inout Place) -> Bool {
    // Sequences with the same beginning share instances.
    if let cached = place.cached { cached.exists = !place.dead.contains(ObjectIdentifier(cached)) }
    switch event {
    case .ask: ask(.thread(.thread(1)), nil, &place)
    case .askByOther: ask(.thread(.thread(2)), nil, &place)
    case .askWithTimeToLive: ask(.thread(.thread(1)), timeToLive(at: place), &place)
    case .askByTask: ask(.task(mayBuild: true), nil, &place)
    case .askByCancelledTask: ask(.task(mayBuild: false), nil, &place)
    case .read: ask(.reader, nil, &place)
    case .readWithTimeToLive: ask(.reader, timeToLive(at: place), &place)
    case .endFirst, .endLast, .endLastWithNil:
      if event == .endFirst ? place.builders.count < 2 : place.builders.isEmpty { return false }
      let builder = place.builders.remove(
        at: event == .endFirst ? 0 : place.builders.count - 1)
      end(builder, event == .endLastWithNil ? nil : MockInstance(), &place)
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
    }
    return true
  }

  private func timeToLive(at place: Place) -> TimeToLive {
    TimeToLive(limit: Self.limit, now: place.time)
  }

  private func ask(
    _ asker: InstanceSlot.Asker, _ timeToLive: TimeToLive?, _ place: inout Place
  ) {
    let answer = place.machine.ask(by: asker, timeToLive: timeToLive)
    // Nil for tasks and readers.
    let thread = asker.thread
    let isGone = place.cached?.isAlive == false
    let isExpired =
      timeToLive != nil && place.lastUse.map { place.time - $0 >= Self.limit } ?? false
    switch answer {
    case .hit(let instance):
      answers.insert(.hit)
      require(instance === place.cached, "a hit found another instance than the one cached last")
      require(!isGone && !isExpired, "a lookup found an instance that was released or had expired")
      if timeToLive != nil, !asker.isReader { place.lastUse = place.time }
    case .build(evicting: let evicted):
      let builder = Construction(builder: thread)
      place.machine.begin(builder)
      answers.insert(isGone ? .buildAfterGone : isExpired ? .buildAfterExpired : .build)
      require(asker.mayBuild, "a reader or a cancelled task was told to build")
      require(place.current == nil, "there were two builders")
      require(place.cached == nil || isGone || isExpired, "a builder replaced a good instance")
      require(evicted === place.cached, "the evicted instance was not returned for release")
      place.builders.append(builder)
      (place.current, place.cached, place.lastUse) = (builder, nil, nil)
    case .wait(let builder):
      answers.insert(.wait)
      require(builder === place.current, "somebody waited for another builder")
      require(thread == nil || builder.builder != thread, "a builder waited for itself")
      require(!asker.isReader, "a reader waited")
    case .reentered:
      answers.insert(.reentered)
      require(
        thread != nil && place.current?.builder == thread,
        "a thread that was not building was reported as reentering")
    case .missing:
      answers.insert(
        isGone
          ? .missingAfterGone
          : isExpired
            ? .missingAfterExpired : place.current == nil ? .missing : .missingWhileBuilding)
      require(!asker.mayBuild, "somebody who may build was not asked to")
      require(place.current == nil || asker.isReader, "a cancelled task did not wait")
      require(place.cached == nil || isGone || isExpired, "an instance was not found")
    }
  }

  private func end(_ builder: Construction, _ instance: MockInstance?, _ place: inout Place) {
    let wasCurrent = place.machine.end(builder, caching: instance, at: place.time)
    answers.insert(wasCurrent ? .finished : .overtaken)
    require(wasCurrent == (builder === place.current), "it was wrong about who was overtaken")
    // The instance of a superseded builder is not in the model, so `check` fails if the machine
    // cached it.
    guard builder === place.current else { return }
    (place.current, place.cached, place.lastUse) = (nil, instance, instance.map { _ in place.time })
    place.first = place.first ?? instance
  }

  private func evict(_ place: inout Place) {
    let evicted = place.machine.evict()
    let expected: AnyObject? = place.cached ?? place.current
    require(evicted === expected, "something else was evicted than what there was")
    (place.current, place.cached, place.lastUse) = (nil, nil, nil)
    // In a copy, because it is not an event of the sequence.
    var machine = place.machine
    if case .build(evicting: nil) = machine.ask(by: .thread(1)) {
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
      require(place.machine.cached?.instance === instance, "what is cached cannot be saved")
      require(place.machine.lastUse == place.lastUse, "the machine has another time of use")
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

  /// Whether a missing instance is built for it.
  fileprivate var mayBuild: Bool {
    switch self {
    case .thread, .task(mayBuild: true): true
    case .task(mayBuild: false), .reader: false
    }
  }
}
