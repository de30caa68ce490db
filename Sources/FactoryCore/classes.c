// Factory, MIT licence; see LICENSE
//
// The classes of boxes by the types of their instances. The Swift runtime takes 440 instructions to
// find a generic class, as many as all else that the construction of a cached instance takes.
#include "FactoryCore.h"

#include <stddef.h>

// Written once. A slot's type is claimed before its class is written.
struct slot {
  const void *type;
  const void *class_metadata;
};

enum { slot_count = 1024 };
static struct slot slots[slot_count];

// Metadata is aligned to eight bytes.
static struct slot *slot_of(const void *type) {
  uintptr_t address = (uintptr_t)type >> 3;
  return &slots[(address ^ (address >> 10)) % slot_count];
}

const void *factory_box_class(const void *type) {
  struct slot *slot = slot_of(type);
  if (__atomic_load_n(&slot->type, __ATOMIC_RELAXED) != type) return NULL;
  return __atomic_load_n(&slot->class_metadata, __ATOMIC_ACQUIRE);
}

void factory_set_box_class(const void *type, const void *class_metadata) {
  struct slot *slot = slot_of(type);
  const void *none = NULL;
  // If another type has the slot, the runtime finds this one's class each time.
  if (__atomic_compare_exchange_n(&slot->type, &none, type, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    __atomic_store_n(&slot->class_metadata, class_metadata, __ATOMIC_RELEASE);
}
