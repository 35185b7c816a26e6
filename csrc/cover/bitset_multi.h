/* bitset_multi.h - the bitset search with multiplicities and costs, included once for each way to
 * choose an item, after bitset_run.h. It visits the same nodes as dlx_multi.c, where the branches
 * are explained.
 *
 * CHOOSE_MULTI is `choose` of bitset_run.h for these problems. It finds the best of the items that
 * need one option. Items that need two or more options are few; their live options are counted one
 * item at a time. An option that was tried is removed from the live options of its level, so the
 * next option to try is the first one that is live. */

static fq_status NAME(run_multi)(fq_cover *m, uint64_t stop)
{
    const fq_cover_bits *b = m->kernel;
    const fq_cover_set *set = &m->set;
    const uint32_t words = b->words, row = ROW;
    uint64_t nodes = m->counts.nodes;
    uint32_t depth = m->depth;
    fq_cover_branch *branch = b->branch + b->level;
    uint64_t *live = b->live + (uint64_t)b->level * words;
    uint64_t *active = b->active + (uint64_t)b->level * row;
    fq_status status = FQ_RUNNING;
    uint32_t item, tries;
    if (m->resume == FQ_COVER_AT_BACK) goto back;
    if (m->resume == FQ_COVER_AT_MORE) goto more;

    for (;;) {
        if (nodes >= stop) {
            m->resume = FQ_COVER_AT_NODE;
            break;
        }
        nodes++;
        uint64_t any = 0;
        for (uint32_t i = 0; i < row; i++) any |= active[i];
        item = branch->suspect;
        tries = UINT32_MAX;
        if (any) {
            tries = CHOOSE_MULTI(b, live, active, &item);
            if (!tries) goto back;
        }
        int64_t bound = 0;
        for (uint32_t i = set->primary; i < set->needy; i++) {
            if (set->need[i] <= 0) continue;
            uint32_t need = (uint32_t)set->need[i], size = 0;
            const uint64_t *column = b->column + (uint64_t)i * words;
            for (uint32_t w = 0; w < words; w++) size += fq_popcount(live[w] & column[w]);
            if (size < need) goto back;
            if (size - need + 1 < tries) tries = size - need + 1, item = i;
            if (!m->priced) continue;
            uint32_t w = 0;
            while (!(live[w] & column[w])) w++;
            bound += set->share[64 * w + fq_lowest(live[w] & column[w])] * need;
        }
        if (m->priced && fq_cover_above_bound(m, b, live, active, row, bound)) goto back;
        if (tries == UINT32_MAX) {
            m->counts.solutions++;
            fq_cover_record(m);
            if (!m->count_only) {
                m->resume = FQ_COVER_AT_MORE;
                status = FQ_FOUND;
                break;
            }
        more:
            item = set->any;
            if (item == UINT32_MAX) goto back;
            tries = 0;
            for (uint32_t w = 0; w < words; w++) tries += fq_popcount(live[w]);
            if (!tries) goto back;
        }
        branch->depth = depth;
        branch->next = 0; /* the word in which the next option may be */
        branch->end = tries;
        b->branch_item[branch - b->branch] = item;

    next:;
        uint32_t w = branch->next;
        const uint64_t *column = b->column + (uint64_t)b->branch_item[branch - b->branch] * words;
        while (!(live[w] & column[w])) w++;
        branch->next = w;
        uint32_t option = 64 * w + fq_lowest(live[w] & column[w]), copies = 0;
        for (uint32_t o = option; o != UINT32_MAX; o = set->next_copy[o])
            copies += (uint32_t)(live[o >> 6] >> (o & 63) & 1);
        m->choice[depth++] = option;
        uint64_t *live_below = live, *active_below = active;
        if (copies < branch->end) {
            branch->end -= copies;
            branch++;
            live_below += words;
            active_below += row;
        }
        const VECTOR *compatible = (const VECTOR *)(b->compatible + (uint64_t)option * words);
        const uint64_t *mask = b->mask + (uint64_t)option * row;
        for (uint32_t i = 0; i < words / LANES; i++)
            ((VECTOR *)live_below)[i] = ((const VECTOR *)live)[i] & compatible[i];
        for (uint32_t i = 0; i < row; i++) active_below[i] = active[i] & ~mask[i];
        if (live_below != live)
            for (uint32_t o = option; o != UINT32_MAX; o = set->next_copy[o])
                live[o >> 6] &= ~(UINT64_C(1) << (o & 63));
        live = live_below;
        active = active_below;
        m->cost += set->cost[option];
        for (uint32_t k = b->counted_start[option]; k < b->counted_start[option + 1]; k++) {
            uint32_t i = b->counted[k];
            set->need[i]--;
            if (set->room[i] == FQ_UNLIMITED || --set->room[i]) continue;
            column = b->column + (uint64_t)i * words;
            for (w = 0; w < words; w++) live[w] &= ~column[w];
        }
        continue;

    back:
        if (branch == b->branch) {
            while (depth) m->cost -= set->cost[m->choice[--depth]];
            m->resume = FQ_COVER_AT_END;
            status = FQ_DONE;
            break;
        }
        branch--;
        live -= words;
        active -= row;
        while (depth > branch->depth) {
            uint32_t o = m->choice[--depth];
            m->cost -= set->cost[o];
            for (uint32_t k = b->counted_start[o]; k < b->counted_start[o + 1]; k++) {
                uint32_t i = b->counted[k];
                set->need[i]++;
                if (set->room[i] != FQ_UNLIMITED) set->room[i]++;
            }
        }
        goto next;
    }
    ((fq_cover_bits *)m->kernel)->level = (uint32_t)(branch - b->branch);
    m->depth = depth;
    m->counts.nodes = nodes;
    return status;
}
