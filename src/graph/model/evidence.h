/* The answer that decided about a pair, stored with its conditioning set. */
#ifndef GRAPH_EVIDENCE_H
#define GRAPH_EVIDENCE_H

#include "graph/model/answers.h"
#include "graph/model/graph.h"

/* Whether this answer is closer to removing the edge than the stored evidence. */
bool graph_evidence_is_weaker(const graph_answer *answer, const graph_evidence *evidence);

/* Evidence for dependence in nats, for comparing answers of one test: -ln p; below the smallest p, and for tests
 * without p, the estimate. */
double graph_nats(const graph_answer *answer);

/* Stores an answer and a copy of its set. Returns false if memory runs out. */
bool graph_evidence_set(graph_evidence *evidence, const graph_answer *answer, const size_t *given, size_t count);

/* Whether the node is in the conditioning set. */
bool graph_evidence_has(const graph_evidence *evidence, size_t node);

/* Serialises the evidence of a pair for another process; returns false if memory runs out. */
void graph_evidence_put(base_parcel *parcel, const graph_evidence *evidence);
bool graph_evidence_take(base_parcel *parcel, graph_evidence *evidence);

#endif
