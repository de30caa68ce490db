// Factory, MIT licence; see LICENSE
//
// Lower limits of the machine: a pair of reference count changes, an uncontended lock.
#ifndef BENCH_LIMITS_H
#define BENCH_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/// A retain followed by a release, repeated. In C, because the Swift compiler would remove such a
/// pair, even in inlined C functions.
void bench_retain_release(void *_Nonnull object, int64_t times);

/// The same for several objects alternately.
void bench_retain_release_each(
    void *_Nonnull const *_Nonnull objects, int64_t count, int64_t times);

/// What hits of one cached entry by several threads cannot avoid, repeated: they retain and release
/// a container and an instance, and read the container. About 30 nanoseconds of arithmetic between
/// these accesses depend on what was read, as the search in a resolution does. Without this
/// arithmetic, a processor can access an object several times before another one does.
void bench_retain_release_spread(
    void *_Nonnull container, void *_Nonnull instance, int64_t times);

/// A minimal lock: one compare-and-swap to acquire it, one exchange to release it. It cannot wait,
/// so it is only for the uncontended case. Returns whether it was free.
static inline int bench_lock_unlock(uint32_t *_Nonnull word) {
  uint32_t expected = 0;
  int taken = __atomic_compare_exchange_n(
      word, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
  __atomic_exchange_n(word, 0, __ATOMIC_RELEASE);
  return taken;
}

/// An uncontended lock and unlock of the system's lock, repeated.
void bench_mutex_pairs(int64_t times);

/// Decrements the word.
void bench_gate_arrive(uint32_t *_Nonnull word);

/// Whether the word is zero.
bool bench_gate_is_open(const uint32_t *_Nonnull word);

/// Spins until the word is zero.
void bench_gate_watch(const uint32_t *_Nonnull word);

#endif
