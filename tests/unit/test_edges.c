/* Extreme calls: answers that overwrite their input, questions that fail, levels beyond any
 * number of permutations, doubles from the smallest to the largest, and node names that are keywords of graph formats. */
#include <gsl/gsl_sf_psi.h>
#include <unistd.h>

#include "base/library.h"
#include "unit/unit.h"

static void p_values_are_adjusted_in_place(void **state)
{
	(void)state;
	double p[] = { 0.01, NAN, 0.04, 0.03 }, apart[4];
	assert_ok(mixmi_adjust_p(apart, p, 4));
	assert_ok(mixmi_adjust_p(p, p, 4));
	for (size_t i = 0; i < 4; i++)
		assert_true(i == 1 ? isnan(p[i]) : p[i] == apart[i]);
	assert_close(p[0], 0.03, 1e-15);
	assert_close(p[3], 0.04, 1e-15);
}

/* Two columns of `rows` values; `draw` gives value i of column j. */
static mixmi_table *make_table(size_t rows, double (*value)(size_t row, size_t column))
{
	static const char *const names[] = { "a", "b" };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t column = 0; column < 2; column++) {
		double values[256];
		for (size_t row = 0; row < rows; row++)
			values[row] = value(row, column);
		assert_ok(mixmi_table_add_values(table, names[column], MIXMI_NUMERIC, values, NULL));
	}
	return table;
}

static const size_t A = 0, B = 1;
static const mixmi_question A_AND_B = { &A, 1, &B, 1, NULL, 0 }, A_AND_A = { &A, 1, &A, 1, NULL, 0 };

static double small_number(size_t row, size_t column)
{
	return (double)(row * (column + 3) % 7);
}

static void a_question_that_fails_has_no_numbers(void **state)
{
	(void)state;
	mixmi_table *table = make_table(40, small_number);
	mixmi_answer cmi;
	assert_fails(mixmi_estimate(&cmi, sizeof cmi, NULL, table, &A_AND_A, NULL), MIXMI_ERROR_USAGE, "twice");
	assert_true(isnan(cmi.estimate) && isnan(cmi.p) && isnan(cmi.plug_in) && isnan(cmi.paper.sc));
	mixmi_histogram *histogram;
	assert_ok(mixmi_histogram_fit(&histogram, table, (const size_t[]){ 0, 1 }, 2, NULL));
	assert_fails(mixmi_histogram_cmi(&cmi, sizeof cmi, histogram, &A_AND_A, NULL), MIXMI_ERROR_USAGE, "twice");
	assert_true(isnan(cmi.estimate) && isnan(cmi.p) && isnan(cmi.paper.jic_correction));
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
}

static void a_level_that_no_permutations_reach_is_refused(void **state)
{
	(void)state;
	static const char *const tests[] = { "perm", "rcit" };
	mixmi_table *table = make_table(40, small_number);
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
		mixmi_options options;
		mixmi_answer answer;
		init_options(&options);
		assert_ok(mixmi_options_set(&options, "test", tests[i]));
		assert_ok(mixmi_options_set(&options, "alpha", "1e-300"));
		assert_ok(mixmi_options_set(&options, "null", "perm"));
		assert_fails(mixmi_test(&answer, sizeof answer, NULL, table, &A_AND_B, &options), MIXMI_ERROR_LIMIT,
		             "1000000000 permutations");
		assert_true(strlen(mixmi_error_message()) < 200);
	}
	mixmi_table_free(table);
}

/* --------------------------------------------------------------------------------------- all sizes of doubles */

/* Halving loses the differences between the first values; the range exceeds the largest double. */
static double any_size(size_t row, size_t column)
{
	static const double sizes[] = { 0, 1, 3, 5, 6, 9 };
	size_t turn = (row * (column == 0 ? 5 : 11) + row / 7) % 12;
	double sign = row % 2 == column ? 1 : -1;
	return turn < 6 ? sizes[turn] * 5e-324 : turn < 8 ? sign * 1.7e308 : sign * (double)turn * 1e-300;
}

static double distance(const mixmi_table *table, size_t column, size_t i, size_t j)
{
	return fmin(fabs(mixmi_table_value(table, column, i) - mixmi_table_value(table, column, j)),
	            1.7976931348623157e308);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Gao et al. 2017, by comparing all pairs of rows. */
static double mixed_ksg_by_hand(const mixmi_table *table, size_t k)
{
	size_t n = mixmi_table_rows(table);
	double sum = 0;
	for (size_t i = 0; i < n; i++) {
		double joint[256];
		for (size_t j = 0; j < n; j++)
			joint[j] = fmax(distance(table, 0, i, j), distance(table, 1, i, j));
		qsort(joint, n, sizeof *joint, compare_doubles);
		double radius = joint[k]; /* joint[0] is the row itself */
		int near = 0, x = 0, y = 0;
		for (size_t j = 0; j < n; j++) {
			double dx = distance(table, 0, i, j), dy = distance(table, 1, i, j);
			near += joint[j] <= 0;
			x += radius > 0 ? dx < radius : dx <= 0;
			y += radius > 0 ? dy < radius : dy <= 0;
		}
		sum += gsl_sf_psi_int(radius > 0 ? (int)k : near) + log((double)n) - gsl_sf_psi_int(x) - gsl_sf_psi_int(y);
	}
	return sum / (double)n;
}

static void neighbours_are_distinguished_at_all_sizes_of_doubles(void **state)
{
	(void)state;
	mixmi_table *table = make_table(120, any_size);
	for (size_t k = 1; k < 6; k++) {
		mixmi_options options;
		mixmi_answer value, exchanged;
		const mixmi_question back = { &B, 1, &A, 1, NULL, 0 };
		init_options(&options);
		options.neighbours = (int64_t)k;
		assert_ok(mixmi_options_set(&options, "estimator", "mixed-ksg"));
		assert_ok(mixmi_estimate(&value, sizeof value, NULL, table, &A_AND_B, &options));
		assert_ok(mixmi_estimate(&exchanged, sizeof exchanged, NULL, table, &back, &options));
		assert_close(value.estimate, mixed_ksg_by_hand(table, k), 1e-12);
		assert_true(value.estimate == exchanged.estimate);
	}
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------------------- graphs */

static mixmi_graph *read_text(const char *text)
{
	char path[] = "/tmp/mixmi_edges_XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	mixmi_graph *graph;
	assert_ok(mixmi_graph_read(&graph, path));
	unlink(path);
	return graph;
}

/* Nodes whose names are keywords of the formats, and an isolated node. */
static const char odd_graph[] =
	"{\"nodes\": [{\"name\": \"{o\"}, {\"name\": \"o-o\"}, {\"name\": \"two\\nlines\"}, {\"name\": \"a --> b\"}, "
	"{\"name\": \"\\u0001\"}, "
	"{\"name\": \"say \\\"so\\\"\"}, {\"name\": \"alone\"}, {\"name\": \"-\"}, {\"name\": \"==\"}], \"edges\": ["
	"{\"from\": \"o-o\", \"to\": \"two\\nlines\", \"type\": \"directed\"}, "
	"{\"from\": \"a --> b\", \"to\": \"o-o\", \"type\": \"undirected\"}, "
	"{\"from\": \"\\u0001\", \"to\": \"-\", \"type\": \"directed\"}, "
	"{\"from\": \"==\", \"to\": \"-\", \"type\": \"undirected\"}, "
	"{\"from\": \"say \\\"so\\\"\", \"to\": \"two\\nlines\", \"type\": \"directed\"}]}";

static void every_format_is_read_back_whatever_the_names(void **state)
{
	(void)state;
	mixmi_graph *graph = read_text(odd_graph);
	for (size_t i = 0; mixmi_graph_format(i) != NULL; i++) {
		char *text;
		mixmi_comparison comparison;
		if (strcmp(mixmi_graph_format(i), "text") == 0)
			continue;
		assert_ok(mixmi_graph_write(&text, graph, mixmi_graph_format(i)));
		mixmi_graph *back = read_text(text);
		assert_ok(mixmi_graph_compare(&comparison, sizeof comparison, back, graph));
		assert_int_equal(comparison.hamming, 0);
		mixmi_graph_free(back);
		mixmi_free(text);
	}
	mixmi_graph_free(graph);
}

/* ------------------------------------------------------------------------------------- libraries that are loaded */

static void a_library_is_loaded_with_all_its_functions_or_not_at_all(void **state)
{
	(void)state;
	const char *const none[] = { "libmixmi-has-no-such.so.1", NULL };
	const char *const second[] = { "libmixmi-has-no-such.so.1", "libm.so.6", NULL };
	base_symbol lacking[] = { { "cos", NULL }, { "mixmi_has_no_such", NULL } }, there[] = { { "cos", NULL } };
	assert_false(base_library_load(there, 1, none));
	assert_null(there[0].address);
	assert_false(base_library_load(lacking, 2, second));
	assert_null(lacking[0].address);
	assert_true(base_library_load(there, 1, second));
	assert_close(((double (*)(double))there[0].address)(0), 1, 0);
}

/* A pair counts once in the Hamming distance if its edge or a mark at either end differs, for every pair of edge kinds. */
static void the_hamming_distance_counts_pairs_that_differ_in_any_mark(void **state)
{
	(void)state;
	static const char *const names[] = { "a", "b" };
	for (int of_learnt = 0; of_learnt < 10; of_learnt++)
		for (int of_truth = 0; of_truth < 10; of_truth++) {
			const int kinds[2] = { of_learnt, of_truth };
			mixmi_graph *graphs[2];
			mixmi_comparison c;
			for (int i = 0; i < 2; i++) { /* 0: no edge; else marks 1 + (kind - 1) / 3 and 1 + (kind - 1) % 3 */
				assert_ok(mixmi_graph_new(&graphs[i], names, 2));
				if (kinds[i] > 0)
					assert_ok(mixmi_graph_join(graphs[i], 0, 1, (mixmi_mark)(1 + (kinds[i] - 1) / 3),
					                           (mixmi_mark)(1 + (kinds[i] - 1) % 3)));
			}
			assert_ok(mixmi_graph_compare(&c, sizeof c, graphs[0], graphs[1]));
			bool both = of_learnt > 0 && of_truth > 0;
			assert_int_equal(c.hamming, of_learnt != of_truth);
			assert_int_equal(c.common_edges, both);
			assert_int_equal(c.marks, both ? 2 : 0);
			assert_int_equal(c.common_marks, both ? ((of_learnt - 1) / 3 == (of_truth - 1) / 3) +
			                                            ((of_learnt - 1) % 3 == (of_truth - 1) % 3)
			                                      : 0);
			mixmi_graph_free(graphs[0]);
			mixmi_graph_free(graphs[1]);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_hamming_distance_counts_pairs_that_differ_in_any_mark),
		cmocka_unit_test(p_values_are_adjusted_in_place),
		cmocka_unit_test(a_question_that_fails_has_no_numbers),
		cmocka_unit_test(a_level_that_no_permutations_reach_is_refused),
		cmocka_unit_test(neighbours_are_distinguished_at_all_sizes_of_doubles),
		cmocka_unit_test(every_format_is_read_back_whatever_the_names),
		cmocka_unit_test(a_library_is_loaded_with_all_its_functions_or_not_at_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
