/* Best order score search (Andrews, Ramsey, Sanchez-Romero, Camchong and Kummerfeld 2023): columns are put in an order, every column
 * takes its parents from those before it, and columns are moved to better places until none is better. */
#ifndef GRAPH_ORDER_H
#define GRAPH_ORDER_H

#include "graph/search/trees.h"

/* A search that can be run again: what it has coded stays with it. It uses the code and the limits as long as it lives. */
typedef struct graph_order graph_order;
graph_order *graph_order_new(const graph_code *code, const order_limits *limits); /* NULL: out of memory */
void graph_order_free(graph_order *order);

/* The best graph of `starts` starts, from random orders and from orders close to the best one so far: parents[i * nodes + j] becomes
 * true where j is a parent of i. It depends neither on the order of nodes, unless columns are alike in all that they tell about others,
 * nor on threads. *stopped: by the limits, and parents are those of the best order so far. False: out of memory. */
bool graph_order_run(graph_order *order, bool *parents, size_t starts, bool *stopped);

/* Leaves out each edge of the best graph in turn and climbs from there. *improved: that led to a shorter code, and `parents` is the
 * new graph. A climb moves one column at a time, so it cannot leave some local minima in which several columns must move. */
bool graph_order_improve(graph_order *order, bool *parents, bool *improved, bool *stopped);

/* A good graph in which a node is no parent of some others, found from the best order of the latest run, which stays: its parents and
 * code length. What is found by moving columns may not be the best. *stopped as above. False: out of memory. */
bool graph_order_without(graph_order *order, bool *parents, double *length, size_t parent, const size_t *children,
                         size_t count, bool *stopped);

/* Nats that one parent of a column saves beside its others: parents[i * nodes + j] is true where j is a parent of i. */
double graph_order_saving(graph_order *order, const bool *parents, size_t child, size_t parent);

/* The prices of edges of a node have changed: its families are coded again. False: out of memory. */
bool graph_order_recode(graph_order *order, size_t node);

/* Code length of the best graph of the latest run. */
double graph_order_length(const graph_order *order);

#endif
