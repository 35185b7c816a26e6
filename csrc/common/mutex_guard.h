/* mutex_guard.h - one machine, many threads: one of them is inside at a time.
 *
 * A thread that steps a machine holds its gate for some 10 ms, again and again, with hardly a pause.
 * So that those who only look find one, a thread that steps lets all go first who wait already.
 * Nobody waits for long, and few ever do: a short sleep between two tries is as good as a queue.
 */
#ifndef FQ_MUTEX_GUARD_H
#define FQ_MUTEX_GUARD_H

#include <stdatomic.h>
#include <stdint.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

typedef struct fq_guard { /* all 0: open */
    atomic_int inside;   /* 1: a thread is inside */
    atomic_int waiting;  /* threads that wait to look */
    atomic_int stepping; /* 1: a thread steps the machine, or is about to */
} fq_guard;

static inline int fq_guard_try_lock(fq_guard *gate)
{
    int open = 0;
    return atomic_compare_exchange_strong_explicit(&gate->inside, &open, 1, memory_order_acquire,
                                                   memory_order_relaxed);
}

static inline void fq_guard_unlock(fq_guard *gate)
{
    atomic_store_explicit(&gate->inside, 0, memory_order_release);
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

/* To be the one who steps, until it is given up. 0 where another thread is. */
static inline int fq_guard_try_begin_stepping(fq_guard *gate)
{
    return !atomic_exchange_explicit(&gate->stepping, 1, memory_order_relaxed);
}

static inline void fq_guard_end_stepping(fq_guard *gate)
{
    atomic_store_explicit(&gate->stepping, 0, memory_order_relaxed);
}

/* Whether somebody waits to look, for a thread about to step. */
static inline int fq_guard_has_waiting_readers(fq_guard *gate)
{
    return atomic_load_explicit(&gate->waiting, memory_order_relaxed) > 0;
}

/* To step: after those who wait, yet not for ever after those who come anew. */
static inline void fq_guard_lock_to_step(fq_guard *gate)
{
    for (int tries = 0; (tries < 10 && fq_guard_has_waiting_readers(gate)) || !fq_guard_try_lock(gate); tries++)
        fq_guard_sleep();
}

/* To look. */
static inline void fq_guard_lock_to_read(fq_guard *gate)
{
    atomic_fetch_add_explicit(&gate->waiting, 1, memory_order_relaxed);
    while (!fq_guard_try_lock(gate)) fq_guard_sleep();
    atomic_fetch_sub_explicit(&gate->waiting, 1, memory_order_relaxed);
}

#endif
