/* hall_sets.c - Hall sets: k units confined to k units, whatever k is.
 *
 * Left nodes are, say, the open regions, right nodes the rows, with an edge where the region has a
 * candidate in the row. A Hall set of left nodes has as many right nodes as members; other left
 * nodes lose their edges to these. Fix any matching of left into right (Regin's filter for
 * all-different, AAAI 1994): a Hall set contains, with a node, the partners of all its right nodes,
 * so the smallest one around node i is what i reaches by going left - right - partner. Where a Hall
 * set prunes an edge, one of these around a single node does too. So one matching and one
 * transitive closure, both on words of bits, find the smallest set that prunes. */
#include "state.h"

/* Finds a place for `left`, moving others; the depth-first search for an augmenting path, without
 * recursion: path[] holds the left nodes of the path, via[] the right node each wants to take. */
static int fq_match(const uint64_t *adj, uint32_t left, uint8_t *owner, uint64_t *matched,
                    uint64_t *visited)
{
    uint8_t path[64], via[64];
    uint32_t depth = 0;
    path[0] = (uint8_t)left;
    for (;;) {
        uint64_t free = adj[path[depth]] & ~*matched;
        if (free) {
            via[depth] = (uint8_t)fq_lowest(free);
            *matched |= free & -free;
            for (uint32_t i = 0; i <= depth; i++) owner[via[i]] = path[i];
            return 1;
        }
        uint64_t next = adj[path[depth]] & ~*visited;
        if (next) {
            via[depth] = (uint8_t)fq_lowest(next);
            *visited |= next & -next;
            path[depth + 1] = owner[via[depth]];
            depth++;
        } else if (depth) {
            depth--;
        } else {
            return 0;
        }
    }
}

/* Whether no Hall set prunes anything, as is nearly always so (asking this first, and one way
 * before its dual, made 11 x 11 boards 1.3 times as fast): then whatever a node reaches also
 * reaches it. back[r]: the left nodes of right node r, all of which are matched. */
static int fq_isolated(const uint64_t *adj, const uint64_t *back, uint64_t open, uint64_t matched,
                       const uint8_t *owner)
{
    uint8_t partner[64];
    for (uint64_t r = matched; r; r &= r - 1) partner[owner[fq_lowest(r)]] = (uint8_t)fq_lowest(r);
    while (open) {
        uint64_t first = open & -open, reached = first, reaching = first, rights = 0;
        for (uint64_t left = first; left;) {
            uint64_t more = adj[fq_lowest(left)] & ~rights;
            left &= left - 1;
            rights |= more;
            for (; more; more &= more - 1) left |= UINT64_C(1) << owner[fq_lowest(more)];
            reached |= left;
        }
        for (uint64_t left = first; left;) {
            uint64_t more = back[partner[fq_lowest(left)]] & ~reaching;
            left = (left & (left - 1)) | more;
            reaching |= more;
        }
        if (reached != reaching) return 0;
        open &= ~reached;
    }
    return 1;
}

uint32_t fq_hall_set(const uint64_t *adj, const uint64_t *back, uint64_t open, uint64_t *from,
                        uint64_t *to)
{
    uint8_t owner[64];
    uint64_t matched = 0;
    for (uint64_t left = open; left; left &= left - 1) {
        uint32_t i = fq_lowest(left);
        uint64_t visited = 0;
        if (fq_match(adj, i, owner, &matched, &visited)) continue;
        /* all that i reaches is visited: one more left node than right nodes */
        *from = UINT64_C(1) << i;
        *to = visited;
        for (uint64_t r = visited; r; r &= r - 1) *from |= UINT64_C(1) << owner[fq_lowest(r)];
        return UINT32_MAX;
    }

    if (back && fq_isolated(adj, back, open, matched, owner)) return 0;

    uint64_t reach[64], leaks = 0; /* leaks: nodes with a right node that belongs to nobody */
    for (uint64_t left = open; left; left &= left - 1) {
        uint32_t i = fq_lowest(left);
        reach[i] = UINT64_C(1) << i;
        if (adj[i] & ~matched) leaks |= UINT64_C(1) << i;
        for (uint64_t r = adj[i] & matched; r; r &= r - 1)
            reach[i] |= UINT64_C(1) << owner[fq_lowest(r)];
    }
    for (uint64_t via = open; via; via &= via - 1) {
        uint32_t k = fq_lowest(via);
        for (uint64_t left = open; left; left &= left - 1) {
            uint32_t i = fq_lowest(left);
            if (reach[i] >> k & 1) reach[i] |= reach[k];
        }
    }

    uint32_t best = 0;
    for (uint64_t left = open; left; left &= left - 1) {
        uint32_t i = fq_lowest(left);
        uint32_t size = fq_popcount(reach[i]);
        if (size < 2 || (best && size >= best) || reach[i] & leaks) continue;
        for (uint64_t others = open & ~reach[i]; others; others &= others - 1) {
            if (!(reach[fq_lowest(others)] & reach[i])) continue;
            best = size;
            *from = reach[i];
            break;
        }
    }
    if (!best) return 0;
    *to = 0;
    for (uint64_t left = *from; left; left &= left - 1) *to |= adj[fq_lowest(left)];
    return best;
}
