// Factory, MIT licence; see LICENSE
//
// What would not stay what it is, were it inlined into Swift.
#include "BenchLimits.h"

// The Swift runtime's own entry points, whose binary interface is stable.
extern void *swift_retain(void *object);
extern void swift_release(void *object);

void bench_retain_release(void *object, int64_t times) {
  for (int64_t i = 0; i < times; i++) {
    swift_retain(object);
    swift_release(object);
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
