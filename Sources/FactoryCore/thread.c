// Factory, MIT licence; see LICENSE
//
// The state of a thread, its frames, and the remaining space on its stack.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // for pthread_getattr_np
#endif
#include "FactoryCore.h"

#include "thread_local.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#elif !defined(__wasi__) || defined(_REENTRANT)
#include <pthread.h>
#endif
#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <pthread/qos.h>
#endif

_Thread_local factory_thread factory_this_thread = {
    .stack_limit = UINTPTR_MAX, .hazard = FACTORY_NO_HAZARD};

factory_thread *factory_current_thread(void) { return &factory_this_thread; }

// MARK: Frames

// An address in the calling thread's stack. The address of a frame cannot be used: in an
// asynchronous function, frames are in the task's context.
static inline uintptr_t stack_position(void) { return (uintptr_t)__builtin_frame_address(0); }

bool factory_frame_push(factory_frame *frame) {
  factory_thread *thread = &factory_this_thread;
  factory_frame *previous = thread->top;
  frame->previous = previous;
  frame->thread = thread;
  frame->depth = previous ? previous->depth + 1 : 0;
  thread->top = frame;
  return factory_frame_is_deep(frame) || stack_position() < thread->stack_limit;
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

// MARK: The stack

// The bounds of the calling thread's stack; false if the system does not provide them.
static bool stack_bounds(uintptr_t *low, uintptr_t *high) {
#if defined(_WIN32)
  ULONG_PTR lower, upper;
  GetCurrentThreadStackLimits(&lower, &upper);
  *low = (uintptr_t)lower;
  *high = (uintptr_t)upper;
  return true;
#elif defined(__APPLE__)
  *high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  *low = *high - pthread_get_stacksize_np(pthread_self());
  return true;
#elif defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void *address = NULL;
  size_t size = 0;
  int failure = pthread_attr_getstack(&attributes, &address, &size);
  pthread_attr_destroy(&attributes);
  if (failure != 0) return false;
  *low = (uintptr_t)address;
  *high = *low + size;
  // The main thread's stack grows on demand: some C libraries report only its current size.
  if (syscall(SYS_gettid) == getpid()) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur > *high)
      return false;
    *low = *high - (uintptr_t)limit.rlim_cur;
  }
  return true;
#else
  (void)low;
  (void)high;
  return false;
#endif
}

// The space to reserve for the report, which takes up to 100 KiB in a debug build, and for the code
// that runs between two frames. At most half of the stack.
static uintptr_t margin(uintptr_t size) {
  uintptr_t half = size / 2;
  return half < 128 * 1024 ? half : 128 * 1024;
}

// Whether the system knows the bounds of a fiber's stack while that is in use. Elsewhere, a thread has
// the bounds of its own stack, and always the same.
#if defined(_WIN32)
static const bool stack_may_change = true;
#else
static const bool stack_may_change = false;
#endif

static void measure_stack(factory_thread *thread) {
  uintptr_t low = 0, high = 0;
  bool is_known = stack_bounds(&low, &high);
  thread->stack_low = is_known ? low : 0;
  thread->stack_limit = is_known ? low + margin(high - low) : 0;
#if defined(__APPLE__)
  thread->handle = (void *)pthread_self();
#endif
}

bool factory_thread_is_near_stack_end(void) {
  factory_thread *thread = &factory_this_thread;
  uintptr_t address = stack_position();
  // A stack that the program has allocated itself, such as a fiber's, is not checked. It may be below
  // the thread's own, or be the one of the thread's first resolution.
  if (thread->stack_limit == UINTPTR_MAX || (address < thread->stack_low && stack_may_change))
    measure_stack(thread);
  return address >= thread->stack_low && address < thread->stack_limit;
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
