// Factory, MIT licence; see LICENSE
//
// The thread's state, for this target's own files: reached from outside by a call only.
#ifndef FACTORY_THREAD_H
#define FACTORY_THREAD_H

#include "FactoryAtomics.h"

#if defined(_WIN32)
extern _Thread_local factory_thread factory_this_thread;
#else
extern _Thread_local factory_thread factory_this_thread __attribute__((visibility("hidden")));
#endif

#endif
