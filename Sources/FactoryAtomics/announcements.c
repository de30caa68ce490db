// Factory, MIT licence; see LICENSE
//
// How a hit takes a reference to a kept instance without a lock and without writing to memory that
// other threads write to.
//
// A kept object is in its cell's word, with the phase in the lowest bits. A reader
//   1. announces the cell in the place of its thread,
//   2. reads the word, and if an instance is there, takes its own reference to it,
//   3. withdraws the announcement.
// Whoever drops the object
//   1. puts something else into the word,
//   2. waits until no place names the cell,
//   3. lets the object go.
// The first two steps of each side are sequentially consistent. So either the reader's second step
// no longer finds the object, or the dropper's second step finds the announcement and waits until
// the reader has its reference. Between announcement and withdrawal a reader runs a few instructions
// and no code of a user, so the wait is short, however long the reader's thread is kept off its
// processor. A test walks all states of this protocol (`Tests/FactoryProofTests/Engine`).
#include "thread.h"

#include <stddef.h>
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#elif !defined(__wasi__)
#include <pthread.h>
#include <sched.h>
#include <time.h>
#endif

// Each place has cache lines of its own. They are never freed, so whoever looks at one may.
enum { PLACES = 128 };
static struct place {
  _Alignas(128) factory_announcement announcement;
  uint32_t taken;
} places[PLACES];
// No place from here on was ever taken.
static uint32_t end;

// Called by the thread whose place it is. When that ends, its state may have been freed already; then
// the system makes it a new one here, which is as good.
static void give_back(struct place *place) {
  factory_this_thread.announcement = NULL;
  __atomic_store_n(&place->taken, 0, __ATOMIC_RELEASE);
}

// Has `give_back` called when the calling thread ends. It may be called more than once.
static bool give_back_at_thread_end(struct place *place);

#if defined(_WIN32)

static void NTAPI thread_ends(void *place) {
  if (place) give_back(place);
}
static INIT_ONCE key_once = INIT_ONCE_STATIC_INIT;
static DWORD key;
static BOOL CALLBACK make_key(PINIT_ONCE once, PVOID parameter, PVOID *context) {
  (void)once; (void)parameter; (void)context;
  key = FlsAlloc(thread_ends);
  return TRUE;
}
static bool give_back_at_thread_end(struct place *place) {
  InitOnceExecuteOnce(&key_once, make_key, NULL, NULL);
  return key != FLS_OUT_OF_INDEXES && FlsSetValue(key, place);
}
static void pause_thread(unsigned times) {
  if (times < 64) YieldProcessor();
  else if (times < 128) SwitchToThread();
  else Sleep(1);
}

#elif defined(__wasi__)

// One thread, which lasts as long as the process and never finds another one reading.
static bool give_back_at_thread_end(struct place *place) { (void)place; return true; }
static void pause_thread(unsigned times) { (void)times; }

#else

static void thread_ends(void *place) { give_back(place); }
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;
static void make_key(void) { has_key = pthread_key_create(&key, thread_ends) == 0; }
static bool give_back_at_thread_end(struct place *place) {
  pthread_once(&key_once, make_key);
  return has_key && pthread_setspecific(key, place) == 0;
}
static void pause_thread(unsigned times) {
  if (times < 64) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("yield");
#endif
  } else if (times < 128) {
    sched_yield();
  } else {
    // The reader was taken off its processor in mid-read, perhaps by this very thread's priority.
    struct timespec short_while = {0, 100000};
    nanosleep(&short_while, NULL);
  }
}

#endif

// Takes a place for the thread; null if there is none. Then the thread's hits take the long way,
// which is right without an announcement, and it asks again from time to time.
static factory_announcement *take_place(factory_thread *thread) {
  if (thread->announcements_missed++ % 256 != 0) return NULL;
  for (uint32_t index = 0; index < PLACES; index++) {
    struct place *place = &places[index];
    uint32_t expected = 0;
    if (__atomic_load_n(&place->taken, __ATOMIC_RELAXED) != 0 ||
        !__atomic_compare_exchange_n(
            &place->taken, &expected, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      continue;
    thread->announcement = &place->announcement;
    if (!give_back_at_thread_end(place)) {
      give_back(place);
      return NULL;
    }
    uint32_t known = __atomic_load_n(&end, __ATOMIC_RELAXED);
    while (known <= index && !__atomic_compare_exchange_n(
                                 &end, &known, index + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    thread->announcements_missed = 0;
    return &place->announcement;
  }
  return NULL;
}

factory_sighting factory_announce(const factory_cell *cell) {
  factory_thread *thread = &factory_this_thread;
  factory_announcement *announcement = thread->announcement;
  if (announcement == NULL && (announcement = take_place(thread)) == NULL)
    return (factory_sighting){NULL, NULL};
  __atomic_exchange_n(&announcement->cell, (const void *)cell, __ATOMIC_SEQ_CST);
  uintptr_t phase = (uintptr_t)__atomic_load_n(&cell->phase, __ATOMIC_SEQ_CST);
  if (phase != 0 && (phase & FACTORY_PHASES) <= FACTORY_READY_WEAKLY)
    return (factory_sighting){(void *)phase, announcement};
  factory_withdraw(announcement);
  return (factory_sighting){NULL, NULL};
}

void factory_await_withdrawal(const factory_cell *cell) {
  uint32_t count = __atomic_load_n(&end, __ATOMIC_SEQ_CST);
  for (uint32_t index = 0; index < count; index++)
    for (unsigned times = 0;
         __atomic_load_n(&places[index].announcement.cell, __ATOMIC_SEQ_CST) == (const void *)cell;
         times++)
      pause_thread(times);
}
