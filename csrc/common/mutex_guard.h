/* mutex_guard.h - a lock for one machine that several threads use: one thread steps the machine,
 * other threads read it.
 *
 * A thread that steps a machine holds the lock for about 10 ms, again and again, with almost no
 * pause. So that readers get their turn, the stepping thread lets waiting readers go first. Waiting
 * is short and rare, so a short sleep between two tries is as good as a queue.
 *
 * The guard also counts the threads that hold the lock or wait for it, its users, and remembers in
 * which process they are. In the child of a fork these threads do not exist: a machine that had a
 * user may be in any state, and nobody will release its lock. */
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
    _Atomic uint64_t use; /* upper half: the number of a process; lower half: its users */
} fq_guard;

/* Registers a user in a process, before this thread takes the lock or waits for it. Returns 0 if a
 * thread of another process was a user when this process was forked. Processes are numbered by the
 * forks since the first one. */
static inline int fq_guard_add_user(fq_guard *guard, uint32_t process)
{
    const uint64_t here = (uint64_t)process << 32;
    uint64_t use = atomic_load_explicit(&guard->use, memory_order_relaxed), next;
    do {
        const uint32_t users = (uint32_t)use;
        if (users && use >> 32 != process) return 0;
        next = here | (users + 1);
    } while (!atomic_compare_exchange_weak_explicit(&guard->use, &use, next, memory_order_relaxed,
                                                    memory_order_relaxed));
    return 1;
}

static inline void fq_guard_remove_user(fq_guard *guard)
{
    atomic_fetch_sub_explicit(&guard->use, 1, memory_order_relaxed);
}

static inline int fq_guard_has_users(fq_guard *guard)
{
    return (uint32_t)atomic_load_explicit(&guard->use, memory_order_relaxed) > 0;
}

/* Whether a user of the machine was left behind in another process. */
static inline int fq_guard_is_left_behind(fq_guard *guard, uint32_t process)
{
    const uint64_t use = atomic_load_explicit(&guard->use, memory_order_relaxed);
    return (uint32_t)use && use >> 32 != process;
}

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
