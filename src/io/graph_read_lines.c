/* Graphs as lines: "A -> B", one edge or isolated node per line, as people write them. A name may be in double quotes,
 * with inner ones doubled. */
#include <string.h>

#include "base/text.h"
#include "io/graph_build.h"

/* If one is a prefix of another, the longer one comes first. `tight`: also recognised without surrounding blanks. */
static const struct {
	const char *text;
	bool tight;
} ARROWS[] = {
	{ "-->", true },   { "---", true },  { "<--", true },  { "<->", true },  { "<-->", false }, { "o->", false },
	{ "o-->", false }, { "<-o", false }, { "o-o", false }, { "o--", false }, { "--o", false },  { "->", true },
	{ "<-", true },    { "--", true },   { "===", false }, { "==", false },  { "-", false },
};

/* In which order arrows are looked for. A dash is the last one, because names may contain " - ". */
typedef enum arrow_pass { SPACED, TIGHT, DASH, PASSES } arrow_pass;

typedef struct reader {
	io_document *document;
	io_build build;
	char *next;    /* start of the next line */
	size_t number; /* of the current line */
	char *line;    /* without surrounding blanks */
	size_t length;
} reader;

static bool is_blank(char c)
{
	return base_is_blank(c) || c == '\r';
}

static void trim(char **text, size_t *length)
{
	while (*length > 0 && is_blank(**text)) {
		++*text;
		--*length;
	}
	while (*length > 0 && is_blank((*text)[*length - 1]))
		--*length;
}

/* Drops a comment "# ..." that begins the line or follows a blank, outside quotes. */
static void drop_comment(reader *r)
{
	bool quoted = false;
	for (size_t i = 0; i < r->length; i++) {
		quoted = quoted != (r->line[i] == '"');
		if (r->line[i] == '#' && !quoted && (i == 0 || is_blank(r->line[i - 1])))
			r->length = i;
	}
	trim(&r->line, &r->length);
}

/* Appends lines up to the one that closes quotes still open at the end of this line, which begins with a quote: a name
 * may contain a line break. If they are never closed, the line ends as it is. */
static void join_lines(reader *r)
{
	bool quoted = false;
	size_t breaks = 0;
	for (char *c = r->line; *c != '\0'; c++) {
		quoted = quoted != (*c == '"');
		if (*c != '\n')
			continue;
		if (!quoted) {
			r->length = (size_t)(c - r->line);
			r->next = c + 1;
			r->number += breaks;
			return;
		}
		breaks++;
	}
}

/* The next line that is not empty; false at the end. */
static bool next_line(reader *r)
{
	do {
		if (*r->next == '\0')
			return false;
		r->line = r->next;
		r->length = strcspn(r->line, "\n");
		r->next += r->length + 1;
		r->number++;
		if (*r->line == '"')
			join_lines(r);
		trim(&r->line, &r->length);
		drop_comment(r);
	} while (r->length == 0);
	return true;
}

/* ---------------------------------------------------------------------------------------------------- names */

/* Removes the quotes of a name in place. */
static mixmi_status take_name(io_piece *out, reader *r, char *text, size_t length)
{
	trim(&text, &length);
	char shown[BASE_TEXT_SHOWN];
	bool quoted = length > 0 && text[0] == '"', closed = false;
	size_t kept = 0;
	for (size_t i = quoted; i < length; i++) {
		bool quote = text[i] == '"';
		if (quote && quoted && i + 1 < length && text[i + 1] == '"')
			i++;
		else if (quote && quoted && i + 1 == length)
			closed = true;
		else if (quote)
			return io_malformed(r->document, r->number, "quotes in the middle of a name");
		if (!closed)
			text[kept++] = text[i];
	}
	*out = (io_piece){ text, kept };
	if (quoted && !closed)
		return io_malformed(r->document, r->number, "quotes that are not closed: %s",
		                    base_text_show(shown, text, length));
	return kept > 0 ? MIXMI_OK : io_malformed(r->document, r->number, "a name is missing");
}

/* Whether arrow `k` is at position `i`. */
static bool arrow_at(const reader *r, size_t i, size_t k, arrow_pass pass)
{
	size_t length = strlen(ARROWS[k].text);
	if ((length == 1) != (pass == DASH) || length > r->length - i || memcmp(r->line + i, ARROWS[k].text, length) != 0)
		return false;
	bool free_before = i == 0 || is_blank(r->line[i - 1]);
	bool free_after = i + length == r->length || is_blank(r->line[i + length]);
	return pass == TIGHT ? ARROWS[k].tight : free_before && free_after;
}

/* The first arrow outside quotes at or after `start`. */
static bool find_arrow(const reader *r, size_t start, arrow_pass pass, size_t *place, size_t *length)
{
	bool quoted = false;
	for (size_t i = start; i < r->length; i++) {
		quoted = quoted != (r->line[i] == '"');
		for (size_t k = 0; !quoted && k < sizeof ARROWS / sizeof *ARROWS; k++)
			if (arrow_at(r, i, k, pass)) {
				*place = i;
				*length = strlen(ARROWS[k].text);
				return true;
			}
	}
	return false;
}

/* ---------------------------------------------------------------------------------------------------- edges */

static mixmi_status read_edge(reader *r)
{
	size_t place = 0, length = 0, other, ignored;
	arrow_pass pass = SPACED;
	bool found = false;
	while (pass < PASSES && !(found = find_arrow(r, 0, pass, &place, &length)))
		pass++;
	io_piece left, right;
	if (!found) {
		mixmi_status status = take_name(&left, r, r->line, r->length);
		return status == MIXMI_OK ? io_build_add_node(&r->build, left, (io_piece){ 0 }, MIXMI_NUMERIC, r->number)
		                          : status;
	}
	size_t after = place + length;
	io_ends ends = { MIXMI_MARK_TAIL, MIXMI_MARK_ARROW, false };
	(void)io_ends_read(&ends, (io_piece){ r->line + place, length });
	if (find_arrow(r, after, pass, &other, &ignored))
		return io_malformed(r->document, r->number, "two arrows; write one edge per line, odd names in quotes");
	mixmi_status status = take_name(&left, r, r->line, place);
	if (status == MIXMI_OK)
		status = take_name(&right, r, r->line + after, r->length - after);
	if (status != MIXMI_OK)
		return status;
	return io_build_add_marked(&r->build, left, right, ends, r->number);
}

mixmi_status io_read_lines(mixmi_graph **out, io_document *document)
{
	reader r = { .document = document,
		         .build = { .document = document, .unit = "line", .implicit = true, .repeats = true },
		         .next = document->text };
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && next_line(&r))
		status = read_edge(&r);
	/* else any text would be a graph whose nodes are its lines */
	if (status == MIXMI_OK && r.build.edge_count == 0)
		status = io_malformed(document, 0,
		                      "this is not a graph: no line is an edge such as \"A -> B\" (a graph without edges is "
		                      "written as JSON, or as a list with the headings from and to)");
	if (status == MIXMI_OK)
		status = io_build_finish(out, &r.build);
	io_build_clear(&r.build);
	return status;
}
