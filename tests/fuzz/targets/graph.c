/* Graphs in files. If the first byte is 0, the rest are node names, separated by 0xFF, from which a graph is
 * built. Otherwise the input is a file. A graph that was read is written in one of the
 * formats, which the bytes choose, and read back unchanged: all formats would make an execution ten times as long. */
#include <stdio.h>
#include <string.h>

#include "fuzz/target.h"

enum { ROOM = 1 << 16 };

/* A name as a JSON string, every byte escaped; bytes beyond ASCII become Latin-1 characters. */
static size_t add_name(char *out, const uint8_t *name, size_t count)
{
	size_t used = 0;
	out[used++] = '"';
	for (size_t i = 0; i < count; i++)
		used += (size_t)sprintf(out + used, "\\u%04x", name[i] == 0 ? 1u : name[i]);
	out[used++] = '"';
	return used;
}

typedef struct names {
	const uint8_t *start[8];
	size_t length[8];
	size_t count;
} names;

static void split(names *out, const uint8_t *bytes, size_t count)
{
	const uint8_t *end = bytes + count;
	for (out->count = 0; out->count < 8 && bytes < end; out->count++) {
		const uint8_t *stop = memchr(bytes, 0xFF, (size_t)(end - bytes));
		stop = stop != NULL ? stop : end;
		out->start[out->count] = bytes;
		out->length[out->count] = (size_t)(stop - bytes) < 200 ? (size_t)(stop - bytes) : 200;
		bytes = stop + 1;
	}
}

/* A graph of these nodes: every second pair of neighbours has an edge, and every second edge is directed. */
static size_t make_document(char *text, const names *n)
{
	size_t used = (size_t)sprintf(text, "{\"nodes\": [");
	for (size_t i = 0; i < n->count; i++) {
		used += (size_t)sprintf(text + used, "%s{\"name\": ", i > 0 ? ", " : "");
		used += add_name(text + used, n->start[i], n->length[i]);
		used += (size_t)sprintf(text + used, "}");
	}
	used += (size_t)sprintf(text + used, "], \"edges\": [");
	for (size_t i = 0; i + 1 < n->count; i += 2) {
		used += (size_t)sprintf(text + used, "%s{\"from\": ", i > 0 ? ", " : "");
		used += add_name(text + used, n->start[i], n->length[i]);
		used += (size_t)sprintf(text + used, ", \"to\": ");
		used += add_name(text + used, n->start[i + 1], n->length[i + 1]);
		used += (size_t)sprintf(text + used, ", \"type\": \"%sdirected\"}", i % 4 == 0 ? "" : "un");
	}
	return used + (size_t)sprintf(text + used, "]}");
}

static void check_back(const mixmi_graph *graph, const char *format)
{
	char *text;
	mixmi_graph *back;
	mixmi_comparison comparison;
	FUZZ_CHECK(mixmi_graph_write(&text, graph, format) == MIXMI_OK);
	mixmi_status status = mixmi_graph_parse(&back, text, strlen(text));
	if (status != MIXMI_OK || mixmi_graph_compare(&comparison, sizeof comparison, back, graph) != MIXMI_OK ||
	    comparison.hamming != 0) {
		fprintf(stderr, "as %s:\n%s\n", format, text);
		fuzz_fail("a graph is read back as it was");
	}
	mixmi_graph_free(back);
	mixmi_free(text);
}

/* Lines without an edge could be any text. */
static bool has_no_edge(const mixmi_graph *graph)
{
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	return info.edges == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	static char text[ROOM];
	size_t length = count, formats = 0, sum = 0;
	for (size_t i = 0; i < count; i++)
		sum = 31 * sum + bytes[i];
	bool built = count > 0 && bytes[0] == 0;
	if (built) {
		names n;
		split(&n, bytes + 1, count - 1);
		length = make_document(text, &n);
	}
	mixmi_graph *graph;
	mixmi_status status = mixmi_graph_parse(&graph, built ? text : (const char *)bytes, length);
	if (status != MIXMI_OK) {
		FUZZ_CHECK(graph == NULL);
		fuzz_check_failure(status);
		return 0;
	}
	while (mixmi_graph_format(formats) != NULL)
		formats++;
	const char *format = mixmi_graph_format(sum % formats);
	if (strcmp(format, "text") != 0 && strcmp(format, "text-all") != 0 &&
	    (strcmp(format, "lines") != 0 || !has_no_edge(graph)))
		check_back(graph, format);
	mixmi_graph_free(graph);
	return 0;
}
