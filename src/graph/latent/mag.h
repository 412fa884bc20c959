/* From marks that may contradict each other to a maximal ancestral graph (MAG). */
#ifndef GRAPH_MAG_H
#define GRAPH_MAG_H

#include "graph/model/graph.h"
#include "graph/model/rules.h"

/* Turns the marks of a graph into those of a MAG that obeys background knowledge: no node is its own ancestor, none has a bidirected edge
 * to its ancestor, and some set separates each pair without an edge (Richardson and Spirtes 2002). Circles are chosen as Zhang (2008)
 * does, so that a PAG gets one of its members. Otherwise arrowheads are kept before tails, and edges are only added or removed where
 * knowledge leaves nothing else. *changed: marks without circles, or edges, had to change. Nothing depends on evidence. Returns false if
 * memory runs out. Cost: O(nodes^3) per changed edge. */
bool graph_make_member(mixmi_graph *graph, const graph_rules *rules, bool *changed);

#endif
