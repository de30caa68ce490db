// Factory, MIT licence; see LICENSE
//
// The state of an asynchronous resolution, which several tasks access.
#ifndef FACTORY_ASYNC_H
#define FACTORY_ASYNC_H

#include "factory_thread.h"

FACTORY_BEGIN_DECLARATIONS

/// One asynchronous resolution: the elements of an `AsyncFrame`.
typedef struct factory_async_frame {
  /// Describes the factory; constant, and never on a thread's list of frames.
  factory_frame description;
  /// Not zero once the resolution has ended or, if it has started a construction, once that has run
  /// the closure. Atomic.
  uint32_t has_ended;
  // The lock guards the next two, which are used if the frame is the outermost one of a tree.
  uint32_t lock;
  /// The number of users of the tree: the resolution itself, and the constructions in the tree.
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

/// Not zero once there was an asynchronous resolution in the process. Until then, synchronous
/// resolutions need not test whether they belong to one.
extern uint32_t factory_async_uses;
static inline bool factory_async_is_used(void) {
  return __atomic_load_n(&factory_async_uses, __ATOMIC_RELAXED) != 0;
}
static inline void factory_async_note_use(void) {
  if (!factory_async_is_used()) __atomic_store_n(&factory_async_uses, 1, __ATOMIC_RELAXED);
}

FACTORY_END_DECLARATIONS

#endif
