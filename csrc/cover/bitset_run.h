/* bitset_run.h - the bitset search, included once for each way to choose an item:
 *
 *     uint32_t NAME(choose)(const fq_cover_bits *b, const uint64_t *live, const uint64_t *active,
 *                           uint32_t *item);
 *
 * puts the active item with the fewest live options (the first of those) into *item and returns
 * how many it has; 0, and any of them, where items have none. ROW is how many words a set of items
 * has, VECTOR what sets of options are ANDed in, LANES how many words that has.
 *
 * A level is a branch with options left to try. The last option of an item needs no level: its
 * state replaces the one before it. Most choices of a search are forced or last ones.
 *
 * With SUSPECT, the item that made the last dead end of a level is tested first in the next state
 * there. It makes every third dead end of a packing, found with one AND a word: 1.1 times as fast
 * without AVX-512.
 *
 * Tried: four suspects, every second dead end and no faster; prefetching the row of the next
 * option, no gain; a smaller problem made of the live options once they are a quarter of all, no
 * gain (pentominoes 6 x 10 have 37 states below each, too few to pay for its matrix).
 */

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
    uint64_t alive = 1; /* 0: the suspect has no option */
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
        fq_cover_tries(b, live, b->column + (uint64_t)item * words, b->todo + branch->next);

    next:;
        uint32_t option = b->todo[branch->next++];
        m->choice[depth++] = option;
        uint64_t *below = live, *uncovered = active;
        if (branch->next < branch->end) {
            branch++;
            below += words;
            uncovered += row;
        }
        const VECTOR *compatible = (const VECTOR *)(b->compatible + (uint64_t)option * words);
        const uint64_t *mask = b->mask + (uint64_t)option * row;
        const VECTOR *suspect = (const VECTOR *)(b->column + (uint64_t)branch->suspect * words);
        VECTOR kept = {0};
        for (uint32_t i = 0; i < words / LANES; i++) {
            VECTOR x = ((const VECTOR *)live)[i] & compatible[i];
            ((VECTOR *)below)[i] = x;
            if (suspecting) kept |= x & suspect[i];
        }
        if (suspecting) {
            alive = 0;
            for (uint32_t i = 0; i < LANES; i++) alive |= (uint64_t)kept[i];
        }
        for (uint32_t i = 0; i < row; i++) uncovered[i] = active[i] & ~mask[i];
        live = below;
        active = uncovered;
        continue;

    back:
        if (branch == b->branch) {
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
