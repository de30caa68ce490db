// Factory, MIT licence; see LICENSE
//
// The machine's steps and operations.
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Thread_local machine *machine_current;

static char objects[MACHINE_OTHER_OBJECT + 1];

void *machine_object(uint8_t number) { return number == 0 ? NULL : &objects[number]; }

uint8_t machine_number(const void *object) {
  return object == NULL ? 0 : (uint8_t)((const char *)object - objects);
}

_Noreturn void machine_fail(const char *reason) {
  fprintf(stderr, "The hazard model cannot go on: %s.\n", reason);
  abort();
}

// MARK: Steps

machine_outcome machine_step(
    machine *machine, machine_state *state, uint32_t index, uint32_t choice) {
  machine_actor *actor = &state->actors[index];
  machine->state = state;
  machine->actor = actor;
  machine->position = machine->depth = 0;
  machine->has_performed = machine->is_over = false;
  machine->ignored = 0;
  machine->choice = choice;
  machine->choices = 1;
  machine->preferred = actor->preferred;
  machine->saved = actor->saved;
  machine->held = 0;
  machine->has_second_half = false;
  machine->loaded = NULL;
  machine->outcome = MACHINE_CONTINUES;
  machine_current = machine;
  actors_run();
  machine_current = NULL;
  if (machine->is_over) return machine->outcome;
  if (!machine->has_second_half) actor->part++;
  actor->is_in_second_half = machine->has_second_half;
  actor->preferred = (uint8_t)machine->preferred;
  actor->saved = machine->saved;
  actor->held = machine->held;
  memset(actor->results, 0, actor->operations);
  actor->operations = 0;
  return MACHINE_CONTINUES;
}

static void finish(machine_outcome outcome) {
  machine_current->outcome = outcome;
  machine_current->is_over = true;
}

/// Whether the operation that the function has come to is to be performed now.
static bool is_new(void) {
  machine *machine = machine_current;
  if (machine->is_over) {
    if (++machine->ignored < MACHINE_IGNORED) return false;
    machine_fail("a reader or an evictor goes on without end");
  }
  if (machine->position < machine->actor->operations) {
    machine->position++;
    return false;
  }
  if (machine->position == MACHINE_OPERATIONS) finish(MACHINE_IS_STUCK);
  return !machine->is_over;
}

/// The same for an operation that is a step of its own.
static bool begin(void) {
  if (!is_new()) return false;
  machine *machine = machine_current;
  if (machine->has_performed) {
    finish(MACHINE_CONTINUES);
    return false;
  }
  machine->has_performed = true;
  return true;
}

static void remember(uint8_t result) {
  machine_actor *actor = machine_current->actor;
  actor->results[actor->operations++] = result;
  machine_current->position++;
}

uint8_t machine_result(void) {
  const machine *machine = machine_current;
  return machine->is_over ? 0 : machine->actor->results[machine->position - 1];
}

// MARK: Calls

bool machine_enter(void) {
  machine *machine = machine_current;
  machine_actor *actor = machine->actor;
  bool is_in_it = !machine->is_over && machine->depth < actor->calls &&
                  actor->call[machine->depth] == machine->position;
  if (!is_in_it) {
    if (!is_new()) return false;
    if (actor->calls == MACHINE_CALLS) machine_fail("too many calls");
    actor->call[actor->calls++] = (uint8_t)machine->position;
  }
  machine->depth++;
  return true;
}

void machine_leave(uint8_t result) {
  machine *machine = machine_current;
  if (machine->is_over) return;
  machine_actor *actor = machine->actor;
  actor->calls--;
  machine->depth--;
  uint8_t first = actor->call[actor->calls];
  actor->call[actor->calls] = 0;
  memset(&actor->results[first], 0, actor->operations - first);
  actor->operations = first;
  machine->position = first;
  remember(result);
}

// MARK: Memory

void machine_flush(machine_state *state, machine_actor *actor) {
  state->words[actor->store[0].word] = actor->store[0].value;
  actor->stores--;
  memmove(&actor->store[0], &actor->store[1], actor->stores * sizeof actor->store[0]);
  memset(&actor->store[actor->stores], 0, sizeof actor->store[0]);
}

static void flush_all(void) {
  machine_actor *actor = machine_current->actor;
  while (actor->stores != 0) machine_flush(machine_current->state, actor);
}

/// An actor sees its own stores at once.
static uint8_t read(uint8_t word) {
  const machine_actor *actor = machine_current->actor;
  for (uint32_t index = actor->stores; index > 0; index--)
    if (actor->store[index - 1].word == word) return actor->store[index - 1].value;
  return machine_current->state->words[word];
}

static void write(uint8_t word, uint8_t value, bool is_delayed) {
  machine_actor *actor = machine_current->actor;
  if (!is_delayed) {
    flush_all();
    machine_current->state->words[word] = value;
    return;
  }
  if (actor->stores == MACHINE_STORES) machine_flush(machine_current->state, actor);
  actor->store[actor->stores].word = word;
  actor->store[actor->stores].value = value;
  actor->stores++;
}

void *machine_load(const void *address) {
  machine *machine = machine_current;
  bool is_published = actors_word(address) < MACHINE_HAZARDS;
  if (is_published && machine->loaded != NULL && machine_omits(HAZARD_MODEL_OMITS_SECOND_LOAD))
    return machine->loaded;
  if (begin()) remember(read(actors_word(address)));
  void *object = machine_object(machine_result());
  if (is_published) machine->loaded = object;
  return object;
}

void *machine_exchange(const void *address, void *value) {
  if (begin()) {
    uint8_t word = actors_word(address);
    uint8_t old = read(word);
    write(word, machine_number(value), machine_omits(HAZARD_MODEL_OMITS_ORDER_OF_PUBLISHING));
    remember(old);
  }
  return machine_object(machine_result());
}

static bool claim(const void *address, void **expected, void *value) {
  if (begin()) {
    uint8_t word = actors_word(address);
    bool is_delayed = machine_omits(HAZARD_MODEL_OMITS_ORDER_OF_CLAIM);
    if (!is_delayed) flush_all();
    bool is_free = read(word) == machine_number(*expected);
    if (is_free) write(word, machine_number(value), is_delayed);
    remember(is_free);
  }
  // Once the step is over, a loop until it is true has to end too.
  return machine_current->is_over || machine_result() != 0;
}

bool machine_claim(const void *address, void **expected, void *value) {
  bool is_claimed;
  do is_claimed = claim(address, expected, value);
  while (!is_claimed && machine_omits(HAZARD_MODEL_OMITS_GIVING_UP));
  return is_claimed;
}

/// Not a step of its own: it changes the actor's store buffer, and nothing that others can see.
void machine_clear(const void *address) {
  if (!is_new()) return;
  write(actors_word(address), 0, true);
  remember(0);
}

uint64_t machine_load_bits(const uint64_t *address) {
  if (begin()) remember(read(actors_word(address)));
  return machine_result();
}

uint64_t machine_add_bits(const uint64_t *address, uint64_t bits) {
  if (begin()) {
    uint8_t word = actors_word(address);
    uint8_t old = read(word);
    if (!machine_omits(HAZARD_MODEL_OMITS_BITS))
      write(word, old | (uint8_t)bits, machine_omits(HAZARD_MODEL_OMITS_ATOMICITY_OF_BITS));
    remember(old);
  }
  return machine_result();
}

// MARK: The list of retired objects

/// The count is only compared with 0, so its value is reduced to 0 or 1.
uint32_t machine_load_count(const uint32_t *address) {
  if (begin()) {
    machine *machine = machine_current;
    uint8_t count = machine->state->words[actors_word(address)] != 0;
    if (machine->config.counts_are_arbitrary && machine->actor->program != PROGRAM_LAST_EVICTOR) {
      machine->choices = 2;
      count = (uint8_t)machine->choice;
    }
    remember(count);
  }
  return machine_result();
}

void machine_add_count(const uint32_t *address, uint32_t count) {
  uint8_t *word = &machine_current->state->words[actors_word(address)];
  *word = (uint8_t)(*word + count);
}

bool machine_lock(void) {
  if (!begin()) return false;
  flush_all();
  return true;
}

void machine_unlock(uint8_t result) { remember(result); }

// MARK: Objects

void *machine_allocate(void) {
  if (begin()) {
    uint8_t *counts = machine_current->state->counts;
    uint8_t number = 1;
    while (number <= MACHINE_OBJECTS && counts[number] != 0) number++;
    if (number > MACHINE_OBJECTS) number = 0;
    if (number != 0) counts[number] = 1;
    remember(number);
  }
  return machine_object(machine_result());
}

static void change_count(const void *object, int change) {
  if (!begin()) return;
  uint8_t *count = &machine_current->state->counts[machine_number(object)];
  if (*count == 0) return finish(MACHINE_IS_BROKEN);
  *count = (uint8_t)(*count + change);
  // The operation returns nothing.
  remember(0);
}

void machine_take_reference(void *object) { change_count(object, 1); }

void machine_drop_reference(void *object) { change_count(object, -1); }
