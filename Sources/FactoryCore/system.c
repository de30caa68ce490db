// Factory, MIT licence; see LICENSE
//
// System calls, and the process-wide state that resolutions read.
#include "FactoryCore.h"

#include <stdio.h>
#include <stdlib.h>
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <time.h>
#endif

_Static_assert(FACTORY_HAZARD_SLOTS <= 64, "each slot has a bit in factory_hazards_used");
factory_hazard factory_hazards[FACTORY_HAZARD_SLOTS] __attribute__((aligned(128)));
_Alignas(8) uint64_t factory_hazards_used;
uint32_t factory_retired;
uint32_t factory_tracing;
uint32_t factory_other_singletons;
uint32_t factory_context_version;

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
#if defined(CLOCK_BOOTTIME)
  // Includes the time during which the system is suspended, as the clocks of Apple's systems and
  // Windows do. Some sandboxes do not permit it.
  if (clock_gettime(CLOCK_BOOTTIME, &time) != 0) clock_gettime(CLOCK_MONOTONIC, &time);
#else
  // WASI: the runtime decides whether this clock includes that time.
  clock_gettime(CLOCK_MONOTONIC, &time);
#endif
  return (uint64_t)time.tv_sec * 1000000000ull + (uint64_t)time.tv_nsec;
#endif
}

void *factory_allocate(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) abort();
  return memory;
}

void factory_free(void *memory) { free(memory); }

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

void factory_write_error(const char *line) { fprintf(stderr, "%s\n", line); }

#if defined(__APPLE__)
extern void *objc_getClass(const char *name);
bool factory_objc_class_exists(const char *name) { return objc_getClass(name) != NULL; }
#else
bool factory_objc_class_exists(const char *name) {
  (void)name;
  return false;
}
#endif
