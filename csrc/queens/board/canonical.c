/* canonical.c - finds the smallest of the eight symmetric images of a board.
 *
 * An image whose first row begins with more cells of one region is smaller. On most boards this
 * leaves one or two images. They are walked at the same time, cell by cell, and an image with a
 * larger number than another image is left out. */
#include "canonical.h"

#include <stddef.h>
#include <string.h>

/* The way in which an image visits the cells of the board: row by row from cell `start`, with
 * these distances between neighbours in a row and in a column of the image. */
typedef struct fq_image {
    int32_t start, across, down;
} fq_image;

static inline fq_image fq_image_of(uint32_t n, uint32_t number)
{
    const int32_t across = number & 4 ? (int32_t)n : 1, down = number & 4 ? 1 : (int32_t)n;
    const int32_t last = (int32_t)n - 1;
    return (fq_image){.start = (number & 1 ? last * across : 0) + (number & 2 ? last * down : 0),
                      .across = number & 1 ? -across : across,
                      .down = number & 2 ? -down : down};
}

/* Numbers of labels in order of first appearance. */
typedef struct fq_numbering {
    uint16_t number[256]; /* number of each label, plus 1; 0: not seen yet */
    uint16_t count;
} fq_numbering;

static inline uint32_t fq_number_of(fq_numbering *numbering, uint8_t label)
{
    if (!numbering->number[label]) numbering->number[label] = ++numbering->count;
    return numbering->number[label] - 1U;
}

/* Returns the number of cells at the start of the first row that have the same label. */
static inline uint32_t fq_first_run(uint32_t n, const uint8_t *labels, fq_image image)
{
    const uint8_t *cell = labels + image.start;
    uint32_t run = 1;
    while (run < n && cell[(int32_t)run * image.across] == *cell) run++;
    return run;
}

/* Returns the number of the smallest image; if several images are equal, the first of these. */
static uint32_t fq_smallest_image(uint32_t n, const uint8_t *labels)
{
    fq_image image[8];
    uint8_t left[8];
    uint32_t count = 0, longest = 0;
    for (uint32_t k = 0; k < 8; k++) {
        const fq_image own = fq_image_of(n, k);
        const uint32_t run = fq_first_run(n, labels, own);
        if (run < longest) continue;
        if (run > longest) longest = run, count = 0;
        image[count] = own;
        left[count++] = (uint8_t)k;
    }
    if (count == 1) return left[0];

    fq_numbering numbering[8];
    memset(numbering, 0, count * sizeof *numbering);
    for (uint32_t i = 0; i < count; i++) fq_number_of(&numbering[i], labels[image[i].start]);
    uint32_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7}; /* the first `count` images may be smallest */
    for (uint32_t r = 0; r < n && count > 1; r++)
        for (uint32_t c = r ? 0 : longest; c < n && count > 1; c++) {
            uint32_t least = UINT32_MAX, kept = 0;
            for (uint32_t i = 0; i < count; i++) {
                const uint32_t k = order[i];
                const int32_t cell =
                    image[k].start + (int32_t)r * image[k].down + (int32_t)c * image[k].across;
                const uint32_t own = fq_number_of(&numbering[k], labels[cell]);
                if (own > least) continue;
                if (own < least) least = own, kept = 0;
                order[kept++] = k;
            }
            count = kept;
        }
    return left[order[0]];
}

uint32_t fq_canonical(uint32_t n, const uint8_t *labels, uint8_t *canonical, uint32_t *regions)
{
    const uint32_t best = fq_smallest_image(n, labels);
    const fq_image image = fq_image_of(n, best);
    fq_numbering numbering;
    memset(&numbering, 0, sizeof numbering);
    for (uint32_t r = 0; r < n; r++) {
        const uint8_t *cell = labels + image.start + (int32_t)r * image.down;
        for (uint32_t c = 0; c < n; c++, cell += image.across)
            *canonical++ = (uint8_t)fq_number_of(&numbering, *cell);
    }
    *regions = numbering.count;
    return best;
}
