// Factory, MIT licence; see LICENSE
//
// Stacks that are not a thread's own, as a fiber has.
#ifndef STACK_SWITCHING_H
#define STACK_SWITCHING_H

#include <stdbool.h>
#include <stdlib.h>

// Other C libraries do not have `swapcontext`, or deprecate it. `stdlib.h` defines the macro.
#if defined(__GLIBC__)

/// Runs `body` on a new thread, and waits for it. The thread's stack, of 512 KiB, is one half of a block
/// of memory; the other half is its second stack, which is at lower addresses if `is_second_below`.
void stack_switching_on_thread(
    bool is_second_below, void (*_Nonnull body)(void *_Nullable), void *_Nullable context);

/// Runs `body` on the second stack of the calling thread, by `swapcontext`. Called inside of
/// `stack_switching_on_thread`.
void stack_switching_on_second_stack(
    void (*_Nonnull body)(void *_Nullable), void *_Nullable context);

#endif

#endif
