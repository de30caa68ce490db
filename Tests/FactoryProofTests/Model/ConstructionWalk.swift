// Factory, MIT licence; see LICENSE
//
// Asynchronous constructions of the library against `ConstructionModel`: every transition between
// its states, and every short sequence of events.
import FactoryKit
import FactoryModel
import Testing

// In processes of their own, because the order of the tasks is controlled.
@Suite("Constructions in flight", .onOneProcessor)
struct ConstructionWalks {
  @Test("Every event in every state has the effect that the model says")
  func transitions() async {
    await #expect(processExitsWith: .success) {
      await ControlledTasks.run {
        for factory in WalkedFactory.allCases {
          ConstructionWalk(factory, tasks: Effort.isLong ? 3 : 2, inFlight: 2).playTransitions()
        }
        if Effort.isReduced || Effort.isBrief { return }
        ConstructionWalk(.cached, tasks: Effort.isLong ? 4 : 3, inFlight: 2).playTransitions()
        ConstructionWalk(.shared, tasks: 3, inFlight: 2).playTransitions()
        ConstructionWalk(.cached, tasks: 2, inFlight: Effort.isLong ? 4 : 3).playTransitions()
      }
    }
  }

  @Test("Every short sequence of events has the effect that the model says")
  func sequences() async {
    await #expect(processExitsWith: .success) {
      await ControlledTasks.run {
        let length = Effort.isLong ? 7 : Effort.isReduced || Effort.isBrief ? 4 : 5
        for factory in [WalkedFactory.shared, .planned] {
          ConstructionWalk(factory, tasks: 2, inFlight: 3).playSequences(length: length)
        }
        ConstructionWalk(.cached, tasks: 3, inFlight: 3).playSequences(length: length + 1)
      }
    }
  }
}

/// The comparison of one factory with the model.
struct ConstructionWalk {
  private let factory: WalkedFactory
  private let tasks: Int
  private let limit: Int
  private let initial: ConstructionModel

  /// - Parameter limit: the greatest number of constructions in flight.
  init(_ factory: WalkedFactory, tasks: Int, inFlight limit: Int) {
    self.factory = factory
    self.tasks = tasks
    self.limit = limit
    initial = ConstructionModel(tasks: tasks, rules: factory.rules)
  }

  private func events(_ state: ConstructionModel) -> [ConstructionEvent] {
    state.events(inFlight: limit).filter { event in
      if case .fail = event { factory.throwsErrors } else { true }
    }
  }

  /// Plays every event in every state that can be reached, each after the shortest sequence that leads to the state.
  func playTransitions() {
    var known: Set<ConstructionModel> = [initial.normalized]
    var queue: [(state: ConstructionModel, path: [ConstructionEvent])] = [(initial, [])]
    var next = 0
    while next < queue.count {
      let (state, path) = queue[next]
      next += 1
      for event in events(state) {
        if !check(path + [event]) { return }
        var following = state
        following.apply(event)
        if known.insert(following.normalized).inserted {
          queue.append((following, path + [event]))
        }
      }
    }
  }

  /// Plays every sequence of events. Shorter ones are the beginnings of these.
  func playSequences(length: Int) {
    func extend(_ state: ConstructionModel, _ path: [ConstructionEvent]) -> Bool {
      if path.count == length { return check(path) }
      for event in events(state) {
        var following = state
        following.apply(event)
        if !extend(following, path + [event]) { return false }
      }
      return true
    }
    _ = extend(initial, [])
  }

  /// Plays a sequence of events, and returns whether the library agrees with the model.
  private func check(_ events: [ConstructionEvent]) -> Bool {
    Scope.$singleton.withValue(Scope.Singleton()) {
      var model = initial
      let player = ConstructionPlayer(factory, tasks: tasks)
      for event in events {
        model.apply(event)
        player.play(event)
        let (expected, actual) = (model.observation, player.observation)
        if expected != actual {
          Issue.record("\(factory), \(events), after \(event): \(expected), got \(actual)")
          return false
        }
      }
      let alive = player.end()
      if alive > 0 { Issue.record("\(factory), \(events): \(alive) instances are left") }
      return alive == 0
    }
  }
}
