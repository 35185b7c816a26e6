/* variant.h - the rules of N-Queens and of its variants, and the counters of their machines. */
#ifndef FQ_NQUEENS_VARIANT_H
#define FQ_NQUEENS_VARIANT_H

#include <stdint.h>

typedef enum fq_nqueens_variant {
    FQ_QUEENS = 0,      /* no two queens share a row, a column or a diagonal (A000170) */
    FQ_TOROIDAL = 1,    /* diagonals wrap around at the edges of the board (A051906) */
    FQ_SUPERQUEENS = 2, /* a queen also moves like a knight (A051223) */
    FQ_HERTZSPRUNG = 3, /* no diagonals, but queens of neighbouring rows do not touch (A002464) */
    FQ_PLUS_K = 4, /* n + k queens, and k pawns, which block the lines of queens (A103330: k = 1) */
    FQ_SEMIQUEENS = 5 /* on a torus, with only one of the two diagonals: row + column (A006717) */
} fq_nqueens_variant;

/* The counters of the machines that count or list solutions. A node is a piece placed, unless the
 * machine says otherwise. */
typedef struct fq_nqueens_counters {
    uint64_t nodes, solutions;
} fq_nqueens_counters;

/* For superqueens: returns the columns of a row that the queens above attack by a knight's move.
 * `last` is the queen one row up, and `before` is the queen two rows up. All arguments are sets of
 * columns; the result may reach beyond the board. */
static inline uint64_t fq_knight_moves(uint64_t last, uint64_t before)
{
    return last << 2 | last >> 2 | before << 1 | before >> 1;
}

#endif
