/* fastqueens.h - the whole public C interface. The header of each kernel is its manual.
 *
 * Every search is a machine (see common/search.h). Functions that create one return NULL on failure
 * and store the reason in *error. Only one thread at a time may use a machine. */
#ifndef FASTQUEENS_H
#define FASTQUEENS_H

#include "common/search.h"
#include "cover/cover.h"
#include "csp/csp.h"
#include "csp/min_conflicts.h"
#include "csp/model_min_conflicts.h"
#include "nqueens/count.h"
#include "nqueens/csp_model.h"
#include "nqueens/join.h"
#include "nqueens/list.h"
#include "nqueens/local_search.h"
#include "nqueens/min_conflicts.h"
#include "nqueens/minus_k.h"
#include "nqueens/plus_k.h"
#include "packing/packing.h"
#include "permutation/generate_and_test.h"
#include "permutation/placements.h"
#include "queens/board/canonical.h"
#include "queens/csp_model.h"
#include "queens/generate/generate.h"
#include "queens/logic/logic.h"
#include "queens/min_conflicts.h"
#include "queens/regions/regions.h"
#include "queens/stars/stars.h"
#include "queens/swarm.h"
#include "sliding/additive.h"
#include "sliding/beam.h"
#include "sliding/best_first.h"
#include "sliding/heuristic.h"
#include "sliding/sliding.h"

#endif
