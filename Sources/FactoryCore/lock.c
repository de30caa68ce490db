// Factory, MIT licence; see LICENSE
//
// The slow halves of the lock word, waiting for an event, and threads, system by system.
#include "FactoryCore.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#elif !defined(__wasi__) || defined(_REENTRANT)
#include <pthread.h>
#include <time.h>
#endif
#if defined(__APPLE__)
#include <pthread/qos.h>
#endif

// No thread waits for longer than a year at once, which fits the fields of each system.
static inline uint64_t at_most_a_year(uint64_t nanoseconds) {
  const uint64_t year = 365ull * 24 * 3600 * 1000000000;
  return nanoseconds < year ? nanoseconds : year;
}

#if defined(__linux__) || defined(__ANDROID__)

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_on(uint32_t *word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}
static void wait_on_for(uint32_t *word, uint32_t value, uint64_t nanoseconds) {
  // The system call's own type, which differs from `struct timespec` on 32-bit systems with 64-bit times.
  nanoseconds = at_most_a_year(nanoseconds);
  struct {
    long seconds, nanoseconds;
  } time = {(long)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &time, NULL, 0);
}
static void wake_one(uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }
static void wake_all(uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

#elif defined(_WIN32)

#if defined(_MSC_VER)
#pragma comment(lib, "synchronization.lib")
#endif

static void wait_on(uint32_t *word, uint32_t value) {
  WaitOnAddress(word, &value, sizeof value, INFINITE);
}
static void wait_on_for(uint32_t *word, uint32_t value, uint64_t nanoseconds) {
  uint64_t milliseconds = at_most_a_year(nanoseconds) / 1000000 + 1;
  WaitOnAddress(
      word, &value, sizeof value,
      milliseconds < INFINITE ? (DWORD)milliseconds : (DWORD)(INFINITE - 1));
}
static void wake_one(uint32_t *word) { WakeByAddressSingle(word); }
static void wake_all(uint32_t *word) { WakeByAddressAll(word); }

#elif defined(__wasi__) && !defined(_REENTRANT)

// Without threads a wait would never end.
static void wait_on(uint32_t *word, uint32_t value) { (void)word; (void)value; __builtin_trap(); }
static void wait_on_for(uint32_t *word, uint32_t value, uint64_t nanoseconds) {
  (void)at_most_a_year(nanoseconds);
  wait_on(word, value);
}
static void wake_one(uint32_t *word) { (void)word; }
static void wake_all(uint32_t *word) { (void)word; }

#else

// A fixed set of condition variables, chosen by address. Neighbours share one, so wake-ups are
// broadcasts and every waiter reads its own word again.
enum { BUCKETS = 64 };
static struct bucket {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
} buckets[BUCKETS];
static pthread_once_t buckets_once = PTHREAD_ONCE_INIT;
static void make_buckets(void) {
  for (int i = 0; i < BUCKETS; i++) {
    pthread_mutex_init(&buckets[i].mutex, NULL);
    pthread_cond_init(&buckets[i].changed, NULL);
  }
}
static struct bucket *bucket_of(uint32_t *word) {
  pthread_once(&buckets_once, make_buckets);
  return &buckets[((uintptr_t)word >> 4) % BUCKETS];
}
static void wait_on(uint32_t *word, uint32_t value) {
  struct bucket *bucket = bucket_of(word);
  pthread_mutex_lock(&bucket->mutex);
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
    pthread_cond_wait(&bucket->changed, &bucket->mutex);
  pthread_mutex_unlock(&bucket->mutex);
}
static struct timespec to_timespec(uint64_t nanoseconds) {
  nanoseconds = at_most_a_year(nanoseconds);
  struct timespec time = {0};
  time.tv_sec = (time_t)(nanoseconds / 1000000000);
  time.tv_nsec = (long)(nanoseconds % 1000000000);
  return time;
}
// May return early, because neighbours share the condition variable.
static void wait_on_for(uint32_t *word, uint32_t value, uint64_t nanoseconds) {
  struct bucket *bucket = bucket_of(word);
  pthread_mutex_lock(&bucket->mutex);
  if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) {
#if defined(__APPLE__)
    struct timespec time = to_timespec(nanoseconds);
    pthread_cond_timedwait_relative_np(&bucket->changed, &bucket->mutex, &time);
#else
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct timespec time = to_timespec(nanoseconds + (uint64_t)now.tv_nsec);
    time.tv_sec += now.tv_sec;
    pthread_cond_timedwait(&bucket->changed, &bucket->mutex, &time);
#endif
  }
  pthread_mutex_unlock(&bucket->mutex);
}
static void wake_all(uint32_t *word) {
  struct bucket *bucket = bucket_of(word);
  pthread_mutex_lock(&bucket->mutex);
  pthread_cond_broadcast(&bucket->changed);
  pthread_mutex_unlock(&bucket->mutex);
}
#if !defined(__APPLE__)
static void wake_one(uint32_t *word) { wake_all(word); }
#endif

#endif

#if defined(__APPLE__)

#include <os/lock.h>

_Static_assert(sizeof(os_unfair_lock) == sizeof(uint32_t), "the lock word holds an unfair lock");
void factory_lock_slowly(uint32_t *word) { os_unfair_lock_lock((os_unfair_lock_t)(void *)word); }
void factory_unlock_slowly(uint32_t *word) {
  os_unfair_lock_unlock((os_unfair_lock_t)(void *)word);
}

#else

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

void factory_lock_slowly(uint32_t *word) {
  for (int spins = 0; spins < 64; spins++) {
    uint32_t expected = 0;
    if (__atomic_load_n(word, __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(word, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
    relax();
  }
  // From here on the word says 2, so the thread that unlocks wakes another.
  while (__atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE) != 0) wait_on(word, 2);
}

void factory_unlock_slowly(uint32_t *word) { wake_one(word); }

#endif

uint32_t factory_wait_graph_word;
uint32_t factory_object_words[64];

void factory_event_prepare(uint32_t *event) { __atomic_store_n(event, 0, __ATOMIC_RELEASE); }

void factory_event_wait(uint32_t *event) {
  while (__atomic_load_n(event, __ATOMIC_ACQUIRE) == 0) wait_on(event, 0);
}

void factory_event_signal(uint32_t *event) {
  __atomic_store_n(event, 1, __ATOMIC_RELEASE);
  // The waiting thread may have continued already, or even ended. Then there is no thread to wake
  // at the address, and the call has no effect.
  wake_all(event);
}

bool factory_event_wait_for(uint32_t *event, uint64_t nanoseconds) {
  const uint64_t start = factory_monotonic_nanoseconds();
  uint64_t passed = 0;
  while (__atomic_load_n(event, __ATOMIC_ACQUIRE) == 0) {
    if (passed >= nanoseconds) return false;
    wait_on_for(event, 0, nanoseconds - passed);
    passed = factory_monotonic_nanoseconds() - start;
  }
  return true;
}

// MARK: Threads

#if defined(__wasi__) && !defined(_REENTRANT)

bool factory_thread_start(void (*body)(void *context), void *context) {
  (void)body;
  (void)context;
  return false;
}

#else

typedef struct thread_start {
  void (*body)(void *context);
  void *context;
} thread_start;

static void run_thread(void *memory) {
  thread_start start = *(thread_start *)memory;
  factory_free(memory);
  start.body(start.context);
}

#if defined(_WIN32)
static DWORD WINAPI thread_main(void *memory) {
  run_thread(memory);
  return 0;
}
#else
static void *thread_main(void *memory) {
  run_thread(memory);
  return NULL;
}
#endif

bool factory_thread_start(void (*body)(void *context), void *context) {
  thread_start *start = factory_allocate(sizeof *start);
  start->body = body;
  start->context = context;
#if defined(_WIN32)
  HANDLE thread = CreateThread(NULL, 0, thread_main, start, 0, NULL);
  bool has_started = thread != NULL;
  if (has_started) CloseHandle(thread);
#else
  pthread_t thread;
#if defined(__APPLE__)
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_set_qos_class_np(&attributes, qos_class_self(), 0);
  bool has_started = pthread_create(&thread, &attributes, thread_main, start) == 0;
  pthread_attr_destroy(&attributes);
#else
  bool has_started = pthread_create(&thread, NULL, thread_main, start) == 0;
#endif
  if (has_started) pthread_detach(thread);
#endif
  if (!has_started) factory_free(start);
  return has_started;
}

#endif
