/* mixmi_graph_layout(): nodes that do not overlap, curves from border to border, in the order and the
 * direction of the graph's own edges. Without Graphviz only its error message is tested. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mixmi.h"

enum { NODES = 4, EDGES = 4 };

static const double WIDTHS[NODES] = { 60, 140, 80, 100 };
static const double HEIGHT = 32;

/* d -> a, a -- b, c o-> b, b <-> d: not sorted by name. */
static mixmi_graph *example(void)
{
	static const char *const names[NODES] = { "d", "a </script>", "c", "b" };
	mixmi_graph *graph;
	assert_int_equal(mixmi_graph_new(&graph, names, NODES), MIXMI_OK);
	assert_int_equal(mixmi_graph_join(graph, 0, 1, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW), MIXMI_OK);
	assert_int_equal(mixmi_graph_join(graph, 1, 3, MIXMI_MARK_TAIL, MIXMI_MARK_TAIL), MIXMI_OK);
	assert_int_equal(mixmi_graph_join(graph, 2, 3, MIXMI_MARK_CIRCLE, MIXMI_MARK_ARROW), MIXMI_OK);
	assert_int_equal(mixmi_graph_join(graph, 0, 3, MIXMI_MARK_ARROW, MIXMI_MARK_ARROW), MIXMI_OK);
	return graph;
}

static bool at_border(const double *point, const double *node, double width)
{
	double x = fabs(point[0] - node[0]) / (width / 2), y = fabs(point[1] - node[1]) / (HEIGHT / 2);
	return hypot(x, y) < 1.6 && hypot(x, y) > .5; /* an ellipse or the box around it */
}

static void test_curves_run_from_the_first_node_of_an_edge_to_the_second(void **state)
{
	(void)state;
	double nodes[2 * NODES], *curves;
	size_t ends[EDGES], start = 0;
	mixmi_graph *graph = example();
	mixmi_status status = mixmi_graph_layout(nodes, &curves, ends, graph, WIDTHS, HEIGHT);
	if (!mixmi_capable("graphviz")) {
		assert_int_equal(status, MIXMI_ERROR_LIMIT);
		assert_null(curves);
		mixmi_graph_free(graph);
		skip();
	}
	assert_int_equal(status, MIXMI_OK);
	for (size_t i = 0; i < EDGES; start = ends[i++]) {
		mixmi_edge edge;
		assert_int_equal(mixmi_graph_edge(&edge, sizeof edge, graph, i), MIXMI_OK);
		assert_true(ends[i] >= start + 2);
		assert_true(at_border(curves + 2 * start, nodes + 2 * edge.from, WIDTHS[edge.from]));
		assert_true(at_border(curves + 2 * (ends[i] - 1), nodes + 2 * edge.to, WIDTHS[edge.to]));
	}
	mixmi_free(curves);
	mixmi_graph_free(graph);
}

static void test_nodes_do_not_cover_each_other(void **state)
{
	(void)state;
	double nodes[2 * NODES], *curves;
	size_t ends[EDGES];
	mixmi_graph *graph = example();
	if (mixmi_graph_layout(nodes, &curves, ends, graph, WIDTHS, HEIGHT) != MIXMI_OK) {
		mixmi_graph_free(graph);
		skip();
	}
	for (size_t i = 0; i < NODES; i++)
		for (size_t k = 0; k < i; k++)
			assert_true(fabs(nodes[2 * i] - nodes[2 * k]) >= (WIDTHS[i] + WIDTHS[k]) / 2 - 1 ||
			            fabs(nodes[2 * i + 1] - nodes[2 * k + 1]) >= HEIGHT - 1);
	mixmi_free(curves);
	mixmi_graph_free(graph);
}

static void test_nonsense_is_refused(void **state)
{
	(void)state;
	double nodes[2 * NODES], *curves = nodes;
	size_t ends[EDGES];
	mixmi_graph *graph = example();
	assert_int_equal(mixmi_graph_layout(nodes, &curves, ends, NULL, WIDTHS, HEIGHT), MIXMI_ERROR_USAGE);
	assert_null(curves);
	assert_int_equal(mixmi_graph_layout(nodes, &curves, ends, graph, NULL, HEIGHT), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_graph_layout(nodes, &curves, ends, graph, WIDTHS, 0), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_graph_layout(NULL, NULL, ends, graph, WIDTHS, HEIGHT), MIXMI_ERROR_USAGE);
	mixmi_graph_free(graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_curves_run_from_the_first_node_of_an_edge_to_the_second),
		cmocka_unit_test(test_nodes_do_not_cover_each_other),
		cmocka_unit_test(test_nonsense_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
