/* cases.c - proofs by cases. Each node of the search in stars/table_search.h counts as one case. */
#include "cases.h"

int fq_try_cases(fq_logic *l, uint32_t cell, uint64_t max_cases, uint64_t end)
{
    fq_star_rules *v = l->star_rules;
    if (!v->case_running) {
        v->first_node = v->counts.nodes;
        v->search->rounds = 0;
        if (!fq_tables_assume(v->search, cell)) {
            l->rating.work++;
            fq_record_refuted(l, cell, 0);
            return 1;
        }
        v->case_running = 1;
    }
    const uint64_t before = v->counts.nodes, room = end - l->rating.work;
    uint64_t stop = v->first_node + max_cases;
    if (stop - before > room) stop = before + room;
    const fq_status status = fq_tables_run(v->search, stop);
    l->rating.work += v->counts.nodes - before;
    const uint64_t nodes = v->counts.nodes - v->first_node;
    if (status == FQ_RUNNING && nodes < max_cases) return 0;
    v->case_running = 0;
    if (status == FQ_DONE) fq_record_refuted(l, cell, max_cases == 1 ? v->search->rounds : nodes);
    if (status == FQ_FOUND) l->exhausted[cell / 64] |= UINT64_C(1) << cell % 64;
    if (status == FQ_RUNNING && max_cases > FEW_CASES) {
        v->failed_cases[cell] = max_cases;
        v->failed_open[cell] = (uint16_t)v->open_cells;
    }
    return 1;
}

int fq_find_solution(fq_logic *l, uint64_t end)
{
    enum { NODES = 20000 };
    fq_star_rules *v = l->star_rules;
    if (!v->solution_running && !v->dead) {
        v->first_node = v->counts.nodes;
        fq_tables_assume(v->search, UINT32_MAX);
    }
    v->solution_running = 1;
    fq_status status = FQ_DONE;
    if (!v->dead) {
        const uint64_t before = v->counts.nodes, room = end - l->rating.work;
        const uint64_t last = v->first_node + NODES;
        status = fq_tables_run(v->search, last - before < room ? last : before + room);
        l->rating.work += v->counts.nodes - before;
        if (status == FQ_RUNNING && v->counts.nodes < last) return 0;
    }
    v->solution_running = 0;
    v->solution_done = 1;
    if (status != FQ_FOUND) return 1;
    uint16_t cells[ROWS * FQ_TABLES_MAX_STARS];
    for (uint32_t i = fq_tables_cells(v->search, cells); i-- > 0;)
        v->solution[cells[i] / 64] |= UINT64_C(1) << cells[i] % 64;
    return 1;
}

void fq_choose_case_region(fq_logic *l)
{
    fq_star_rules *v = l->star_rules;
    const fq_position *p = fq_read_position(l, &v->position);
    uint32_t open = 0, best = 0;
    uint64_t fewest = UINT64_MAX;
    for (uint32_t cell = 0; (cell = fq_next_trial(l, cell)) != UINT32_MAX; cell++)
        open |= UINT32_C(1) << l->region_of[cell];
    for (uint32_t left = open; left; left &= left - 1) {
        const uint32_t g = fq_lowest(left), missing = p->missing[FQ_LOGIC_REGION][g];
        uint32_t size = 0;
        for (uint32_t r = v->first[g]; r <= v->last[g]; r++)
            size += fq_popcount(p->cand[0][r] & v->region[g][r]);
        uint64_t star_rules = 1;
        for (uint32_t k = 0; k < missing; k++) star_rules = star_rules * (size - k) / (k + 1);
        if (star_rules < fewest) fewest = star_rules, best = g;
    }
    v->case_regions = UINT32_C(1) << best;
}
