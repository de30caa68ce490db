// Factory, MIT licence; see LICENSE
//
// Atomic loads and stores of words and pointers.
#ifndef FACTORY_ATOMICS_H
#define FACTORY_ATOMICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The declarations of every header are between these two, so that clients compiled as C++ find the
// functions under their C names.
#ifdef __cplusplus
#define FACTORY_BEGIN_DECLARATIONS extern "C" {
#define FACTORY_END_DECLARATIONS }
#else
#define FACTORY_BEGIN_DECLARATIONS
#define FACTORY_END_DECLARATIONS
#endif

FACTORY_BEGIN_DECLARATIONS

static inline void *_Nullable factory_pointer_load(void *_Nullable const *_Nonnull address) {
  return __atomic_load_n(address, __ATOMIC_ACQUIRE);
}

static inline void factory_pointer_store(
    void *_Nullable *_Nonnull address, void *_Nullable value) {
  __atomic_store_n(address, value, __ATOMIC_RELEASE);
}

static inline uint32_t factory_word_load(const uint32_t *_Nonnull address) {
  return __atomic_load_n(address, __ATOMIC_ACQUIRE);
}

static inline void factory_word_store(uint32_t *_Nonnull address, uint32_t value) {
  __atomic_store_n(address, value, __ATOMIC_RELEASE);
}

FACTORY_END_DECLARATIONS

#endif
