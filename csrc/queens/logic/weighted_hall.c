/* weighted_hall.c - units confined to units, where each misses one to three stars.
 *
 * As in hall_sets.c, with a flow in place of the matching: every left node sends as much as it
 * misses to right nodes in which it has candidates, and none gets more than it misses. A Hall set
 * of left nodes (its right nodes miss no more than it does) contains, with a node, all nodes that
 * send something to its right nodes; so the smallest Hall set around a node is what it reaches by
 * going left - right - sender, unless a right node reached has room to spare. */
#include <string.h>

#include "state.h"

typedef struct fq_flow {
    uint64_t senders[64]; /* of a right node: left nodes that send it something */
    uint8_t used[64];     /* what a right node gets */
    uint8_t sent[64][64]; /* [right][left] */
} fq_flow;

/* Sends one more from `left`, moving others, by the shortest path; 0 and the nodes reached if that
 * cannot be. */
static int fq_send(fq_flow *flow, const uint64_t *adj, const uint8_t *room, uint32_t left,
                   uint64_t *lefts, uint64_t *rights)
{
    uint8_t queue[64], came_by[64], asked_by[64]; /* came_by: the right node before a left one */
    uint32_t head = 0, tail = 0;
    *lefts = UINT64_C(1) << left;
    *rights = 0;
    queue[tail++] = (uint8_t)left;
    while (head < tail) {
        const uint32_t i = queue[head++];
        for (uint64_t next = adj[i] & ~*rights; next; next &= next - 1) {
            uint32_t j = fq_lowest(next);
            *rights |= UINT64_C(1) << j;
            asked_by[j] = (uint8_t)i;
            if (flow->used[j] < room[j]) {
                flow->used[j]++;
                for (;;) {
                    const uint32_t from = asked_by[j];
                    flow->sent[j][from]++;
                    flow->senders[j] |= UINT64_C(1) << from;
                    if (from == left) return 1;
                    j = came_by[from];
                    if (!--flow->sent[j][from]) flow->senders[j] &= ~(UINT64_C(1) << from);
                }
            }
            for (uint64_t more = flow->senders[j] & ~*lefts; more; more &= more - 1) {
                const uint32_t other = fq_lowest(more);
                *lefts |= UINT64_C(1) << other;
                came_by[other] = (uint8_t)j;
                queue[tail++] = (uint8_t)other;
            }
        }
    }
    return 0;
}

uint32_t fq_weighted_hall_set(const uint64_t *adj, const uint8_t *left_needs,
                            const uint8_t *right_needs, uint64_t open, uint64_t *from, uint64_t *to)
{
    fq_flow flow;
    memset(&flow, 0, sizeof flow);
    for (uint64_t left = open; left; left &= left - 1) {
        const uint32_t i = fq_lowest(left);
        for (uint32_t need = left_needs[i]; need; need--)
            if (!fq_send(&flow, adj, right_needs, i, from, to)) return UINT32_MAX;
    }

    uint64_t reach[64], leaks = 0; /* leaks: nodes with a right node that has room to spare */
    for (uint64_t left = open; left; left &= left - 1) {
        const uint32_t i = fq_lowest(left);
        reach[i] = UINT64_C(1) << i;
        for (uint64_t right = adj[i]; right; right &= right - 1) {
            const uint32_t j = fq_lowest(right);
            if (flow.used[j] < right_needs[j]) leaks |= UINT64_C(1) << i;
            reach[i] |= flow.senders[j];
        }
    }
    for (uint64_t via = open; via; via &= via - 1) {
        const uint32_t k = fq_lowest(via);
        for (uint64_t left = open; left; left &= left - 1) {
            const uint32_t i = fq_lowest(left);
            if (reach[i] >> k & 1) reach[i] |= reach[k];
        }
    }

    uint32_t best = 0;
    for (uint64_t left = open; left; left &= left - 1) {
        const uint32_t i = fq_lowest(left);
        if (reach[i] & leaks) continue;
        uint64_t rights = 0;
        for (uint64_t members = reach[i]; members; members &= members - 1)
            rights |= adj[fq_lowest(members)];
        const uint32_t lefts = fq_popcount(reach[i]), size = fq_popcount(rights);
        const uint32_t both = lefts > size ? lefts : size;
        if (both < 2 || (best && both >= best)) continue;
        for (uint64_t others = open & ~reach[i]; others; others &= others - 1) {
            if (!(adj[fq_lowest(others)] & rights)) continue;
            best = both;
            *from = reach[i];
            *to = rights;
            break;
        }
    }
    return best;
}
