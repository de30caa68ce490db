// Factory, MIT licence; see LICENSE
//
// The state of a thread, and its frames.
#include "FactoryCore.h"

#include "thread_local.h"

#if defined(__APPLE__)
#include <pthread.h>
#include <pthread/qos.h>
#endif

_Thread_local factory_thread factory_this_thread = {.hazard = FACTORY_NO_HAZARD};

factory_thread *factory_current_thread(void) { return &factory_this_thread; }

// MARK: Frames

bool factory_frame_push(factory_frame *frame) {
  factory_thread *thread = &factory_this_thread;
  factory_frame *previous = thread->top;
  frame->previous = previous;
  frame->thread = thread;
  frame->depth = previous ? previous->depth + 1 : 0;
  thread->top = frame;
#if defined(__APPLE__)
  if (thread->handle == NULL) thread->handle = (void *)pthread_self();
#endif
  return factory_frame_is_deep(frame);
}

// Not inlined, so that the usual case needs no stack frame.
__attribute__((noinline)) static bool is_owned(const factory_frame *frame) {
  for (; frame != NULL; frame = frame->previous)
    if (frame->phase != FACTORY_RESOLVING && frame->owner.is_kept) return true;
  return false;
}

bool factory_thread_is_owned(void) {
  const factory_frame *top = factory_this_thread.top;
  return top != NULL && is_owned(top);
}

bool factory_same_factory(const factory_frame *lhs, const factory_frame *rhs) {
  return lhs->container == rhs->container && lhs->type == rhs->type &&
         lhs->parameter_type == rhs->parameter_type &&
         ((lhs->flags ^ rhs->flags) & FACTORY_HAS_EXPLICIT_KEY) == 0 &&
         factory_same_text(lhs->name, rhs->name) &&
         (rhs->flags & FACTORY_HAS_EXPLICIT_KEY || factory_same_text(lhs->file, rhs->file));
}

factory_frame *factory_frame_like(
    const factory_frame *frame, const factory_frame *from, uint32_t phase) {
  for (factory_frame *other = from->previous; other != NULL; other = other->previous)
    if (other->phase == phase && factory_same_factory(other, frame)) return other;
  return NULL;
}

// MARK: Priority

#if defined(__APPLE__)
void *factory_thread_boost(const factory_thread *thread) {
  if (thread->handle == NULL) return NULL;
  return (void *)pthread_override_qos_class_start_np(
      (pthread_t)thread->handle, qos_class_self(), 0);
}
void factory_thread_end_boost(void *boost) {
  if (boost != NULL) pthread_override_qos_class_end_np((pthread_override_t)boost);
}
#else
void *factory_thread_boost(const factory_thread *thread) {
  (void)thread;
  return NULL;
}
void factory_thread_end_boost(void *boost) { (void)boost; }
#endif
