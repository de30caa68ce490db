// Factory, MIT licence; see LICENSE
//
// Coverage of exit tests: a process that ends in a trap would not write which lines it has executed.
#if defined(__linux__)
#include <signal.h>
#include <stddef.h>

// Null without coverage.
extern int __llvm_profile_write_file(void) __attribute__((weak));

static void write_and_end(int number) {
  __llvm_profile_write_file();
  signal(number, SIG_DFL);
  raise(number);
}

__attribute__((constructor)) static void install(void) {
  if (__llvm_profile_write_file == NULL) return;
  // What `fatalError` and failed preconditions raise on the processors we build for.
  signal(SIGILL, write_and_end);
  signal(SIGTRAP, write_and_end);
}
#endif
