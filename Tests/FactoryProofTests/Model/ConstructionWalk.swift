// Factory, MIT licence; see LICENSE
//
// Asynchronous constructions of the library against `ConstructionModel`: every transition between
// its states, and every short sequence of events.
import FactoryKit
import FactoryModel
import Foundation
import Testing

// In processes of their own, because the order of the tasks is controlled.
@Suite("Constructions in flight", .onOneProcessor)
struct ConstructionWalks {
  @Test("Every event in every state has the effect that the model says")
  func transitions() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
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
    printSummaries(result)
  }

  @Test("Every short sequence of events has the effect that the model says")
  func sequences() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      await ControlledTasks.run {
        let length = Effort.isLong ? 7 : Effort.isReduced || Effort.isBrief ? 4 : 5
        for factory in [WalkedFactory.shared, .planned] {
          ConstructionWalk(factory, tasks: 2, inFlight: 3).playSequences(length: length)
        }
        ConstructionWalk(.cached, tasks: 3, inFlight: 3).playSequences(length: length + 1)
      }
    }
    printSummaries(result)
  }

  @Test("A library that behaves differently from the model would be found")
  func difference() async {
    await #expect(processExitsWith: .success) {
      await ControlledTasks.run {
        // The model of a factory that holds its instance weakly does not describe one that does not.
        let walk = ConstructionWalk(.cached, rules: .init(isWeak: true), tasks: 1, inFlight: 1)
        let events: [ConstructionEvent] = [.ask(0), .succeed(0), .askCancelled(0)]
        #expect(walk.difference(events[..<2]) == nil)
        #expect(walk.difference(events[...]) != nil)
      }
    }
  }
}

/// Prints the figures of a process that has walked.
private func printSummaries(_ result: ExitTest.Result?) {
  let summaries = output(result).split(separator: "\n").filter { $0.hasPrefix("constructions:") }
  #expect(!summaries.isEmpty)
  for summary in summaries { Effort.printFigures(summary) }
}

/// The comparison of one factory with the model.
struct ConstructionWalk {
  private let factory: WalkedFactory
  private let tasks: Int
  private let limit: Int
  private let initial: ConstructionModel

  /// - Parameter limit: the greatest number of constructions in flight.
  init(_ factory: WalkedFactory, rules: ConstructionRules? = nil, tasks: Int, inFlight limit: Int) {
    self.factory = factory
    self.tasks = tasks
    self.limit = limit
    initial = ConstructionModel(tasks: tasks, rules: rules ?? factory.rules)
  }

  private func events(_ state: ConstructionModel) -> [ConstructionEvent] {
    state.events(inFlight: limit).filter { event in
      if case .fail = event { factory.throwsErrors } else { true }
    }
  }

  /// Plays every event in every state that can be reached, each after the shortest sequence that
  /// leads to the state.
  func playTransitions() {
    var known: Set<ConstructionModel> = [initial.normalized]
    var queue: [(state: ConstructionModel, path: [ConstructionEvent])] = [(initial, [])]
    var next = 0
    var transitions = 0
    while next < queue.count {
      let (state, path) = queue[next]
      next += 1
      for event in events(state) {
        transitions += 1
        if !check(path + [event]) { return }
        var following = state
        following.apply(event)
        if known.insert(following.normalized).inserted {
          queue.append((following, path + [event]))
        }
      }
    }
    print(
      """
      constructions: \(factory), \(tasks) tasks: \(known.count) states, \(transitions) transitions, \
      sequences of up to \(queue.last!.path.count + 1) events
      """)
  }

  /// Plays every sequence of events. Shorter ones are the beginnings of these.
  func playSequences(length: Int) {
    var sequences = 0
    func extend(_ state: ConstructionModel, _ path: [ConstructionEvent]) -> Bool {
      if path.count == length {
        sequences += 1
        return check(path)
      }
      for event in events(state) {
        var following = state
        following.apply(event)
        if !extend(following, path + [event]) { return false }
      }
      return true
    }
    if extend(initial, []) {
      print("constructions: \(factory), \(tasks) tasks: \(sequences) sequences of \(length) events")
    }
  }

  /// Records an issue if the library differs from the model, and returns whether it agrees.
  private func check(_ events: [ConstructionEvent]) -> Bool {
    guard let difference = difference(events[...]) else { return true }
    Issue.record("\(factory), \(events): \(difference)")
    return false
  }

  /// How the library differs from the model in a sequence of events, if it does.
  func difference(_ events: ArraySlice<ConstructionEvent>) -> String? {
    Scope.$singleton.withValue(Scope.Singleton()) {
      var model = initial
      let player = ConstructionPlayer(factory, tasks: tasks)
      for event in events {
        model.apply(event)
        player.play(event)
        if model.observation != player.observation {
          return "after \(event), expected \(model.observation), got \(player.observation)"
        }
      }
      let alive = player.end()
      return alive == 0 ? nil : "\(alive) instances are left"
    }
  }
}
