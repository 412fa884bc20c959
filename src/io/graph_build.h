/* What all readers of graphs share: the document, its errors, and a list of nodes and edges as they are found, which
 * becomes a graph once everything has been checked. */
#ifndef IO_GRAPH_BUILD_H
#define IO_GRAPH_BUILD_H

#include "mixmi.h"

/* Valid UTF-8 without NUL; ends with a newline, and a NUL stands behind it. Readers may change it in place. */
typedef struct io_document {
	const char *name; /* for messages */
	char *text;
	size_t length;
} io_document;

/* MIXMI_ERROR_DATA with the place; `line` 0: the message says itself where. */
mixmi_status io_malformed(const io_document *document, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Newlines before `place`, plus 1. */
size_t io_document_line(const io_document *document, const char *place);

/* How an edge ends, and the word for it that stands under "type" in every format that has types: directed, undirected,
 * bidirected (an arrow at both ends), partially-directed (o->), nondirected (o-o), circle-tail (o--), tail-circle, same (==). */
typedef struct io_ends {
	mixmi_mark from, to;
	bool same; /* both ends carry the same information; marks then say nothing */
} io_ends;

const char *io_ends_type(io_ends ends);
/* The same as an arrow of two or three characters, such as "o->". */
const char *io_ends_arrow(io_ends ends);

/* A piece of text, not terminated. */
typedef struct io_piece {
	const char *text;
	size_t length;
} io_piece;

io_piece io_piece_of(const char *text);
bool io_piece_is(io_piece piece, const char *word); /* ignoring ASCII case */

/* Ends from a type or an arrow, also one that points back (<-o); false where it is none. */
bool io_ends_read(io_ends *out, io_piece word);

/* What formats say of an edge besides its ends; all zero: nothing. */
typedef struct io_notes {
	bool doubtful, undecided, has_sign;
	double sign;
} io_notes;

/* Takes an attribute of an edge: doubtful and undecided, which are true or 1; sign, from -1 to 1; and our list's remark, which is
 * one of the first two as words. Other attributes and other values mean nothing here. */
void io_notes_read(io_notes *notes, io_piece key, io_piece value);

typedef struct io_build_node io_build_node;
typedef struct io_build_edge io_build_edge;
typedef struct io_build_key io_build_key;

/* Set `document` and what follows it; the rest is zero at the start. */
typedef struct io_build {
	const io_document *document;
	const char *unit; /* what the places are: "line", or for JSON "entry" */
	bool implicit;    /* an end of an edge need not be declared as a node */
	bool repeats;     /* a node may be declared again, which then says nothing */
	io_build_node *nodes;
	size_t node_count, node_capacity;
	io_build_edge *edges;
	size_t edge_count, edge_capacity;
	io_build_key *keys; /* after io_build_finish(): ids in order */
	size_t key_count;
} io_build;

/* Notes a node; `id` is what edges call it. `name`: its name where that differs, or an empty piece. */
mixmi_status io_build_add_node(io_build *build, io_piece id, io_piece name, mixmi_type type, size_t place);
mixmi_status io_build_add_edge(io_build *build, io_piece from, io_piece to, bool directed, size_t place);
/* The same with any marks at its ends; and other marks, or notes, for the edge that was added last. */
mixmi_status io_build_add_marked(io_build *build, io_piece from, io_piece to, io_ends ends, size_t place);
void io_build_mark_last(io_build *build, io_ends ends);
void io_build_note_last(io_build *build, const io_notes *notes);

/* Makes the graph: declared nodes first, then other ends of edges, as they came. Unknown, empty or repeated names, loops, and edges given twice are errors
 * that say where. The caller calls graph_index() when all is in. */
mixmi_status io_build_finish(mixmi_graph **out, io_build *build);

/* Node with this id, or SIZE_MAX. */
size_t io_build_find(const io_build *build, const char *id);

void io_build_clear(io_build *build);

/* One reader a format. */
typedef mixmi_status io_graph_reader(mixmi_graph **out, io_document *document);
io_graph_reader io_read_lines;  /* graph_read_lines.c: A -> B */
io_graph_reader io_read_tetrad; /* graph_read_lines.c */
io_graph_reader io_read_csv;    /* graph_read_csv.c: edge list or matrix */
io_graph_reader io_read_dot;    /* graph_read_dot.c */
io_graph_reader io_read_gml;    /* graph_read_gml.c */
io_graph_reader io_read_xml;    /* graph_read_xml.c: GraphML */
io_graph_reader io_read_json;   /* graph_read_json.c: ours or Cytoscape's */

#endif
