// Factory, MIT licence; see LICENSE
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "StackSwitching.h"

#if defined(__GLIBC__)

#include <pthread.h>
#include <ucontext.h>

enum { STACK_SIZE = 512 * 1024 };

typedef struct two_stacks {
  char *second;
  void (*body)(void *);
  void *context;
  ucontext_t own;
} two_stacks;

static _Thread_local two_stacks *current;

static void *begin(void *stacks) {
  current = stacks;
  current->body(current->context);
  return NULL;
}

void stack_switching_on_thread(bool is_second_below, void (*body)(void *), void *context) {
  char *block = NULL;
  if (posix_memalign((void **)&block, 4096, 2 * STACK_SIZE) != 0) abort();
  two_stacks stacks = {.body = body, .context = context};
  stacks.second = is_second_below ? block : block + STACK_SIZE;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, is_second_below ? block + STACK_SIZE : block, STACK_SIZE);
  if (pthread_create(&thread, &attributes, begin, &stacks) != 0) abort();
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  free(block);
}

// Read on the second stack, because `makecontext` passes only numbers.
static _Thread_local struct {
  void (*body)(void *);
  void *context;
} next;

static void run(void) { next.body(next.context); }

void stack_switching_on_second_stack(void (*body)(void *), void *context) {
  next.body = body;
  next.context = context;
  ucontext_t second;
  getcontext(&second);
  second.uc_stack.ss_sp = current->second;
  second.uc_stack.ss_size = STACK_SIZE;
  second.uc_link = &current->own;
  makecontext(&second, run, 0);
  swapcontext(&current->own, &second);
}

#endif
