/* queue.h - the two queues of MAC: arcs to revise, and constraints to filter. */
#ifndef FQ_CSP_QUEUE_H
#define FQ_CSP_QUEUE_H

#include "state.h"

/* Adds an item to the end of a queue, unless it is already waiting there. */
static inline void fq_csp_enqueue(fq_csp_queue *q, uint32_t item)
{
    if (q->waiting[item]) return;
    q->waiting[item] = 1;
    const uint32_t tail = q->head + q->length++;
    q->item[tail < q->capacity ? tail : tail - q->capacity] = item;
}

/* Removes and returns the first item of a queue that is not empty. */
static inline uint32_t fq_csp_dequeue(fq_csp_queue *q)
{
    const uint32_t item = q->item[q->head];
    q->waiting[item] = 0;
    q->head = q->head + 1 < q->capacity ? q->head + 1 : 0;
    q->length--;
    return item;
}

/* Creates both queues and fills them with every arc and every constraint. The arcs and the
 * scopes must have been found. */
fq_error fq_csp_queues_new(fq_csp *s);
void fq_csp_queues_free(fq_csp *s);
/* Empties both queues. */
void fq_csp_clear_queues(fq_csp *s);
/* Queues the arcs (y, x) for every neighbour y of x that has no value yet. */
void fq_csp_queue_arcs_towards(fq_csp *s, uint32_t x);
/* Queues the filters of all constraints that contain x. */
void fq_csp_queue_filters_of(fq_csp *s, uint32_t x);

#endif
