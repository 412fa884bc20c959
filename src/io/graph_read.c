/* Reads a graph from a file in any supported format, detected by content. Every format that we write has a distinct
 * beginning; anything else is read as lines such as "A -> B". */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/source.h"
#include "graph/model/graph.h"
#include "io/graph_build.h"

enum { MOST_BYTES = 1 << 28, STEP = 1 << 16 };

/* ------------------------------------------------------------------------------------------------- the bytes */

static mixmi_status load(char **text, size_t *length, data_source *source)
{
	void *bytes = NULL;
	size_t capacity = 0, count = STEP;
	mixmi_status status = MIXMI_OK;
	*length = 0;
	while (status == MIXMI_OK && count == STEP) {
		if (!base_grow(&bytes, &capacity, *length + STEP + 2, 1))
			status = base_error_memory();
		else if (*length > MOST_BYTES)
			status = base_error(MIXMI_ERROR_LIMIT, "%s: graphs of more than %d MiB are not read",
			                    data_source_name(source), MOST_BYTES >> 20);
		else
			status = data_source_read(source, (char *)bytes + *length, STEP, &count);
		if (status == MIXMI_OK)
			*length += count;
	}
	*text = bytes;
	return status;
}

/* Removes a byte order mark, terminates the text as readers expect it, and rejects anything but text. */
static mixmi_status check_text(io_document *document)
{
	static const char mark[] = "\xEF\xBB\xBF";
	char *text = document->text;
	const char *nul = memchr(text, '\0', document->length);
	if (nul != NULL)
		return io_malformed(document, io_document_line(document, nul), "a NUL byte: this is not text in UTF-8");
	if (document->length >= 3 && memcmp(text, mark, 3) == 0) {
		document->length -= 3;
		memmove(text, text + 3, document->length);
	}
	if (document->length == 0 || text[document->length - 1] != '\n')
		text[document->length++] = '\n';
	text[document->length] = '\0';
	const char *line = text;
	for (const char *end = strchr(line, '\n'); end != NULL; line = end + 1, end = strchr(line, '\n'))
		if (!base_text_is_utf8(line, (size_t)(end - line)))
			return io_malformed(document, io_document_line(document, line), "this is not text in UTF-8");
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------ the format */

/* The first line that is neither blank nor a comment ('#' or "//"), without leading blanks. */
static const char *first_line(const char *text)
{
	for (;;) {
		text += strspn(text, " \t\r\n");
		if (*text != '#' && strncmp(text, "//", 2) != 0)
			return text;
		text += strcspn(text, "\n");
	}
}

/* Skips a word, ignoring case; NULL if it does not match. */
static const char *after_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	bool found = base_text_begin_alike(text, word, length) && strchr(" \t\r\n{[\"", text[length]) != NULL;
	return found ? text + length : NULL;
}

/* [strict] digraph [name] { */
static bool is_dot(const char *text)
{
	static const char *const kinds[] = { "digraph", "graph", "dag", "pdag" };
	const char *rest = after_word(text, "strict");
	if (rest != NULL)
		text = first_line(rest);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		rest = after_word(text, kinds[i]);
		if (rest == NULL)
			continue;
		rest = first_line(rest);
		const char *bracket = strpbrk(rest, "{[\n");
		return bracket != NULL && *first_line(bracket) == '{';
	}
	return strncmp(text, "/*", 2) == 0;
}

/* Whether the line has a delimiter outside quotes. */
static bool is_delimited(const char *text)
{
	bool quoted = false;
	for (; *text != '\0' && *text != '\n'; text++) {
		quoted = quoted != (*text == '"');
		if (!quoted && strchr(",;\t", *text) != NULL)
			return true;
	}
	return false;
}

static io_graph_reader *find_reader(const char *start)
{
	if (*start == '{' || *start == '[')
		return io_read_json;
	if (*start == '<' && start[1] != '-')
		return io_read_xml;
	if (is_dot(start))
		return io_read_dot;
	if (is_delimited(start))
		return io_read_csv;
	return io_read_lines;
}

/* Not every format has comments: those before the first line become blank, so that line numbers stay the same. */
static char *blank_comments(io_document *document)
{
	char *start = document->text + (first_line(document->text) - document->text);
	for (char *c = document->text; c < start; c++)
		if (*c != '\n')
			*c = ' ';
	return start;
}

static mixmi_status parse(mixmi_graph **out, io_document *document)
{
	const char *start = blank_comments(document);
	if (*start == '\0')
		return io_malformed(document, 0, "there is no graph in it");
	if (strncmp(start, "Graph of ", strlen("Graph of ")) == 0)
		return io_malformed(document, 0,
		                    "this is a graph as human-readable text, which cannot be read back; write it as "
		                    "JSON or in another format");
	if (base_text_begin_alike(start, "graph nodes:", strlen("graph nodes:")))
		return io_malformed(document, 0,
		                    "this is a graph in Tetrad's text; keep its edges, as lines such as \"A --> B\"");
	mixmi_status status = find_reader(start)(out, document);
	if (status == MIXMI_OK && !graph_index(*out)) {
		mixmi_graph_free(*out);
		*out = NULL;
		status = base_error_memory();
	}
	return status;
}

mixmi_status mixmi_graph_read(mixmi_graph **out, const char *path)
{
	*out = NULL;
	data_source *source;
	io_document document = { 0 };
	mixmi_status status = data_source_open(&source, path);
	if (status != MIXMI_OK)
		return status;
	document.name = data_source_name(source);
	status = load(&document.text, &document.length, source);
	if (status == MIXMI_OK)
		status = check_text(&document);
	if (status == MIXMI_OK)
		status = parse(out, &document);
	free(document.text);
	data_source_close(source);
	return status;
}

mixmi_status mixmi_graph_parse(mixmi_graph **out, const char *text, size_t length)
{
	*out = NULL;
	if (length > MOST_BYTES)
		return base_error(MIXMI_ERROR_LIMIT, "graphs of more than %d MiB are not read", MOST_BYTES >> 20);
	io_document document = { .name = "the text", .text = base_array(length + 2, 1), .length = length };
	if (document.text == NULL)
		return base_error_memory();
	if (length > 0)
		memcpy(document.text, text, length);
	mixmi_status status = check_text(&document);
	if (status == MIXMI_OK)
		status = parse(out, &document);
	free(document.text);
	return status;
}
