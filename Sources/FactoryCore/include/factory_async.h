// Factory, MIT licence; see LICENSE
//
// The state of an asynchronous resolution, which several tasks access.
#ifndef FACTORY_ASYNC_H
#define FACTORY_ASYNC_H

#include "factory_table.h"

FACTORY_BEGIN_DECLARATIONS

/// One asynchronous resolution: the elements of an `AsyncFrame`.
typedef struct factory_async_frame {
  /// Describes the factory; constant, and never on a thread's list of frames.
  factory_frame description;
  /// Not zero once the resolution has ended or, if it has started a construction, once that has run
  /// the closure. Atomic.
  uint32_t has_ended;
  /// Guards `parent`, `users` and `tree`. The last one is used if the frame is the outermost one of a tree.
  uint32_t lock;
  /// The owned frame of the resolution around this one.
  void *_Nullable parent;
  /// The number of users of the tree: the resolution itself, and the constructions in the tree.
  uint32_t users;
  /// Owned `GraphCells`, or null until it is needed and when there are no users any more.
  void *_Nullable tree;
} factory_async_frame;

static inline bool factory_async_frame_has_ended(const factory_async_frame *_Nonnull frame) {
  return factory_word_load(&frame->has_ended) != 0;
}
static inline void factory_async_frame_end(factory_async_frame *_Nonnull frame) {
  factory_word_store(&frame->has_ended, 1);
}

static inline uint32_t *_Nonnull factory_async_frame_lock(factory_async_frame *_Nonnull frame) {
  return &frame->lock;
}

// The fields that the lock guards. Accessed through functions, because in Swift modifying one field is
// an exclusive access to the whole struct.
static inline void *_Nullable factory_async_frame_parent(
    const factory_async_frame *_Nonnull frame) {
  return frame->parent;
}
static inline void factory_async_frame_set_parent(
    factory_async_frame *_Nonnull frame, void *_Nullable parent) {
  frame->parent = parent;
}
static inline bool factory_async_frame_has_users(const factory_async_frame *_Nonnull frame) {
  return frame->users > 0;
}
static inline void factory_async_frame_add_user(factory_async_frame *_Nonnull frame) {
  frame->users++;
}
/// Returns whether it was the last one.
static inline bool factory_async_frame_remove_user(factory_async_frame *_Nonnull frame) {
  return --frame->users == 0;
}
static inline void *_Nullable factory_async_frame_tree(const factory_async_frame *_Nonnull frame) {
  return frame->tree;
}
static inline void factory_async_frame_set_tree(
    factory_async_frame *_Nonnull frame, void *_Nullable tree) {
  frame->tree = tree;
}

/// Not zero once there was an asynchronous resolution in the process. Until then, synchronous
/// resolutions need not test whether they belong to one.
extern uint32_t factory_async_uses;
static inline bool factory_async_is_used(void) {
  return __atomic_load_n(&factory_async_uses, __ATOMIC_RELAXED) != 0;
}
static inline void factory_async_record_use(void) {
  if (!factory_async_is_used()) __atomic_store_n(&factory_async_uses, 1, __ATOMIC_RELAXED);
}

/// Whether the calling code may build a part of an instance that is kept, or there are child containers.
static inline bool factory_may_be_owned(void) {
  return factory_children_exist() || factory_async_is_used() || factory_thread_is_owned();
}

FACTORY_END_DECLARATIONS

#endif
