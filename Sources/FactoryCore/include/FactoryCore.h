// Factory, MIT licence; see LICENSE
//
// What FactoryKit needs below Swift: memory that threads share without a lock, where every access
// states its ordering, the thread's resolution state, and a few system calls. Nothing here calls
// user code or touches a Swift object. `Synchronization` would serve for some of it, but requires
// newer systems than the library supports.
#ifndef FACTORY_CORE_H
#define FACTORY_CORE_H

#include "factory_atomics.h"
#include "factory_lock.h"
#include "factory_hazards.h"
#include "factory_cell.h"
#include "factory_thread.h"
#include "factory_table.h"
#include "factory_system.h"

#endif
