/* memo.c - counts exact covers and remembers the states that it has counted.
 *
 * The search uses the sets of the bitset kernel (bitset.h). A state is stored in a table if every
 * item has two or more options left; a state with a forced choice is replaced by the state after
 * this choice. Nothing else than the items not covered and the live options determines the number
 * of solutions of a state. Every item of a stored state has a live option, so the live options
 * alone determine the items too. Without secondary items, the items determine the live options:
 * these are all options with no other items. So the key is
 *
 *     without secondary items    the set of the items not covered
 *     with secondary items       the set of the live options: it is the same for all colours and
 *                                choices that make no difference any more
 *
 * Every branch has its own level, whose sets are kept until all its options have been tried,
 * because they are the key of the entry that is stored then. */
#include "bitset.h"
#include "common/bits.h"
#include "memo_table.h"

/* What the entry of a branch needs, besides the sets of its level. */
typedef struct fq_memo_branch {
    uint64_t hash;
    uint64_t nodes;     /* the nodes visited and saved before the branch; at most UINT64_MAX */
    uint64_t low, high; /* the solutions found before the branch */
} fq_memo_branch;

struct fq_cover_memo {
    int live_key; /* whether the key is the set of the live options */
    fq_memo_branch *branch; /* [level] */
    fq_memo_table table;
};

/* Adds a 128-bit number to the solutions. Returns 0 and changes only `overflow` if the sum needs
 * more than 128 bits. */
static int fq_add_solutions(fq_cover_counters *counts, uint64_t low, uint64_t high)
{
    uint64_t low_sum = counts->solutions + low, carry = low_sum < low;
    uint64_t high_sum = counts->solutions_high + high;
    if (high_sum < high || (carry && high_sum == UINT64_MAX)) {
        counts->overflow = 1;
        return 0;
    }
    counts->solutions = low_sum;
    counts->solutions_high = high_sum + carry;
    return 1;
}

static fq_status fq_cover_memo_run(fq_cover *m, uint64_t stop)
{
    fq_cover_memo *memo = m->memo;
    fq_cover_bits *b = m->kernel;
    fq_memo_table *table = &memo->table;
    const uint32_t words = b->words, row = b->row;
    fq_cover_counters *counts = &m->counts;
    uint32_t level = b->level;
    uint64_t nodes = counts->nodes;
    fq_status status = FQ_RUNNING;

    for (;;) {
        uint64_t *live = b->live + (uint64_t)level * words;
        uint64_t *active = b->active + (uint64_t)level * row;
        const uint64_t *key = memo->live_key ? live : active;
        fq_cover_branch *branch = b->branch + level;
        if (nodes >= stop) break;
        nodes++;
        uint64_t any = 0;
        for (uint32_t i = 0; i < row; i++) any |= active[i];
        if (!any) {
            if (!fq_add_solutions(counts, 1, 0)) goto full;
        } else {
            uint32_t item, size = b->choose(b, live, active, &item);
            if (size) {
                const uint64_t *column = b->column + (uint64_t)item * words;
                uint64_t hash = 0;
                if (size > 1) {
                    hash = fq_memo_hash(key, table->key);
                    const uint64_t *value = fq_memo_find(table, hash, key);
                    if (value) {
                        counts->hits++;
                        counts->saved = fq_add_capped(counts->saved, value[2]);
                        if (!fq_add_solutions(counts, value[0], value[1])) goto full;
                        goto back;
                    }
                }
                branch->depth = m->depth;
                branch->next = level ? branch[-1].end : 0;
                branch->end = branch->next;
                for (uint32_t w = 0; w < words; w++)
                    for (uint64_t left = live[w] & column[w]; left; left &= left - 1)
                        b->todo[branch->end++] = (uint16_t)(64 * w + fq_lowest(left));
                if (size > 1)
                    memo->branch[level] =
                        (fq_memo_branch){hash, fq_add_capped(nodes, counts->saved),
                                         counts->solutions, counts->solutions_high};
                goto choose;
            }
        }

    back:
        for (;;) {
            if (!level) {
                m->depth = 0;
                m->resume = FQ_COVER_AT_END;
                status = FQ_DONE;
                goto end;
            }
            level--;
            branch = b->branch + level;
            live = b->live + (uint64_t)level * words;
            active = b->active + (uint64_t)level * row;
            if (branch->next < branch->end) break;
            const fq_memo_branch *before = &memo->branch[level];
            uint64_t work = fq_add_capped(nodes, counts->saved) - before->nodes;
            fq_memo_value value = {
                counts->solutions - before->low,
                counts->solutions_high - before->high - (counts->solutions < before->low),
                work ? work : 1,
            };
            key = memo->live_key ? live : active;
            if (!fq_memo_add(table, before->hash, key, value)) goto full;
            counts->states++;
        }
        m->depth = branch->depth;

    choose:;
        /* A forced choice replaces the state; any other choice makes a new level. */
        uint32_t option = b->todo[branch->next++];
        int forced = branch->end - (level ? branch[-1].end : 0) == 1;
        uint64_t *live_below = forced ? live : live + words;
        uint64_t *active_below = forced ? active : active + row;
        const uint64_t *compatible = b->compatible + (uint64_t)option * words;
        const uint64_t *mask = b->mask + (uint64_t)option * row;
        for (uint32_t w = 0; w < words; w++) live_below[w] = live[w] & compatible[w];
        for (uint32_t i = 0; i < row; i++) active_below[i] = active[i] & ~mask[i];
        m->choice[m->depth++] = option;
        level += !forced;
    }
    goto end;

full:
    m->resume = FQ_COVER_AT_FULL;
    status = FQ_FULL;
end:
    b->level = level;
    counts->nodes = nodes;
    return status;
}

uint64_t fq_cover_memo_bytes(uint32_t primary)
{
    return sizeof(fq_cover_memo) + ((uint64_t)primary + 1) * sizeof(fq_memo_branch);
}

fq_error fq_cover_memo_new(fq_cover *m, uint64_t max_bytes)
{
    const fq_cover_set *set = &m->set;
    const fq_cover_bits *b = m->kernel;
    fq_cover_memo *memo = m->memo = calloc(1, sizeof *memo);
    if (!memo) return FQ_NO_MEMORY;
    memo->branch = calloc((uint64_t)set->primary + 1, sizeof *memo->branch);
    if (!memo->branch) return FQ_NO_MEMORY;
    memo->live_key = set->items > set->primary;
    fq_memo_table *table = &memo->table;
    table->key = ((memo->live_key ? b->options : b->primary) + 63) / 64;
    table->words = table->key + 3;
    table->max_bytes = max_bytes - fq_cover_bytes(FQ_COVER_MEMO, set->options, set->items,
                                                  set->primary, set->entries);
    m->run = fq_cover_memo_run;
    return FQ_OK;
}

void fq_cover_memo_free(fq_cover *m)
{
    if (!m->memo) return;
    for (uint32_t i = 0; i < FQ_MEMO_PARTS; i++) free(m->memo->table.part[i].entry);
    free(m->memo->branch);
    free(m->memo);
    m->memo = NULL;
}
