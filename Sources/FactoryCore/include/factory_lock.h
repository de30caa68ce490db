// Factory, MIT licence; see LICENSE
//
// A lock of one word, and parking of threads.
//
// The word is 0 while the lock is free, 1 while it is held, and 2 while it is held and a thread may
// be parked on it. The lock is held for short accesses to fields only, never while user code runs,
// so waiting threads spin briefly before they park. On Apple systems the word is an
// `os_unfair_lock`, which raises the priority of the thread that holds it to that of the waiting
// threads.
#ifndef FACTORY_LOCK_H
#define FACTORY_LOCK_H

#include "factory_atomics.h"

FACTORY_BEGIN_DECLARATIONS

void factory_lock_slowly(uint32_t *_Nonnull word);
void factory_unlock_slowly(uint32_t *_Nonnull word);

static inline void factory_lock(uint32_t *_Nonnull word) {
#if defined(__APPLE__)
  factory_lock_slowly(word);
#else
  uint32_t expected = 0;
  if (!__atomic_compare_exchange_n(
          word, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    factory_lock_slowly(word);
#endif
}

static inline void factory_unlock(uint32_t *_Nonnull word) {
#if defined(__APPLE__)
  factory_unlock_slowly(word);
#else
  if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2) factory_unlock_slowly(word);
#endif
}

/// The lock of the wait graph; see `Engine/Construction.swift`.
extern uint32_t factory_wait_graph_word;
static inline uint32_t *_Nonnull factory_wait_graph_lock(void) { return &factory_wait_graph_word; }

/// One of some locks that all small objects share, so that none of them needs memory for its own. Nothing else is locked
/// while it is held.
extern uint32_t factory_object_words[64];
static inline uint32_t *_Nonnull factory_object_lock(const void *_Nonnull object) {
  return &factory_object_words[(uintptr_t)object >> 5 & 63];
}

// Waiting: call `factory_event_prepare`, pass the event to the thread that will signal it, then
// call `factory_event_wait`, which blocks until `factory_event_signal` has been called.
void factory_event_prepare(uint32_t *_Nonnull event);
void factory_event_wait(uint32_t *_Nonnull event);
void factory_event_signal(uint32_t *_Nonnull event);

/// The same as `factory_event_wait`, but waits for at most this time. Returns whether the event was signalled.
bool factory_event_wait_for(uint32_t *_Nonnull event, uint64_t nanoseconds);

/// Starts a thread that nobody joins, with the priority of the calling one. False if the system has no threads, or cannot start another one.
bool factory_thread_start(
    void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

FACTORY_END_DECLARATIONS

#endif
