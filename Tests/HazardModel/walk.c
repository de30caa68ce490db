// Factory, MIT licence; see LICENSE
//
// Visits every state that the machine can come to, those that take fewest steps first.
#include "machine.h"

#include <stdlib.h>
#include <string.h>

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
  /// The states in the order in which they were found.
  uint8_t *states;
  uint32_t capacity;
  walk_entry *table;
  uint32_t mask;
} walk;

/// The memory. Traps if there is none.
static void *walk_checked(void *memory) {
  if (memory == NULL) machine_fail("no memory");
  return memory;
}

// MARK: States

static uint8_t *state_at(const walk *walk, uint32_t number) {
  return walk->states + walk->size * number;
}

static uint32_t hash(const machine_state *state, size_t size) {
  uint64_t hash = 0;
  for (size_t offset = 0; offset < size; offset += sizeof(uint64_t)) {
    uint64_t word = 0;
    size_t rest = size - offset;
    memcpy(&word, (const uint8_t *)state + offset, rest < sizeof word ? rest : sizeof word);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return (uint32_t)hash;
}

/// Where the state is in the table, or belongs.
static walk_entry *entry(const walk *walk, const machine_state *state, uint32_t hash) {
  for (uint32_t index = hash & walk->mask;; index = (index + 1) & walk->mask) {
    walk_entry *entry = &walk->table[index];
    if (entry->number == 0) return entry;
    if (entry->hash != hash) continue;
    if (memcmp(state_at(walk, entry->number - 1), state, walk->size) == 0) return entry;
  }
}

static void grow(walk *walk) {
  walk_entry *old = walk->table;
  size_t count = old == NULL ? 0 : (size_t)walk->mask + 1;
  walk->capacity = old == NULL ? 1 << 12 : walk->capacity * 2;
  walk->mask = walk->capacity * 2 - 1;
  walk->states = walk_checked(realloc(walk->states, walk->size * walk->capacity));
  walk->table = walk_checked(calloc((size_t)walk->mask + 1, sizeof(walk_entry)));
  for (size_t index = 0; index < count; index++) {
    if (old[index].number == 0) continue;
    uint32_t place = old[index].hash & walk->mask;
    while (walk->table[place].number != 0) place = (place + 1) & walk->mask;
    walk->table[place] = old[index];
  }
  free(old);
}

/// Puts actors with the same program into an order: which of them did what makes no difference.
static void walk_sort(const walk *walk, machine_state *state) {
  for (uint32_t end = 1; end < walk->actors; end++) {
    for (uint32_t index = end; index > 0; index--) {
      // The program is an actor's first byte, so actors stay with their equals.
      machine_actor *actors = &state->actors[index - 1];
      if (memcmp(&actors[0], &actors[1], sizeof(machine_actor)) <= 0) break;
      machine_actor actor = actors[0];
      actors[0] = actors[1];
      actors[1] = actor;
    }
  }
}

/// Adds a state if it is new.
static void find(walk *walk, machine_state *state) {
  walk_sort(walk, state);
  uint32_t hashed = hash(state, walk->size);
  walk_entry *found = entry(walk, state, hashed);
  if (found->number != 0) return;
  uint32_t number = walk->result.states++;
  if (number == walk->capacity) {
    grow(walk);
    found = entry(walk, state, hashed);
  }
  memcpy(state_at(walk, number), state, walk->size);
  *found = (walk_entry){number + 1, hashed};
}

// MARK: Steps

static bool is_done(const walk *walk, const machine_actor *actor) {
  return actor->part == actors_parts(&walk->machine.config, actor->program);
}

/// Whether the actor's next operation may come now. It always may, except that the last eviction is
/// performed after all other actors.
static bool may_step(const walk *walk, const machine_state *state, uint32_t index) {
  if (is_done(walk, &state->actors[index])) return false;
  if (state->actors[index].program != PROGRAM_LAST_EVICTOR) return true;
  for (uint32_t other = 0; other < walk->actors; other++) {
    const machine_actor *actor = &state->actors[other];
    if (other != index && (!is_done(walk, actor) || actor->stores != 0)) return false;
  }
  return true;
}

static void check_final(walk *walk, const machine_state *state) {
  for (uint32_t index = 0; index < walk->actors; index++) {
    if (is_done(walk, &state->actors[index])) continue;
    walk->result.stuck++;
    return;
  }
  uint32_t left = state->waiting;
  for (uint32_t number = 1; number <= MACHINE_OBJECTS; number++) left += state->counts[number];
  for (uint32_t slot = 0; slot < walk->machine.config.slots; slot++)
    left += state->words[MACHINE_HAZARDS + slot];
  if (left != 0) walk->result.leaking++;
}

/// Finds the states after one.
static void visit(walk *walk, uint32_t number) {
  machine_state state, next;
  memcpy(&state, state_at(walk, number), walk->size);
  bool is_final = true;
  for (uint32_t index = 0; index < walk->actors; index++) {
    const machine_actor *actor = &state.actors[index];
    // An actor with the same state has done the same.
    if (index > 0 && memcmp(actor, actor - 1, sizeof *actor) == 0) continue;
    uint32_t choices = may_step(walk, &state, index) ? 1 : 0;
    for (uint32_t choice = 0; choice < choices; choice++) {
      is_final = false;
      memcpy(&next, &state, walk->size);
      switch (machine_step(&walk->machine, &next, index, choice)) {
        case MACHINE_CONTINUES: find(walk, &next); break;
        case MACHINE_IS_BROKEN: walk->result.broken++; break;
        case MACHINE_IS_STUCK: walk->result.stuck++; break;
      }
      choices = walk->machine.choices;
    }
    if (actor->stores != 0) {
      is_final = false;
      memcpy(&next, &state, walk->size);
      machine_flush(&next, &next.actors[index]);
      find(walk, &next);
    }
  }
  if (is_final) check_final(walk, &state);
}

// MARK: The walk

static machine_actor *add_actor(walk *walk, uint32_t program) {
  machine_actor *actor = &walk->beginning.actors[walk->actors++];
  actor->program = (uint8_t)program;
  return actor;
}

static void add_evictor(walk *walk, hazard_model_evictor kind, uint32_t cell) {
  if (kind == HAZARD_MODEL_NO_EVICTOR) return;
  add_actor(walk, PROGRAM_EVICTOR + (kind - 1) * MACHINE_CELLS + cell);
}

static void set_up_taken(machine_state *state, uint32_t slot) {
  state->words[MACHINE_HAZARDS + slot] = MACHINE_OTHER_OBJECT;
  state->words[MACHINE_USED] |= (uint8_t)(1 << slot);
}

static void set_up(walk *walk, hazard_model_config config) {
  machine_state *state = &walk->beginning;
  for (uint32_t cell = 0; cell < config.cells; cell++) {
    state->words[MACHINE_PUBLISHED + cell] = (uint8_t)(1 + cell);
    state->counts[1 + cell] = 1;
  }
  for (uint32_t slot = config.slots; slot < MACHINE_SLOTS; slot++)
    set_up_taken(state, slot);
  for (uint32_t reader = 0; reader < config.readers; reader++) {
    machine_actor *actor = add_actor(walk, PROGRAM_READER + reader % config.cells);
    actor->preferred = MACHINE_SLOTS;
    if (config.readers_are_spread) actor->preferred += reader % MACHINE_SLOTS;
  }
  add_evictor(walk, config.first_evictor, 0);
  add_evictor(walk, config.second_evictor, 1 % config.cells);
  add_actor(walk, PROGRAM_LAST_EVICTOR);
  walk->size = offsetof(machine_state, actors) + sizeof(machine_actor) * walk->actors;
}

hazard_model_result hazard_model_walk(hazard_model_config config) {
  uint32_t evictors = (config.first_evictor != HAZARD_MODEL_NO_EVICTOR) +
                      (config.second_evictor != HAZARD_MODEL_NO_EVICTOR);
  if (config.readers > MACHINE_ACTORS - 1 - evictors || config.cells < 1 ||
      config.cells > MACHINE_CELLS || config.slots > MACHINE_SLOTS || config.rounds > UINT8_MAX)
    machine_fail("the configuration is too large");
  walk walk = {.machine.config = config};
  set_up(&walk, config);
  grow(&walk);
  machine_state state = walk.beginning;
  find(&walk, &state);
  for (uint32_t number = 0; number < walk.result.states; number++) visit(&walk, number);
  free(walk.states);
  free(walk.table);
  return walk.result;
}
