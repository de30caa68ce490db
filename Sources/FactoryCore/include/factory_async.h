// Factory, MIT licence; see LICENSE
//
// The part of an asynchronous resolution that tasks access without a lock.
#ifndef FACTORY_ASYNC_H
#define FACTORY_ASYNC_H

#include "factory_thread.h"

FACTORY_BEGIN_DECLARATIONS

/// One asynchronous resolution. `Resolution/AsyncFrame.swift` describes the fields.
typedef struct factory_async_frame {
  /// Describes the factory; constant, and never on a thread's list of frames.
  factory_frame description;
  /// Whether the resolution has ended.
  uint32_t has_ended;
  // The lock guards the other two, which are used if the frame is the outermost one of a tree.
  uint32_t lock;
  /// The resolution itself, and the constructions in progress below it that use its tree.
  uint32_t users;
  /// An owned `AsyncTree`, or null until it is needed and when there are no users any more.
  void *_Nullable tree;
} factory_async_frame;

static inline bool factory_async_frame_has_ended(const factory_async_frame *_Nonnull frame) {
  return factory_word_load(&frame->has_ended) != 0;
}
static inline void factory_async_frame_end(factory_async_frame *_Nonnull frame) {
  factory_word_store(&frame->has_ended, 1);
}

/// Not zero once there was an asynchronous resolution in the process. Until then, synchronous ones
/// need not look whether they belong to one.
extern uint32_t factory_async_uses;
static inline bool factory_async_is_used(void) {
  return __atomic_load_n(&factory_async_uses, __ATOMIC_RELAXED) != 0;
}
static inline void factory_async_note_use(void) {
  if (!factory_async_is_used()) __atomic_store_n(&factory_async_uses, 1, __ATOMIC_RELAXED);
}

FACTORY_END_DECLARATIONS

#endif
