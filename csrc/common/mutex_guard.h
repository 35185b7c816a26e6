/* mutex_guard.h - a lock for one machine that several threads use: one thread steps the machine,
 * other threads read it.
 *
 * A thread that steps a machine holds the lock for about 10 ms, again and again, with almost no
 * pause. So that readers get their turn, the stepping thread lets waiting readers go first. Waiting
 * is short and rare, so a short sleep between two tries is as good as a queue. */
#ifndef FQ_MUTEX_GUARD_H
#define FQ_MUTEX_GUARD_H

#include <stdatomic.h>
#include <stdint.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

typedef struct fq_guard { /* all zeros: unlocked */
    atomic_int locked;    /* 1: a thread holds the lock */
    atomic_int waiting;   /* number of threads that wait to read */
    atomic_int stepping;  /* 1: a thread steps the machine, or is about to */
} fq_guard;

static inline int fq_guard_try_lock(fq_guard *guard)
{
    int open = 0;
    return atomic_compare_exchange_strong_explicit(&guard->locked, &open, 1, memory_order_acquire,
                                                   memory_order_relaxed);
}

static inline void fq_guard_unlock(fq_guard *guard)
{
    atomic_store_explicit(&guard->locked, 0, memory_order_release);
}

static inline void fq_guard_sleep(void)
{
#ifdef _WIN32
    Sleep(0);
#else
    const struct timespec some = {.tv_sec = 0, .tv_nsec = 50000};
    nanosleep(&some, NULL);
#endif
}

/* Claims the right to step. Returns 0 if another thread has this right. */
static inline int fq_guard_try_begin_stepping(fq_guard *guard)
{
    return !atomic_exchange_explicit(&guard->stepping, 1, memory_order_relaxed);
}

static inline void fq_guard_end_stepping(fq_guard *guard)
{
    atomic_store_explicit(&guard->stepping, 0, memory_order_relaxed);
}

/* Whether another thread is waiting to read the machine. */
static inline int fq_guard_has_waiting_readers(fq_guard *guard)
{
    return atomic_load_explicit(&guard->waiting, memory_order_relaxed) > 0;
}

/* Takes the lock for a step. Lets waiting readers go first, but for ten short sleeps at most, so
 * that new readers cannot keep the stepping thread out for ever. */
static inline void fq_guard_lock_to_step(fq_guard *guard)
{
    for (int tries = 0;
         (tries < 10 && fq_guard_has_waiting_readers(guard)) || !fq_guard_try_lock(guard); tries++)
        fq_guard_sleep();
}

/* Takes the lock for reading. */
static inline void fq_guard_lock_to_read(fq_guard *guard)
{
    atomic_fetch_add_explicit(&guard->waiting, 1, memory_order_relaxed);
    while (!fq_guard_try_lock(guard)) fq_guard_sleep();
    atomic_fetch_sub_explicit(&guard->waiting, 1, memory_order_relaxed);
}

#endif
