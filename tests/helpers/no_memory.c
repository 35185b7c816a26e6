/* no_memory.c - a malloc that can be told to fail, for LD_PRELOAD: see tests/test_no_memory.py.
 *
 * Only what the kernels ask for is counted and refused: calls that come from a file whose path has
 * "/_kernels/" in it. Python, NumPy and the C library get what they ask for. */
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
static int watching;        /* whether calls are looked at: that takes a microsecond each */
static uint64_t asked, refuse_from, refuse_to;
static int64_t held; /* blocks that the kernels have not given back */

__attribute__((constructor)) static void begin(void)
{
    real_malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    real_calloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
    real_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    real_aligned = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "aligned_alloc");
    real_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
}

/* From now on the calls numbered from `first` up to but not including `last` are refused, the next
 * one being 0. */
void fq_refuse(uint64_t first, uint64_t last)
{
    asked = 0;
    held = 0;
    refuse_from = first;
    refuse_to = last;
    watching = 1;
}

/* Ends that; how many calls there were. */
uint64_t fq_asked(void)
{
    watching = 0;
    return asked;
}

/* Blocks that they hold more than at the last fq_refuse. */
int64_t fq_held(void) { return held; }

static int is_kernel(const void *from)
{
    Dl_info who;
    return watching && dladdr(from, &who) && who.dli_fname && strstr(who.dli_fname, "/_kernels/");
}

/* Whether to refuse a block, or one in the place of `old`. */
static int refused(const void *from, const void *old)
{
    if (!is_kernel(from)) return 0;
    const uint64_t number = asked++;
    if (number >= refuse_from && number < refuse_to) {
        errno = ENOMEM;
        return 1;
    }
    held += !old;
    return 0;
}

void *malloc(size_t size)
{
    if (!real_malloc) begin();
    return refused(__builtin_return_address(0), NULL) ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    /* dlsym itself may ask for memory before the others are known. */
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
    if (memory && is_kernel(__builtin_return_address(0))) held--;
    real_free(memory);
}
