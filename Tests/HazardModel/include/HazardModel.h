// Factory, MIT licence; see LICENSE
//
// Runs the functions of `factory_hazards.h` in every interleaving of a few readers and evictors.
//
// The header itself is compiled, with its atomic operations replaced by those of a machine that
// performs one at a time. The walk visits every state that the machine can come to. See `machine.h`
// for what a state is, `actors.c` for what readers and evictors do, and `walk.c` for the walk.
#ifndef HAZARD_MODEL_H
#define HAZARD_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What an evictor does, one after the other.
typedef enum hazard_model_evictor {
  HAZARD_MODEL_NO_EVICTOR,
  /// Publishes nothing.
  HAZARD_MODEL_EVICTS,
  /// Publishes a new object.
  HAZARD_MODEL_REPLACES,
  /// Publishes nothing, then a new object, which may have the address of one that is gone, then
  /// nothing.
  HAZARD_MODEL_REUSES,
  /// Publishes nothing, then the same object again, as `pop` does, then nothing.
  HAZARD_MODEL_RESTORES,
} hazard_model_evictor;

/// Defects: an omitted or changed step, to check that the walk finds the resulting failure.
typedef enum hazard_model_omission {
  HAZARD_MODEL_OMITS_NOTHING,
  /// The reader does not load the published address again.
  HAZARD_MODEL_OMITS_SECOND_LOAD,
  /// The reader claims its slot by a load and a plain store, which others may see later.
  HAZARD_MODEL_OMITS_ORDER_OF_CLAIM,
  /// The reader does not add its slot to the bits of those that are used.
  HAZARD_MODEL_OMITS_BITS,
  /// The reader adds it by a load and a plain store.
  HAZARD_MODEL_OMITS_ATOMICITY_OF_BITS,
  /// The reader clears its slot before it takes its reference.
  HAZARD_MODEL_OMITS_REFERENCE_BEFORE_CLEARING,
  /// The reader waits until its slot is free.
  HAZARD_MODEL_OMITS_GIVING_UP,
  /// The evictor publishes by a load and a plain store, which others may see later.
  HAZARD_MODEL_OMITS_ORDER_OF_PUBLISHING,
  /// The evictor releases without looking at the slots.
  HAZARD_MODEL_OMITS_LOOK,
  /// The evictor looks at the slots before it publishes, and not afterwards.
  HAZARD_MODEL_OMITS_LOOK_AFTER_PUBLISHING,
  /// Retired objects are released without another look at the slots.
  HAZARD_MODEL_OMITS_SECOND_LOOK,
  /// The evictor does not retire what is protected.
  HAZARD_MODEL_OMITS_RETIRING,
  /// Retired objects that are still protected are not retired again.
  HAZARD_MODEL_OMITS_RETIRING_AGAIN,
} hazard_model_omission;

typedef struct hazard_model_config {
  /// At most four readers and evictors together.
  uint32_t readers;
  /// How often each reader reads.
  uint32_t rounds;
  hazard_model_evictor first_evictor;
  hazard_model_evictor second_evictor;
  /// How many addresses are published, 1 or 2. Of two, readers read them in turn, and each evictor
  /// has its own.
  uint32_t cells;
  /// How many hazard slots can be used, 0 to 2.
  uint32_t slots;
  /// Whether readers begin with different slots.
  bool readers_are_spread;
  /// Whether a load of the count of retired objects, which has no ordering, may have any result.
  bool counts_are_arbitrary;
  hazard_model_omission omission;
} hazard_model_config;

typedef struct hazard_model_result {
  /// How many states there are.
  uint32_t states;
  /// The number of steps in which an actor takes or releases a reference to a freed object.
  uint32_t broken;
  /// The number of states in which an actor loops endlessly, or no actor can continue.
  uint32_t stuck;
  /// In how many final states, after one more eviction, an object is left or a slot is taken.
  uint32_t leaking;
} hazard_model_result;

/// Visits all states. Any thread may call this, also while others do.
hazard_model_result hazard_model_walk(hazard_model_config config);

#endif
