/* memory.h - memory that begins on a cache line, for vectors of any width; and large tables.
 *
 * Windows has no aligned_alloc, and wants such memory given back by a function of its own. macOS
 * refuses sizes that are no multiple of the line, as C11 did: they are rounded up.
 */
#ifndef FQ_MEMORY_H
#define FQ_MEMORY_H

#include <stdint.h>
#include <stdlib.h>
#ifdef _WIN32
#include <malloc.h>
#endif

#define FQ_LINE ((size_t)64)

/* NULL where there is no memory. Give it back with fq_aligned_free. */
static inline void *fq_aligned_alloc(size_t bytes)
{
    if (bytes > SIZE_MAX - FQ_LINE) return NULL;
    bytes = (bytes + FQ_LINE - 1) / FQ_LINE * FQ_LINE;
#ifdef _WIN32
    return _aligned_malloc(bytes, FQ_LINE);
#else
    return aligned_alloc(FQ_LINE, bytes);
#endif
}

static inline void fq_aligned_free(void *memory)
{
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

/* Asks for large pages, where the system has them, for what malloc, calloc or realloc has just
 * given. */
void fq_prefer_large_pages(void *memory, size_t bytes);

#endif
