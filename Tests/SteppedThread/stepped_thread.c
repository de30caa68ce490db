// Factory, MIT licence; see LICENSE
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "SteppedThread.h"

#if defined(__GLIBC__) && defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

// How long the body waits for an interruption, in milliseconds. On a busy machine, the other thread may
// have to wait for its turn.
enum { PATIENCE = 20 };
enum { TRAP_FLAG = 0x100 };

// One run. Static, because the signal handler has no parameter of ours.
static stepped_interruptions interruptions;
static long steps;
static int started, completed;
// How many interruptions have ended. Written by the other thread.
static int ended;
static sem_t requests;

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Calls only what is safe in a signal handler: `sem_post`, `clock_gettime`, and the system call of
// `sched_yield`.
static void interrupt(void) {
  const int saved = errno;
  const long start = milliseconds();
  started++;
  sem_post(&requests);
  while (__atomic_load_n(&ended, __ATOMIC_ACQUIRE) != started && milliseconds() - start < PATIENCE)
    sched_yield();
  if (__atomic_load_n(&ended, __ATOMIC_ACQUIRE) == started) completed++;
  errno = saved;
}

static void step(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  steps++;
  if (steps == interruptions.first) interrupt();
  if (steps < interruptions.second) return;
  interrupt();
  // The flags with which the body continues.
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

static void run_stepped(void (*body)(void *), void *context) {
  struct sigaction action, previous;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = step;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGTRAP, &action, &previous) != 0) abort();
  __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc");
  body(context);
  __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc");
  sigaction(SIGTRAP, &previous, NULL);
}

static void *run_interruptions(void *unused) {
  for (int number = 0; number < 2; number++) {
    while (sem_wait(&requests) != 0) continue;
    // The body has ended before this interruption.
    if (number >= __atomic_load_n(&started, __ATOMIC_ACQUIRE)) break;
    interruptions.run(interruptions.context, number);
    __atomic_store_n(&ended, number + 1, __ATOMIC_RELEASE);
  }
  return unused;
}

long stepped_count(void (*body)(void *), void *context) {
  memset(&interruptions, 0, sizeof interruptions);
  interruptions.second = __LONG_MAX__;
  steps = 0;
  run_stepped(body, context);
  return steps;
}

int stepped_run(stepped_interruptions chosen, void (*body)(void *), void *context) {
  interruptions = chosen;
  steps = started = completed = ended = 0;
  if (sem_init(&requests, 0, 0) != 0) abort();
  pthread_t other;
  if (pthread_create(&other, NULL, run_interruptions, NULL) != 0) abort();
  run_stepped(body, context);
  // Ends the other thread if it waits for an interruption that was not reached.
  sem_post(&requests);
  pthread_join(other, NULL);
  sem_destroy(&requests);
  return completed;
}

#endif
