// Factory, MIT licence; see LICENSE
//
// The walk through the machine's states.
#ifndef HAZARD_WALK_H
#define HAZARD_WALK_H

#include "machine.h"

/// The step that led to a state.
typedef struct walk_step {
  /// The number of the state before.
  uint32_t before;
  /// The actor, and which of the possible results its operation had; or `WALK_FLUSHES`.
  uint8_t actor;
  uint8_t choice;
} walk_step;

enum { WALK_FLUSHES = 255 };

/// An entry of the hash table: the number of a state, plus one, and the state's hash.
typedef struct walk_entry {
  uint32_t number;
  uint32_t hash;
} walk_entry;

typedef struct walk {
  machine machine;
  hazard_model_result result;
  machine_state beginning;
  uint32_t actors;
  /// The size of a state, without the actors that there are not.
  size_t size;
  /// The states in the order in which they were found, and how.
  uint8_t *states;
  walk_step *steps;
  uint32_t capacity;
  walk_entry *table;
  uint32_t mask;
  /// The first step or final state in which something is wrong.
  bool has_failed;
  walk_step failure;
} walk;

/// Visits all states, or those up to the first failure.
void walk_begin(walk *walk, hazard_model_config config, bool stops_at_failure);
void walk_end(walk *walk);

/// Puts actors with the same program into an order: which of them did what makes no difference.
/// `names`, if any, are put into the same order.
void walk_sort(const walk *walk, machine_state *state, uint32_t *names);

/// The memory. Traps if there is none.
void *walk_checked(void *memory);

#endif
