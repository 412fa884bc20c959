/* A subset of Graphviz' DOT language, including dagitty's "dag { ... }": nodes, chains of edges, attributes, comments,
 * and subgraphs as plain groups. Graphviz' own parser is not used: it is available only in some builds, keeps global
 * state, leaks memory after an error and does not report the line of an edge. */
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "io/graph_build.h"

typedef enum token { END, WORD, OPERATOR, SIGN } token;

/* Position of arrowheads: Graphviz' dir, arrowhead and arrowtail. */
typedef struct edge_look {
	bool head, tail;               /* from dir */
	bool no_head, no_tail;         /* arrowhead=none, arrowtail=none */
	bool head_circle, tail_circle; /* arrowhead=odot, arrowtail=odot */
	mixmi_type type;               /* for a node: our attribute */
	bool same;                     /* for an edge: type=same */
	io_notes notes;
} edge_look;

typedef struct reader {
	io_document *document;
	io_build build;
	char *next;
	token token;
	io_piece word; /* for WORD and OPERATOR */
	bool quoted;   /* the word was quoted */
	char sign;
	size_t line;  /* of the token */
	size_t lines; /* newlines read so far, plus 1 */
	bool directed_only, undirected_only;
	edge_look edges; /* set by "edge [...]" */
} reader;

static mixmi_status fail(const reader *r, const char *what)
{
	return io_malformed(r->document, r->line, "%s", what);
}

/* -------------------------------------------------------------------------------------------------- tokens */

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

/* Skips blanks and comments: C, C++, and lines that begin with #. */
static mixmi_status skip_blanks(reader *r)
{
	for (;;) {
		char *c = r->next;
		bool at_start = c == r->document->text || c[-1] == '\n';
		if (*c == '\n' || *c == ' ' || *c == '\t' || *c == '\r') {
			r->lines += *c == '\n';
			r->next++;
		} else if ((c[0] == '/' && c[1] == '/') || (*c == '#' && at_start)) {
			r->next += strcspn(c, "\n");
		} else if (c[0] == '/' && c[1] == '*') {
			char *end = strstr(c + 2, "*/");
			r->line = r->lines;
			if (end == NULL)
				return fail(r, "a comment that is not closed");
			for (; c < end; c++)
				r->lines += *c == '\n';
			r->next = end + 2;
		} else {
			return MIXMI_OK;
		}
	}
}

/* Reads a quoted string in place: \" and \\ are one character, and a backslash at the end of a line is dropped. */
static mixmi_status take_string(reader *r)
{
	char *from = r->next + 1, *to = from;
	r->word.text = from;
	for (; *from != '"'; from++) {
		if (*from == '\0')
			return fail(r, "quotes that are not closed");
		r->lines += *from == '\n';
		if (from[0] == '\\' && (from[1] == '"' || from[1] == '\\')) {
			from++;
		} else if (from[0] == '\\' && from[1] == '\n') {
			from++;
			r->lines++;
			continue;
		}
		*to++ = *from;
	}
	r->word.length = (size_t)(to - r->word.text);
	r->next = from + 1;
	r->quoted = true;
	return MIXMI_OK;
}

static mixmi_status next_token(reader *r)
{
	static const char *const operators[] = { "<->", "->", "--", "<-" };
	mixmi_status status = skip_blanks(r);
	if (status != MIXMI_OK)
		return status;
	char *c = r->next;
	r->line = r->lines;
	r->quoted = false;
	r->token = *c == '\0' ? END : SIGN;
	r->sign = *c;
	if (*c == '\0')
		return MIXMI_OK;
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (strncmp(c, operators[i], strlen(operators[i])) == 0) {
			r->token = OPERATOR;
			r->word = io_piece_of(operators[i]);
			r->next += r->word.length;
			return MIXMI_OK;
		}
	if (*c == '"') {
		r->token = WORD;
		return take_string(r);
	}
	if (*c == '<')
		return fail(r, "HTML in place of a name is not read");
	size_t length = *c == '-' ? 1 : 0; /* of a number */
	while (in_word(c[length]))
		length++;
	r->token = length > 0 ? WORD : SIGN;
	r->word = (io_piece){ c, length };
	r->next += length > 0 ? length : 1;
	return MIXMI_OK;
}

static bool is_sign(const reader *r, char sign)
{
	return r->token == SIGN && r->sign == sign;
}

static bool is_keyword(const reader *r, const char *word)
{
	return r->token == WORD && !r->quoted && io_piece_is(r->word, word);
}

/* ---------------------------------------------------------------------------------------------- attributes */

static mixmi_status set_attribute(reader *r, edge_look *look, io_piece key, io_piece value)
{
	if (io_piece_is(key, "dir")) {
		look->head = io_piece_is(value, "forward") || io_piece_is(value, "both");
		look->tail = io_piece_is(value, "back") || io_piece_is(value, "both");
		if (!look->head && !look->tail && !io_piece_is(value, "none"))
			return fail(r, "dir is forward, back, both or none");
	} else if (io_piece_is(key, "arrowhead")) {
		look->no_head = io_piece_is(value, "none");
		look->head_circle = io_piece_is(value, "odot");
	} else if (io_piece_is(key, "arrowtail")) {
		look->no_tail = io_piece_is(value, "none");
		look->tail_circle = io_piece_is(value, "odot");
	} else if (io_piece_is(key, "type")) {
		look->type = io_piece_is(value, "discrete") ? MIXMI_DISCRETE : MIXMI_NUMERIC;
		look->same = io_piece_is(value, "same");
	} else {
		io_notes_read(&look->notes, key, value);
	}
	return MIXMI_OK;
}

/* Any number of [key=value, key ...]; dagitty also writes keys without values. */
static mixmi_status read_attributes(reader *r, edge_look *look)
{
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && is_sign(r, '[')) {
		status = next_token(r);
		while (status == MIXMI_OK && !is_sign(r, ']')) {
			io_piece key = r->word;
			if (r->token != WORD)
				return fail(r, "expected an attribute");
			status = next_token(r);
			if (status == MIXMI_OK && is_sign(r, '=')) {
				status = next_token(r);
				if (status == MIXMI_OK && r->token != WORD)
					return fail(r, "expected the value of an attribute");
				if (status == MIXMI_OK)
					status = set_attribute(r, look, key, r->word);
				if (status == MIXMI_OK)
					status = next_token(r);
			}
			if (status == MIXMI_OK && (is_sign(r, ',') || is_sign(r, ';')))
				status = next_token(r);
		}
		if (status == MIXMI_OK)
			status = next_token(r);
	}
	return status;
}

/* ----------------------------------------------------------------------------------------------- statements */

static mixmi_mark mark_of(bool drawn, bool circle)
{
	return !drawn ? MIXMI_MARK_TAIL : circle ? MIXMI_MARK_CIRCLE : MIXMI_MARK_ARROW;
}

static mixmi_status add_edge(reader *r, io_piece from, io_piece operator, io_piece to, const edge_look *look,
                             size_t line)
{
	mixmi_mark head = mark_of(look->head && !look->no_head, look->head_circle);
	mixmi_mark tail = mark_of(look->tail && !look->no_tail, look->tail_circle);
	io_ends ends = { tail, head, look->same };
	if (io_piece_is(operator, "--"))
		ends = (io_ends){ MIXMI_MARK_TAIL, MIXMI_MARK_TAIL, look->same };
	else if (io_piece_is(operator, "<->")) /* dagitty: an unmeasured common cause */
		ends = (io_ends){ MIXMI_MARK_ARROW, MIXMI_MARK_ARROW, false };
	else if (io_piece_is(operator, "<-"))
		ends = (io_ends){ head, tail, look->same };
	mixmi_status status = io_build_add_marked(&r->build, from, to, ends, line);
	if (status == MIXMI_OK)
		io_build_note_last(&r->build, &look->notes);
	return status;
}

/* Index of an edge read so far: attributes follow the chain to which they belong. */
enum { LONGEST_CHAIN = 256 };

static mixmi_status read_chain(reader *r, io_piece first)
{
	io_piece names[LONGEST_CHAIN] = { first }, operators[LONGEST_CHAIN];
	size_t lines[LONGEST_CHAIN], count = 0;
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && r->token == OPERATOR) {
		bool arrow = !io_piece_is(r->word, "--");
		if ((arrow && r->undirected_only) || (!arrow && r->directed_only))
			return fail(r, arrow ? "-> in a graph without directions" : "-- in a digraph; write -> with [dir=none]");
		if (count + 1 == LONGEST_CHAIN)
			return fail(r, "the chain of edges is too long");
		lines[count] = r->line;
		operators[count++] = r->word;
		status = next_token(r);
		if (status == MIXMI_OK && (r->token != WORD || is_keyword(r, "subgraph")))
			return fail(r, "a node should follow; edges to subgraphs are not read");
		names[count] = r->word;
		if (status == MIXMI_OK)
			status = next_token(r);
	}
	edge_look look = r->edges;
	if (status == MIXMI_OK)
		status = read_attributes(r, &look);
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		status = add_edge(r, names[i], operators[i], names[i + 1], &look, lines[i]);
	return status;
}

/* A statement that begins with a word: an attribute, a node, or edges. */
static mixmi_status read_named(reader *r, size_t depth)
{
	bool is_graph = is_keyword(r, "graph"), is_node = is_keyword(r, "node"), is_edge = is_keyword(r, "edge");
	io_piece name = r->word;
	size_t line = r->line;
	mixmi_status status = next_token(r);
	if (status != MIXMI_OK)
		return status;
	edge_look look = { .type = MIXMI_NUMERIC };
	if ((is_graph || is_node || is_edge) && is_sign(r, '[')) {
		if (is_edge && depth > 1)
			return fail(r, "attributes of the edges in a subgraph are not read");
		return read_attributes(r, is_edge ? &r->edges : &look);
	}
	if (is_sign(r, '=')) {
		status = next_token(r);
		if (status == MIXMI_OK && r->token != WORD)
			return fail(r, "expected a value");
		return status == MIXMI_OK ? next_token(r) : status;
	}
	if (is_sign(r, ':'))
		return fail(r, "ports of nodes are not read");
	if (r->token == OPERATOR)
		return read_chain(r, name);
	status = read_attributes(r, &look);
	return status == MIXMI_OK ? io_build_add_node(&r->build, name, (io_piece){ 0 }, look.type, line) : status;
}

/* Everything up to the bracket that closes the graph; the opening one has been read. */
static mixmi_status read_body(reader *r)
{
	size_t depth = 1;
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && depth > 0) {
		if (is_keyword(r, "subgraph")) {
			status = next_token(r);
			if (status == MIXMI_OK && r->token == WORD)
				status = next_token(r);
			if (status == MIXMI_OK && !is_sign(r, '{'))
				return fail(r, "expected {");
		} else if (r->token == WORD) {
			status = read_named(r, depth);
		} else if (is_sign(r, '{') || is_sign(r, '}')) {
			depth = is_sign(r, '{') ? depth + 1 : depth - 1;
			status = next_token(r);
			if (status == MIXMI_OK && r->token == OPERATOR)
				return fail(r, "edges from subgraphs are not read");
		} else if (is_sign(r, ';') || is_sign(r, ',')) {
			status = next_token(r);
		} else {
			return fail(r, r->token == END ? "the graph is not closed" : "this is not DOT");
		}
	}
	return status == MIXMI_OK && r->token != END ? fail(r, "text after the graph") : status;
}

static mixmi_status read_head(reader *r)
{
	mixmi_status status = next_token(r);
	if (status == MIXMI_OK && is_keyword(r, "strict"))
		status = next_token(r);
	r->directed_only = is_keyword(r, "digraph");
	r->undirected_only = is_keyword(r, "graph");
	if (status == MIXMI_OK)
		status = next_token(r);
	if (status == MIXMI_OK && r->token == WORD)
		status = next_token(r);
	if (status == MIXMI_OK && !is_sign(r, '{'))
		return fail(r, "expected {");
	return status == MIXMI_OK ? next_token(r) : status;
}

mixmi_status io_read_dot(mixmi_graph **out, io_document *document)
{
	reader r = {
		.document = document,
		.build = { .document = document, .unit = "line", .implicit = true, .repeats = true, .empty = true },
		.next = document->text,
		.line = 1,
		.lines = 1,
		.edges = { .head = true },
	};
	mixmi_status status = read_head(&r);
	if (status == MIXMI_OK)
		status = read_body(&r);
	if (status == MIXMI_OK)
		status = io_build_finish(out, &r.build);
	io_build_clear(&r.build);
	return status;
}
