// Factory, MIT licence; see LICENSE
//
// What the machine itself asks for: one pair of reference count changes, one uncontended lock.
#ifndef BENCH_LIMITS_H
#define BENCH_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/// A retain and the release after it, a number of times. In C, because the Swift compiler would take
/// such a pair away, in inlined C functions as well.
void bench_retain_release(void *_Nonnull object, int64_t times);

/// The same over several objects in turn.
void bench_retain_release_each(
    void *_Nonnull const *_Nonnull objects, int64_t count, int64_t times);

/// The smallest lock there is: one compare-and-swap to take it, one exchange to give it back. Only
/// for the uncontended case, so it knows no waiting. Returns whether it was free.
static inline int bench_lock_unlock(uint32_t *_Nonnull word) {
  uint32_t expected = 0;
  int taken = __atomic_compare_exchange_n(
      word, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
  __atomic_exchange_n(word, 0, __ATOMIC_RELEASE);
  return taken;
}

/// An uncontended lock and unlock of the system's own lock, a number of times.
void bench_mutex_pairs(int64_t times);

/// Counts the word down.
void bench_gate_arrive(uint32_t *_Nonnull word);

/// Whether the word is zero.
bool bench_gate_is_open(const uint32_t *_Nonnull word);

/// Spins until the word is zero.
void bench_gate_watch(const uint32_t *_Nonnull word);

#endif
