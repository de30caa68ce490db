// Factory, MIT licence; see LICENSE
//
// The machine that readers and evictors, its actors, run on: what a state is, and what a step.
//
// Actors are ordinary functions, but have no stacks of their own. A step runs the actor's function
// from its beginning: the operations that it has performed in earlier steps return what they
// returned then, and the next one is performed on the shared memory. At the one after that the step
// is over: from there on operations do nothing and return nothing, so that the function ends, and
// what it does is forgotten. So a state is plain data, which can be copied and compared.
//
// Memory is that of a processor with store buffers: a plain store or a release store becomes
// visible at any later time, stores of one actor in their order, and at the latest when that actor
// performs a read-modify-write operation or locks. Loads, also sequentially consistent ones, do not
// wait for it.
#ifndef HAZARD_MACHINE_H
#define HAZARD_MACHINE_H

#include "HazardModel.h"

enum {
  MACHINE_CELLS = 2,
  MACHINE_SLOTS = 2,
  // Objects have numbers; 0 is none.
  MACHINE_OBJECTS = 3,
  // What is in the slots that cannot be used.
  MACHINE_OTHER_OBJECT = MACHINE_OBJECTS + 1,
  // With the one that makes the last eviction.
  MACHINE_ACTORS = 5,
  // More than any half of a part needs.
  MACHINE_OPERATIONS = 16,
  // More than any function performs after the step is over, unless it is in an endless loop.
  MACHINE_IGNORED = 1000,
  MACHINE_CALLS = 2,
  MACHINE_STORES = 2,
};

// The words of shared memory.
enum {
  MACHINE_PUBLISHED = 0,
  MACHINE_HAZARDS = MACHINE_PUBLISHED + MACHINE_CELLS,
  MACHINE_USED = MACHINE_HAZARDS + MACHINE_SLOTS,
  MACHINE_RETIRED,
  MACHINE_WORDS,
};

// What actors do. For readers and evictors, plus the number of the cell that they begin with; for
// evictors, plus `MACHINE_CELLS` for each earlier kind.
enum {
  PROGRAM_READER = 0,
  PROGRAM_EVICTOR = PROGRAM_READER + MACHINE_CELLS,
  PROGRAM_LAST_EVICTOR = PROGRAM_EVICTOR + MACHINE_CELLS * HAZARD_MODEL_RESTORES,
};

typedef struct machine_actor {
  /// A program has parts, some of which have a second half.
  uint8_t program;
  uint8_t part;
  bool is_in_second_half;
  /// The slot to try; plus `MACHINE_SLOTS` before the first time.
  uint8_t preferred;
  /// Objects whose references the actor has: for a later part, and until the end of this one.
  uint8_t saved;
  uint8_t held;
  /// The results of the operations in this half; what it read before that matters no more. For the
  /// same reason a call that has ended counts as one operation.
  uint8_t operations;
  uint8_t results[MACHINE_OPERATIONS];
  /// The calls that the actor is in, outermost first: how many operations there were before.
  uint8_t calls;
  uint8_t call[MACHINE_CALLS];
  /// The store buffer, oldest first.
  uint8_t stores;
  struct {
    uint8_t word, value;
  } store[MACHINE_STORES];
} machine_actor;

/// Bytes only, so that states can be compared as such. What is not in use is 0.
typedef struct machine_state {
  uint8_t words[MACHINE_WORDS];
  /// How many references there are to each object; it is gone if there is none.
  uint8_t counts[MACHINE_OBJECTS + 1];
  /// The list of retired objects; see `actors.c`.
  uint8_t waiting;
  machine_actor actors[MACHINE_ACTORS];
} machine_state;

typedef enum machine_outcome {
  MACHINE_CONTINUES,
  MACHINE_IS_BROKEN,
  MACHINE_IS_STUCK,
} machine_outcome;

typedef struct machine {
  hazard_model_config config;
  machine_state *state;
  machine_actor *actor;
  /// How many operations the function has come to, and how many calls it is in.
  uint32_t position;
  uint32_t depth;
  /// Whether this step's operation has been performed, and whether the step is over.
  bool has_performed;
  bool is_over;
  /// The number of operations after that. A function with too many is in an endless loop.
  uint32_t ignored;
  /// Which of its possible results the operation has, and how many there are.
  uint32_t choice;
  uint32_t choices;
  /// The results that the actor stores when the function ends.
  uint32_t preferred;
  uint8_t saved;
  uint8_t held;
  bool has_second_half;
  /// What the first load of a published address returned; for `HAZARD_MODEL_OMITS_SECOND_LOAD`.
  void *loaded;
  machine_outcome outcome;
} machine;

/// Ends the process: the model does not fit what it models.
_Noreturn void machine_fail(const char *reason);

// MARK: For the walk

/// Performs the next operation of an actor. `machine->choices` is then the number of its possible
/// results.
machine_outcome machine_step(
    machine *machine, machine_state *state, uint32_t actor, uint32_t choice);
/// Makes the actor's oldest store visible.
void machine_flush(machine_state *state, machine_actor *actor);

// MARK: For the actors

/// The machine that the calling thread runs.
extern _Thread_local machine *machine_current;

static inline bool machine_omits(hazard_model_omission omission) {
  return machine_current->config.omission == omission;
}

/// Objects exist as addresses only.
void *machine_object(uint8_t number);
uint8_t machine_number(const void *object);

void *machine_load(const void *address);
void *machine_exchange(const void *address, void *value);
bool machine_claim(const void *address, void **expected, void *value);
void machine_clear(const void *address);
uint64_t machine_load_bits(const uint64_t *address);
uint64_t machine_add_bits(const uint64_t *address, uint64_t bits);
uint32_t machine_load_count(const uint32_t *address);
/// Between `machine_lock` and `machine_unlock`.
void machine_add_count(const uint32_t *address, uint32_t count);

/// A new object with one reference; null if there are too many.
void *machine_allocate(void);
void machine_take_reference(void *object);
void machine_drop_reference(void *object);

/// An operation under the lock, in one step. If `machine_lock` returns true, it is to be performed
/// and its result given to `machine_unlock`. In both cases the result is then `machine_result`.
bool machine_lock(void);
void machine_unlock(uint8_t result);

/// A call, of which only the result matters once it has ended. Used as `machine_lock`.
bool machine_enter(void);
void machine_leave(uint8_t result);

/// 0 once the step is over.
uint8_t machine_result(void);

// MARK: The actors

/// How many parts a program has.
uint8_t actors_parts(const hazard_model_config *config, uint8_t program);
/// Runs what is left of half a part of the current actor.
void actors_run(void);
/// Which word an address stands for.
uint8_t actors_word(const void *address);

#endif
