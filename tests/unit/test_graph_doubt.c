/* Edges that are no clear finding: how every format says so, and that JSON reads it back. */
#include "unit.h"

#include "graph/graph.h"

static char *written(const mixmi_graph *graph, const char *format)
{
	char *text;
	assert_ok(mixmi_graph_write(&text, graph, format));
	return text;
}

/* a - b without a judgement, b - c doubtful. */
static mixmi_graph *doubtful_graph(void)
{
	static const char *const names[] = { "A", "B", "C" };
	mixmi_graph *graph = graph_new(names, NULL, 3);
	assert_non_null(graph);
	graph_set_undirected(graph, 0, 1);
	graph_set_undirected(graph, 1, 2);
	graph->evidence[graph_pair(graph, 0, 1)] = (graph_evidence){ .known = true,
		                                                         .unjudged = true,
		                                                         .estimate = NAN,
		                                                         .corrected = NAN,
		                                                         .p = NAN,
		                                                         .hidden = NAN,
		                                                         .sign = NAN,
		                                                         .rows = 90 };
	graph->evidence[graph_pair(graph, 1, 2)] = (graph_evidence){
		.known = true, .doubtful = true, .estimate = 0.1, .corrected = 0.1, .p = 0.001, .sign = 0.25, .rows = 90
	};
	assert_true(graph_index(graph));
	return graph;
}

/* An edge that no test could judge, and one that only sets which do not fit would separate, say so in every format that has
 * room for it; a sign that is not known stays unknown. */
static void marks_of_doubt_are_written_and_read_back(void **state)
{
	(void)state;
	static const char *const words[][3] = { { "text", "cannot tell", "doubtful" },
		                                    { "dot", "cannot_tell=true, style=dotted", "doubtful=true, style=dashed" },
		                                    { "graphml", "\"cannot_tell\">true", "\"doubtful\">true" },
		                                    { "gml", "cannottell 1", "doubtful 1" },
		                                    { "cytoscape", "\"cannot_tell\": true", "\"doubtful\": true" } };
	mixmi_graph *graph = doubtful_graph(), *back;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		char *text = written(graph, words[i][0]);
		assert_non_null(strstr(text, words[i][1]));
		assert_non_null(strstr(text, words[i][2]));
		mixmi_free(text);
	}
	char *json = written(graph, "json");
	assert_ok(mixmi_graph_parse(&back, json, strlen(json)));
	mixmi_edge first, second;
	assert_ok(mixmi_graph_edge(&first, sizeof first, back, 0));
	assert_ok(mixmi_graph_edge(&second, sizeof second, back, 1));
	assert_true(first.cannot_tell && !first.doubtful && isnan(first.sign) && isnan(first.estimate));
	assert_true(!second.cannot_tell && second.doubtful);
	mixmi_free(json);
	mixmi_graph_free(back);
	mixmi_graph_free(graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(marks_of_doubt_are_written_and_read_back) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
