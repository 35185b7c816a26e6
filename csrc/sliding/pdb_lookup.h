/* pdb_lookup.h - looks up the heuristic of a board in a pattern database. */
#ifndef FQ_SLIDING_PDB_LOOKUP_H
#define FQ_SLIDING_PDB_LOOKUP_H

#include "pdb_layout.h"

/* The sum of the distances of all patterns of a side. at[h] is the cell of the tile whose home is
 * cell h. */
uint32_t fq_side_heuristic(const fq_side *side, const uint8_t *at, uint32_t blank);

#endif
