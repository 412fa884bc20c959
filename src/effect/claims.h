/* Independences implied by a graph, and questions about them. */
#ifndef EFFECT_CLAIMS_H
#define EFFECT_CLAIMS_H

#include "effect/member.h"
#include "effect/net.h"

/* A claim as three sets of nodes: a, b and the conditioning set, one after the other. */
typedef struct effect_claim {
	size_t *nodes; /* [1 + b_count + given_count]; owned */
	size_t b_count, given_count;
	double p, p_holm, p_bh, estimate, lower, upper;
	size_t rows;
	int32_t verdict;
	uint8_t mark_a, mark_b;
} effect_claim;

typedef struct effect_claims {
	effect_claim *rows;
	size_t count, room;
} effect_claims;

/* Adds a claim about a, the nodes of `b` and those of `given`, [nodes] each. Returns false if memory runs out. */
bool effect_claims_add(effect_claims *claims, size_t a, const bool *b, const bool *given, size_t nodes);
void effect_claims_clear(effect_claims *claims);

/* Claims of the local Markov property of a DAG: each node is independent of its non-descendants given its parents.
 * Returns false if memory runs out. */
bool effect_claims_local(effect_claims *claims, const effect_net *net);

/* Each non-adjacent pair given the smaller of the separating sets nearest to either end. Pairs without a separating set
 * are omitted (a MAG that is not maximal). The order of nodes decides between sets of the same size. Returns false if
 * memory runs out. */
bool effect_claims_pairs(effect_claims *claims, const effect_net *net);

/* The edge between a and b, tested given the set that would separate them without it. Adds nothing if there is no such
 * set. */
bool effect_claims_edge(effect_claims *claims, const mixmi_graph *member, size_t a, size_t b);

/* Tests all claims, or with `measure` estimates them, where node v is column columns[v] of the table. Sets p, rows and
 * verdict, or estimate and interval; NaN for a claim without an answer. */
mixmi_status effect_claims_ask(effect_claims *claims, const mixmi_table *table, const size_t *columns, bool measure,
                               const mixmi_options *options);

/* Sets p_holm and p_bh; claims without p are ignored. */
mixmi_status effect_claims_adjust(effect_claims *claims);

/* Combined p-value of all claims: see mixmi_check_info. */
double effect_claims_combine(const effect_claims *claims);

#endif
