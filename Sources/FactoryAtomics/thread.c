// Factory, MIT licence; see LICENSE
//
// The thread's resolution state, and the few system calls FactoryKit makes.
#include "thread.h"

#include <stdlib.h>
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <time.h>
#endif

_Thread_local factory_thread factory_this_thread;

factory_thread *factory_current_thread(void) { return &factory_this_thread; }

bool factory_frame_push(factory_frame *frame) {
  factory_thread *thread = &factory_this_thread;
  factory_frame *previous = thread->top;
  uint32_t depth = previous ? previous->depth + 1 : 0;
  frame->previous = previous;
  frame->thread = thread;
  frame->depth = depth;
  thread->top = frame;
  return depth >= 32 && (depth & (depth - 1)) == 0;
}

factory_frame *factory_frame_like(
    const factory_frame *frame, const factory_frame *from, uint32_t phase) {
  for (factory_frame *other = from->previous; other != NULL; other = other->previous)
    if (other->phase == phase && other->container == frame->container &&
        other->type == frame->type && other->parameter_type == frame->parameter_type &&
        factory_same_text(other->name, frame->name))
      return other;
  return NULL;
}

uint64_t factory_monotonic_nanoseconds(void) {
#if defined(_WIN32)
  LARGE_INTEGER frequency, counter;
  QueryPerformanceFrequency(&frequency);
  QueryPerformanceCounter(&counter);
  uint64_t whole = (uint64_t)(counter.QuadPart / frequency.QuadPart);
  uint64_t part = (uint64_t)(counter.QuadPart % frequency.QuadPart);
  return whole * 1000000000ull + part * 1000000000ull / (uint64_t)frequency.QuadPart;
#elif defined(__APPLE__)
  return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW);
#else
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000ull + (uint64_t)time.tv_nsec;
#endif
}

const char *factory_environment(const char *name) {
#if defined(_WIN32)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  return getenv(name);
#pragma clang diagnostic pop
#else
  return getenv(name);
#endif
}

#if defined(__APPLE__)
extern void *objc_getClass(const char *name);
bool factory_objc_class_exists(const char *name) { return objc_getClass(name) != NULL; }
#else
bool factory_objc_class_exists(const char *name) {
  (void)name;
  return false;
}
#endif

uint32_t factory_tracing;

uint32_t factory_other_singletons;
