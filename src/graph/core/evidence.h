/* The answer that decided about a pair, kept with its conditioning set. */
#ifndef GRAPH_EVIDENCE_H
#define GRAPH_EVIDENCE_H

#include "graph/core/answers.h"
#include "graph/core/graph.h"

/* Would this answer have removed the edge sooner than the one that is kept as evidence? */
bool graph_evidence_is_weaker(const graph_answer *answer, const graph_evidence *evidence);

/* Evidence for dependence in nats, for comparing the answers of one test: minus the logarithm of p; beyond the smallest p, and
 * for tests without one, what is measured. */
double graph_nats(const graph_answer *answer);

/* Keeps an answer and a copy of its set. False: out of memory. */
bool graph_evidence_set(graph_evidence *evidence, const graph_answer *answer, const size_t *given, size_t count);

/* Is the node in the conditioning set? */
bool graph_evidence_has(const graph_evidence *evidence, size_t node);

/* The evidence of a pair as it travels to another process; false: out of memory. */
void graph_evidence_put(base_parcel *parcel, const graph_evidence *evidence);
bool graph_evidence_take(base_parcel *parcel, graph_evidence *evidence);

#endif
