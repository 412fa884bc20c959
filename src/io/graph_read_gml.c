/* GML (Himsolt): keys with numbers, strings or lists in brackets. Only graph, node and edge are interpreted; everything
 * else must be well-formed and is skipped. There is no small, maintained library for GML. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "io/graph_build.h"

typedef enum token { END, KEY, NUMBER, STRING, OPEN, CLOSE } token;

typedef struct reader {
	io_document *document;
	io_build build;
	char *next;
	token token;
	io_piece word;
	size_t line, lines;
	bool directed;
} reader;

static mixmi_status fail(const reader *r, const char *what)
{
	return io_malformed(r->document, r->line, "%s", what);
}

/* -------------------------------------------------------------------------------------------------- tokens */

/* Decodes the entity "&...;" at *from, which advances to the semicolon. Returns 0 if it is not an entity but plain
 * text. */
static uint32_t entity(char **from)
{
	static const struct {
		const char *text;
		uint32_t code;
	} known[] = { { "&quot;", '"' }, { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&apos;", '\'' } };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(*from, known[i].text, strlen(known[i].text)) == 0) {
			*from += strlen(known[i].text) - 1;
			return known[i].code;
		}
	char *c = *from + 2;
	uint32_t code = 0;
	for (; (*from)[1] == '#' && isdigit((unsigned char)*c) && code <= 0x10FFFF; c++)
		code = 10 * code + (uint32_t)(*c - '0');
	bool valid = *c == ';' && code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
	if (valid)
		*from = c;
	return valid ? code : 0;
}

/* Reads a string in place: a decoded entity is never longer than the entity. */
static mixmi_status take_string(reader *r)
{
	char *from = r->next + 1, *to = from;
	r->word.text = from;
	for (; *from != '"'; from++) {
		if (*from == '\0')
			return fail(r, "quotes that are not closed");
		r->lines += *from == '\n';
		uint32_t code = *from == '&' ? entity(&from) : 0;
		if (code != 0)
			to += base_utf8_put(to, code);
		else
			*to++ = *from;
	}
	r->word.length = (size_t)(to - r->word.text);
	r->next = from + 1;
	r->token = STRING;
	return MIXMI_OK;
}

static mixmi_status next_token(reader *r)
{
	for (;;) {
		r->next += strspn(r->next, " \t\r");
		if (*r->next == '#')
			r->next += strcspn(r->next, "\n");
		if (*r->next != '\n')
			break;
		r->next++;
		r->lines++;
	}
	char *c = r->next;
	r->line = r->lines;
	r->token = END;
	if (*c == '\0')
		return MIXMI_OK;
	if (*c == '"')
		return take_string(r);
	size_t length = 1;
	if (*c == '[' || *c == ']') {
		r->token = *c == '[' ? OPEN : CLOSE;
	} else if (isalpha((unsigned char)*c) || *c == '_') {
		r->token = KEY;
		while (isalnum((unsigned char)c[length]) || c[length] == '_')
			length++;
	} else if (isdigit((unsigned char)*c) || strchr("+-.", *c) != NULL) {
		r->token = NUMBER;
		while (isalnum((unsigned char)c[length]) || (c[length] != '\0' && strchr("+-.", c[length]) != NULL))
			length++;
	} else {
		return fail(r, "this is not GML");
	}
	r->word = (io_piece){ c, length };
	r->next += length;
	return MIXMI_OK;
}

/* ---------------------------------------------------------------------------------------------------- lists */

/* Skips the value that begins with the current token: a number, a string, or a whole list. */
static mixmi_status skip_value(reader *r)
{
	size_t depth = 0;
	do {
		if (r->token == END || r->token == KEY || (r->token == CLOSE && depth == 0))
			return fail(r, "expected a value");
		depth += r->token == OPEN;
		depth -= r->token == CLOSE;
		mixmi_status status = next_token(r);
		/* in a list: keys, each followed by a value, up to the closing bracket */
		if (status == MIXMI_OK && depth > 0 && r->token != CLOSE) {
			if (r->token != KEY)
				return fail(r, r->token == END ? "a list that is not closed" : "expected a key");
			status = next_token(r);
			if (status == MIXMI_OK && r->token == CLOSE)
				return fail(r, "expected a value");
		}
		if (status != MIXMI_OK)
			return status;
	} while (depth > 0);
	return MIXMI_OK;
}

/* Attributes of nodes and edges. */
typedef struct entry {
	io_piece id, label, type, source, target;
	io_notes notes;
} entry;

static mixmi_status read_entry(entry *out, reader *r)
{
	*out = (entry){ 0 };
	if (r->token != OPEN)
		return fail(r, "expected [");
	mixmi_status status = next_token(r);
	while (status == MIXMI_OK && r->token != CLOSE) {
		io_piece key = r->word;
		if (r->token != KEY)
			return fail(r, r->token == END ? "a list that is not closed" : "expected a key");
		status = next_token(r);
		bool plain = r->token == NUMBER || r->token == STRING;
		io_piece *member = io_piece_is(key, "id")       ? &out->id
		                   : io_piece_is(key, "label")  ? &out->label
		                   : io_piece_is(key, "type")   ? &out->type
		                   : io_piece_is(key, "source") ? &out->source
		                   : io_piece_is(key, "target") ? &out->target
		                                                : NULL;
		if (status == MIXMI_OK && plain && member != NULL)
			*member = r->word;
		else if (status == MIXMI_OK && plain)
			io_notes_read(&out->notes, key, r->word);
		if (status == MIXMI_OK)
			status = skip_value(r);
	}
	return status == MIXMI_OK ? next_token(r) : status;
}

static mixmi_status read_node(reader *r)
{
	entry node;
	size_t line = r->line;
	mixmi_status status = read_entry(&node, r);
	if (status != MIXMI_OK)
		return status;
	if (node.id.length == 0)
		return io_malformed(r->document, line, "a node without id");
	mixmi_type type = io_piece_is(node.type, "discrete") ? MIXMI_DISCRETE : MIXMI_NUMERIC;
	return io_build_add_node(&r->build, node.id, node.label, type, line);
}

static mixmi_status read_edge(reader *r)
{
	entry edge;
	size_t line = r->line;
	mixmi_status status = read_entry(&edge, r);
	if (status != MIXMI_OK)
		return status;
	if (edge.source.length == 0 || edge.target.length == 0)
		return io_malformed(r->document, line, "an edge without source or target");
	io_ends ends = { MIXMI_MARK_TAIL, r->directed ? MIXMI_MARK_ARROW : MIXMI_MARK_TAIL, false };
	(void)io_ends_read(&ends, edge.type); /* other programs have different types */
	status = io_build_add_marked(&r->build, edge.source, edge.target, ends, line);
	if (status == MIXMI_OK)
		io_build_note_last(&r->build, &edge.notes);
	return status;
}

static mixmi_status read_directed(reader *r)
{
	bool one = r->token == NUMBER && io_piece_is(r->word, "1");
	if (!one && !(r->token == NUMBER && io_piece_is(r->word, "0")))
		return fail(r, "directed is 0 or 1");
	if (r->build.edge_count > 0)
		return fail(r, "directed must come before the edges");
	r->directed = one;
	return next_token(r);
}

static mixmi_status read_graph(reader *r)
{
	if (r->token != OPEN)
		return fail(r, "expected [");
	mixmi_status status = next_token(r);
	while (status == MIXMI_OK && r->token != CLOSE) {
		io_piece key = r->word;
		if (r->token != KEY)
			return fail(r, r->token == END ? "the graph is not closed" : "expected a key");
		status = next_token(r);
		if (status == MIXMI_OK)
			status = io_piece_is(key, "directed") ? read_directed(r)
			         : io_piece_is(key, "node")   ? read_node(r)
			         : io_piece_is(key, "edge")   ? read_edge(r)
			                                      : skip_value(r);
	}
	return status == MIXMI_OK ? next_token(r) : status;
}

mixmi_status io_read_gml(mixmi_graph **out, io_document *document)
{
	reader r = {
		.document = document,
		.build = { .document = document, .unit = "line", .empty = true },
		.next = document->text,
		.lines = 1,
	};
	size_t graphs = 0;
	mixmi_status status = next_token(&r);
	while (status == MIXMI_OK && r.token != END) {
		bool is_graph = r.token == KEY && io_piece_is(r.word, "graph");
		if (r.token != KEY || (is_graph && ++graphs > 1)) {
			status = fail(&r, is_graph ? "a second graph" : "expected a key");
			break;
		}
		status = next_token(&r);
		if (status == MIXMI_OK)
			status = is_graph ? read_graph(&r) : skip_value(&r);
	}
	if (status == MIXMI_OK)
		status = io_build_finish(out, &r.build);
	io_build_clear(&r.build);
	return status;
}
