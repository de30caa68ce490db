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
    #expect(result.broken == 0)
    #expect(result.stuck == 0)
    #expect(result.leaking == 0)
  }

  @Test(
    "Without any one of its steps and orderings, the protocol is unsafe, leaks or blocks a reader",
    arguments: Omission.allCases)
  func without(omission: Omission) {
    let result = omission.result
    switch omission {
    case .retiring, .retiringAgain: #expect(result.broken == 0 && result.leaking > 0)
    case .givingUp: #expect(result.broken == 0 && result.stuck > 0)
    default: #expect(result.broken > 0)
    }
  }
}

extension HazardModelTests {
  /// In the order of `hazard_model_evictor`.
  enum Evictor: UInt32, Sendable {
    case evicts = 1
    case replaces, reuses, restores

    var value: hazard_model_evictor { hazard_model_evictor(rawValue: .init(rawValue)) }
  }

  /// The readers, the evictors and their cells.
  struct Actors: Sendable {
    var config: hazard_model_config
    /// How many states there are at least.
    let states: UInt32

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
    }
  }

  /// The steps that a model can omit or change, in the order of `hazard_model_omission`.
  enum Omission: UInt32, CaseIterable, Sendable {
    case secondLoad = 1
    case orderOfClaim, bits, atomicityOfBits, referenceBeforeClearing, givingUp
    case orderOfPublishing, look, lookAfterPublishing, secondLook, retiring, retiringAgain

    /// One reader that reads once and one evictor are enough, unless two readers of the same slot are needed.
    var result: hazard_model_result {
      let haveToMeet = self == .givingUp || self == .atomicityOfBits
      var actors = Actors(
        readers: haveToMeet ? 2 : 1, rounds: 1, areSpread: self == .atomicityOfBits, .evicts,
        states: 0)
      actors.config.omission = hazard_model_omission(rawValue: .init(rawValue))
      return hazard_model_walk(actors.config)
    }
  }
}
