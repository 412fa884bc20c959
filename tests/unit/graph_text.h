/* Graphs from texts and back, for the tests of formats, through a temporary file. */
#ifndef TESTS_GRAPH_TEXT_H
#define TESTS_GRAPH_TEXT_H

#include "temporary.h"

static inline mixmi_status read_text(mixmi_graph **out, const char *text)
{
	write_bytes(text, strlen(text));
	return mixmi_graph_read(out, path);
}

static inline char *written(const mixmi_graph *graph, const char *format)
{
	char *text;
	assert_ok(mixmi_graph_write(&text, graph, format));
	return text;
}

static inline void assert_written(const mixmi_graph *graph, const char *format, const char *expected)
{
	char *text = written(graph, format);
	assert_string_equal(text, expected);
	mixmi_free(text);
}

/* The text is read as a graph that is written as these lines. */
static inline void assert_reads_as(const char *text, const char *expected)
{
	mixmi_graph *graph;
	assert_ok(read_text(&graph, text));
	assert_written(graph, "lines", expected);
	mixmi_graph_free(graph);
}

#endif
