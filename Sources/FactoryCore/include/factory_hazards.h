// Factory, MIT licence; see LICENSE
//
// How a hit takes a reference to a cached instance without a lock: hazard pointers.
//
// A node publishes the address of the object that holds its instance. A reader
//   1. loads the published address,
//   2. writes it into a hazard slot with a compare-and-swap, if the slot is free,
//   3. loads the published address again, and continues only if it is the same,
//   4. retains the instance,
//   5. clears the slot.
// A thread that evicts the object
//   1. replaces the published address,
//   2. searches all slots for the object,
//   3. releases it if no slot contains it; otherwise it adds it to the list of retired objects,
//      which is processed by the next eviction, or by the next reader that sees that the list is
//      not empty.
//
// Steps 2 and 3 of a reader and steps 1 and 2 of an eviction are sequentially consistent. So either
// the reader's step 3 sees that the object was replaced, or the eviction's step 2 sees the slot and
// does not release the object. An eviction never waits for readers, and a reader whose slot is
// taken uses the store's lock instead.
//
// A reader may clear its slot without seeing that an eviction is adding the object to the list,
// while that eviction still sees the slot as taken. The object then stays in the list until the
// next eviction, the next hit, or the next use of a store's lock, of any node. A reader that stops at
// step 3, or after it because of other changes, uses the lock next.
//
// The object is an `InstanceBox` or a `ModifierClosure` of FactoryKitCore, whose address needs no authentication on
// arm64e: there, pointers to code and to metadata are signed, and references to objects are not.
//
// A slot does not belong to a thread. A thread prefers the slot that is selected by the address of
// its thread-local state, and the next one once that was taken, so two threads rarely use the same
// slot. The number of threads is not limited.
//
// After a `fork` without `exec`, the child inherits the slots that other threads were using: at worst,
// FACTORY_HAZARD_SLOTS objects are never released there. The locks of FactoryCore that other threads held
// at that moment stay held in the child, which waits forever if it needs one. Cached instances can be
// resolved there without a lock; everything else, such as a first resolution, may need one.
//
// `Tests/HazardModel` compiles this header with its atomic operations replaced by those of a
// scheduler, and checks every interleaving.
#ifndef FACTORY_HAZARDS_H
#define FACTORY_HAZARDS_H

#include "factory_atomics.h"

FACTORY_BEGIN_DECLARATIONS

#ifndef FACTORY_HAZARD_SLOTS
#define FACTORY_HAZARD_SLOTS 64
#define FACTORY_HAZARD_LOAD(address) __atomic_load_n(address, __ATOMIC_SEQ_CST)
#define FACTORY_HAZARD_EXCHANGE(address, value) \
  __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST)
#define FACTORY_HAZARD_CLAIM(address, expected, value) \
  __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)
#define FACTORY_HAZARD_ADD_BITS(address, bits) __atomic_fetch_or(address, bits, __ATOMIC_SEQ_CST)
#define FACTORY_HAZARD_CLEAR(address) __atomic_store_n(address, NULL, __ATOMIC_RELEASE)
#endif

/// A slot in which a reader stores the address of the object that it is about to retain. As large
/// as a cache line, or two where the processor fetches lines in pairs, to avoid false sharing.
typedef struct factory_hazard {
  void *_Nullable object;
  char padding[128 - sizeof(void *)];
} factory_hazard;

extern factory_hazard factory_hazards[FACTORY_HAZARD_SLOTS];

/// A bit for each slot that a thread has ever preferred. Set before the slot is first claimed, with
/// sequential consistency, so that an eviction that does not see the bit precedes the claim.
extern _Alignas(8) uint64_t factory_hazards_used;

/// Marks a slot as used, for evictions. Returns its index.
static inline uint32_t factory_prefer_hazard(uint32_t index) {
  uint64_t bit = (uint64_t)1 << index;
  if ((FACTORY_HAZARD_LOAD(&factory_hazards_used) & bit) == 0)
    FACTORY_HAZARD_ADD_BITS(&factory_hazards_used, bit);
  return index;
}

/// The object that a reader protects, and its slot. Both are null if nothing was published, if the
/// published address has changed in the meantime, or if the slot was taken.
typedef struct factory_protection {
  void *_Nullable object;
  factory_hazard *_Nullable slot;
} factory_protection;

/// The reader's steps 1 to 3. `preferred` is the index of the calling thread's slot. If that slot
/// is taken, the thread prefers the next one from then on.
__attribute__((always_inline)) static inline factory_protection factory_protect(
    void *_Nullable const *_Nonnull published, uint32_t *_Nonnull preferred) {
  factory_protection protection = {NULL, NULL};
  void *object = FACTORY_HAZARD_LOAD(published);
  if (object == NULL) return protection;
  factory_hazard *slot = &factory_hazards[*preferred];
  void *expected = NULL;
  if (!FACTORY_HAZARD_CLAIM(&slot->object, &expected, object)) {
    *preferred = factory_prefer_hazard((*preferred + 1) % FACTORY_HAZARD_SLOTS);
    return protection;
  }
  if (FACTORY_HAZARD_LOAD(published) != object) {
    FACTORY_HAZARD_CLEAR(&slot->object);
    return protection;
  }
  protection.object = object;
  protection.slot = slot;
  return protection;
}

/// The reader's step 5.
static inline void factory_unprotect(factory_hazard *_Nonnull slot) {
  FACTORY_HAZARD_CLEAR(&slot->object);
}

/// Whether no reader uses a slot. For the checks of debug builds.
static inline bool factory_hazard_is_free(const factory_hazard *_Nonnull slot) {
  return FACTORY_HAZARD_LOAD(&slot->object) == NULL;
}

/// Step 1 of an eviction; also publishes the first object. Returns the previous address.
static inline void *_Nullable factory_publish(
    void *_Nullable *_Nonnull published, void *_Nullable object) {
  return FACTORY_HAZARD_EXCHANGE(published, object);
}

/// Step 2 of an eviction: whether a reader protects the object.
static inline bool factory_is_protected(const void *_Nonnull object) {
  uint64_t used = FACTORY_HAZARD_LOAD(&factory_hazards_used);
  for (; used != 0; used &= used - 1) {
    uint32_t index = (uint32_t)__builtin_ctzll(used);
    if (FACTORY_HAZARD_LOAD(&factory_hazards[index].object) == object) return true;
  }
  return false;
}

/// The number of evicted objects whose release is deferred. Read after each hit, so it is a global
/// variable.
extern uint32_t factory_retired;
static inline bool factory_has_retired(void) {
  return __atomic_load_n(&factory_retired, __ATOMIC_RELAXED) != 0;
}
static inline void factory_count_retired(uint32_t count) {
  __atomic_fetch_add(&factory_retired, count, __ATOMIC_RELAXED);
}
static inline void factory_discount_retired(uint32_t count) {
  __atomic_fetch_sub(&factory_retired, count, __ATOMIC_RELAXED);
}

FACTORY_END_DECLARATIONS

#endif
