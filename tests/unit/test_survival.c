/* Censored times: option survival, their scores, and the test through the public calls. */
#include "unit.h"

#include "temporary.h"

enum { MOST = 600 };

/* Values of up to four columns, the second of which is a time, and whether its event was observed. */
typedef struct drawn {
	size_t rows, columns;
	bool crossing; /* Z changes the spread of the log time: hazards given Z cross */
	double at[4][MOST];
	unsigned char observed[MOST];
} drawn;

static mixmi_table *table_of(const drawn *d, bool censored)
{
	static const char *const names[] = { "x", "time", "z", "w" };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, d->rows));
	for (size_t j = 0; j < d->columns; j++)
		assert_ok(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, d->at[j], NULL));
	if (censored)
		assert_ok(mixmi_table_set_survival(table, 1, d->observed));
	return table;
}

/* X and the time given the columns that follow. */
static mixmi_answer ask(const drawn *d, bool censored)
{
	const size_t columns[] = { 0, 1, 2, 3 };
	const mixmi_question q = { columns, 1, columns + 1, 1, columns + 2, d->columns - 2 };
	mixmi_table *table = table_of(d, censored);
	mixmi_answer answer;
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &q, NULL));
	mixmi_table_free(table);
	return answer;
}

static double exponential(uint64_t *r)
{
	return -log(test_uniform(r));
}

/* X and the hazard depend on z with r, w is a fair coin; the censoring time depends on z and on `by_x` times X. */
static void draw(drawn *d, uint64_t *r, double effect, double by_x)
{
	for (size_t i = 0; i < d->rows; i++) {
		double z = test_normal(r), w = test_uniform(r)<0.5, risk = d->columns> 2 ? z + 0.5 * w : 0;
		double x = risk + test_normal(r);
		double time = exponential(r) * exp(-risk - effect * x), end = exponential(r) * exp(0.3 - z - by_x * x);
		if (d->crossing)
			time = pow(exponential(r), exp(0.8 * z));
		d->at[0][i] = x;
		d->at[1][i] = fmin(time, end);
		d->at[2][i] = z;
		d->at[3][i] = w;
		d->observed[i] = time <= end;
	}
}

/* ---------------------------------------------------------------------------------------------------------- the test */

/* d - A(t), A being the Nelson-Aalen estimate, from all pairs of rows. */
static double martingale(const drawn *d, size_t row)
{
	double hazard = 0;
	for (size_t j = 0; j < d->rows; j++) {
		size_t at_risk = 0;
		for (size_t k = 0; k < d->rows; k++)
			at_risk += d->at[1][k] >= d->at[1][j];
		if (d->observed[j] && d->at[1][j] <= d->at[1][row])
			hazard += 1 / (double)at_risk;
	}
	return (double)d->observed[row] - hazard;
}

/* The log-rank test of two groups: its variance is not exactly that of permuted scores, and other shapes contribute to p. */
static void two_groups_are_compared_as_by_the_log_rank_test(void **state)
{
	(void)state;
	uint64_t r = 8;
	drawn d = { .rows = 300, .columns = 2 };
	for (size_t draws = 0; draws < test_cases(10); draws++) {
		draw(&d, &r, 0.5, 0);
		double sum = 0, squares = 0, ones = 0;
		for (size_t i = 0; i < d.rows; i++)
			ones += d.at[0][i] = d.at[0][i] > 0.5;
		for (size_t i = 0; i < d.rows; i++) {
			double m = martingale(&d, i);
			sum += d.at[0][i] * m;
			squares += m * m;
		}
		double n = (double)d.rows, z = sum / sqrt(squares * ones * (n - ones) / (n * (n - 1)));
		double exact = erfc(fabs(z) / sqrt(2));
		double p = ask(&d, true).p;
		assert_close(log(p), log(exact), 0.25 * fabs(log(exact)) + 1);
	}
}

/* --------------------------------------------------------------------------------------------------------------- level */

static double share_rejected(const drawn *like, double effect, double by_x, bool censored, size_t all_draws)
{
	uint64_t r = 77;
	size_t rejected = 0, draws = test_cases(all_draws);
	drawn d = *like;
	for (size_t i = 0; i < draws; i++) {
		draw(&d, &r, effect, by_x);
		rejected += ask(&d, censored).p <= 0.05;
	}
	return (double)rejected / (double)draws;
}

static void an_end_of_observation_that_follows_x_is_no_dependence(void **state)
{
	(void)state;
	const drawn none = { .rows = 200, .columns = 2 }, mixed = { .rows = 200, .columns = 4 };
	assert_true(test_holds(share_rejected(&none, 0, 1, true, 150) <= 0.1));
	assert_true(test_holds(share_rejected(&none, 0, 1, false, 150) >= 0.9)); /* the times as they are */
	assert_true(test_holds(share_rejected(&mixed, 0, 0, true, 150) <= 0.1));
	assert_true(test_holds(share_rejected(&mixed, 0, 1, true, 150) <= 0.1));
	assert_true(test_holds(share_rejected(&mixed, 0, 1, false, 50) >= 0.5));
	assert_true(test_holds(share_rejected(&mixed, 0.4, 0, true, 100) >= 0.8));
}

static void hazards_given_z_may_cross(void **state)
{
	(void)state;
	const drawn crossing = { .rows = 600, .columns = 3, .crossing = true };
	assert_true(test_holds(share_rejected(&crossing, 0, 0.5, true, 100) <= 0.12));
}

static void only_the_order_of_times_and_rows_in_any_order_count(void **state)
{
	(void)state;
	uint64_t r = 4;
	for (size_t columns = 2; columns <= 4; columns++) {
		drawn d = { .rows = 150, .columns = columns }, other;
		draw(&d, &r, 0.1, 0.5);
		other = d;
		for (size_t i = 0; i < d.rows; i++) {
			size_t from = (i * 77 + 5) % d.rows;
			for (size_t j = 0; j < 4; j++)
				other.at[j][i] = j == 1 ? log(d.at[j][from]) : d.at[j][from];
			other.observed[i] = d.observed[from];
		}
		double p = ask(&d, true).p, same = ask(&other, true).p;
		assert_memory_equal(&p, &same, sizeof p);
	}
}

/* ------------------------------------------------------------------------------------------------------------ the table */

static mixmi_table *read_with(const char *survival, const char *text)
{
	mixmi_table *table;
	mixmi_options options;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "survival", survival));
	write_bytes(text, strlen(text));
	assert_ok(mixmi_table_read(&table, path, &options));
	return table;
}

static void refuses(const char *survival, const char *text, mixmi_status status, const char *message)
{
	mixmi_table *table;
	mixmi_options options;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "survival", survival));
	write_bytes(text, strlen(text));
	assert_fails(mixmi_table_read(&table, path, &options), status, message);
}

static void observed_of(const char *survival, const char *text, const char *expected)
{
	mixmi_table *table = read_with(survival, text);
	unsigned char observed[8];
	assert_int_equal(mixmi_table_columns(table), 2); /* x and the time, which stands for both */
	assert_true(mixmi_table_is_survival(table, 1) && !mixmi_table_is_survival(table, 0));
	assert_ok(mixmi_table_observed(observed, table, 1));
	for (size_t i = 0; expected[i] != '\0'; i++)
		assert_int_equal(observed[i], expected[i] - '0');
	mixmi_table_free(table);
}

static void a_status_may_be_written_in_many_ways(void **state)
{
	(void)state;
	observed_of("t:s", "x,t,s\n1,5,0\n2,5,1\n3,4,\n4,,1\n5,2,1\n", "01221");
	observed_of("t:s", "x,t,s\n1,5,FALSE\n2,6,TRUE\n3,4,FALSE\n", "010");
	observed_of("t:s", "x,t,s\n1,5,alive\n2,6,dead\n3,4,Dead\n", "011");
	observed_of("t:s", "x,t,s\n1,5,censored\n2,6,progressed\n3,4,censored\n", "010");
	observed_of("t:s", "x,t,s\n1,5,1\n2,6,2\n3,4,1\n", "010");
	observed_of("t:s=2", "x,t,s\n1,5,0\n2,6,2\n3,4,1\n", "010");
	observed_of("t:s=b", "x,t,s\n1,5,a\n2,6,b\n3,4,c\n", "010");
	observed_of("a:b:s", "x,a:b,s\n1,5,0\n2,6,1\n3,4,1\n", "011");
	refuses("t:s", "x,t,s\n1,5,a\n2,6,b\n3,4,a\n", MIXMI_ERROR_DATA, "TIME:s=VALUE");
	refuses("t:s", "x,t,s\n1,5,0\n2,6,2\n3,4,1\n", MIXMI_ERROR_DATA, "which value");
	refuses("t:s=9", "x,t,s\n1,5,0\n2,6,2\n3,4,1\n", MIXMI_ERROR_DATA, "no value '9'");
	refuses("s:t", "x,t,s\n1,5,a\n2,6,b\n3,4,a\n", MIXMI_ERROR_DATA, "");
	refuses("t", "x,t,s\n1,5,0\n", MIXMI_ERROR_USAGE, "TIME:STATUS");
	refuses("t:u", "x,t,s\n1,5,0\n", MIXMI_ERROR_USAGE, "'u'");
	refuses("t:t", "x,t,s\n1,5,0\n", MIXMI_ERROR_USAGE, "its own status");
}

static void times_come_back_as_they_went_in(void **state)
{
	(void)state;
	mixmi_table *table = read_with("t:s", "x,t,s\n1,5,0\n2,5,1\n3,4,1\n");
	double values[3];
	uint32_t codes[3];
	assert_ok(mixmi_table_values(values, table, 1));
	assert_ok(mixmi_table_codes(codes, table, 1));
	assert_true(values[0] == 5 && values[1] == 5 && values[2] == 4);
	assert_true(codes[2] < codes[1] &&
	            codes[1] < codes[0]); /* an event comes before the end of observation at the same time */
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------------------------- other calls */

static void what_cannot_be_done_is_said(void **state)
{
	(void)state;
	uint64_t r = 6;
	drawn d = { .rows = 80, .columns = 4 };
	draw(&d, &r, 0, 0);
	mixmi_table *table = table_of(&d, true);
	const size_t columns[] = { 0, 1, 2 };
	const mixmi_question pair = { columns, 1, columns + 1, 1, NULL, 0 },
						 held = { columns, 1, columns + 2, 1, columns + 1, 1 };
	mixmi_answer a;
	mixmi_histogram *histogram;
	mixmi_choice *choice;
	mixmi_options options;
	init_options(&options);
	assert_fails(mixmi_estimate(&a, sizeof a, NULL, table, &pair, NULL), MIXMI_ERROR_USAGE, "no estimate");
	assert_fails(mixmi_test(&a, sizeof a, NULL, table, &held, NULL), MIXMI_ERROR_USAGE, "cannot be in Z");
	assert_fails(mixmi_histogram_fit(&histogram, table, columns + 1, 1, NULL), MIXMI_ERROR_USAGE, "no histogram");
	assert_fails(mixmi_blanket(&choice, table, 1, NULL, 0, NULL), MIXMI_ERROR_USAGE, "blanket");
	assert_ok(mixmi_test(&a, sizeof a, NULL, table, &pair, NULL));
	assert_true(isnan(a.estimate) && isnan(a.corrected) && isnan(a.upper) && a.p >= 0);
	assert_ok(mixmi_options_set(&options, "test", "perm"));
	assert_fails(mixmi_test(&a, sizeof a, NULL, table, &pair, &options), MIXMI_ERROR_USAGE, "no test but residual");
	mixmi_table_free(table);
}

/* All edges of a node point to it; it has this many, and separates no pair. */
static void expect_arrows_into(const mixmi_graph *graph, size_t node, size_t count)
{
	mixmi_graph_info info;
	mixmi_edge edge;
	mixmi_separation pair;
	size_t found = 0;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < info.edges; i++) {
		assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, i));
		if (edge.from != node && edge.to != node)
			continue;
		assert_true(edge.directed && edge.to == node);
		assert_true(isnan(edge.estimate));
		found++;
	}
	assert_int_equal(found, count);
	for (size_t i = 0; i < info.separated; i++) {
		assert_ok(mixmi_graph_separation(&pair, sizeof pair, graph, i));
		for (size_t k = 0; k < pair.given_count; k++)
			assert_true(pair.given[k] != node);
	}
}

/* x -> time <- w, x and w independent: arrows into the time, which separates nothing. */
static void in_graphs_times_are_ends(void **state)
{
	(void)state;
	uint64_t r = 9;
	drawn d = { .rows = 500, .columns = 4 };
	for (size_t i = 0; i < d.rows; i++) {
		double time = 0, end = 0;
		for (size_t j = 0; j < 4; j++)
			d.at[j][i] = test_normal(&r);
		d.at[2][i] = d.at[0][i] + test_normal(&r);
		time = exponential(&r) * exp(-d.at[0][i] - d.at[3][i]);
		end = 2 * exponential(&r) * exp(-d.at[0][i]);
		d.at[1][i] = fmin(time, end);
		d.observed[i] = time <= end;
	}
	mixmi_table *table = table_of(&d, true);
	mixmi_graph *graph;
	mixmi_options options;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "stability", "2"));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	expect_arrows_into(graph, 1, 2);
	mixmi_graph_free(graph);
	assert_ok(mixmi_options_set(&options, "search", "score"));
	assert_fails(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options), MIXMI_ERROR_USAGE, "pc-stable");
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_groups_are_compared_as_by_the_log_rank_test),
		cmocka_unit_test(an_end_of_observation_that_follows_x_is_no_dependence),
		cmocka_unit_test(hazards_given_z_may_cross),
		cmocka_unit_test(only_the_order_of_times_and_rows_in_any_order_count),
		cmocka_unit_test(a_status_may_be_written_in_many_ways),
		cmocka_unit_test(times_come_back_as_they_went_in),
		cmocka_unit_test(what_cannot_be_done_is_said),
		cmocka_unit_test(in_graphs_times_are_ends),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
