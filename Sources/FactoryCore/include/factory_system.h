// Factory, MIT licence; see LICENSE
//
// The system calls of FactoryKit, and the process-wide state that every resolution reads.
#ifndef FACTORY_SYSTEM_H
#define FACTORY_SYSTEM_H

#include "factory_atomics.h"

FACTORY_BEGIN_DECLARATIONS

/// The time of a monotonic clock in nanoseconds, from an arbitrary origin.
uint64_t factory_monotonic_nanoseconds(void);

/// Memory for an entry or a container. Swift's own functions take 55 instructions more on Linux, because they
/// ask for an alignment.
void *_Nonnull factory_allocate(size_t size);
void factory_free(void *_Nonnull memory);

/// The value of an environment variable, or null.
const char *_Nullable factory_environment(const char *_Nonnull name);

/// Writes a line to standard error.
void factory_write_error(const char *_Nonnull line);

/// Whether the Objective-C runtime has the class; false without such a runtime.
bool factory_objc_class_exists(const char *_Nonnull name);

/// Not zero while resolutions are traced.
extern uint32_t factory_tracing;
static inline bool factory_is_tracing(void) {
  return __atomic_load_n(&factory_tracing, __ATOMIC_RELAXED) != 0;
}
static inline void factory_set_tracing(bool on) {
  __atomic_store_n(&factory_tracing, on ? 1 : 0, __ATOMIC_RELAXED);
}

/// Not zero once a second singleton scope has been created, which a task may then use.
extern uint32_t factory_other_singletons;
static inline bool factory_has_other_singletons(void) {
  return __atomic_load_n(&factory_other_singletons, __ATOMIC_ACQUIRE) != 0;
}
static inline void factory_record_other_singletons(void) {
  __atomic_store_n(&factory_other_singletons, 1, __ATOMIC_RELEASE);
}

/// Counts the changes of `FactoryContext.current`.
extern uint32_t factory_context_version;
static inline uint32_t factory_context_current_version(void) {
  return __atomic_load_n(&factory_context_version, __ATOMIC_ACQUIRE);
}
static inline void factory_context_count_change(void) {
  __atomic_fetch_add(&factory_context_version, 1, __ATOMIC_ACQ_REL);
}

/// Retains a Swift object, unless it is being deallocated: then the result is null. A function of the Swift runtime, which
/// the compiler calls for weak references.
void *_Nullable swift_tryRetain(void *_Nonnull object);
static inline void *_Nullable factory_try_retain(void *_Nonnull object) {
  return swift_tryRetain(object);
}

FACTORY_END_DECLARATIONS

#endif
