/* queue.c - creates, fills and empties the two queues of MAC. */
#include "queue.h"

#include <stdlib.h>

static fq_error queue_new(fq_csp_queue *q, uint32_t capacity)
{
    const size_t size = capacity ? capacity : 1;
    q->capacity = capacity;
    q->item = malloc(size * sizeof *q->item);
    q->waiting = calloc(size, sizeof *q->waiting);
    if (!q->item || !q->waiting) return FQ_NO_MEMORY;
    for (uint32_t i = 0; i < capacity; i++) fq_csp_enqueue(q, i);
    return FQ_OK;
}

fq_error fq_csp_queues_new(fq_csp *s)
{
    const fq_error error = queue_new(&s->arc_queue, s->arcs.count);
    return error ? error : queue_new(&s->filter_queue, s->scopes.count);
}

void fq_csp_queues_free(fq_csp *s)
{
    free(s->arc_queue.item);
    free(s->arc_queue.waiting);
    free(s->filter_queue.item);
    free(s->filter_queue.waiting);
}

void fq_csp_clear_queues(fq_csp *s)
{
    while (s->arc_queue.length) fq_csp_dequeue(&s->arc_queue);
    while (s->filter_queue.length) fq_csp_dequeue(&s->filter_queue);
}

void fq_csp_queue_arcs_towards(fq_csp *s, uint32_t x)
{
    for (uint32_t i = s->arcs.arc[x]; i < s->arcs.arc[x + 1]; i++)
        if (s->value[s->arcs.other[i]] < 0) fq_csp_enqueue(&s->arc_queue, s->arcs.back[i]);
}

void fq_csp_queue_filters_of(fq_csp *s, uint32_t x)
{
    if (!s->scopes.count) return;
    for (uint32_t i = s->scopes.first[x]; i < s->scopes.first[x + 1]; i++)
        fq_csp_enqueue(&s->filter_queue, s->scopes.constraint_of[i]);
}
