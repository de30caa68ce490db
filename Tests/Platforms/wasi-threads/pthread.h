// Factory, MIT licence; see LICENSE
//
// The declarations of wasi-libc's <pthread.h> that FactoryCore uses. Debian's wasi-libc is built
// without threads and does not have the header. For `.ci/run platforms` only.
#ifndef PTHREAD_H
#define PTHREAD_H

typedef struct { int state[6]; } pthread_mutex_t;
typedef struct { int state[12]; } pthread_cond_t;
typedef int pthread_once_t;
typedef struct { int state; } pthread_mutexattr_t;
typedef struct { int state; } pthread_condattr_t;

typedef struct pthread *pthread_t;
typedef struct { int state[9]; } pthread_attr_t;

struct timespec;

#define PTHREAD_ONCE_INIT 0

int pthread_create(
    pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *), void *restrict);
int pthread_detach(pthread_t);
int pthread_cond_timedwait(
    pthread_cond_t *restrict, pthread_mutex_t *restrict, const struct timespec *restrict);

int pthread_mutex_init(pthread_mutex_t *restrict, const pthread_mutexattr_t *restrict);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *restrict, const pthread_condattr_t *restrict);
int pthread_cond_wait(pthread_cond_t *restrict, pthread_mutex_t *restrict);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_once(pthread_once_t *, void (*)(void));

#endif
