/* pdb_layout.h - the layout of pattern databases, for the files that build and read them.
 *
 * A state of a pattern consists of the cells of its tiles and the part of the other cells that the
 * blank can reach. The index of a state is a block and an order of the tiles on their cells. A
 * block is a set of cells of the tiles together with the cells that the blank can reach. Let d be
 * the distance of a state from home and s the sum of the rows and columns of its tiles. The large
 * databases (7-7-1 and 7-8) keep one bit:
 *
 *     bits[block][order]       whether (d - s + s at home) / 2 is odd
 *
 * A move adds 1 to s or subtracts 1 from s, and the direction of the move tells which. So the old
 * bit and the new bit together tell whether d grows or shrinks. The small databases (5-5-5 and
 * 6-6-3) keep words, with four bits for each tile:
 *
 *     word[places]       bit 4 i + m: whether tile i comes nearer home if move m of the blank
 *                        exchanges the blank with tile i
 *     places             cell of tile i in bits 4 i to 4 i + 3
 *
 * Half of these bits are unused, but a shift and a mask are enough to compute the index of a board,
 * and one word covers all moves of the pattern's tiles. (The move determines the cell of the
 * blank.) */
#ifndef FQ_SLIDING_PDB_LAYOUT_H
#define FQ_SLIDING_PDB_LAYOUT_H

#include "common/bits.h"
#include "sliding.h"

#define FQ_PATTERN_MAX 8

/* A move of a tile from one block to another. */
typedef struct fq_block_move {
    uint16_t block; /* the block after the move */
    uint16_t map;   /* index in fq_shape.map; FQ_SAME_ORDER if the order stays the same */
} fq_block_move;

#define FQ_SAME_ORDER UINT16_MAX

/* The tables shared by all patterns of `tiles` tiles. A set is a mask of the cells that the tiles
 * stand on. A block is a set together with a connected part of the other cells: the cells that the
 * blank can reach. */
typedef struct fq_shape {
    uint32_t tiles;     /* number of tiles */
    uint32_t orders;    /* number of orders: the factorial of `tiles` */
    uint32_t sets;      /* number of sets */
    uint32_t blocks;    /* number of blocks */
    uint32_t words;     /* number of 64-bit words of a block, with one bit for each order */
    uint16_t base[256]; /* the number of a set is base[high byte] + low[low byte] */
    uint16_t low[256];
    uint16_t *set;         /* set[number]: the set with this number */
    uint16_t (*block)[16]; /* block[number of a set][cell of the blank]: the number of the block */
    uint16_t *block_set;   /* the number of each block's set */
    uint16_t *block_cells; /* the cells that the blank can reach in each block */
    uint32_t *first_move;  /* the moves of block b: moves[first_move[b]] to first_move[b + 1] - 1 */
    fq_block_move *moves;
    uint8_t (*order)[FQ_PATTERN_MAX]; /* order[order number][place]: the tile at that place */
    uint32_t *unit[FQ_PATTERN_MAX];   /* unit[place][order number]: 1 << 4 * the tile there */
    /* map[8 i + j][order number]: the new order after a tile has moved from place i to place j */
    uint16_t *map[FQ_PATTERN_MAX * FQ_PATTERN_MAX];
    uint16_t *maps; /* storage of all maps */
} fq_shape;

/* Returns NULL if no memory is left. */
fq_shape *fq_shape_new(uint32_t tiles);
void fq_shape_free(fq_shape *shape);

static inline uint32_t fq_set_number(const fq_shape *s, uint32_t set)
{
    return (uint32_t)s->base[set >> 8] + s->low[set & 255];
}

typedef struct fq_pattern {
    uint32_t tiles; /* number of tiles */
    uint32_t cells; /* mask of the homes of the tiles */
    uint32_t first; /* number of the first tile: tiles are numbered over all patterns of a side */
    const fq_shape *shape;
    uint32_t *word; /* 5-5-5 and 6-6-3: word[places], explained above */
    uint64_t *bits; /* 7-7-1 and 7-8: bits[block][order], explained above */
    uint64_t bytes;
} fq_pattern;

/* One of the two partitions of the tiles into patterns. Each side gives a sum; the heuristic is the
 * larger sum. */
typedef struct fq_side {
    int mirrored; /* whether boards are first mirrored in the main diagonal */
    fq_pattern pattern[3];
    uint8_t number[16];     /* for each cell: the number of the tile at home there */
    uint8_t pattern_of[16]; /* for each cell: the pattern of that tile */
} fq_side;

struct fq_pdb {
    fq_pdb_kind kind;
    uint32_t home;  /* 0 corner, 1 edge, 2 middle */
    uint32_t blank; /* the cell of the home `home`: 15, 14 or 10 */
    int two;        /* whether side 1 has its own patterns */
    int ready;      /* whether the database can be used */
    int full;       /* whether memory ran out */
    fq_side side[2];
    fq_shape *shape[FQ_PATTERN_MAX + 1]; /* shared tables, by number of tiles */
    uint64_t spent, credit;
    struct fq_build *build; /* not NULL while the database is built */
};

static inline int fq_has_words(const fq_pdb *t) { return t->kind <= FQ_PDB_663; }

/* The cells of the three homes of the blank: corner, edge, middle. */
extern const uint8_t FQ_HOME[3];

/* The symmetry that maps the cell of the goal's blank to the home of the databases: the image of
 * each cell and move, and the move whose image is a given move. */
typedef struct fq_symmetry {
    uint8_t cell[16], move[4], inverse_move[4];
} fq_symmetry;

void fq_symmetry_for(uint32_t blank, fq_symmetry *result);

static inline uint32_t fq_mirror(uint32_t cell) { return (cell & 3) << 2 | cell >> 2; }

/* The rank of an order of the tiles among all orders. order[place] is a tile. */
uint32_t fq_rank_order(const uint8_t *order, uint32_t tiles);

/* Reads an entry of a large database: 1 or 0. */
static inline uint32_t fq_bit(const uint64_t *bits, uint64_t index)
{
    return (uint32_t)(bits[index >> 6] >> (index & 63)) & 1;
}

/* ---- boards as masks of 16 cells ---- */

/* The number of cells of a set that come before a cell. */
static inline uint32_t fq_below(uint32_t set, uint32_t cell)
{
    return fq_popcount(set & ((UINT32_C(1) << cell) - 1));
}

/* The cells beside the cells of a mask. */
static inline uint32_t fq_beside(uint32_t cells)
{
    return (cells << 4 | cells >> 4 | (cells & 0x7777) << 1 | (cells & 0xeeee) >> 1) & 0xffff;
}

/* The cells that the blank can reach from `seed` over free cells. */
static inline uint32_t fq_flood(uint32_t seed, uint32_t free_cells)
{
    for (uint32_t last = 0; seed != last;) {
        last = seed;
        seed |= fq_beside(seed) & free_cells;
    }
    return seed;
}

static inline uint32_t fq_direction_of(uint32_t from, uint32_t to)
{
    return to + 4 == from ? FQ_UP : to == from + 4 ? FQ_DOWN : to < from ? FQ_LEFT : FQ_RIGHT;
}

static inline uint32_t fq_own_sides(const fq_pdb *pdb) { return pdb->two ? 2 : 1; }

#endif
