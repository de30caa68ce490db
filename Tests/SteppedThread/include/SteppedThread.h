// Factory, MIT licence; see LICENSE
//
// Runs code one instruction at a time, and other code between two chosen instructions.
#ifndef STEPPED_THREAD_H
#define STEPPED_THREAD_H

#include <stdbool.h>
#include <stdlib.h>

// A processor of this kind signals each instruction if a flag is set. `stdlib.h` defines the first macro.
#if defined(__GLIBC__) && defined(__linux__) && defined(__x86_64__)

/// What happens between the instructions of a stepped body.
typedef struct stepped_interruptions {
  /// After how many instructions of the body the first and the second interruption run.
  long first;
  long second;
  /// Runs the interruption with this number, 0 or 1, on another thread.
  void (*_Nonnull run)(void *_Nullable context, int number);
  void *_Nullable context;
} stepped_interruptions;

/// Runs `body` on the calling thread, one instruction at a time, and returns the number of instructions.
/// Zero if the machine, such as an emulator or a debugger, does not signal them.
long stepped_count(void (*_Nonnull body)(void *_Nullable), void *_Nullable context);

/// Runs `body` on the calling thread, one instruction at a time until the second interruption has run.
///
/// The body waits for each interruption, unless that does not end, because it waits for the body, for
/// example for a lock that the body holds. Then both go on. Returns when the body and the interruptions
/// have ended, with the number of the body's interruptions that ended while it was waiting. Called on one
/// thread at a time.
int stepped_run(
    stepped_interruptions interruptions, void (*_Nonnull body)(void *_Nullable),
    void *_Nullable context);

#endif

#endif
