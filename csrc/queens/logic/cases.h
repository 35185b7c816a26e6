/* cases.h - proofs by cases: a search shows that no solution has a star on a cell. */
#ifndef FQ_QUEENS_LOGIC_CASES_H
#define FQ_QUEENS_LOGIC_CASES_H

#include "star_rules_state.h"

/* If a proof was given up after more cases than this, it is not repeated soon. */
enum { FEW_CASES = 16 };

/* Tries a star on `cell` with at most `max_cases` cases, and records the cell if the star is
 * refuted. Returns 0 if l->rating.work reached `end` first; the next call then continues the
 * proof. */
int fq_try_cases(fq_logic *l, uint32_t cell, uint64_t max_cases, uint64_t end);

/* Searches for one solution. The stars of a solution cannot be refuted, so no chain is tried from
 * the cells of these stars, which are nearly half of the remaining candidates. Returns 0 if
 * l->rating.work reached `end` first; the next call then continues the search. */
int fq_find_solution(fq_logic *l, uint64_t end);

/* Chooses the region whose cells are tried by cases: the region with the fewest placements,
 * estimated from its candidates, because a search would branch on this region.
 * Tried: trying the cells of three regions took 3 times as long on 21 x 21 boards, and trying the
 * cells of all regions took 10 times as long. */
void fq_choose_case_region(fq_logic *l);

#endif
