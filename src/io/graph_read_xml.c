/* GraphML through expat. Reads one graph with nodes and edges, without nesting. Names come from a node's data called
 * "name" or "label", otherwise from its id. A DOCTYPE is rejected, which excludes attacks with entities. */
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/buffer.h"
#include "io/graph_build.h"

/* State of the parser. */
typedef enum place { OUTSIDE, IN_GRAPHML, IN_GRAPH, IN_NODE, IN_EDGE, IN_DATA, IN_EDGE_DATA } place;
typedef enum meaning {
	OTHER,
	NAME,
	NAME_BYTES,
	TYPE,
	EDGE_TYPE,
	DOUBTFUL,
	UNDECIDED,
	EDGE_SIGN,
	ARROW,
	ARROW_FROM
} meaning;

/* Attributes of edges, by meaning. */
static const char *const edge_words[] = {
	[EDGE_TYPE] = "type", [DOUBTFUL] = "doubtful",   [UNDECIDED] = "undecided",
	[EDGE_SIGN] = "sign", [ARROW] = "kind_of_arrow", [ARROW_FROM] = "kind_of_arrow_from"
};

/* Meaning of a key, by its id in <key id="..." attr.name="...">. */
typedef struct key {
	char *id;
	meaning meaning;
} key;

typedef struct reader {
	io_document *document;
	io_build build;
	XML_Parser parser;
	mixmi_status status;
	place place;
	size_t skipped; /* depth within a skipped element */
	bool seen;      /* a graph was found */
	bool directed;  /* edgedefault */
	key *keys;
	size_t key_count, key_capacity;
	char *id; /* of the current node */
	size_t line;
	mixmi_type type;
	io_notes notes;  /* on the current edge */
	meaning meaning; /* of the current data */
	io_buffer text;  /* of the current data */
	io_buffer name;  /* of the current node */
} reader;

static size_t line_of(const reader *r)
{
	return (size_t)XML_GetCurrentLineNumber(r->parser);
}

static void stop(reader *r, mixmi_status status)
{
	if (r->status == MIXMI_OK)
		r->status = status;
	XML_StopParser(r->parser, XML_FALSE);
}

static void complain(reader *r, const char *what)
{
	if (r->status == MIXMI_OK)
		stop(r, io_malformed(r->document, line_of(r), "%s", what));
}

static const char *attribute(const char **attributes, const char *name)
{
	for (; *attributes != NULL; attributes += 2)
		if (strcmp(attributes[0], name) == 0)
			return attributes[1];
	return NULL;
}

/* ------------------------------------------------------------------------------------------------- elements */

static meaning edge_meaning(const char *name)
{
	for (meaning what = EDGE_TYPE; what <= ARROW_FROM; what++)
		if (strcmp(name, edge_words[what]) == 0)
			return what;
	return OTHER;
}

static void take_key(reader *r, const char **attributes)
{
	const char *id = attribute(attributes, "id"), *name = attribute(attributes, "attr.name");
	const char *domain = attribute(attributes, "for");
	if (id == NULL) {
		complain(r, "a key without id");
		return;
	}
	bool of_nodes = domain == NULL || strcmp(domain, "node") == 0 || strcmp(domain, "all") == 0;
	bool is_name = name != NULL && (strcmp(name, "name") == 0 || strcmp(name, "label") == 0);
	bool is_type = name != NULL && (strcmp(name, "kind") == 0 || strcmp(name, "type") == 0);
	bool is_bytes = name != NULL && strcmp(name, "name_bytes") == 0;
	void *keys = r->keys;
	bool room = base_grow(&keys, &r->key_capacity, r->key_count + 1, sizeof *r->keys);
	r->keys = keys;
	char *copy = room ? base_string_copy(id) : NULL;
	if (copy == NULL) {
		stop(r, base_error_memory());
		return;
	}
	bool of_edges = domain != NULL && strcmp(domain, "edge") == 0 && name != NULL;
	meaning what = of_edges    ? edge_meaning(name)
	               : !of_nodes ? OTHER
	               : is_name   ? NAME
	               : is_bytes  ? NAME_BYTES
	               : is_type   ? TYPE
	                           : OTHER;
	r->keys[r->key_count++] = (key){ copy, what };
}

static meaning find_key(const reader *r, const char *id)
{
	for (size_t i = 0; id != NULL && i < r->key_count; i++)
		if (strcmp(r->keys[i].id, id) == 0)
			return r->keys[i].meaning;
	return OTHER;
}

static void begin_graph(reader *r, const char **attributes)
{
	const char *directed = attribute(attributes, "edgedefault");
	if (r->seen)
		complain(r, "a second graph");
	if (directed == NULL || (strcmp(directed, "directed") != 0 && strcmp(directed, "undirected") != 0))
		complain(r, "edgedefault of a graph is directed or undirected");
	else
		r->directed = strcmp(directed, "directed") == 0;
	r->seen = true;
	r->place = IN_GRAPH;
}

static void begin_node(reader *r, const char **attributes)
{
	const char *id = attribute(attributes, "id");
	r->place = IN_NODE;
	r->line = line_of(r);
	r->type = MIXMI_NUMERIC;
	r->name.length = 0;
	free(r->id);
	r->id = base_string_copy(id != NULL ? id : "");
	if (r->id == NULL)
		stop(r, base_error_memory());
	else if (id == NULL)
		complain(r, "a node without id");
}

static void begin_edge(reader *r, const char **attributes)
{
	const char *source = attribute(attributes, "source"), *target = attribute(attributes, "target");
	const char *own = attribute(attributes, "directed");
	r->place = IN_EDGE;
	r->notes = (io_notes){ 0 };
	bool yes = own != NULL && (strcmp(own, "true") == 0 || strcmp(own, "1") == 0);
	bool no = own != NULL && (strcmp(own, "false") == 0 || strcmp(own, "0") == 0);
	if (source == NULL || target == NULL) {
		complain(r, "an edge without source or target");
	} else if (own != NULL && !yes && !no) {
		complain(r, "directed is true or false");
	} else {
		mixmi_status status = io_build_add_edge(&r->build, io_piece_of(source), io_piece_of(target),
		                                        own != NULL ? yes : r->directed, line_of(r));
		if (status != MIXMI_OK)
			stop(r, status);
	}
}

/* Element names may have a namespace prefix. */
static bool is_called(const char *element, const char *name)
{
	const char *colon = strrchr(element, ':');
	return strcmp(colon != NULL ? colon + 1 : element, name) == 0;
}

static void begin_element(void *context, const char *element, const char **attributes)
{
	reader *r = context;
	if (r->skipped > 0 || r->status != MIXMI_OK) {
		r->skipped++;
		return;
	}
	if (r->place == OUTSIDE && is_called(element, "graphml"))
		r->place = IN_GRAPHML;
	else if (r->place == OUTSIDE)
		complain(r, "this is XML, but not GraphML");
	else if (r->place == IN_GRAPHML && is_called(element, "graph"))
		begin_graph(r, attributes);
	else if (r->place == IN_GRAPH && is_called(element, "node"))
		begin_node(r, attributes);
	else if (r->place == IN_GRAPH && is_called(element, "edge"))
		begin_edge(r, attributes);
	else if (is_called(element, "graph") || is_called(element, "hyperedge"))
		complain(r, "nested graphs and hyperedges are not read");
	else if ((r->place == IN_NODE || r->place == IN_EDGE) && is_called(element, "data")) {
		r->place = r->place == IN_NODE ? IN_DATA : IN_EDGE_DATA;
		r->meaning = find_key(r, attribute(attributes, "key"));
		r->text.length = 0;
	} else {
		if (r->place == IN_GRAPHML && is_called(element, "key"))
			take_key(r, attributes);
		r->skipped = 1;
	}
}

static void end_node(reader *r)
{
	mixmi_status status = r->name.failed ? base_error_memory() : MIXMI_OK;
	if (status == MIXMI_OK)
		status = io_build_add_node(&r->build, io_piece_of(r->id), (io_piece){ r->name.text, r->name.length }, r->type,
		                           r->line);
	if (status != MIXMI_OK)
		stop(r, status);
}

/* A name that XML cannot represent: two hexadecimal digits per byte, instead of the name. */
static void take_bytes(reader *r, io_piece value)
{
	static const char digits[] = "0123456789abcdef";
	r->name.length = 0;
	for (size_t i = 0; i + 1 < value.length; i += 2) {
		const char *high = memchr(digits, value.text[i], 16), *low = memchr(digits, value.text[i + 1], 16);
		int byte = high != NULL && low != NULL ? (int)((high - digits) << 4 | (low - digits)) : 0;
		if (byte == 0) {
			complain(r, "name_bytes is not hexadecimal");
			return;
		}
		io_add_char(&r->name, (char)byte);
	}
	if (!r->name.failed && !base_text_is_utf8(r->name.text, r->name.length))
		complain(r, "name_bytes is not text in UTF-8");
}

static void end_data(reader *r)
{
	io_piece value = { r->text.text, r->text.length };
	if (r->text.failed)
		stop(r, base_error_memory());
	else if (r->meaning == NAME && r->name.length == 0)
		io_add_bytes(&r->name, value.text, value.length);
	else if (r->meaning == NAME_BYTES && value.length > 0)
		take_bytes(r, value);
	else if (r->meaning == TYPE && io_piece_is(value, "discrete"))
		r->type = MIXMI_DISCRETE;
}

/* Marks of edges in a PAG; other programs have different types. */
static void end_edge_data(reader *r)
{
	io_ends ends;
	io_piece value = { r->text.text, r->text.length };
	if (r->text.failed) {
		stop(r, base_error_memory());
	} else if (r->meaning == EDGE_TYPE && io_ends_read(&ends, value)) {
		io_build_mark_last(&r->build, ends);
	} else if (r->meaning > EDGE_TYPE) {
		io_notes_read(&r->notes, io_piece_of(edge_words[r->meaning]), value);
		io_build_note_last(&r->build, &r->notes);
	}
}

static void end_element(void *context, const char *element)
{
	(void)element;
	reader *r = context;
	if (r->skipped > 0) {
		r->skipped--;
		return;
	}
	if (r->status != MIXMI_OK)
		return;
	if (r->place == IN_DATA)
		end_data(r);
	else if (r->place == IN_EDGE_DATA)
		end_edge_data(r);
	else if (r->place == IN_NODE)
		end_node(r);
	static const place outer[] = { OUTSIDE, OUTSIDE, IN_GRAPHML, IN_GRAPH, IN_GRAPH, IN_NODE, IN_EDGE };
	r->place = outer[r->place];
}

static void take_text(void *context, const char *text, int length)
{
	reader *r = context;
	if ((r->place == IN_DATA || r->place == IN_EDGE_DATA) && r->skipped == 0)
		io_add_bytes(&r->text, text, (size_t)length);
}

static void refuse_doctype(void *context, const char *name, const char *system, const char *public, int internal)
{
	(void)name;
	(void)system;
	(void)public;
	(void)internal;
	complain(context, "a DOCTYPE, which is not read");
}

/* ----------------------------------------------------------------------------------------------------- whole */

static mixmi_status report(const reader *r)
{
	enum XML_Error code = XML_GetErrorCode(r->parser);
	if (code == XML_ERROR_NO_MEMORY)
		return base_error_memory();
	return io_malformed(r->document, line_of(r), "not valid XML: %s", XML_ErrorString(code));
}

static mixmi_status parse(reader *r)
{
	enum { STEP = 1 << 20 }; /* expat counts bytes as int */
	XML_SetUserData(r->parser, r);
	XML_SetElementHandler(r->parser, begin_element, end_element);
	XML_SetCharacterDataHandler(r->parser, take_text);
	XML_SetStartDoctypeDeclHandler(r->parser, refuse_doctype);
	for (size_t done = 0; done < r->document->length && r->status == MIXMI_OK; done += STEP) {
		size_t left = r->document->length - done;
		int size = left < STEP ? (int)left : STEP;
		if (XML_Parse(r->parser, r->document->text + done, size, left <= STEP) != XML_STATUS_OK &&
		    r->status == MIXMI_OK)
			r->status = report(r);
	}
	if (r->status == MIXMI_OK && !r->seen)
		r->status = io_malformed(r->document, 0, "there is no graph in it");
	return r->status;
}

mixmi_status io_read_xml(mixmi_graph **out, io_document *document)
{
	static const XML_Memory_Handling_Suite memory = { malloc, realloc, free };
	reader r = { .document = document, .build = { .document = document, .unit = "line", .empty = true } };
	r.parser = XML_ParserCreate_MM("UTF-8", &memory, NULL);
	mixmi_status status = r.parser != NULL ? parse(&r) : base_error_memory();
	if (status == MIXMI_OK)
		status = io_build_finish(out, &r.build);
	io_build_clear(&r.build);
	for (size_t i = 0; i < r.key_count; i++)
		free(r.keys[i].id);
	free(r.keys);
	free(r.id);
	io_buffer_clear(&r.text);
	io_buffer_clear(&r.name);
	if (r.parser != NULL)
		XML_ParserFree(r.parser);
	return status;
}
