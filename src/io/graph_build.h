/* Common parts of all graph readers: the document, its errors, and a list of nodes and edges, which becomes a graph
 * after all checks. */
#ifndef IO_GRAPH_BUILD_H
#define IO_GRAPH_BUILD_H

#include "mixmi.h"

/* Valid UTF-8 without NUL; ends with a newline followed by a NUL. Readers may modify it. */
typedef struct io_document {
	const char *name; /* for messages */
	char *text;
	size_t length;
} io_document;

/* MIXMI_ERROR_DATA with the position; `line` 0: the message contains the position. */
mixmi_status io_malformed(const io_document *document, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Newlines before `place`, plus 1. */
size_t io_document_line(const io_document *document, const char *place);

/* Marks at the ends of an edge, and their name in the field "type" of all formats with types: directed, undirected,
 * bidirected (an arrow at both ends), partially-directed (o->), nondirected (o-o), circle-tail (o--), tail-circle, same
 * (==). */
typedef struct io_ends {
	mixmi_mark from, to;
	bool same; /* both columns carry the same information; the marks are then ignored */
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

/* Reads a type or an arrow, also a reversed one (<-o); returns false if it is neither. */
bool io_ends_read(io_ends *out, io_piece word);

/* Attributes of an edge besides its ends; all zero: none. */
typedef struct io_notes {
	bool doubtful, undecided, has_sign;
	double sign;
	mixmi_arrow kind, kind_from;
} io_notes;

/* The kind of an arrowhead by its word; none for NULL and other words. */
uint8_t io_arrow_of_word(const char *word);

/* Reads an attribute of an edge: doubtful and undecided, which are true or 1; sign, from -1 to 1; the kinds of its arrowheads; and
 * the remark in our edge list, which is one of the first two words. Other attributes and values are ignored. */
void io_notes_read(io_notes *notes, io_piece key, io_piece value);

typedef struct io_build_node io_build_node;
typedef struct io_build_edge io_build_edge;
typedef struct io_build_key io_build_key;

/* Set `document` and the fields after it; zero the rest. */
typedef struct io_build {
	const io_document *document;
	const char *unit; /* unit of positions: "line", or for JSON "entry" */
	bool implicit;    /* an end of an edge need not be declared as a node */
	bool repeats;     /* a node may be declared repeatedly; later declarations are ignored */
	bool empty;       /* there may be no node: the format cannot be mistaken for another text */
	io_build_node *nodes;
	size_t node_count, node_capacity;
	io_build_edge *edges;
	size_t edge_count, edge_capacity;
	io_build_key *keys; /* after io_build_finish(): sorted ids */
	size_t key_count;
} io_build;

/* Adds a node; edges refer to it by `id`. `name`: its name if different, or an empty piece. */
mixmi_status io_build_add_node(io_build *build, io_piece id, io_piece name, mixmi_type type, size_t place);
mixmi_status io_build_add_edge(io_build *build, io_piece from, io_piece to, bool directed, size_t place);
/* Add an edge with any marks at its ends; set the marks or notes of the last added edge. */
mixmi_status io_build_add_marked(io_build *build, io_piece from, io_piece to, io_ends ends, size_t place);
void io_build_mark_last(io_build *build, io_ends ends);
void io_build_note_last(io_build *build, const io_notes *notes);

/* Builds the graph: declared nodes first, then other ends of edges, in order of appearance. Unknown, empty or repeated
 * names, loops, and repeated edges are errors with their position. The caller calls graph_index() afterwards. */
mixmi_status io_build_finish(mixmi_graph **out, io_build *build);

/* Node with this id, or SIZE_MAX. */
size_t io_build_find(const io_build *build, const char *id);

void io_build_clear(io_build *build);

/* One reader per format. */
typedef mixmi_status io_graph_reader(mixmi_graph **out, io_document *document);
io_graph_reader io_read_lines; /* graph_read_lines.c: A -> B */
io_graph_reader io_read_csv;   /* graph_read_csv.c: a list of edges */
io_graph_reader io_read_dot;   /* graph_read_dot.c */
io_graph_reader io_read_xml;   /* graph_read_xml.c: GraphML */
io_graph_reader io_read_json;  /* graph_read_json.c: ours */

#endif
