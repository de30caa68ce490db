// Factory, MIT licence; see LICENSE
//
// Functions that the Swift compiler would optimise away if they were inlined.
#include "BenchLimits.h"

// Entry points of the Swift runtime, whose binary interface is stable.
extern void *swift_retain(void *object);
extern void swift_release(void *object);

void bench_retain_release(void *object, int64_t times) {
  for (int64_t i = 0; i < times; i++) {
    swift_retain(object);
    swift_release(object);
  }
}

void bench_retain_release_each(void *const *objects, int64_t count, int64_t times) {
  int64_t index = 0;
  for (int64_t i = 0; i < times; i++) {
    swift_retain(objects[index]);
    swift_release(objects[index]);
    if (++index == count) index = 0;
  }
}

/// Arithmetic that cannot start before `*word` is read and the last result is known.
static uint64_t compute(uint64_t last, const volatile uint64_t *word) {
  uint64_t result = last + *word;
  for (int step = 0; step < 8; step++) {
    result = result * 1664525u + 1013904223u;
    __asm__ volatile("" : "+r"(result));
  }
  return result;
}

void bench_retain_release_spread(void *container, void *instance, int64_t times) {
  uint64_t result = 0;
  for (int64_t i = 0; i < times; i++) {
    result = compute(result, container);
    swift_retain(container);
    result = compute(result, container);
    swift_retain(instance);
    result = compute(result, container);
    swift_release(container);
    result = compute(result, container);
    swift_release(instance);
  }
}

void bench_gate_arrive(uint32_t *word) { __atomic_fetch_sub(word, 1, __ATOMIC_ACQ_REL); }

bool bench_gate_is_open(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE) == 0;
}

void bench_gate_watch(const uint32_t *word) {
  while (!bench_gate_is_open(word)) {
  }
}

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void bench_mutex_pairs(int64_t times) {
  for (int64_t i = 0; i < times; i++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
}
#elif defined(_WIN32)
#include <windows.h>

static SRWLOCK mutex = SRWLOCK_INIT;

void bench_mutex_pairs(int64_t times) {
  for (int64_t i = 0; i < times; i++) {
    AcquireSRWLockExclusive(&mutex);
    ReleaseSRWLockExclusive(&mutex);
  }
}
#else
#error "No lock is known for this system."
#endif
