/* Clustered rows: option cluster, and the cluster-robust test through the public calls. */
#include "unit.h"

#include <gsl/gsl_cdf.h>

#include "temporary.h"

enum { MOST = 4000 };

/* Values of up to four columns, and the cluster of each row. */
typedef struct drawn {
	size_t rows, columns;
	double at[4][MOST];
	uint32_t cluster[MOST];
} drawn;

static mixmi_table *table_of(const drawn *d, bool clustered)
{
	static const char *const names[] = { "x", "y", "z", "w" };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, d->rows));
	for (size_t j = 0; j < d->columns; j++)
		assert_ok(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, d->at[j], NULL));
	if (clustered)
		assert_ok(mixmi_table_set_clusters(table, d->cluster));
	return table;
}

/* X and Y given the columns that follow. */
static mixmi_answer ask(const drawn *d, bool clustered, const char *within)
{
	const size_t columns[] = { 0, 1, 2, 3 };
	const mixmi_question q = { columns, 1, columns + 1, 1, columns + 2, d->columns - 2 };
	mixmi_table *table = table_of(d, clustered);
	mixmi_options options;
	mixmi_answer answer;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "within", within));
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &q, &options));
	mixmi_table_free(table);
	return answer;
}

/* Random intercepts of X and of Y, each with half of the variance; beta: the slope of Y on X within clusters, gamma: between them. */
static void draw_intercepts(drawn *d, uint64_t *r, size_t clusters, size_t size, double beta, double gamma)
{
	d->rows = clusters * size;
	for (size_t i = 0; i < d->rows; i++) {
		static double a, b;
		if (i % size == 0) {
			a = test_normal(r);
			b = test_normal(r) + gamma * a;
		}
		double e = test_normal(r);
		d->cluster[i] = (uint32_t)(i / size);
		d->at[0][i] = a + e;
		d->at[1][i] = b + beta * e + test_normal(r);
		for (size_t j = 2; j < d->columns; j++)
			d->at[j][i] = test_normal(r) + (j == 3 ? a : 0);
	}
}

/* ---------------------------------------------------------------------------------------------------------- closed forms */

/* With one row per cluster and two equally frequent values in X and in Y, the test is Student's t test of the products +-1. */
static void a_cluster_per_row_is_students_test(void **state)
{
	(void)state;
	drawn d = { .rows = 80, .columns = 2 };
	for (size_t agree = 40; agree <= 60; agree += 4) {
		for (size_t i = 0; i < d.rows; i++) {
			d.at[0][i] = i % 2 == 0;
			d.at[1][i] = i < agree ? i % 2 == 0 : i % 2 == 1;
			d.cluster[i] = (uint32_t)i;
		}
		double n = 80, sum = 2 * (double)agree - n, mean = sum / n;
		double t = mean / sqrt((1 - mean * mean) / (n - 1)), exact = 2 * gsl_cdf_tdist_Q(fabs(t), n - 1);
		mixmi_answer a = ask(&d, true, "no");
		/* V = n / (n - 1) sum of squares is slightly larger than Student's */
		assert_close(log(a.p), log(exact), 0.03 * fabs(log(exact)) + 0.02);
		assert_int_equal(a.clusters, 80);
		assert_close(a.effective_rows, 79, 1.01);
	}
}

/* Rows repeated within their cluster add no information: p equals that of the distinct rows, each a cluster of its own. */
static void copies_within_clusters_do_not_count(void **state)
{
	(void)state;
	uint64_t r = 5;
	drawn once = { .rows = 100, .columns = 2 }, copies = { .rows = 700, .columns = 2 };
	for (int kind = 0; kind < 3; kind++) {
		for (size_t i = 0; i < once.rows; i++) {
			double x = test_normal(&r), y = 0.25 * x + test_normal(&r);
			once.at[0][i] = kind == 0 ? x : kind == 1 ? x > 0.3 : floor(fabs(2 * x));
			once.at[1][i] = kind == 0 ? y : kind == 1 ? y > -0.2 : floor(fabs(2 * y));
			once.cluster[i] = (uint32_t)i;
			for (size_t k = 0; k < 7; k++) {
				copies.at[0][7 * i + k] = once.at[0][i];
				copies.at[1][7 * i + k] = once.at[1][i];
				copies.cluster[7 * i + k] = (uint32_t)(1000 - i);
			}
		}
		mixmi_answer a = ask(&once, true, "no"), b = ask(&copies, true, "no");
		assert_close(a.p, b.p, 0.01 * a.p);
		assert_close(b.effective_rows, a.effective_rows, 15);
		assert_true(ask(&copies, false, "no").p < a.p);
	}
}

/* -------------------------------------------------------------------------------------------------------------- level */

/* Shares of p at most .05 in draws without dependence. */
static double level_of(bool clustered, size_t columns, size_t all_draws, uint64_t seed)
{
	uint64_t r = seed;
	size_t draws = test_cases(all_draws);
	drawn *d = calloc(1, sizeof *d);
	size_t found = 0;
	assert_non_null(d);
	d->columns = columns;
	for (size_t i = 0; i < draws; i++) {
		draw_intercepts(d, &r, 25, 16, 0, 0);
		found += ask(d, clustered, "no").p <= 0.05;
	}
	free(d);
	return (double)found / (double)draws;
}

static void random_intercepts_do_not_look_like_dependence(void **state)
{
	(void)state;
	for (size_t columns = 2; columns <= 4; columns++)
		assert_true(test_holds(level_of(true, columns, 60, 10 + columns) <= 0.12));
	assert_true(test_holds(level_of(false, 2, 30, 7) >= 0.2)); /* without clusters they do */
}

static void dependence_within_clusters_is_found(void **state)
{
	(void)state;
	uint64_t r = 3;
	drawn *d = calloc(1, sizeof *d);
	size_t found = 0, plain = 0;
	assert_non_null(d);
	for (d->columns = 2; d->columns <= 4; d->columns++)
		for (size_t i = 0; i < test_cases(10); i++) {
			draw_intercepts(d, &r, 25, 16, 0.25, 0);
			found += ask(d, true, "no").p <= 0.05;
			plain += ask(d, true, "yes").p <= 0.05;
		}
	assert_true(test_holds(found >= 24 && plain >= 24));
	free(d);
}

/* X increases with Y between clusters and decreases with it within them: only --within shows that. */
static void within_and_between_are_told_apart(void **state)
{
	(void)state;
	uint64_t r = 8;
	drawn *d = calloc(1, sizeof *d);
	assert_non_null(d);
	d->columns = 2;
	draw_intercepts(d, &r, 60, 6, 0, 2);
	assert_true(ask(d, true, "no").p < 1e-5);
	assert_true(ask(d, true, "yes").p > 0.05);
	for (size_t i = 0; i < d->rows; i++) /* constant within clusters: nothing is left within */
		d->at[0][i] = d->at[0][i / 6 * 6];
	assert_true(ask(d, true, "no").p < 0.01);
	assert_int_equal(ask(d, true, "yes").verdict, MIXMI_UNDECIDED);
	free(d);
}

/* A column plus a cluster effect: the effective sample size is smaller than n, so the interval is wider for its estimate. */
static void the_error_of_an_estimate_is_taken_over_clusters(void **state)
{
	(void)state;
	uint64_t r = 8;
	drawn *d = calloc(1, sizeof *d);
	assert_non_null(d);
	d->columns = 2;
	draw_intercepts(d, &r, 60, 6, 0, 2);
	for (size_t i = 0; i < d->rows; i++)
		d->at[0][i] = d->at[0][i / 6 * 6];
	mixmi_answer alone = ask(d, false, "no"), over = ask(d, true, "no");
	assert_true(over.estimate > 0 && alone.estimate > 0 && over.p > alone.p);
	assert_true(over.standard_error / over.estimate > 1.5 * (alone.standard_error / alone.estimate));
	assert_true(over.lower / over.estimate < alone.lower / alone.estimate);
	free(d);
}

/* ---------------------------------------------------------------------------------------------------------- invariance */

static void swap_rows(drawn *d, size_t a, size_t b)
{
	for (size_t j = 0; j < d->columns; j++) {
		double value = d->at[j][a];
		d->at[j][a] = d->at[j][b];
		d->at[j][b] = value;
	}
	uint32_t cluster = d->cluster[a];
	d->cluster[a] = d->cluster[b];
	d->cluster[b] = cluster;
}

static void exchange(drawn *d, size_t a, size_t b)
{
	for (size_t i = 0; i < d->rows; i++) {
		double value = d->at[a][i];
		d->at[a][i] = d->at[b][i];
		d->at[b][i] = value;
	}
}

static void order_and_numbers_of_clusters_do_not_matter(void **state)
{
	(void)state;
	uint64_t r = 4;
	drawn *d = calloc(1, sizeof *d);
	assert_non_null(d);
	for (d->columns = 2; d->columns <= 4; d->columns++) {
		draw_intercepts(d, &r, 30, 9, 0.1, 0.3);
		double p = ask(d, true, "no").p, within = ask(d, true, "yes").p;
		for (size_t i = 0; i < d->rows; i++)
			swap_rows(d, i, i + (size_t)(test_uniform(&r) * (double)(d->rows - i)));
		assert_true(ask(d, true, "no").p == p && ask(d, true, "yes").p == within);
		for (size_t i = 0; i < d->rows; i++)
			d->cluster[i] = (d->cluster[i] * 7 + 3) % 30 + 100000;
		assert_true(ask(d, true, "no").p == p && ask(d, true, "yes").p == within);
		exchange(d, 0, 1);
		assert_true(ask(d, true, "no").p == p);
		if (d->columns == 4) {
			exchange(d, 2, 3);
			assert_true(ask(d, true, "no").p == p);
		}
	}
	free(d);
}

/* Features of a column with a point mass have unequal variances given Z, which the exchange adds up in another order. */
static void sides_with_a_point_mass_may_be_exchanged(void **state)
{
	(void)state;
	uint64_t r = 5;
	drawn *d = calloc(1, sizeof *d);
	assert_non_null(d);
	d->columns = 4;
	for (size_t n = test_cases(40); n > 0; n--) {
		draw_intercepts(d, &r, 50, 2, 0.1, 0.3);
		for (size_t i = 0; i < d->rows; i++)
			d->at[0][i] = test_uniform(&r) < 0.85 ? 0 : d->at[0][i];
		double p = ask(d, true, "no").p;
		exchange(d, 0, 1);
		double exchanged = ask(d, true, "no").p;
		assert_true(exchanged == p || (isnan(exchanged) && isnan(p)));
	}
	free(d);
}

/* -------------------------------------------------------------------------------------------------------------- refusals */

static void what_cannot_be_done_is_said(void **state)
{
	(void)state;
	uint64_t r = 2;
	drawn *d = calloc(1, sizeof *d);
	const size_t columns[] = { 0, 1 };
	const mixmi_question q = { columns, 1, columns + 1, 1, NULL, 0 };
	mixmi_options options;
	mixmi_answer answer;
	mixmi_graph *graph;
	assert_non_null(d);
	d->columns = 2;
	draw_intercepts(d, &r, 5, 20, 0, 0);
	init_options(&options);
	mixmi_table *few = table_of(d, true), *none = table_of(d, false);
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, few, &q, &options), MIXMI_ERROR_DATA, "needs at least 6");
	assert_fails(mixmi_graph_learn(&graph, few, NULL, 0, NULL, &options), MIXMI_ERROR_DATA, "5 clusters");
	assert_ok(mixmi_options_set(&options, "within", "yes"));
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, none, &q, &options), MIXMI_ERROR_USAGE, "option cluster");
	assert_ok(mixmi_options_set(&options, "within", "no"));
	draw_intercepts(d, &r, 11, 20, 0, 0);
	mixmi_table *table = table_of(d, true);
	const mixmi_method *test;
	for (size_t i = 0; (test = mixmi_test_at(i)) != NULL; i++) {
		assert_ok(mixmi_options_set(&options, "test", test->name));
		mixmi_status status = mixmi_test(&answer, sizeof answer, NULL, table, &q, &options);
		if (strcmp(test->name, "residual") == 0)
			assert_ok(status);
		else
			assert_fails(status, MIXMI_ERROR_USAGE, "use one of: residual");
	}
	assert_ok(mixmi_options_set(&options, "test", "residual"));
	assert_ok(mixmi_options_set(&options, "stability", "2"));
	assert_fails(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options), MIXMI_ERROR_DATA, "at least 12");
	assert_ok(mixmi_options_set(&options, "search", "score"));
	assert_ok(mixmi_options_set(&options, "stability", "0"));
	assert_fails(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options), MIXMI_ERROR_USAGE, "pc-stable");
	mixmi_table_free(table);
	mixmi_table_free(few);
	mixmi_table_free(none);
	free(d);
}

/* --------------------------------------------------------------------------------------------------------------- graphs */

/* Halves consist of whole clusters: 41 clusters of 10 rows give halves of 200 rows, not 205. */
static void subsamples_have_whole_clusters(void **state)
{
	(void)state;
	uint64_t r = 6;
	drawn *d = calloc(1, sizeof *d);
	mixmi_options options;
	mixmi_graph *graph;
	assert_non_null(d);
	d->columns = 3;
	draw_intercepts(d, &r, 41, 10, 0.8, 0);
	mixmi_table *table = table_of(d, true);
	init_options(&options);
	for (size_t number = 1; number <= 4; number++) {
		mixmi_edge edge;
		assert_ok(mixmi_graph_learn_subsample(&graph, table, NULL, 0, NULL, &options, number));
		assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, 0));
		assert_int_equal(edge.rows, 200);
		mixmi_graph_free(graph);
	}
	mixmi_table_free(table);
	free(d);
}

/* ------------------------------------------------------------------------------------------------------------- reading */

static mixmi_table *read_by(const char *cluster, const char *only)
{
	mixmi_options options;
	mixmi_table *table;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "cluster", cluster));
	if (only != NULL)
		assert_ok(mixmi_options_set(&options, "only", only));
	assert_ok(mixmi_table_read(&table, path, &options));
	return table;
}

static void columns_of_a_file_name_clusters(void **state)
{
	(void)state;
	static const char text[] = "school,class,x\na,1,5\na,2,6\nb,1,7\na,1,8\n,1,9\nb,2,10\n";
	write_bytes(text, strlen(text));
	uint32_t numbers[5];
	mixmi_table *table = read_by("school,class", NULL);
	assert_int_equal(mixmi_table_columns(table), 1);
	assert_int_equal(mixmi_table_rows(table), 5); /* one row has no school */
	assert_int_equal(mixmi_table_clusters(table), 4);
	assert_ok(mixmi_table_cluster_numbers(numbers, table));
	assert_true(numbers[0] == numbers[3] && numbers[0] != numbers[1] && numbers[2] != numbers[4]);
	mixmi_table_free(table);
	table = read_by("school", "school,x");
	assert_int_equal(mixmi_table_columns(table), 2);
	assert_int_equal(mixmi_table_clusters(table), 2);
	mixmi_table_free(table);
	table = read_by("", NULL);
	assert_int_equal(mixmi_table_clusters(table), 0);
	assert_fails(mixmi_table_cluster_numbers(numbers, table), MIXMI_ERROR_USAGE, "no clusters");
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cluster_per_row_is_students_test),
		cmocka_unit_test(copies_within_clusters_do_not_count),
		cmocka_unit_test(random_intercepts_do_not_look_like_dependence),
		cmocka_unit_test(dependence_within_clusters_is_found),
		cmocka_unit_test(within_and_between_are_told_apart),
		cmocka_unit_test(the_error_of_an_estimate_is_taken_over_clusters),
		cmocka_unit_test(order_and_numbers_of_clusters_do_not_matter),
		cmocka_unit_test(sides_with_a_point_mass_may_be_exchanged),
		cmocka_unit_test(what_cannot_be_done_is_said),
		cmocka_unit_test(subsamples_have_whole_clusters),
		cmocka_unit_test(columns_of_a_file_name_clusters),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
