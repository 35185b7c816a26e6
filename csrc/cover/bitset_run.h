/* bitset_run.h - the bitset search, included once for each way to choose an item:
 *
 *     uint32_t NAME(choose)(const fq_cover_bits *b, const uint64_t *live, const uint64_t *active,
 *                           uint32_t *item);
 *
 * `choose` stores the active item with the fewest live options (the first such item) in *item and
 * returns the number of these options. If some active items have no live option, it stores any of
 * them and returns 0. ROW is the number of words of a set of items. VECTOR is the type in which
 * sets of options are ANDed, and LANES is the number of words of a VECTOR.
 *
 * A level is a branch with options left to try. The last option of an item needs no level: the
 * state after this choice replaces the state before it. Most choices of a search are forced or are
 * last options.
 *
 * With SUSPECT, the search first tests the item that caused the last dead end of the level. In a
 * packing problem, this item causes every third dead end, and one AND per word detects such a dead
 * end. On machines without AVX-512, this test makes the search 1.1 times as fast.
 *
 * Tried: a test of four suspect items detects every second dead end, but the search is no faster.
 * Prefetching the row of the next option was no faster. Building a smaller problem when only a
 * quarter of the options is live was no faster either: for pentominoes on 6 x 10 cells, such a
 * problem has 37 states on average, which is too few to pay for the new matrix. */

static fq_status NAME(run)(fq_cover *m, uint64_t stop)
{
    const fq_cover_bits *b = m->kernel;
    const uint32_t words = b->words, row = ROW;
    const int suspecting = SUSPECT && words > 8;
    uint64_t nodes = m->counts.nodes, solutions = m->counts.solutions;
    uint32_t depth = m->depth;
    fq_cover_branch *branch = b->branch + b->level;
    uint64_t *live = b->live + (uint64_t)b->level * words;
    uint64_t *active = b->active + (uint64_t)b->level * row;
    uint64_t alive = 1; /* 0: the suspect item has no option */
    fq_status status = FQ_RUNNING;
    if (m->resume == FQ_COVER_AT_BACK) goto back;

    for (;;) {
        if (nodes >= stop) {
            m->resume = FQ_COVER_AT_NODE;
            break;
        }
        nodes++;
        uint64_t any = 0;
        for (uint32_t i = 0; i < row; i++) any |= active[i];
        if (!any) {
            solutions++;
            if (m->count_only) goto back;
            m->resume = FQ_COVER_AT_BACK;
            status = FQ_FOUND;
            break;
        }
        if (!alive && active[branch->suspect >> 6] >> (branch->suspect & 63) & 1) goto back;
        uint32_t item = branch->suspect, size = NAME(choose)(b, live, active, &item);
        if (!size) {
            branch->suspect = item;
            goto back;
        }
        branch->depth = depth;
        branch->next = branch == b->branch ? 0 : branch[-1].end;
        branch->end = branch->next + size;
        fq_list_options_of_item(b, live, b->column + (uint64_t)item * words,
                                b->todo + branch->next);

    next:;
        uint32_t option = b->todo[branch->next++];
        m->choice[depth++] = option;
        uint64_t *live_below = live, *active_below = active;
        if (branch->next < branch->end) {
            branch++;
            live_below += words;
            active_below += row;
        }
        const VECTOR *compatible = (const VECTOR *)(b->compatible + (uint64_t)option * words);
        const uint64_t *mask = b->mask + (uint64_t)option * row;
        const VECTOR *suspect = (const VECTOR *)(b->column + (uint64_t)branch->suspect * words);
        VECTOR kept = {0};
        for (uint32_t i = 0; i < words / LANES; i++) {
            VECTOR x = ((const VECTOR *)live)[i] & compatible[i];
            ((VECTOR *)live_below)[i] = x;
            if (suspecting) kept |= x & suspect[i];
        }
        if (suspecting) {
            alive = 0;
            for (uint32_t i = 0; i < LANES; i++) alive |= (uint64_t)kept[i];
        }
        for (uint32_t i = 0; i < row; i++) active_below[i] = active[i] & ~mask[i];
        live = live_below;
        active = active_below;
        continue;

    back:
        if (branch == b->branch) {
            depth = 0;
            m->resume = FQ_COVER_AT_END;
            status = FQ_DONE;
            break;
        }
        branch--;
        live -= words;
        active -= row;
        depth = branch->depth;
        goto next;
    }
    ((fq_cover_bits *)m->kernel)->level = (uint32_t)(branch - b->branch);
    m->depth = depth;
    m->counts.nodes = nodes;
    m->counts.solutions = solutions;
    return status;
}
