/* weighted_hall.c - Hall sets of units that need one or more stars each.
 *
 * The method is that of hall_sets.c, with a flow in place of the matching. Every left node sends
 * each of its missing stars to a right node in which it has candidates; no right node receives more
 * stars than it needs. The left nodes that send stars to a right node are its senders. The right
 * nodes of a Hall set need no more stars in total than its left nodes. A Hall set
 * contains all senders to its right nodes. So the smallest Hall set that
 * contains a node consists of all nodes that a path from this node reaches, where each step goes
 * from a left node to a right node and then to its senders. If a right node on such a path could
 * receive more stars, no Hall set contains the node. */
#include <string.h>

#include "state.h"

typedef struct fq_flow {
    uint64_t senders[64]; /* left nodes that send stars to this right node */
    uint8_t used[64];     /* number of stars that this right node receives */
    uint8_t sent[64][64]; /* sent[right][left]: number of stars sent from left to right */
} fq_flow;

/* Sends one more star from `left` along a shortest augmenting path, and redirects other stars if
 * needed. If no such path exists, returns 0. Writes the left and right nodes that the search
 * reached to *lefts and *rights. */
static int fq_send_star(fq_flow *flow, const uint64_t *adj, const uint8_t *room, uint32_t left,
                   uint64_t *lefts, uint64_t *rights)
{
    /* came_by: the right node from which a left node was reached */
    uint8_t queue[64], came_by[64], reached_from[64];
    uint32_t head = 0, tail = 0;
    *lefts = UINT64_C(1) << left;
    *rights = 0;
    queue[tail++] = (uint8_t)left;
    while (head < tail) {
        const uint32_t i = queue[head++];
        for (uint64_t next = adj[i] & ~*rights; next; next &= next - 1) {
            uint32_t j = fq_lowest(next);
            *rights |= UINT64_C(1) << j;
            reached_from[j] = (uint8_t)i;
            if (flow->used[j] < room[j]) {
                flow->used[j]++;
                for (;;) {
                    const uint32_t from = reached_from[j];
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

uint32_t fq_find_weighted_hall_set(const uint64_t *adj, const uint8_t *left_needs,
                            const uint8_t *right_needs, uint64_t open, uint64_t *from, uint64_t *to)
{
    fq_flow flow;
    memset(&flow, 0, sizeof flow);
    for (uint64_t left = open; left; left &= left - 1) {
        const uint32_t i = fq_lowest(left);
        for (uint32_t need = left_needs[i]; need; need--)
            if (!fq_send_star(&flow, adj, right_needs, i, from, to)) return UINT32_MAX;
    }

    /* leaks: left nodes with an edge to a right node that could receive more stars */
    uint64_t reach[64], leaks = 0;
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
