/* Exchange between processes: a serialised table is the same table; graphs of subsamples learnt one by one give the
 * same frequencies as one call. */
#include "dags.h"

#include "data/table_bytes.h"

enum { ROWS = 300 };

static mixmi_table *mixed_table(uint64_t seed)
{
	static const char *const labels[] = { "low", "middle", "high", "never" };
	double first[ROWS], second[ROWS];
	int64_t level[ROWS];
	uint8_t missing[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		first[i] = test_normal(&seed);
		level[i] = (int64_t)test_below(&seed, 3);
		second[i] = first[i] + (double)level[i] + 0.5 * test_normal(&seed);
		missing[i] = test_below(&seed, 20) == 0;
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, "first", MIXMI_NUMERIC, first, missing));
	assert_ok(mixmi_table_add_codes(table, "level", level, labels, 4, NULL));
	assert_ok(mixmi_table_add_values(table, "second", MIXMI_NUMERIC, second, NULL));
	assert_ok(mixmi_table_add_codes(table, "number", level, NULL, 0, missing));
	return table;
}

static void assert_same_column(const mixmi_table *a, const mixmi_table *b, size_t j)
{
	mixmi_column x, y;
	assert_ok(mixmi_table_column(&x, sizeof x, a, j, NULL));
	assert_ok(mixmi_table_column(&y, sizeof y, b, j, NULL));
	assert_string_equal(x.name, y.name);
	assert_string_equal(x.why, y.why);
	assert_string_equal(x.kind, y.kind);
	assert_true(x.type == y.type && x.distinct == y.distinct && x.missing == y.missing && x.atoms == y.atoms);
	for (size_t i = 0; i < ROWS; i++) {
		double v = mixmi_table_value(a, j, i), w = mixmi_table_value(b, j, i);
		assert_true(v == w || (v != v && w != w));
	}
	for (size_t code = 0; code < x.distinct; code++) {
		const char *s = mixmi_table_label(a, j, code), *t = mixmi_table_label(b, j, code);
		assert_true((s == NULL && t == NULL) || strcmp(s, t) == 0);
	}
}

static void a_table_as_bytes_is_the_same_table(void **state)
{
	(void)state;
	mixmi_table *table = mixed_table(3), *copy;
	data_packing packing;
	assert_true(data_packing_init(&packing, table));
	double *bytes = malloc(packing.size + sizeof *bytes); /* aligned as a shared window is */
	data_packing_write(&packing, table, (unsigned char *)bytes);
	assert_ok(data_table_from_bytes(&copy, (unsigned char *)bytes));
	assert_int_equal(mixmi_table_rows(copy), ROWS);
	assert_int_equal(mixmi_table_columns(copy), 4);
	for (size_t j = 0; j < 4; j++)
		assert_same_column(table, copy, j);
	size_t found;
	assert_ok(mixmi_table_find(&found, copy, "second"));
	assert_int_equal(found, 2);
	assert_true(mixmi_table_note(copy, 100) == NULL);
	data_packing_clear(&packing);
	mixmi_table_free(copy);
	free(bytes);
	mixmi_table_free(table);
}

static char *json_of(const mixmi_graph *graph)
{
	char *text;
	assert_ok(mixmi_graph_write(&text, graph, "json"));
	return text;
}

static void subsamples_one_by_one_give_the_same_frequencies(void **state)
{
	(void)state;
	enum { SUBSAMPLES = 6 };
	mixmi_table *table = mixed_table(4);
	const size_t columns[3] = { 2, 0, 1 };
	mixmi_graph *whole, *apart, *subsamples[SUBSAMPLES];
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_graph_learn(&apart, table, columns, 3, NULL, options));
	for (size_t i = 0; i < SUBSAMPLES; i++)
		assert_ok(mixmi_graph_learn_subsample(&subsamples[i], table, columns, 3, NULL, options, i + 1));
	assert_ok(mixmi_graph_set_subsamples(apart, (const mixmi_graph *const *)subsamples, SUBSAMPLES));
	assert_ok(mixmi_options_set_number(options, "stability", SUBSAMPLES));
	assert_ok(mixmi_graph_learn(&whole, table, columns, 3, NULL, options));
	char *a = json_of(whole), *b = json_of(apart);
	assert_string_equal(a, b);
	mixmi_free(b);
	assert_ok(mixmi_graph_set_subsamples(apart, NULL, 0)); /* none any more */
	b = json_of(apart);
	assert_true(strcmp(a, b) != 0);
	mixmi_free(a);
	mixmi_free(b);
	for (size_t i = 0; i < SUBSAMPLES; i++)
		mixmi_graph_free(subsamples[i]);
	mixmi_graph *none;
	assert_fails(mixmi_graph_learn_subsample(&none, table, NULL, 0, NULL, NULL, 0), MIXMI_ERROR_USAGE, "from 1");
	mixmi_graph_free(whole);
	mixmi_graph_free(apart);
	mixmi_options_free(options);
	mixmi_table_free(table);
}

static void subsamples_of_other_nodes_are_refused(void **state)
{
	(void)state;
	static const char *const two[] = { "a", "b" }, *const other[] = { "a", "c" };
	mixmi_graph *graph, *wrong;
	assert_ok(mixmi_graph_new(&graph, two, 2));
	assert_ok(mixmi_graph_new(&wrong, other, 2));
	const mixmi_graph *const list[] = { graph, wrong };
	assert_fails(mixmi_graph_set_subsamples(graph, list, 2), MIXMI_ERROR_USAGE, "subsample 1 has other nodes");
	mixmi_graph_free(graph);
	mixmi_graph_free(wrong);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_as_bytes_is_the_same_table),
		cmocka_unit_test(subsamples_one_by_one_give_the_same_frequencies),
		cmocka_unit_test(subsamples_of_other_nodes_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
