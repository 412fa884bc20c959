/* The kind of a causal graph, determined from its marks, and one member of its equivalence class: a DAG for a DAG or
 * CPDAG, a MAG for a MAG or PAG. All members have the same m-separations, so any one can be used to check these. */
#ifndef EFFECT_MEMBER_H
#define EFFECT_MEMBER_H

#include "graph/model/graph.h"

typedef enum effect_kind { EFFECT_DAG, EFFECT_CPDAG, EFFECT_MAG, EFFECT_PAG } effect_kind;

/* "dag", "cpdag", "mag" or "pag". */
const char *effect_kind_name(effect_kind kind);

/* The kind by the marks: with circles a PAG, with bidirected edges (or, if `latent`, always) a MAG, with undirected
 * edges a CPDAG, otherwise a DAG; and a member, to be released by the caller. An error (MIXMI_ERROR_DATA) for any other
 * graph: a directed cycle, an undirected edge together with circles or bidirected edges (selection), a bidirected edge
 * between a node and its ancestor, or directions that no DAG has without additional v-structures. O(nodes^3). */
mixmi_status effect_member(effect_kind *kind, mixmi_graph **member, const mixmi_graph *graph, bool latent);

#endif
