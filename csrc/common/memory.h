/* memory.h - allocates memory that begins on a cache line, for vectors of any width, and asks for
 * large pages for large tables.
 *
 * Windows has no aligned_alloc and needs its own function to free such memory. macOS refuses sizes
 * that are not a multiple of the alignment, as C11 did, so sizes are rounded up. */
#ifndef FQ_MEMORY_H
#define FQ_MEMORY_H

#include <stdint.h>
#include <stdlib.h>
#ifdef _WIN32
#include <malloc.h>
#endif

#define FQ_LINE ((size_t)64)

/* Returns NULL if no memory is left. The caller frees the memory with fq_aligned_free. */
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

/* Asks the system for large pages for memory that malloc, calloc or realloc has just returned. */
void fq_prefer_large_pages(void *memory, size_t bytes);

#endif
