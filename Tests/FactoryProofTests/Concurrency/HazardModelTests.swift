// Factory, MIT licence; see LICENSE
//
// The protocol of `factory_hazards.h`, the header itself, in every interleaving of a few readers
// and evictors; see `Tests/HazardModel`.
import HazardModel
import Testing

@Suite("The model of the hazard slots", .onOneProcessor)
struct HazardModelTests {
  @Test(
    "No interleaving gives a reader a released instance, blocks a thread or leaks",
    arguments: [
      // Readers that use the same slot, and readers that do not.
      Actors(readers: 3, .evicts, states: 250_000),
      Actors(readers: 2, areSpread: true, .replaces, states: 50_000),
      // Readers that find another instance at the same address.
      Actors(readers: 2, areSpread: true, .reuses, states: 150_000),
      // Readers that find the same instance again.
      Actors(readers: 2, .restores, states: 50_000),
      // Several evictors of one cell.
      Actors(readers: 2, rounds: 1, .replaces, .replaces, states: 200_000),
      Actors(readers: 1, .replaces, .restores, states: 45_000),
      Actors(readers: 1, .restores, .restores, states: 9_000),
      // Readers that find no free slot.
      Actors(readers: 3, .evicts, slots: 1, states: 100_000),
      Actors(readers: 2, .restores, slots: 1, states: 40_000),
      Actors(readers: 2, .evicts, slots: 0, states: 350),
      // Two cells that share the slots.
      Actors(readers: 2, .evicts, cells: 2, states: 20_000),
      Actors(readers: 2, rounds: 1, areSpread: true, .evicts, .evicts, cells: 2, states: 100_000),
      Actors(readers: 1, .reuses, .restores, cells: 2, states: 60_000),
      // Readers and evictors that do not see a retired object, or search for one that is gone.
      Actors(readers: 2, .replaces, countsAreArbitrary: true, states: 45_000),
    ])
  func everyInterleaving(of actors: Actors) {
    let result = hazard_model_walk(actors.config)
    #expect(result.states >= actors.states)
    #expect(result.broken == 0, explanation(of: actors))
    #expect(result.stuck == 0, explanation(of: actors))
    #expect(result.leaking == 0, explanation(of: actors))
  }

  @Test(
    "Without any one of its steps and orderings the protocol is not safe, and the model shows it",
    arguments: Omission.allCases.filter { $0.consequence == .broken })
  func unsafe(without omission: Omission) {
    #expect(omission.result.broken > 0)
  }

  @Test(
    "A protected instance is leaked if it is not retired, and retired again",
    arguments: Omission.allCases.filter { $0.consequence == .leaking })
  func leaking(without omission: Omission) {
    #expect(omission.result.broken == 0)
    #expect(omission.result.leaking > 0)
  }

  @Test("A reader that waited for a slot would wait for another reader")
  func waiting() {
    let result = Omission.givingUp.result
    #expect(result.broken == 0)
    #expect(result.stuck > 0)
  }

  @Test("The model describes an interleaving that violates the protocol")
  func description() {
    var actors = Actors(readers: 1, rounds: 1, .evicts, states: 0)
    actors.config.omission = HAZARD_MODEL_OMITS_LOOK
    let steps = """
      reader 1 loads the bits
      reader 1 adds to the bits
      reader 1 loads cell 1 -> A
      reader 1 claims slot 1 for A -> 1
      reader 1 loads cell 1 -> A
      evictor 2 exchanges cell 1 -> A
      evictor 2 releases a reference to A
      reader 1 takes a reference to A, which is gone

      """
    #expect(explanation(of: actors) == Comment(rawValue: steps))
  }

  /// In bytes.
  private static let longestExplanation = 16_384

  /// A shortest interleaving that violates the protocol.
  private func explanation(of actors: Actors) -> Comment {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.longestExplanation) { text in
      hazard_model_explain(actors.config, text.baseAddress!, text.count)
      return Comment(rawValue: String(cString: text.baseAddress!))
    }
  }
}

extension HazardModelTests {
  enum Evictor: Sendable {
    case evicts, replaces, reuses, restores

    var value: hazard_model_evictor {
      switch self {
      case .evicts: HAZARD_MODEL_EVICTS
      case .replaces: HAZARD_MODEL_REPLACES
      case .reuses: HAZARD_MODEL_REUSES
      case .restores: HAZARD_MODEL_RESTORES
      }
    }
  }

  /// The readers, the evictors and their cells.
  struct Actors: Sendable, CustomTestStringConvertible {
    var config: hazard_model_config
    /// How many states there are at least.
    let states: UInt32
    let testDescription: String

    init(
      readers: UInt32, rounds: UInt32 = 2, areSpread: Bool = false, _ first: Evictor,
      _ second: Evictor? = nil, cells: UInt32 = 1, slots: UInt32 = 2,
      countsAreArbitrary: Bool = false, states: UInt32
    ) {
      config = hazard_model_config(
        readers: readers, rounds: rounds, first_evictor: first.value,
        second_evictor: second?.value ?? HAZARD_MODEL_NO_EVICTOR, cells: cells, slots: slots,
        readers_are_spread: areSpread, counts_are_arbitrary: countsAreArbitrary,
        omission: HAZARD_MODEL_OMITS_NOTHING)
      self.states = states
      let evictors = [first, second].compactMap { $0 }.map { "\($0)" }
      testDescription =
        "readers: \(readers), rounds: \(rounds), evictor \(evictors.joined(separator: " and ")), "
        + "cells: \(cells), slots: \(slots)\(areSpread ? ", readers are spread over them" : "")"
        + (countsAreArbitrary ? ", counts are arbitrary" : "")
    }
  }

  /// The steps that a model can omit or change.
  enum Omission: CaseIterable, Sendable {
    case secondLoad, orderOfClaim, bits, atomicityOfBits, referenceBeforeClearing, givingUp
    case orderOfPublishing, look, lookAfterPublishing, secondLook, retiring, retiringAgain

    enum Consequence {
      case broken, leaking, stuck
    }

    var consequence: Consequence {
      switch self {
      case .retiring, .retiringAgain: .leaking
      case .givingUp: .stuck
      default: .broken
      }
    }

    private var value: hazard_model_omission {
      switch self {
      case .secondLoad: HAZARD_MODEL_OMITS_SECOND_LOAD
      case .orderOfClaim: HAZARD_MODEL_OMITS_ORDER_OF_CLAIM
      case .bits: HAZARD_MODEL_OMITS_BITS
      case .atomicityOfBits: HAZARD_MODEL_OMITS_ATOMICITY_OF_BITS
      case .referenceBeforeClearing: HAZARD_MODEL_OMITS_REFERENCE_BEFORE_CLEARING
      case .givingUp: HAZARD_MODEL_OMITS_GIVING_UP
      case .orderOfPublishing: HAZARD_MODEL_OMITS_ORDER_OF_PUBLISHING
      case .look: HAZARD_MODEL_OMITS_LOOK
      case .lookAfterPublishing: HAZARD_MODEL_OMITS_LOOK_AFTER_PUBLISHING
      case .secondLook: HAZARD_MODEL_OMITS_SECOND_LOOK
      case .retiring: HAZARD_MODEL_OMITS_RETIRING
      case .retiringAgain: HAZARD_MODEL_OMITS_RETIRING_AGAIN
      }
    }

    /// One reader that reads once and one evictor are enough, unless two readers of the same slot
    /// are needed.
    var result: hazard_model_result {
      let haveToMeet = self == .givingUp || self == .atomicityOfBits
      var actors = Actors(
        readers: haveToMeet ? 2 : 1, rounds: 1, areSpread: self == .atomicityOfBits, .evicts,
        states: 0)
      actors.config.omission = value
      return hazard_model_walk(actors.config)
    }
  }
}
