// Factory, MIT licence; see LICENSE
//
// What readers and evictors do: the functions of `factory_hazards.h` on the machine, called as
// `Lookup.swift`, `Cell.swift` and `Retirement.swift` do.
#include "machine.h"

// Included before the builtins are replaced.
#include "factory_atomics.h"

#define FACTORY_HAZARD_SLOTS MACHINE_SLOTS
#define FACTORY_HAZARD_LOAD(address) \
  _Generic((address), uint64_t *: machine_load_bits, default: machine_load)(address)
#define FACTORY_HAZARD_EXCHANGE(address, value) machine_exchange(address, value)
#define FACTORY_HAZARD_CLAIM(address, expected, value) machine_claim(address, expected, value)
#define FACTORY_HAZARD_ADD_BITS(address, bits) machine_add_bits(address, bits)
#define FACTORY_HAZARD_CLEAR(address) machine_clear(address)
// The count of retired objects.
#define __atomic_load_n(address, order) machine_load_count(address)
#define __atomic_fetch_add(address, value, order) machine_add_count(address, value)
#define __atomic_fetch_sub(address, value, order) machine_add_count(address, 0u - (value))
#define factory_hazards model_hazards
#define factory_hazards_used model_hazards_used
#define factory_retired model_retired

#include "factory_hazards.h"

// Addresses only: the values are in the machine's state.
factory_hazard model_hazards[MACHINE_SLOTS];
_Alignas(8) uint64_t model_hazards_used;
uint32_t model_retired;
static void *published[MACHINE_CELLS];

uint8_t actors_word(const void *address) {
  for (uint8_t cell = 0; cell < MACHINE_CELLS; cell++)
    if (address == &published[cell]) return MACHINE_PUBLISHED + cell;
  for (uint8_t slot = 0; slot < MACHINE_SLOTS; slot++)
    if (address == &model_hazards[slot].object) return MACHINE_HAZARDS + slot;
  if (address == &model_hazards_used) return MACHINE_USED;
  if (address == &model_retired) return MACHINE_RETIRED;
  machine_fail("an access to what is not shared");
}

// MARK: The header's functions as calls

static bool is_protected(const void *object) {
  if (machine_enter()) machine_leave(factory_is_protected(object));
  return machine_result();
}

enum { RESULT_OBJECT = 7, RESULT_SLOT = 8, RESULT_PREFERRED = 16 };

/// With what `thread_local.h` does before.
static factory_protection protect(uint32_t cell) {
  if (machine_enter()) {
    uint32_t preferred = machine_current->preferred;
    if (preferred >= MACHINE_SLOTS) preferred = factory_prefer_hazard(preferred - MACHINE_SLOTS);
    factory_protection protection = factory_protect(&published[cell], &preferred);
    if (preferred >= MACHINE_SLOTS) machine_fail("a slot that does not exist");
    uint32_t result = machine_number(protection.object);
    if (protection.slot == &model_hazards[1]) result |= RESULT_SLOT;
    if (preferred == 1) result |= RESULT_PREFERRED;
    machine_leave((uint8_t)result);
  }
  uint8_t result = machine_result();
  factory_protection protection = {machine_object(result & RESULT_OBJECT), NULL};
  if (protection.object != NULL)
    protection.slot = &model_hazards[(result & RESULT_SLOT) != 0];
  machine_current->preferred = (result & RESULT_PREFERRED) != 0;
  return protection;
}

// MARK: Retirement.swift

// A list of objects: two bits for each, the first one's lowest.
enum { NUMBER_BITS = 2, NUMBER_MASK = 3, LIST_BITS = 8 };

static uint8_t joined(uint8_t list, uint8_t others) {
  uint32_t length = 0;
  while (length < LIST_BITS && list >> length != 0) length += NUMBER_BITS;
  uint32_t result = list | (uint32_t)others << length;
  if (result >> LIST_BITS != 0) machine_fail("too many retired objects");
  return (uint8_t)result;
}

static uint32_t length_of(uint8_t list) {
  uint32_t length = 0;
  for (; list != 0; list >>= NUMBER_BITS) length++;
  return length;
}

static void add(uint8_t retired) {
  if (!machine_lock()) return;
  uint8_t *waiting = &machine_current->state->waiting;
  *waiting = joined(*waiting, retired);
  factory_count_retired(length_of(retired));
  machine_unlock(0);
}

static uint8_t take_waiting(void) {
  if (machine_lock()) {
    uint8_t candidates = machine_current->state->waiting;
    machine_current->state->waiting = 0;
    factory_discount_retired(length_of(candidates));
    machine_unlock(candidates);
  }
  return machine_result();
}

static void release_waiting(void) {
  if (!machine_enter()) return;
  uint8_t in_use = 0;
  for (uint8_t rest = take_waiting(); rest != 0; rest >>= NUMBER_BITS) {
    uint8_t number = rest & NUMBER_MASK;
    void *object = machine_object(number);
    if (!machine_omits(HAZARD_MODEL_OMITS_SECOND_LOOK) && is_protected(object))
      in_use = joined(in_use, number);
    else
      machine_drop_reference(object);
  }
  if (in_use != 0 && !machine_omits(HAZARD_MODEL_OMITS_RETIRING_AGAIN)) add(in_use);
  machine_leave(0);
}

/// The first half of `release`, and that of `endProtection`.
static void release(void *object, bool is_in_use) {
  if (!is_in_use)
    machine_drop_reference(object);
  else if (!machine_omits(HAZARD_MODEL_OMITS_RETIRING))
    add(machine_number(object));
  machine_current->has_second_half = true;
}

static void end_protection(factory_hazard *slot) {
  factory_unprotect(slot);
  machine_current->has_second_half = true;
}

/// The second half of both. Then the actor drops the reference that it holds, if any.
static void second_half(void *held) {
  if (factory_has_retired()) release_waiting();
  if (held != NULL) machine_drop_reference(held);
}

// MARK: Lookup.swift

/// Takes a reference, which is dropped at the end. A reader that gets nothing would continue under
/// the cell's lock.
static void hit(uint32_t cell) {
  factory_protection protection = protect(cell);
  if (protection.slot == NULL) return;
  if (machine_omits(HAZARD_MODEL_OMITS_REFERENCE_BEFORE_CLEARING)) {
    end_protection(protection.slot);
    machine_take_reference(protection.object);
  } else {
    machine_take_reference(protection.object);
    end_protection(protection.slot);
  }
  machine_current->held = machine_number(protection.object);
}

// MARK: Cell.swift

/// Publishes an object with a reference of its own, and releases what was published before; with a
/// snapshot, saves that.
static void publish(uint32_t cell, void *object, bool saves) {
  bool looks = !machine_omits(HAZARD_MODEL_OMITS_LOOK);
  bool is_in_use = false;
  if (machine_omits(HAZARD_MODEL_OMITS_LOOK_AFTER_PUBLISHING)) {
    looks = false;
    void *current = machine_load(&published[cell]);
    is_in_use = current != NULL && is_protected(current);
  }
  void *old = factory_publish(&published[cell], object);
  if (saves) machine_current->saved = machine_number(old);
  if (old == NULL) return;
  if (saves) machine_take_reference(old);
  if (looks) is_in_use = is_protected(old);
  release(old, is_in_use);
}

static void evict(uint32_t cell) { publish(cell, NULL, false); }

static void replace(uint32_t cell) { publish(cell, machine_allocate(), false); }

static void save(uint32_t cell) { publish(cell, NULL, true); }

static void restore(uint32_t cell) {
  void *object = machine_object(machine_current->saved);
  if (object == NULL) return;
  machine_take_reference(object);
  publish(cell, object, false);
  machine_current->saved = 0;
  if (machine_current->has_second_half)
    machine_current->held = machine_number(object);
  else
    machine_drop_reference(object);
}

// MARK: Programs

typedef struct program {
  uint8_t parts;
  void (*part[3])(uint32_t cell);
} program;

static const program evictors[] = {
    [HAZARD_MODEL_EVICTS] = {1, {evict}},
    [HAZARD_MODEL_REPLACES] = {1, {replace}},
    [HAZARD_MODEL_REUSES] = {3, {evict, replace, evict}},
    [HAZARD_MODEL_RESTORES] = {3, {save, restore, evict}},
};

static const program *evictor(uint32_t program) {
  return &evictors[(program - PROGRAM_EVICTOR) / MACHINE_CELLS + 1];
}

uint8_t actors_parts(const hazard_model_config *config, uint8_t program) {
  if (program < PROGRAM_EVICTOR) return (uint8_t)config->rounds;
  if (program < PROGRAM_LAST_EVICTOR) return evictor(program)->parts;
  return 1 + MACHINE_CELLS;
}

void actors_run(void) {
  const machine_actor *actor = machine_current->actor;
  uint32_t program = actor->program;
  uint32_t part = actor->part;
  if (actor->is_in_second_half)
    second_half(machine_object(actor->held));
  else if (program < PROGRAM_EVICTOR)
    hit((program - PROGRAM_READER + part) % machine_current->config.cells);
  else if (program < PROGRAM_LAST_EVICTOR)
    evictor(program)->part[part]((program - PROGRAM_EVICTOR) % MACHINE_CELLS);
  else if (part == 0)
    // So that there is something to evict in any case.
    replace(0);
  else
    evict(part - 1);
}
