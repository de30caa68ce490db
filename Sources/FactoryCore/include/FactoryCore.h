// Factory, MIT licence; see LICENSE
//
// The parts of FactoryKit that are written in C: memory that threads share without a lock, where
// every access has an explicit memory ordering, the thread's resolution state, and a few system
// calls. Nothing here calls user code or uses a Swift object. The module `Synchronization` could
// replace some of it, but requires newer systems than the library supports.
#ifndef FACTORY_CORE_H
#define FACTORY_CORE_H

#include "factory_atomics.h"
#include "factory_lock.h"
#include "factory_hazards.h"
#include "factory_thread.h"
#include "factory_hits.h"
#include "factory_system.h"

#endif
