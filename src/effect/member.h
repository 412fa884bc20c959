/* What kind of causal graph the marks make, and one graph of the class that it stands for: a DAG for a DAG or CPDAG, a MAG for a MAG or
 * PAG. All graphs of a class have the same m-separations, so that one serves wherever these alone count. */
#ifndef EFFECT_MEMBER_H
#define EFFECT_MEMBER_H

#include "graph/core/graph.h"

typedef enum effect_kind { EFFECT_DAG, EFFECT_CPDAG, EFFECT_MAG, EFFECT_PAG } effect_kind;

/* "dag", "cpdag", "mag" or "pag". */
const char *effect_kind_name(effect_kind kind);

/* The kind by the marks: with circles a PAG, with double arrows (or, if `latent`, always) a MAG, with undirected edges a CPDAG, else a
 * DAG; and a member, which the caller frees. An error (MIXMI_ERROR_DATA) for a graph that is none of these: a directed cycle, an
 * undirected edge beside circles or double arrows (selection), a double arrow between a node and its ancestor, or directions that no
 * DAG has without further v-structures. O(nodes^3). */
mixmi_status effect_member(effect_kind *kind, mixmi_graph **member, const mixmi_graph *graph, bool latent);

#endif
