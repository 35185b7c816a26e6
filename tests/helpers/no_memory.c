/* no_memory.c - an allocator for LD_PRELOAD that can fail (tests/test_no_memory.py).
 *
 * It counts and refuses only the allocations of the kernels: calls from a library whose path
 * contains "/_kernels/". Python, NumPy and the C library are never refused. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_aligned)(size_t, size_t);
static void (*real_free)(void *);
static int counting; /* whether calls are checked; a check takes a microsecond */
static uint64_t allocations, refuse_from, refuse_to;
static int64_t blocks; /* number of blocks that the kernels have not freed */

__attribute__((constructor)) static void begin(void)
{
    real_malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    real_calloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
    real_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    real_aligned = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "aligned_alloc");
    real_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
}

/* Starts counting allocations from 0 and refuses those numbered `first` to `last` - 1. */
void fq_refuse(uint64_t first, uint64_t last)
{
    allocations = 0;
    blocks = 0;
    refuse_from = first;
    refuse_to = last;
    counting = 1;
}

/* Stops counting and returns the number of allocations. */
uint64_t fq_allocations(void)
{
    counting = 0;
    return allocations;
}

/* The number of blocks allocated since the last fq_refuse and not freed. */
int64_t fq_blocks(void) { return blocks; }

static int is_kernel(const void *from)
{
    Dl_info who;
    return counting && dladdr(from, &who) && who.dli_fname && strstr(who.dli_fname, "/_kernels/");
}

/* Counts an allocation, which replaces `old` if that is not NULL. Returns whether to refuse it. */
static int refused(const void *from, const void *old)
{
    if (!is_kernel(from)) return 0;
    const uint64_t number = allocations++;
    if (number >= refuse_from && number < refuse_to) {
        errno = ENOMEM;
        return 1;
    }
    blocks += !old;
    return 0;
}

void *malloc(size_t size)
{
    if (!real_malloc) begin();
    return refused(__builtin_return_address(0), NULL) ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    /* dlsym may itself call calloc before real_calloc is set. */
    static char first[4096];
    static size_t used;
    if (!real_calloc) {
        void *given = first + used;
        used += (count * size + 15) / 16 * 16;
        return used <= sizeof first ? given : NULL;
    }
    return refused(__builtin_return_address(0), NULL) ? NULL : real_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    if (!real_realloc) begin();
    return refused(__builtin_return_address(0), memory) ? NULL : real_realloc(memory, size);
}

void *aligned_alloc(size_t line, size_t size)
{
    if (!real_aligned) begin();
    return refused(__builtin_return_address(0), NULL) ? NULL : real_aligned(line, size);
}

void free(void *memory)
{
    if (!real_free) begin();
    if (memory && is_kernel(__builtin_return_address(0))) blocks--;
    real_free(memory);
}
