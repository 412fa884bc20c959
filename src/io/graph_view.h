/* A graph as its writers use it: edges and separated pairs sorted by node names, so that the output does not depend on
 * the order of columns. */
#ifndef IO_GRAPH_VIEW_H
#define IO_GRAPH_VIEW_H

#include "io/buffer.h"
#include "mixmi.h"

typedef struct io_graph {
	const mixmi_graph *graph;
	mixmi_graph_info info;
	size_t *rank;      /* [nodes] rank of each node among the sorted names */
	mixmi_edge *edges; /* sorted by names; an undirected edge starts at the smaller name; then those undecided */
	size_t all;        /* number of edges and of undecided pairs */
	mixmi_separation *separated;    /* sorted by names; a is the smaller one */
	size_t *given;                  /* storage of the conditioning sets, each sorted by name */
	size_t directed;                /* number of directed edges; in a PAG of those that are shown so */
	size_t possible;                /* of these, possible ones */
	size_t same;                    /* number of edges between columns that carry the same information */
	bool has_discrete, has_numeric; /* types that occur */
	bool pag;                       /* see io_graph_is_pag() */
	bool *idle; /* [nodes] in a time series: an earlier column without an edge, which pictures may omit */
} io_graph;

mixmi_status io_graph_init(io_graph *view, const mixmi_graph *graph);
void io_graph_clear(io_graph *view);

/* Name and type of a node as text. */
const char *io_graph_name(const io_graph *view, size_t node);
const char *io_graph_type(const io_graph *view, size_t node); /* "discrete" or "numeric" */
const char *io_edge_type(const mixmi_edge *edge);             /* see io_ends_type() */
const char *io_edge_arrow(const mixmi_edge *edge);            /* such as "->" or "o-o" */
const char *io_edge_remark(const mixmi_edge *edge);           /* "required", "undecided", ..., or "" */
const char *io_arrow_word(int32_t kind);                      /* "possible", "clear", "knowledge" or "" */
const char *io_verdict_word(int32_t verdict); /* "detected", "not_detected" or "undecided"; NULL: there is none */
const char *io_size_word(int32_t size_kind);  /* "shares", "means" or "slope"; NULL: there is none */
int32_t io_size_of_word(const char *word);
/* The same in text: "-?>" for a possible arrow, and in a PAG a circle for a possible arrowhead. */
const char *io_edge_shown(const io_graph *view, const mixmi_edge *edge);
/* The edge as text and pictures show it: in a PAG possible arrowheads, and the tails opposite to them, are circles. */
mixmi_edge io_edge_as_shown(const io_graph *view, const mixmi_edge *edge);
/* The lags of an edge in a summary, as "0, 2"; NULL in other graphs. */
const char *io_edge_lags(const io_graph *view, const mixmi_edge *edge);
bool io_graph_is_pag(const io_graph *view); /* it was learnt as a PAG, or has marks of one */

/* Names of a conditioning set in one field, separated by semicolons; a name with a semicolon is quoted. */
void io_add_given(io_buffer *buffer, const io_graph *view, const size_t *given, size_t count);

/* One writer per format; each adds the whole document. */
typedef void io_graph_writer(io_buffer *buffer, const io_graph *view);
io_graph_writer io_graph_text;     /* graph_text.c */
io_graph_writer io_graph_text_all; /* graph_text.c */
io_graph_writer io_graph_json;     /* graph_json.c */
io_graph_writer io_graph_dot;      /* graph_dot.c */
io_graph_writer io_graph_graphml;  /* graph_markup.c */
io_graph_writer io_graph_csv;      /* graph_lists.c */
io_graph_writer io_graph_lines;    /* graph_lists.c */

/* A text as a JSON string. */
void io_add_json_string(io_buffer *out, const char *text);

#endif
