// Factory, MIT licence; see LICENSE
//
// Visits every state that the machine can come to, those that take fewest steps first.
#include "walk.h"

#include <stdlib.h>
#include <string.h>

void *walk_checked(void *memory) {
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
  walk->steps = walk_checked(realloc(walk->steps, sizeof(walk_step) * walk->capacity));
  walk->table = walk_checked(calloc((size_t)walk->mask + 1, sizeof(walk_entry)));
  for (size_t index = 0; index < count; index++) {
    if (old[index].number == 0) continue;
    uint32_t place = old[index].hash & walk->mask;
    while (walk->table[place].number != 0) place = (place + 1) & walk->mask;
    walk->table[place] = old[index];
  }
  free(old);
}

void walk_sort(const walk *walk, machine_state *state, uint32_t *names) {
  for (uint32_t end = 1; end < walk->actors; end++) {
    for (uint32_t index = end; index > 0; index--) {
      // The program is an actor's first byte, so actors stay with their equals.
      machine_actor *actors = &state->actors[index - 1];
      if (memcmp(&actors[0], &actors[1], sizeof(machine_actor)) <= 0) break;
      machine_actor actor = actors[0];
      actors[0] = actors[1];
      actors[1] = actor;
      if (names == NULL) continue;
      uint32_t name = names[index - 1];
      names[index - 1] = names[index];
      names[index] = name;
    }
  }
}

/// Adds a state if it is new.
static void find(walk *walk, machine_state *state, walk_step step) {
  walk_sort(walk, state, NULL);
  uint32_t hashed = hash(state, walk->size);
  walk_entry *found = entry(walk, state, hashed);
  if (found->number != 0) return;
  uint32_t number = walk->result.states++;
  if (number == walk->capacity) {
    grow(walk);
    found = entry(walk, state, hashed);
  }
  memcpy(state_at(walk, number), state, walk->size);
  walk->steps[number] = step;
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

static void fail(walk *walk, uint32_t *count, walk_step step) {
  ++*count;
  if (!walk->has_failed) walk->failure = step;
  walk->has_failed = true;
}

static void check_final(walk *walk, const machine_state *state, walk_step step) {
  for (uint32_t index = 0; index < walk->actors; index++)
    if (!is_done(walk, &state->actors[index])) return fail(walk, &walk->result.stuck, step);
  uint32_t left = state->waiting;
  for (uint32_t number = 1; number <= MACHINE_OBJECTS; number++) left += state->counts[number];
  for (uint32_t slot = 0; slot < walk->machine.config.slots; slot++)
    left += state->words[MACHINE_HAZARDS + slot];
  if (left != 0) fail(walk, &walk->result.leaking, step);
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
      walk_step step = {number, (uint8_t)index, (uint8_t)choice};
      is_final = false;
      memcpy(&next, &state, walk->size);
      switch (machine_step(&walk->machine, &next, index, choice)) {
        case MACHINE_CONTINUES: find(walk, &next, step); break;
        case MACHINE_IS_BROKEN: fail(walk, &walk->result.broken, step); break;
        case MACHINE_IS_STUCK: fail(walk, &walk->result.stuck, step); break;
      }
      choices = walk->machine.choices;
    }
    if (actor->stores != 0) {
      is_final = false;
      memcpy(&next, &state, walk->size);
      machine_flush(&next, &next.actors[index]);
      find(walk, &next, (walk_step){number, (uint8_t)index, WALK_FLUSHES});
    }
  }
  if (is_final) check_final(walk, &state, walk->steps[number]);
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

void walk_begin(walk *walk, hazard_model_config config, bool stops_at_failure) {
  uint32_t evictors = (config.first_evictor != HAZARD_MODEL_NO_EVICTOR) +
                      (config.second_evictor != HAZARD_MODEL_NO_EVICTOR);
  if (config.readers > MACHINE_ACTORS - 1 - evictors || config.cells < 1 ||
      config.cells > MACHINE_CELLS || config.slots > MACHINE_SLOTS || config.rounds > UINT8_MAX)
    machine_fail("the configuration is too large");
  memset(walk, 0, sizeof *walk);
  walk->machine.config = config;
  set_up(walk, config);
  grow(walk);
  machine_state state = walk->beginning;
  find(walk, &state, (walk_step){0});
  for (uint32_t number = 0; number < walk->result.states; number++) {
    if (stops_at_failure && walk->has_failed) break;
    visit(walk, number);
  }
}

void walk_end(walk *walk) {
  free(walk->states);
  free(walk->steps);
  free(walk->table);
}

hazard_model_result hazard_model_walk(hazard_model_config config) {
  walk walk;
  walk_begin(&walk, config, false);
  walk_end(&walk);
  return walk.result;
}
