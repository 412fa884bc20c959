/* A graph as its writers see it: edges and separated pairs in the order of the nodes' names, so that what is written does
 * not depend on the order of columns. */
#ifndef IO_GRAPH_VIEW_H
#define IO_GRAPH_VIEW_H

#include "io/buffer.h"
#include "mixmi.h"

typedef struct output_graph {
	const mixmi_graph *graph;
	mixmi_graph_info info;
	size_t *rank;                   /* [nodes] place of each node among the names */
	mixmi_edge *edges;              /* by names; an undirected edge runs from the lesser name */
	mixmi_separation *separated;    /* by names; a is the lesser one */
	size_t *given;                  /* what the conditioning sets point to, each in order of names */
	size_t directed;                /* number of directed edges */
	bool has_discrete, has_numeric; /* types that occur */
} output_graph;

mixmi_status output_graph_init(output_graph *view, const mixmi_graph *graph);
void output_graph_clear(output_graph *view);

/* Name and type of a node as text. */
const char *output_graph_name(const output_graph *view, size_t node);
const char *output_graph_type(const output_graph *view, size_t node); /* "discrete" or "numeric" */
const char *output_edge_type(const mixmi_edge *edge);                 /* see output_ends_type() */
const char *output_edge_arrow(const mixmi_edge *edge);                /* such as "->" or "o-o" */
const char *output_edge_remark(const mixmi_edge *edge);               /* "required", "cannot tell", ..., or "" */
bool output_graph_is_pag(const output_graph *view);                   /* there may be circles */

/* How strong an edge is, in [0, 1]: Linfoot's informational correlation sqrt(1 - exp(-2 I)), which is |rho| for a
 * Gaussian pair; NaN where there is no estimate. */
double output_edge_strength(const mixmi_edge *edge);

/* Names of a conditioning set in one field, separated by semicolons; a name that holds one is in quotes. */
void output_add_given(output_buffer *buffer, const output_graph *view, const size_t *given, size_t count);

/* One writer a format; each adds the whole document. */
typedef void output_graph_writer(output_buffer *buffer, const output_graph *view);
output_graph_writer output_graph_text;        /* graph_text.c */
output_graph_writer output_graph_text_all;    /* graph_text.c */
output_graph_writer output_graph_json;        /* graph_json.c */
output_graph_writer output_graph_cytoscape;   /* graph_json.c */
output_graph_writer output_graph_dot;         /* graph_dot.c */
output_graph_writer output_graph_graphml;     /* graph_markup.c */
output_graph_writer output_graph_gml;         /* graph_markup.c */
output_graph_writer output_graph_csv;         /* graph_matrix.c */
output_graph_writer output_graph_pcalg;       /* graph_matrix.c */
output_graph_writer output_graph_causallearn; /* graph_matrix.c */
output_graph_writer output_graph_tetrad;      /* graph_matrix.c */

#endif
