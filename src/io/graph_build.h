/* What all readers of graphs share: the document, its errors, and a list of nodes and edges as they are found, which
 * becomes a graph once everything has been checked. */
#ifndef IO_GRAPH_BUILD_H
#define IO_GRAPH_BUILD_H

#include "mixmi.h"

/* Valid UTF-8 without NUL; ends with a newline, and a NUL stands behind it. Readers may change it in place. */
typedef struct output_document {
	const char *name; /* for messages */
	char *text;
	size_t length;
} output_document;

/* MIXMI_ERROR_DATA with the place; `line` 0: the message says itself where. */
mixmi_status output_malformed(const output_document *document, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Newlines before `place`, plus 1. */
size_t output_document_line(const output_document *document, const char *place);

/* How an edge ends, and the word for it that stands under "type" in every format that has types: directed, undirected,
 * bidirected (an arrow at both ends), partially-directed (o->), nondirected (o-o), circle-tail (o--), tail-circle. */
typedef struct output_ends {
	mixmi_mark from, to;
} output_ends;

const char *output_ends_type(output_ends ends);
/* The same as an arrow of two or three characters, such as "o->". */
const char *output_ends_arrow(output_ends ends);

/* A piece of text, not terminated. */
typedef struct output_piece {
	const char *text;
	size_t length;
} output_piece;

output_piece output_piece_of(const char *text);
bool output_piece_is(output_piece piece, const char *word); /* ignoring ASCII case */

/* Ends from a type or an arrow, also one that points back (<-o); false where it is none. */
bool output_ends_read(output_ends *out, output_piece word);

/* What formats say of an edge besides its ends; all zero: nothing. */
typedef struct output_notes {
	bool doubtful, cannot_tell, has_sign;
	double sign;
} output_notes;

/* Takes an attribute of an edge: doubtful and cannot_tell, which are true or 1; sign, from -1 to 1; and our list's remark, which is
 * one of the first two as words. Other attributes and other values mean nothing here. */
void output_notes_read(output_notes *notes, output_piece key, output_piece value);

typedef struct output_build_node output_build_node;
typedef struct output_build_edge output_build_edge;
typedef struct output_build_key output_build_key;

/* Set `document` and what follows it; the rest is zero at the start. */
typedef struct output_build {
	const output_document *document;
	const char *unit; /* what the places are: "line", or for JSON "entry" */
	bool implicit;    /* an end of an edge need not be declared as a node */
	bool repeats;     /* a node may be declared again, which then says nothing */
	output_build_node *nodes;
	size_t node_count, node_capacity;
	output_build_edge *edges;
	size_t edge_count, edge_capacity;
	output_build_key *keys; /* after output_build_finish(): ids in order */
	size_t key_count;
} output_build;

/* Notes a node; `id` is what edges call it. `name`: its name where that differs, or an empty piece. */
mixmi_status output_build_add_node(output_build *build, output_piece id, output_piece name, mixmi_type type,
                                   size_t place);
mixmi_status output_build_add_edge(output_build *build, output_piece from, output_piece to, bool directed,
                                   size_t place);
/* The same with any marks at its ends; and other marks, or notes, for the edge that was added last. */
mixmi_status output_build_add_marked(output_build *build, output_piece from, output_piece to, output_ends ends,
                                     size_t place);
void output_build_mark_last(output_build *build, output_ends ends);
void output_build_note_last(output_build *build, const output_notes *notes);

/* Makes the graph: declared nodes first, then other ends of edges, as they came. Unknown, empty or repeated names, loops, and edges given twice are errors
 * that say where. The caller calls graph_index() when all is in. */
mixmi_status output_build_finish(mixmi_graph **out, output_build *build);

/* Node with this id, or SIZE_MAX. */
size_t output_build_find(const output_build *build, const char *id);

void output_build_clear(output_build *build);

/* One reader a format. */
typedef mixmi_status output_graph_reader(mixmi_graph **out, output_document *document);
output_graph_reader output_read_lines;  /* graph_read_lines.c: A -> B */
output_graph_reader output_read_tetrad; /* graph_read_lines.c */
output_graph_reader output_read_csv;    /* graph_read_csv.c: edge list or matrix */
output_graph_reader output_read_dot;    /* graph_read_dot.c */
output_graph_reader output_read_gml;    /* graph_read_gml.c */
output_graph_reader output_read_xml;    /* graph_read_xml.c: GraphML */
output_graph_reader output_read_json;   /* graph_read_json.c: ours or Cytoscape's */

#endif
