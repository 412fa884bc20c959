/* Series: lagged copies of columns, graphs by PCMCI+, their formats, transfer entropy against closed forms. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "temporary.h"

enum { MOST = 5000, COLUMNS = 3 };

typedef struct drawn {
	size_t rows;
	double time[MOST], at[COLUMNS][MOST];
	uint32_t unit[MOST];
} drawn;

static const char *const names[COLUMNS] = { "x", "y", "z" };

static mixmi_table *table_of(const drawn *d, size_t columns, const uint32_t *units)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, d->rows));
	for (size_t j = 0; j < columns; j++)
		assert_ok(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, d->at[j], NULL));
	assert_ok(mixmi_table_set_time(table, d->time, units, 0));
	return table;
}

static mixmi_table *lagged(const drawn *d, size_t columns, const uint32_t *units, size_t lags)
{
	mixmi_table *table = table_of(d, columns, units), *out;
	assert_ok(mixmi_table_lag(&out, table, lags));
	mixmi_table_free(table);
	return out;
}

static double value(const mixmi_table *table, const char *name, size_t row)
{
	size_t column;
	assert_ok(mixmi_table_find(&column, table, name));
	return mixmi_table_value(table, column, row);
}

/* ------------------------------------------------------------------------------------------------------------- lags */

/* Two series in one table, rows unordered, with a gap: time 3 of the first series is missing. */
static void copies_are_of_the_row_that_lies_so_many_steps_back(void **state)
{
	(void)state;
	static const double times[] = { 2, 0, 1, 10, 4, 11, 5 };
	static const uint32_t units[] = { 7, 7, 7, 3, 7, 3, 7 };
	drawn d = { .rows = 7 };
	memcpy(d.time, times, sizeof times);
	for (size_t i = 0; i < d.rows; i++)
		d.at[0][i] = 100 * units[i] + times[i];
	mixmi_table *table = lagged(&d, 1, units, 2);
	for (size_t i = 0; i < d.rows; i++)
		for (size_t lag = 1; lag <= 2; lag++) {
			double expected = NAN;
			for (size_t k = 0; k < d.rows; k++)
				if (units[k] == units[i] && times[k] == times[i] - (double)lag)
					expected = d.at[0][k];
			double found = value(table, lag == 1 ? "x@1" : "x@2", i);
			assert_true(found == expected || (isnan(found) && isnan(expected)));
		}
	assert_int_equal(mixmi_table_lags(table), 2);
	assert_true(mixmi_table_times(NULL, NULL, table) == 1);
	assert_non_null(strstr(mixmi_table_note(table, 0), "lagged values can be missing"));
	mixmi_table_free(table);
}

/* The first day of each month: 31, 28, 31, ... days are all one step. */
static void months_are_steps_of_different_length(void **state)
{
	(void)state;
	static const double lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30 };
	drawn d = { .rows = 12 };
	for (size_t i = 0; i < d.rows; i++) {
		d.time[i] = i == 0 ? 0 : d.time[i - 1] + lengths[i - 1];
		d.at[0][i] = (double)i;
	}
	mixmi_table *table = lagged(&d, 1, NULL, 5);
	for (size_t i = 5; i < d.rows; i++) {
		assert_true(value(table, "x@1", i) == (double)i - 1);
		assert_true(value(table, "x@5", i) == (double)i - 5);
	}
	assert_null(mixmi_table_note(table, 0));
	mixmi_table_free(table);
}

/* One early row does not turn all other steps into two. */
static void the_usual_step_is_the_median(void **state)
{
	(void)state;
	static const double times[] = { 0, 10, 20, 23, 30, 40, 50 };
	drawn d = { .rows = 7 };
	memcpy(d.time, times, sizeof times);
	for (size_t i = 0; i < d.rows; i++)
		d.at[0][i] = times[i];
	mixmi_table *table = table_of(&d, 1, NULL), *lags;
	assert_true(mixmi_table_times(NULL, NULL, table) == 10);
	assert_ok(mixmi_table_lag(&lags, table, 1));
	assert_true(value(lags, "x@1", 1) == 0 && value(lags, "x@1", 6) == 40);
	mixmi_table_free(lags);
	mixmi_table_free(table);
}

static void a_column_that_never_changes_has_no_copies(void **state)
{
	(void)state;
	drawn d = { .rows = 40 };
	for (size_t i = 0; i < d.rows; i++) {
		d.unit[i] = (uint32_t)(i / 20);
		d.time[i] = (double)(i % 20);
		d.at[0][i] = (double)(i * i % 7);
		d.at[1][i] = d.unit[i];
	}
	size_t column;
	mixmi_table *table = lagged(&d, 2, d.unit, 1);
	assert_ok(mixmi_table_find(&column, table, "x@1"));
	assert_int_equal(mixmi_table_find(&column, table, "y@1"), MIXMI_ERROR_USAGE);
	mixmi_table_free(table);
}

static void two_rows_at_one_time_are_an_error(void **state)
{
	(void)state;
	drawn d = { .rows = 3, .time = { 1, 2, 2 }, .at = { { 1, 2, 3 } } };
	mixmi_table *table, *out;
	assert_ok(mixmi_table_new(&table, d.rows));
	assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, d.at[0], NULL));
	assert_int_equal(mixmi_table_set_time(table, d.time, NULL, 0), MIXMI_ERROR_DATA);
	assert_non_null(strstr(mixmi_error_message(), "have the time 2"));
	assert_int_equal(mixmi_table_lag(&out, table, 1), MIXMI_ERROR_USAGE);
	mixmi_table_free(table);
}

static void reading_takes_lags_and_names_with_lags(void **state)
{
	(void)state;
	static const char file[] = "t,u,x,y\n3,a,30,5\n1,a,10,6\n2,a,20,7\n,a,1,1\n1,b,5,8\n2,b,6,9\n";
	write_bytes(file, sizeof file - 1);
	mixmi_options *options;
	mixmi_table *table;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "time", "t"));
	assert_ok(mixmi_options_set(options, "id", "u"));
	assert_ok(mixmi_options_set(options, "only", "x@2,y"));
	assert_ok(mixmi_table_read(&table, path, options));
	assert_int_equal(mixmi_table_rows(table), 5);
	assert_true(value(table, "x@1", 0) == 20);
	assert_true(value(table, "x@2", 0) == 10);
	assert_true(value(table, "x@1", 4) == 5);
	assert_true(isnan(value(table, "y@1", 3)));
	mixmi_table_free(table);
	assert_ok(mixmi_options_set(options, "time", ""));
	assert_int_equal(mixmi_table_read(&table, path, options), MIXMI_ERROR_USAGE);
	mixmi_options_free(options);
}

/* Lagged columns lack row 0, others another row: cached results of one question must not be used for the other. */
static void questions_about_other_rows_share_nothing(void **state)
{
	(void)state;
	enum { ROWS = 60 };
	static double a[ROWS], b[ROWS], c[ROWS], d[ROWS];
	uint64_t r = 31;
	for (size_t i = 0; i < ROWS; i++) {
		a[i] = floor(4 * test_normal(&r));
		b[i] = a[i] + floor(2 * test_normal(&r));
		c[i] = i == 5 ? NAN : floor(3 * test_normal(&r));
		d[i] = i == 0 || i == 5 ? NAN : floor(3 * test_normal(&r));
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	const double *const columns[] = { a, b, c, d };
	static const char *const called[] = { "a", "b", "c", "d" };
	for (size_t j = 0; j < 4; j++)
		assert_ok(mixmi_table_add_values(table, called[j], MIXMI_NUMERIC, columns[j], NULL));
	mixmi_answers *answers;
	assert_ok(mixmi_pairs(&answers, table, &(mixmi_pair_set){ 0 }, NULL));
	size_t pair = 0;
	for (size_t x = 0; x < 4; x++)
		for (size_t y = x + 1; y < 4; y++, pair++) {
			mixmi_answer alone, together;
			const mixmi_question q = { &x, 1, &y, 1, NULL, 0 };
			assert_ok(mixmi_test(&alone, sizeof alone, NULL, table, &q, NULL));
			assert_ok(mixmi_answers_get(&together, sizeof together, answers, pair));
			assert_true(together.p == alone.p && together.rows == alone.rows);
		}
	mixmi_answers_free(answers);
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------------------------ graphs */

/* x acts on y one step later, y and z act on themselves, x on z at the same time: autocorrelation .8 everywhere. */
static void draw_chain(drawn *d, uint64_t *r, size_t rows)
{
	double x = 0, y = 0, z = 0;
	d->rows = rows;
	for (size_t i = 0; i < rows; i++) {
		double before = x;
		x = 0.8 * x + test_normal(r);
		y = 0.8 * y + 0.6 * before + test_normal(r);
		z = 0.8 * z + 0.7 * y + test_normal(r);
		d->time[i] = (double)i;
		d->at[0][i] = x;
		d->at[1][i] = y;
		d->at[2][i] = z;
	}
}

static mixmi_graph *learn_by(const drawn *d, const char *knowledge, bool turned, bool published)
{
	mixmi_table *table = lagged(d, COLUMNS, NULL, 2);
	static const size_t orders[2][COLUMNS] = { { 0, 3, 6 }, { 6, 0, 3 } };
	mixmi_knowledge *known = NULL;
	mixmi_graph *graph;
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	if (published)
		assert_ok(mixmi_options_set(options, "search", "pc-stable"));
	if (knowledge != NULL)
		assert_ok(mixmi_knowledge_parse(&known, knowledge, "known", table));
	assert_ok(mixmi_graph_learn(&graph, table, orders[turned], COLUMNS, known, options));
	mixmi_options_free(options);
	mixmi_knowledge_free(known);
	mixmi_table_free(table);
	return graph;
}

static mixmi_graph *learn(const drawn *d, const char *knowledge, bool turned)
{
	return learn_by(d, knowledge, turned, false);
}

static char *edges_of(const drawn *d, const char *knowledge, bool turned)
{
	char *text;
	mixmi_graph *graph = learn(d, knowledge, turned);
	assert_ok(mixmi_graph_write(&text, graph, "csv"));
	mixmi_graph_free(graph);
	return text;
}

static void assert_has(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("'%s' is not in: %s", part, text);
}

static void a_chain_of_autocorrelated_columns_is_found(void **state)
{
	(void)state;
	static drawn d;
	uint64_t r = 11;
	draw_chain(&d, &r, 800);
	char *text = edges_of(&d, NULL, false);
	static const char *const edges[] = { "x@1,x,directed", "x@1,y,directed", "y@1,y,directed", "y,z,directed",
		                                 "z@1,z,directed" };
	size_t lines = 0;
	for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
		assert_has(text, edges[i]);
	for (const char *s = text; *s != '\0'; s++)
		lines += *s == '\n';
	assert_int_equal(lines, 6); /* a heading, and nothing but these */
	char *other = edges_of(&d, NULL, true);
	assert_string_equal(text, other);
	mixmi_free(text);
	mixmi_free(other);
}

/* Is a node in the set that an edge was tested given? */
static bool is_given(const mixmi_graph *graph, const mixmi_edge *edge, const char *name)
{
	for (size_t i = 0; i < edge->given_count; i++)
		if (strcmp(mixmi_graph_node(graph, edge->given[i], NULL), name) == 0)
			return true;
	return false;
}

/* y@1 -> y is tested given the own past of y@1, y@2, and what else acts on y, x@1. What acts on y@1, x@2, is there as published only. */
static void of_an_earlier_end_only_its_own_past_is_given(void **state)
{
	(void)state;
	static drawn d;
	uint64_t r = 15;
	draw_chain(&d, &r, 800);
	for (int published = 0; published < 2; published++) {
		mixmi_graph *graph = learn_by(&d, NULL, false, published != 0);
		mixmi_edge edge;
		bool found = false;
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		for (size_t i = 0; i < info.edges; i++) {
			assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, i));
			if (strcmp(mixmi_graph_node(graph, edge.from, NULL), "y@1") != 0 ||
			    strcmp(mixmi_graph_node(graph, edge.to, NULL), "y") != 0)
				continue;
			found = true;
			assert_true(is_given(graph, &edge, "x@1") && is_given(graph, &edge, "y@2"));
			assert_int_equal(is_given(graph, &edge, "x@2"), published);
		}
		assert_true(found);
		mixmi_graph_free(graph);
	}
}

/* It is alpha, .01, times 1000 over the rows, and at most 5 times alpha. Of the edges between columns that are independent, in 40 series,
 * some have a p near it. */
static void the_level_rises_where_rows_are_few(void **state)
{
	(void)state;
	static drawn d;
	uint64_t r = 16;
	double largest = 0;
	d.rows = 150;
	for (int i = 0; i < 40; i++) {
		for (size_t row = 0; row < d.rows; row++) {
			d.time[row] = (double)row;
			for (size_t j = 0; j < COLUMNS; j++)
				d.at[j][row] = test_normal(&r);
		}
		mixmi_graph *graph = learn(&d, NULL, false);
		mixmi_graph_info info;
		mixmi_edge edge;
		mixmi_graph_describe(&info, sizeof info, graph);
		for (size_t k = 0; k < info.edges; k++) {
			assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, k));
			largest = fmax(largest, edge.p);
		}
		mixmi_graph_free(graph);
	}
	print_message("largest p of an edge: %.4f\n", largest);
	assert_true(largest > 0.035 && largest <= 0.05); /* the level of other searches would be .030 */
}

static void knowledge_holds_for_all_lags(void **state)
{
	(void)state;
	static drawn d;
	uint64_t r = 12;
	draw_chain(&d, &r, 400);
	char *text = edges_of(&d, "forbid x -> y\nroot: x\n", false);
	assert_null(strstr(text, "x@1,y"));
	assert_null(strstr(text, "x@2,y"));
	assert_null(strstr(text, "y@1,x"));
	mixmi_free(text);
	text = edges_of(&d, "forbid x@1 -> y\n", false);
	assert_null(strstr(text, "x@1,y"));
	assert_has(text, "x@2,y"); /* what is left of it */
	mixmi_free(text);
}

static void formats_say_the_lags(void **state)
{
	(void)state;
	static drawn d;
	uint64_t r = 13;
	draw_chain(&d, &r, 600);
	char *text, *again;
	mixmi_graph *learnt = learn(&d, NULL, false), *graph;
	mixmi_graph_info info;
	assert_ok(mixmi_graph_write(&text, learnt, "json"));
	assert_has(text, "\"column\": \"x\", \"lag\": 1}");
	assert_has(text, "{\"from\": \"x@1\", \"to\": \"y\", \"lag\": 1");
	assert_ok(mixmi_graph_parse(&graph, text, strlen(text)));
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_int_equal(info.lags, 2);
	assert_ok(mixmi_graph_write(&again, graph, "json"));
	assert_string_equal(text, again);
	mixmi_graph_free(graph);
	mixmi_free(again);
	mixmi_free(text);
	assert_ok(mixmi_graph_summary(&graph, learnt));
	assert_ok(mixmi_graph_write(&text, graph, "text"));
	assert_has(text, "Summary of 3 nodes with 2 edges");
	assert_has(text, "x -> y  1");
	assert_has(text, "z -> z  1");
	mixmi_free(text);
	mixmi_graph_free(graph);
	mixmi_graph_free(learnt);
}

static void latent_variables_and_lags_are_refused(void **state)
{
	(void)state;
	static drawn d;
	uint64_t r = 14;
	draw_chain(&d, &r, 100);
	mixmi_table *table = lagged(&d, COLUMNS, NULL, 1);
	mixmi_options *options;
	mixmi_graph *graph;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "latent", "yes"));
	assert_int_equal(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options), MIXMI_ERROR_USAGE);
	mixmi_options_free(options);
	mixmi_table_free(table);
}

/* --------------------------------------------------------------------------------------------------- transfer entropy */

/* For the VAR(1) x = a x' + e, y = b x' + c y' + f with unit noise and one lag: the variance of y given y' alone is 1 + b^2 times that of
 * x' given y', which follows from the stationary covariances. */
static double transfer(double a, double b, double c)
{
	double xx = 1 / (1 - a * a), xy = a * b * xx / (1 - a * c), yy = (b * b * xx + 2 * b * c * xy + 1) / (1 - c * c);
	return 0.5 * log(1 + b * b * (xx - xy * xy / yy));
}

static void transfer_entropy_is_that_of_three_vars(void **state)
{
	(void)state;
	static const double cases[3][3] = { { 0.5, 0.4, 0.5 }, { 0.9, 0.3, 0.2 }, { 0.2, -0.8, 0.7 } };
	for (size_t k = 0; k < 3; k++) {
		static drawn d;
		const double *p = cases[k];
		uint64_t r = 21 + k;
		double x = 0, y = 0;
		for (size_t i = 0; i < MOST + 100; i++) {
			double before = x;
			x = p[0] * x + test_normal(&r);
			y = p[1] * before + p[2] * y + test_normal(&r);
			if (i < 100)
				continue;
			d.time[i - 100] = (double)i;
			d.at[0][i - 100] = x;
			d.at[1][i - 100] = y;
		}
		d.rows = MOST;
		mixmi_table *table = lagged(&d, 2, NULL, 1); /* x, x@1, y, y@1 */
		const size_t past = 1, now = 2, own = 3;
		const mixmi_question q = { &past, 1, &now, 1, &own, 1 };
		mixmi_answer answer;
		assert_ok(mixmi_estimate(&answer, sizeof answer, NULL, table, &q, NULL));
		assert_true(fabs(answer.estimate - transfer(p[0], p[1], p[2])) < 0.02);
		mixmi_table_free(table);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies_are_of_the_row_that_lies_so_many_steps_back),
		cmocka_unit_test(months_are_steps_of_different_length),
		cmocka_unit_test(the_usual_step_is_the_median),
		cmocka_unit_test(a_column_that_never_changes_has_no_copies),
		cmocka_unit_test(two_rows_at_one_time_are_an_error),
		cmocka_unit_test(reading_takes_lags_and_names_with_lags),
		cmocka_unit_test(questions_about_other_rows_share_nothing),
		cmocka_unit_test(a_chain_of_autocorrelated_columns_is_found),
		cmocka_unit_test(of_an_earlier_end_only_its_own_past_is_given),
		cmocka_unit_test(the_level_rises_where_rows_are_few),
		cmocka_unit_test(knowledge_holds_for_all_lags),
		cmocka_unit_test(formats_say_the_lags),
		cmocka_unit_test(latent_variables_and_lags_are_refused),
		cmocka_unit_test(transfer_entropy_is_that_of_three_vars),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
