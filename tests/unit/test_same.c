/* Columns that carry the same information, and functions of others: nodes stay, an edge says so, and the rest of the graph is as if
 * only one of them were there. */
#include <string.h>

#include "unit.h"

enum { ROWS = 400 };

typedef struct draw {
	double x[ROWS], y[ROWS], z[ROWS], exponential[ROWS], turned[ROWS], group[ROWS], above[ROWS];
	int64_t label[ROWS];
} draw;

/* x -> y <- label, y -> z */
static void fill(draw *d, uint64_t seed)
{
	static const double numbers[] = { 3, 1, 4, 2 };
	for (size_t i = 0; i < ROWS; i++) {
		d->x[i] = test_normal(&seed);
		d->label[i] = (int64_t)test_below(&seed, 4);
		d->y[i] = d->x[i] + test_normal(&seed) + 1.5 * (d->label[i] == 2);
		d->z[i] = d->y[i] + test_normal(&seed);
		d->exponential[i] = exp(d->x[i]);
		d->turned[i] = -2.54 * d->x[i];
		d->group[i] = numbers[d->label[i]];
		d->above[i] = d->z[i] > 0.3;
	}
}

static void add(mixmi_table *table, const char *name, const double *values)
{
	assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
}

static void add_labels(mixmi_table *table, const draw *d)
{
	static const char *const labels[] = { "red", "green", "blue", "grey" };
	assert_ok(mixmi_table_add_codes(table, "label", d->label, labels, 4, NULL));
}

static mixmi_table *plain_table(const draw *d)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	add(table, "exponential", d->exponential);
	add(table, "y", d->y);
	add_labels(table, d);
	add(table, "z", d->z);
	return table;
}

static mixmi_table *full_table(const draw *d)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	add(table, "x", d->x);
	add(table, "z", d->z);
	add(table, "group", d->group);
	add(table, "y", d->y);
	add_labels(table, d);
	add(table, "turned", d->turned);
	add(table, "exponential", d->exponential);
	return table;
}

static mixmi_graph *learn(const mixmi_table *table, const char *known, const char *option, const char *value)
{
	mixmi_options *options;
	mixmi_knowledge *knowledge = NULL;
	mixmi_graph *graph;
	assert_ok(mixmi_options_new(&options));
	if (known != NULL)
		assert_ok(mixmi_knowledge_parse(&knowledge, known, "known", table));
	if (option != NULL)
		assert_ok(mixmi_options_set(options, option, value));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, options));
	mixmi_knowledge_free(knowledge);
	mixmi_options_free(options);
	return graph;
}

static char *written(const mixmi_graph *graph, const char *format)
{
	char *text;
	assert_ok(mixmi_graph_write(&text, graph, format));
	return text;
}

/* The edge of two nodes by name, whichever comes first; false: there is none. */
static bool find(mixmi_edge *edge, const mixmi_graph *graph, const char *a, const char *b)
{
	for (size_t i = 0; mixmi_graph_edge(edge, sizeof *edge, graph, i) == MIXMI_OK; i++) {
		const char *from = mixmi_graph_node(graph, edge->from, NULL), *to = mixmi_graph_node(graph, edge->to, NULL);
		if ((strcmp(from, a) == 0 && strcmp(to, b) == 0) || (strcmp(from, b) == 0 && strcmp(to, a) == 0))
			return true;
	}
	return false;
}

static void assert_same(const mixmi_graph *graph, const char *a, const char *b)
{
	mixmi_edge edge;
	assert_true(find(&edge, graph, a, b));
	assert_true(edge.same && !edge.directed && !edge.required && isnan(edge.p) && isnan(edge.estimate));
}

static void copies_are_joined_and_change_nothing_else(void **state)
{
	(void)state;
	draw d;
	fill(&d, 1);
	mixmi_table *plain = plain_table(&d), *full = full_table(&d);
	static const char *const searches[][2] = { { NULL, NULL }, { "search", "pc-stable" }, { "latent", "yes" } };
	for (size_t s = 0; s < 3; s++) {
		mixmi_graph *few = learn(plain, NULL, searches[s][0], searches[s][1]);
		mixmi_graph *all = learn(full, NULL, searches[s][0], searches[s][1]);
		mixmi_graph_info x, y;
		mixmi_graph_describe(&x, sizeof x, few);
		mixmi_graph_describe(&y, sizeof y, all);
		assert_same(all, "exponential", "x");
		assert_same(all, "exponential", "turned");
		assert_same(all, "label", "group");
		assert_true(y.nodes == 7 && y.edges == x.edges + 3 && y.tests == x.tests && y.separated == x.separated);
		for (size_t i = 0; i < x.edges; i++) {
			mixmi_edge e, f;
			assert_ok(mixmi_graph_edge(&e, sizeof e, few, i));
			assert_true(find(&f, all, mixmi_graph_node(few, e.from, NULL), mixmi_graph_node(few, e.to, NULL)));
			assert_true(!f.same && e.directed == f.directed && e.p == f.p && e.estimate == f.estimate &&
			            e.given_count == f.given_count);
			if (e.directed)
				assert_string_equal(mixmi_graph_node(few, e.from, NULL), mixmi_graph_node(all, f.from, NULL));
		}
		mixmi_graph_free(few);
		mixmi_graph_free(all);
	}
	mixmi_table_free(plain);
	mixmi_table_free(full);
}

static void what_knowledge_names_is_searched(void **state)
{
	(void)state;
	draw d;
	fill(&d, 2);
	mixmi_table *table = full_table(&d);
	mixmi_graph *graph = learn(table, "root: x\nrequire turned -> z\n", NULL, NULL);
	mixmi_edge edge;
	assert_true(find(&edge, graph, "turned", "z") && edge.required && edge.directed);
	assert_same(graph, "turned", "x");
	assert_same(graph, "turned", "exponential");
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

static void formats_keep_the_edge(void **state)
{
	(void)state;
	draw d;
	fill(&d, 3);
	mixmi_table *table = full_table(&d);
	static const char *const formats[] = { "json", "dot", "graphml", "csv" };
	for (int latent = 0; latent < 2; latent++) {
		mixmi_graph *graph = learn(table, NULL, "latent", latent ? "yes" : "no");
		char *text = written(graph, "text");
		assert_non_null(strstr(text, "exponential == turned"));
		mixmi_free(text);
		for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
			mixmi_graph *back;
			text = written(graph, formats[f]);
			assert_ok(mixmi_graph_parse(&back, text, strlen(text)));
			assert_same(back, "exponential", "turned");
			mixmi_comparison c;
			assert_ok(mixmi_graph_compare(&c, sizeof c, back, graph));
			assert_int_equal(c.hamming, 0);
			mixmi_free(text);
			mixmi_graph_free(back);
		}
		mixmi_graph_free(graph);
	}
	mixmi_graph *lines;
	assert_ok(mixmi_graph_parse(&lines, "a -> b\nb == c\n", 14));
	assert_same(lines, "b", "c");
	assert_ok(mixmi_graph_join(lines, 1, 2, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	mixmi_edge edge;
	assert_true(find(&edge, lines, "b", "c") && !edge.same && edge.directed);
	mixmi_graph_free(lines);
	mixmi_table_free(table);
}

static void only_copies_are_a_graph_too(void **state)
{
	(void)state;
	draw d;
	fill(&d, 4);
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	add(table, "x", d.x);
	add(table, "turned", d.turned);
	mixmi_graph *graph = learn(table, NULL, NULL, NULL);
	assert_same(graph, "x", "turned");
	mixmi_graph_free(graph);
	graph = learn(table, NULL, "preset", "paper"); /* widths of bins are not ranks there */
	mixmi_edge edge;
	assert_true(!find(&edge, graph, "x", "turned") || !edge.same);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

static bool is_determined(const mixmi_graph *graph, const char *column, const char *other)
{
	for (size_t i = 0, node, by; mixmi_graph_determined(&node, &by, graph, i) == MIXMI_OK; i++)
		if (strcmp(mixmi_graph_node(graph, node, NULL), column) == 0 &&
		    strcmp(mixmi_graph_node(graph, by, NULL), other) == 0)
			return true;
	return false;
}

/* Of `values` values in two rows each, of which every other one has a 1: how often this is a function by chance is known. */
static size_t count_determined(size_t values)
{
	double a[ROWS], b[ROWS];
	mixmi_table *table;
	mixmi_graph_info info;
	assert_true(2 * values <= ROWS);
	for (size_t i = 0; i < 2 * values; i++) {
		a[i] = (double)(i / 2);
		b[i] = (double)(i / 2 % 2);
	}
	assert_ok(mixmi_table_new(&table, 2 * values));
	assert_ok(mixmi_table_add_values(table, "a", MIXMI_NUMERIC, a, NULL));
	assert_ok(mixmi_table_add_values(table, "b", MIXMI_NUMERIC, b, NULL));
	mixmi_graph *graph = learn(table, NULL, NULL, NULL);
	mixmi_graph_describe(&info, sizeof info, graph);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
	return info.determined;
}

/* The logarithm of 2^K K!^2 / (2K)! is -5.2 at K = 10 and -6.5 at K = 12; that of the level, .01 over two pairs, is -5.3. */
static void a_function_that_chance_could_make_is_none(void **state)
{
	(void)state;
	assert_int_equal(count_determined(10), 0);
	assert_int_equal(count_determined(12), 1);
}

/* A threshold of z is a function of z, and groups of labels are one of the labels. Of columns whose values are all different anything is
 * one, which says nothing. */
static void functions_are_reported_and_read_back(void **state)
{
	(void)state;
	draw d;
	fill(&d, 5);
	double nearly[ROWS], level[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		nearly[i] = d.z[i] + 0.05 * d.x[i] > 0.3; /* changes to and fro along z, of which no value repeats */
		level[i] = d.label[i] == 1 || d.label[i] == 3;
	}
	mixmi_table *table = plain_table(&d);
	add(table, "above", d.above);
	add(table, "level", level);
	add(table, "nearly", nearly);
	mixmi_graph *graph = learn(table, NULL, NULL, NULL), *back;
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_int_equal(info.determined, 2);
	assert_true(is_determined(graph, "level", "label"));
	assert_true(is_determined(graph, "above", "z"));
	char *text = written(graph, "json");
	assert_ok(mixmi_graph_parse(&back, text, strlen(text)));
	assert_true(is_determined(back, "above", "z"));
	size_t node, by;
	assert_int_equal(mixmi_graph_determined(&node, &by, back, 2), MIXMI_ERROR_USAGE);
	mixmi_free(text);
	mixmi_graph_free(back);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies_are_joined_and_change_nothing_else),
		cmocka_unit_test(what_knowledge_names_is_searched),
		cmocka_unit_test(formats_keep_the_edge),
		cmocka_unit_test(only_copies_are_a_graph_too),
		cmocka_unit_test(a_function_that_chance_could_make_is_none),
		cmocka_unit_test(functions_are_reported_and_read_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
