// Factory, MIT licence; see LICENSE
//
// The thread-local variable, for the files of this target. Other code calls
// `factory_current_thread`.
#ifndef FACTORY_THREAD_LOCAL_H
#define FACTORY_THREAD_LOCAL_H

#include "factory_thread.h"

#if defined(_WIN32)
extern _Thread_local factory_thread factory_this_thread;
#else
extern _Thread_local factory_thread factory_this_thread __attribute__((visibility("hidden")));
#endif

// The value of `factory_thread.hazard` before the first use.
enum { FACTORY_NO_HAZARD = FACTORY_HAZARD_SLOTS };

// The hazard slot that the calling thread tries first, initially selected by the address of its
// state.
static inline uint32_t *factory_preferred_hazard(void) {
  factory_thread *thread = &factory_this_thread;
  if (thread->hazard == FACTORY_NO_HAZARD) {
    uint64_t bits = (uint64_t)(uintptr_t)thread * 0x9e3779b97f4a7c15u;
    thread->hazard = factory_prefer_hazard((uint32_t)(bits >> 40) % FACTORY_HAZARD_SLOTS);
  }
  return &thread->hazard;
}

#endif
