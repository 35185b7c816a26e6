/* pdb.c - additive pattern databases of the 4x4 board: creates, loads, saves and frees them.
 *
 * A state includes the part of the board that the blank can reach, not only the positions of the
 * tiles. This makes the number of states 1.7 to 2.4 times as large and saves 28% of the nodes of a
 * search with 5-5-5, 32% with 6-6-3 and 38% with 7-7-1. It also makes the heuristic consistent:
 * every move of one of the pattern's tiles changes the distance of the pattern by 1, and every
 * other move does not change the distance. So a search that knows the heuristic of its first board
 * needs only one bit per move from then on. */
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "pdb_build.h"

/* FQ_PARTITIONS[kind][home of the blank][side][pattern] is a mask of cells: the homes of the
 * pattern's tiles. Any partition makes a correct database. The partitions for the corner come from
 * the literature and from trials on random boards; the others are their images under rotation and
 * mirroring. */
static const uint16_t FQ_PARTITIONS[FQ_PDB_KINDS][3][2][3] = {
    [FQ_PDB_555] = {{{0x0067, 0x3310, 0x4c88}, {0}},
                    {{0x0067, 0x3310, 0x8c88}, {0x00ce, 0x1131, 0xae00}},
                    {{0x0067, 0x3310, 0xc888}, {0}}},
    [FQ_PDB_663] = {{{0x0007, 0x3330, 0x4cc8}, {0}},
                    {{0x0007, 0x3330, 0x8cc8}, {0x0111, 0x00ee, 0xbe00}},
                    {{0x0007, 0x3330, 0xc8c8}, {0}}},
    [FQ_PDB_771] = {{{0x007f, 0x7f00, 0x0080}, {0}},
                    {{0x007f, 0xbf00, 0x0080}, {0x1333, 0x8ccc, 0x2000}},
                    {{0x007f, 0xfb00, 0x0080}, {0}}},
    [FQ_PDB_78] = {{{0x00ff, 0x7f00, 0}, {0}},
                   {{0x00ff, 0xbf00, 0}, {0}},
                   {{0x00ff, 0xfb00, 0}, {0}}},
};

/* ---- making and freeing ---------------------------------------------------------------------- */

uint64_t fq_pdb_spent(const fq_pdb *t) { return t->spent; }

fq_pdb_counters fq_pdb_counts(const fq_pdb *t) { return (fq_pdb_counters){t->spent}; }

fq_pdb *fq_pdb_new(fq_pdb_kind kind, uint32_t home, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if ((uint32_t)kind >= FQ_PDB_KINDS || home > 2) return NULL;
    *error = FQ_NO_MEMORY;
    fq_pdb *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->kind = kind;
    t->home = home;
    t->blank = FQ_HOME[home];
    t->two = FQ_PARTITIONS[kind][home][1][0] != 0;
    for (uint32_t i = 0; i < 2; i++) {
        fq_side *side = &t->side[i];
        side->mirrored = i == 1 && home != 1;
        uint32_t count = 0;
        for (uint32_t j = 0; j < 3; j++) {
            fq_pattern *p = &side->pattern[j];
            p->cells = FQ_PARTITIONS[kind][home][i && t->two][j];
            p->tiles = fq_popcount(p->cells);
            p->first = count;
            for (uint32_t cells = p->cells; cells; cells &= cells - 1, count++) {
                side->number[fq_lowest(cells)] = (uint8_t)count;
                side->pattern_of[fq_lowest(cells)] = (uint8_t)j;
            }
        }
    }
    *error = FQ_OK;
    return t;
}

void fq_pdb_free(fq_pdb *t)
{
    if (!t) return;
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) {
            free(t->side[side].pattern[i].word);
            free(t->side[side].pattern[i].bits);
        }
    for (uint32_t i = 0; i <= FQ_PATTERN_MAX; i++) fq_shape_free(t->shape[i]);
    fq_build_free(t);
    free(t);
}

static uint64_t fq_image_bytes(const fq_pdb *t)
{
    uint64_t bytes = 0;
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) bytes += t->side[side].pattern[i].bytes;
    return bytes;
}

uint64_t fq_pdb_image_bytes(const fq_pdb *t)
{
    return t->ready && !fq_has_words(t) ? fq_image_bytes(t) : 0;
}

void fq_pdb_save(const fq_pdb *t, uint8_t *image)
{
    if (!fq_pdb_image_bytes(t)) return;
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) {
            const fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles) memcpy(image, p->bits, p->bytes);
            image += p->bytes;
        }
}

int fq_pdb_load(fq_pdb *t, const uint8_t *image, uint64_t bytes, fq_error *error)
{
    *error = FQ_BAD_SIZE;
    if (t->ready || t->build || t->full || fq_has_words(t)) return 0;
    *error = FQ_NO_MEMORY;
    if (!fq_pdb_allocate(t)) return 0;
    *error = FQ_BAD_SIZE;
    if (fq_image_bytes(t) != bytes) return 0;
    *error = FQ_NO_MEMORY;
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) {
            fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles && !p->bits) p->bits = malloc(p->bytes);
            if (p->tiles && !p->bits) return 0;
        }
    for (uint32_t side = 0; side < fq_own_sides(t); side++)
        for (uint32_t i = 0; i < 3; i++) {
            fq_pattern *p = &t->side[side].pattern[i];
            if (p->tiles) memcpy(p->bits, image, p->bytes);
            image += p->bytes;
        }
    fq_pdb_finish(t);
    *error = FQ_OK;
    return 1;
}
