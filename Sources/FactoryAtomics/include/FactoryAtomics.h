// Factory, MIT licence; see LICENSE
//
// What FactoryKit has below Swift: atomic loads and stores, a one-word lock, a parking place, the
// thread's resolution state, and in `factory_entries.h` what containers keep of their factories.
// `Synchronization` would serve for the first, but needs newer systems than the library supports.
// Nothing here calls user code.
#ifndef FACTORY_ATOMICS_H
#define FACTORY_ATOMICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Atomics

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

static inline void factory_word_set(uint32_t *_Nonnull address, uint32_t bits) {
  __atomic_fetch_or(address, bits, __ATOMIC_ACQ_REL);
}

static inline void factory_word_clear(uint32_t *_Nonnull address, uint32_t bits) {
  __atomic_fetch_and(address, ~bits, __ATOMIC_ACQ_REL);
}

/// Stores `value` and returns what was there.
static inline uint32_t factory_word_exchange(uint32_t *_Nonnull address, uint32_t value) {
  return __atomic_exchange_n(address, value, __ATOMIC_ACQ_REL);
}

/// Stores `desired` if `expected` is there; tells whether it did.
static inline bool factory_word_replace(
    uint32_t *_Nonnull address, uint32_t expected, uint32_t desired) {
  return __atomic_compare_exchange_n(
      address, &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

// MARK: Lock

// One word: 0 is free, 1 is held, 2 is held and somebody may be parked on it. It is held for
// loads and stores of fields only, so a holder leaves within nanoseconds unless the system takes
// its processor away; waiters spin briefly, then park. On Apple systems the word is an
// `os_unfair_lock`, which lends the waiter's priority to the holder.
#if defined(__APPLE__)
#define FACTORY_LOCK_OUT_OF_LINE 1
#else
#define FACTORY_LOCK_OUT_OF_LINE 0
#endif

void factory_lock_contended(uint32_t *_Nonnull word);
void factory_unlock_contended(uint32_t *_Nonnull word);

static inline void factory_lock(uint32_t *_Nonnull word) {
#if FACTORY_LOCK_OUT_OF_LINE
  factory_lock_contended(word);
#else
  uint32_t expected = 0;
  if (!__atomic_compare_exchange_n(
          word, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    factory_lock_contended(word);
#endif
}

static inline void factory_unlock(uint32_t *_Nonnull word) {
#if FACTORY_LOCK_OUT_OF_LINE
  factory_unlock_contended(word);
#else
  if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2)
    factory_unlock_contended(word);
#endif
}

// MARK: Resolution frames

/// What a frame is doing; the values of `factory_frame.phase`.
enum { FACTORY_RESOLVING = 0, FACTORY_CONSTRUCTING = 1, FACTORY_DECORATING = 2 };

/// One resolution in progress. Frames live on the stack of the thread that resolves and are
/// linked from the innermost outwards; only their own thread changes them.
typedef struct factory_frame {
  struct factory_frame *_Nullable previous;
  struct factory_thread *_Nullable thread; // whose stack this is on
  uint32_t depth;
  uint32_t phase;
  uint64_t container;                   // the container's identity, see ContainerIdentity.swift
  const void *_Nullable type;           // metadata of the result type
  const uint8_t *_Nullable name;        // null-terminated, like `file`
  const uint8_t *_Nullable file;
  uint32_t line;
  const void *_Nullable parameter;      // the parameter's value, alive while the frame is
  const void *_Nullable parameter_type; // its metadata; null for factories without parameter
} factory_frame;

/// What a resolution on the full way has to remember while the factory's closure runs; see
/// FullResolution.swift. All zero if the resolution is not on that way.
typedef struct factory_turn {
  // The first four own references.
  void *_Nullable manager;
  void *_Nullable options;
  void *_Nullable construction;
  void *_Nullable owner; // of the cell, where that is needed
  struct factory_cell *_Nullable cell;
  uint32_t generation;
  uint32_t line; // of the trace, one more; zero if there is none
  bool is_weak;
  bool is_decorated;
} factory_turn;

struct factory_announcement;

/// What a thread knows of its own resolutions.
typedef struct factory_thread {
  factory_frame *_Nullable top;         // innermost frame, null outside any resolution
  void *_Nullable cycle;                // graph instances and trace lines of the current cycle
  uint32_t auto_registering;            // how many `autoRegister` calls are on the stack
  uint32_t logging;                     // how many logger calls are on the stack
  struct factory_announcement *_Nullable announcement; // its place to announce, once it has one
  uint32_t announcements_missed;        // how often it wanted one and all were taken
  // The three below are guarded by the wait graph's lock.
  void *_Nullable waiting_for;          // the construction this thread waits for
  struct factory_thread *_Nullable next_waiter;
  uint32_t event;                       // what it parks on
} factory_thread;

/// The calling thread's state. Out of line on purpose: the address must not be kept by an
/// inlining caller across a suspension point, after which a task may run on another thread.
factory_thread *_Nonnull factory_current_thread(void);

/// Says in a frame what it is of.
static inline void factory_frame_describe(
    factory_frame *_Nonnull frame, uint64_t container, const void *_Nonnull type,
    const uint8_t *_Nonnull name, const uint8_t *_Nonnull file, uint32_t line) {
  frame->container = container;
  frame->type = type;
  frame->name = name;
  frame->file = file;
  frame->line = line;
}

/// Makes `frame` the innermost. Returns true when its depth is 32, 64, 128, …: time to look for
/// an endless recursion.
bool factory_frame_push(factory_frame *_Nonnull frame);

/// The next frame further out than `from` that is in `phase` and of the same factory and container as
/// `frame`, whatever their parameters; null if there is none.
factory_frame *_Nullable factory_frame_like(
    const factory_frame *_Nonnull frame, const factory_frame *_Nonnull from, uint32_t phase);

/// Parking: `prepare`, then make the thread known to who will unpark it, then `park`, which blocks
/// until `unpark` was called since `prepare`.
void factory_thread_prepare(factory_thread *_Nonnull thread);
void factory_thread_park(factory_thread *_Nonnull thread);
void factory_thread_unpark(factory_thread *_Nonnull thread);

/// Takes the innermost frame off. Returns true when that ended a cycle that left something behind.
/// A resolution is synchronous, so the thread is the one that pushed.
static inline bool factory_frame_pop(factory_frame *_Nonnull frame) {
  factory_thread *thread = frame->thread;
  thread->top = frame->previous;
  return frame->previous == NULL && thread->cycle != NULL;
}

// MARK: Announcements

/// A place where one thread says what it is about to read; see announcements.c.
typedef struct factory_announcement {
  const void *_Nullable cell;
} factory_announcement;

/// What was found in an announced cell; `announcement` is null if nothing was.
typedef struct factory_sighting {
  void *_Nullable pointer;
  factory_announcement *_Nullable announcement;
} factory_sighting;

struct factory_cell;

/// Announces a cell and reads its phase. If an instance is ready there, strongly or weakly, it is
/// the result, and stays alive until the announcement is withdrawn, which must follow within a few
/// instructions.
factory_sighting factory_announce(const struct factory_cell *_Nonnull cell);

static inline void factory_withdraw(factory_announcement *_Nonnull announcement) {
  __atomic_store_n(&announcement->cell, NULL, __ATOMIC_RELEASE);
}

/// Waits until nobody is reading what was in `cell` before the caller put it into another phase.
void factory_await_withdrawal(const struct factory_cell *_Nonnull cell);

// MARK: Texts

/// The one lasting UTF-8 text of a Unicode scalar.
const uint8_t *_Nonnull factory_scalar_text(uint32_t scalar);

// MARK: System

/// Nanoseconds of a clock that never goes backwards, from an arbitrary origin.
uint64_t factory_monotonic_nanoseconds(void);

/// The value of an environment variable, or null.
const char *_Nullable factory_environment(const char *_Nonnull name);

/// Whether the Objective-C runtime knows the class; false where there is no such runtime.
bool factory_objc_class_exists(const char *_Nonnull name);

/// Not zero while resolutions are traced. Read on every resolution, so it is a plain global.
extern uint32_t factory_tracing;
static inline bool factory_is_tracing(void) {
  return __atomic_load_n(&factory_tracing, __ATOMIC_RELAXED) != 0;
}
static inline void factory_set_tracing(bool on) {
  __atomic_store_n(&factory_tracing, on ? 1 : 0, __ATOMIC_RELAXED);
}

/// Not zero once the process has a singleton scope besides its own, which a task may then be in.
extern uint32_t factory_other_singletons;
static inline bool factory_has_other_singletons(void) {
  return __atomic_load_n(&factory_other_singletons, __ATOMIC_RELAXED) != 0;
}
static inline void factory_note_other_singletons(void) {
  __atomic_store_n(&factory_other_singletons, 1, __ATOMIC_RELAXED);
}

#include "factory_entries.h"

#endif
