/* Rows that depend on each other: whitening, the variance over groups, the moments of sums over random signs, and scores
 * of censored times, against closed forms and brute force. */
#include "unit.h"

#include "answer/row_products.h"
#include "answer/whiten.h"
#include "residual/censored.h"

enum { ROWS = 24, GROUPS = 6, SIZE = ROWS / GROUPS };

static mixmi_status run(mixmi_status (*work)(void *context, base_arena *arena))
{
	return base_arena_run(work, NULL);
}

static void fill(double *out, size_t count, uint64_t seed)
{
	for (size_t i = 0; i < count; i++)
		out[i] = test_normal(&seed);
}

/* Groups of SIZE rows one after the other. */
static answer_rows groups_of(base_arena *arena, bool within)
{
	uint32_t *codes = base_arena_take(arena, ROWS, sizeof *codes);
	for (size_t i = 0; i < ROWS; i++)
		codes[i] = (uint32_t)(i / SIZE);
	const question_values *way = question_values_of_codes(arena, codes, ROWS, GROUPS - 1);
	return answer_rows_of_clusters(arena, &way, 1, within);
}

/* ------------------------------------------------------------------------------------------------------- whitening */

static mixmi_status check_components(void *context, base_arena *arena)
{
	(void)context;
	answer_rows rows = groups_of(arena, false);
	double values[ROWS], means[GROUPS] = { 0 }, between = 0, within = 0;
	fill(values, ROWS, 3);
	for (size_t i = 0; i < ROWS; i++)
		values[i] += 3.0 * (double)(i / SIZE) - 7.5;
	for (size_t i = 0; i < ROWS; i++)
		means[i / SIZE] += values[i] / SIZE;
	for (size_t i = 0; i < ROWS; i++)
		within += (values[i] - means[i / SIZE]) * (values[i] - means[i / SIZE]) / (ROWS - GROUPS);
	for (size_t c = 0; c < GROUPS; c++)
		between += SIZE * means[c] * means[c] / (GROUPS - 1);
	answer_components v = answer_components_of(arena, values, rows.groups[0]);
	assert_close(v.within, within, 1e-12);
	assert_close(v.between, (between - within) / SIZE, 1e-12);
	return MIXMI_OK;
}

static void components_are_those_of_an_analysis_of_variance(void **state)
{
	(void)state;
	assert_ok(run(check_components));
}

/* x_t = 0.5 x_(t - 1) + e_t in two series, the second one unrelated to the first. */
static mixmi_status check_series(void *context, base_arena *arena)
{
	(void)context;
	enum { LONG = 4000 };
	static double values[LONG], past[LONG];
	uint32_t *order = base_arena_take(arena, LONG, sizeof *order);
	const size_t starts[] = { 0, LONG / 2, LONG };
	fill(values, LONG, 5);
	for (size_t i = 0; i < LONG; i++) {
		order[i] = (uint32_t)(LONG - 1 - i); /* time runs backwards through the rows */
		past[i] = values[LONG - 1 - i];
	}
	for (size_t i = 1; i < LONG; i++)
		if (i != LONG / 2)
			values[LONG - 1 - i] += 0.5 * values[LONG - i];
	answer_rows rows = answer_rows_of_series(arena, order, starts, 2);
	answer_autoregression a = answer_autoregression_of(arena, values, &rows);
	assert_true(a.order >= 1);
	assert_close(a.coefficient[1][0], a.covariance[1] / a.covariance[0], 1e-12);
	assert_close(a.coefficient[1][0], 0.5, 0.05);
	double *r = answer_autocorrelations(arena, values, &rows);
	assert_close(r[3], 0.125, 0.06);
	answer_whitener w = answer_whitener_of(arena, values, &rows);
	answer_whiten(values, arena, &w);
	double together = 0, size = 0;
	for (size_t i = 0; i < LONG; i++) {
		together += values[LONG - 1 - i] * past[i];
		size += values[i] * values[i];
	}
	assert_true(together / sqrt(size * LONG) > 0.99);
	return MIXMI_OK;
}

static void whitening_finds_the_innovations_of_series(void **state)
{
	(void)state;
	assert_ok(run(check_series));
}

/* -------------------------------------------------------------------------------------------------------- products */

static double normal_of_t(double t, double d)
{
	return (8 * d + 1) / (8 * d + 3) * sqrt(d * log(1 + t * t / d));
}

/* Both sides are constant in groups: the t test of the correlation of their means, unless groups contradict it. */
static mixmi_status check_means(void *context, base_arena *arena)
{
	(void)context;
	answer_rows rows = groups_of(arena, false);
	double mean[2][GROUPS], f[2][ROWS], xy = 0, xx = 0, yy = 0;
	int detail = 0;
	fill(mean[0], GROUPS, 8);
	fill(mean[1], GROUPS, 9);
	for (size_t i = 0; i < ROWS; i++)
		for (int side = 0; side < 2; side++)
			f[side][i] = mean[side][i / SIZE];
	residual_standardise(f[0], ROWS);
	residual_standardise(f[1], ROWS);
	for (size_t i = 0; i < ROWS; i++) {
		xy += f[0][i] * f[1][i];
		xx += f[0][i] * f[0][i];
		yy += f[1][i] * f[1][i];
	}
	residual_features x = { ROWS, 1, f[0], &detail }, y = { ROWS, 1, f[1], &detail };
	answer_row_products p = answer_row_products_of(arena, &rows, &x, 1, &y, 1, NULL, 1, false);
	double r = xy / sqrt(xx * yy), t = r * sqrt((GROUPS - 2) / (1 - r * r));
	assert_close(fabs(p.deviate[0]), normal_of_t(t, GROUPS - 2), 1e-9);
	assert_close(p.freedom[0], GROUPS - 1, 1e-9);
	assert_close(p.mean[0], r, 1e-12);
	return MIXMI_OK;
}

static void constant_clusters_are_compared_by_students_test_of_their_means(void **state)
{
	(void)state;
	assert_ok(run(check_means));
}

/* Scores of one sign in each group, alternating between groups: V_1 is far larger than V_0. */
static mixmi_status check_robust(void *context, base_arena *arena)
{
	(void)context;
	answer_rows rows = groups_of(arena, false);
	double f[ROWS], g[ROWS], scores[GROUPS] = { 0 }, sum = 0, robust = 0;
	int detail = 0;
	for (size_t i = 0; i < ROWS; i++) {
		double sign = i % 2 == 0 ? 1 : -1;
		f[i] = sign;
		g[i] = (i / SIZE) % 2 == 0 ? sign : -sign;
	}
	residual_features x = { ROWS, 1, f, &detail }, y = { ROWS, 1, g, &detail };
	for (size_t i = 0; i < ROWS; i++)
		scores[i / SIZE] += f[i] * g[i];
	for (size_t c = 0; c < GROUPS; c++)
		sum += scores[c];
	for (size_t c = 0; c < GROUPS; c++) {
		double own = scores[c] - sum / GROUPS;
		robust += own * own / (1 - 1.0 / GROUPS);
	}
	double model = (double)ROWS * ROWS / (ROWS - GROUPS), over, d = ROWS - GROUPS;
	model *= (d - sum * sum / model) / (d - 1);
	over = robust / model - 1;
	double share = 1 - 4 / ((GROUPS - 1) * over * over);
	answer_row_products p = answer_row_products_of(arena, &rows, &x, 1, &y, 1, NULL, 1, false);
	assert_true(share > 0);
	assert_close(p.variance[0], model + share * (robust - model), 1e-9);
	return MIXMI_OK;
}

static void groups_that_contradict_the_model_set_the_variance(void **state)
{
	(void)state;
	assert_ok(run(check_robust));
}

/* All 2^GROUPS signs. */
static mixmi_status check_spread(void *context, base_arena *arena)
{
	(void)context;
	answer_rows rows = groups_of(arena, false);
	double f[2 * ROWS], g[2 * ROWS], mean = 0, square = 0;
	int details[2] = { 0, 0 };
	fill(f, 2 * ROWS, 31);
	fill(g, 2 * ROWS, 32);
	memcpy(f + ROWS, f, ROWS * sizeof *f); /* equal features: their products vary together */
	f[ROWS] += 0.1;
	residual_features x = { ROWS, 2, f, details }, y = { ROWS, 2, g, details };
	answer_row_products p = answer_row_products_of(arena, &rows, &x, 2, &y, 2, NULL, 1, true);
	for (unsigned signs = 0; signs < 1u << GROUPS; signs++) {
		double total = 0;
		for (size_t pair = 0; pair < 4; pair++) {
			double sum = 0;
			for (size_t c = 0; c < GROUPS; c++)
				sum += (signs >> c & 1 ? 1 : -1) * p.scores[pair * GROUPS + c];
			total += sum * sum;
		}
		mean += total / (1u << GROUPS);
		square += total * total / (1u << GROUPS);
	}
	assert_close(mean, 4, 1e-9);
	assert_close(answer_row_spread(arena, &p, 2, 2), fmax(square - mean * mean, 8), 1e-9);
	return MIXMI_OK;
}

static void spread_is_the_variance_over_all_signs(void **state)
{
	(void)state;
	assert_ok(run(check_spread));
}

/* ---------------------------------------------------------------------------------------------------- censored times */

/* Times 1, 2+, 3, 3, 4+, 5 (+: censored), of which the rows 0, 2 and 5 are a group. */
static mixmi_status check_scores(void *context, base_arena *arena)
{
	(void)context;
	enum { N = 6 };
	const uint32_t codes[N] = { 0, 1, 2, 2, 3, 4 };
	const bool censored[5] = { false, true, false, true, false };
	question_values *time = question_values_of_codes(arena, codes, N, 4);
	time->censored = censored;
	residual_shared *shared = residual_shared_new(arena, N);
	residual_features f = residual_censored_features(arena, time, residual_functions_of(shared, NULL, 0), 0);
	/* observed less expected: 1 of 3 of 6 at risk, then 2 x 2/4, then 1 x 1/1 */
	double group = f.values[0] + f.values[2] + f.values[5], all = 0;
	for (size_t i = 0; i < N; i++)
		all += f.values[i];
	assert_int_equal(f.count, 3);
	assert_close(group, 3 - (3.0 / 6 + 2 * 2.0 / 4 + 1), 1e-12);
	assert_close(all, 0, 1e-12);
	assert_close(f.values[1], -1.0 / 6, 1e-12);
	return MIXMI_OK;
}

static void the_first_score_of_a_censored_time_is_that_of_the_log_rank_test(void **state)
{
	(void)state;
	assert_ok(run(check_scores));
}

/* ----------------------------------------------------------------------------------------------------- through a table */

enum { CLUSTERS = 12, MEMBERS = 15, ALL = CLUSTERS * MEMBERS };

/* The p-value of y = slope x + noise, both with effects of clusters. */
static double p_of(double slope, uint64_t *seed)
{
	double x[ALL], y[ALL];
	uint32_t numbers[ALL];
	for (size_t c = 0; c < CLUSTERS; c++) {
		double of_x = test_normal(seed), of_y = test_normal(seed);
		for (size_t i = c * MEMBERS; i < (c + 1) * MEMBERS; i++) {
			numbers[i] = (uint32_t)c;
			x[i] = of_x + test_normal(seed);
			y[i] = slope * x[i] + of_y + test_normal(seed);
		}
	}
	mixmi_table *table;
	mixmi_answer answer;
	mixmi_options options;
	init_options(&options);
	const size_t one = 0, other = 1;
	assert_ok(mixmi_table_new(&table, ALL));
	assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, x, NULL));
	assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, y, NULL));
	assert_ok(mixmi_table_set_clusters(table, numbers));
	const mixmi_question question = { .x = &one, .x_count = 1, .y = &other, .y_count = 1 };
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &question, &options));
	assert_int_equal(answer.clusters, CLUSTERS);
	assert_true((answer.p <= 0.05) == (answer.lower > 0));
	mixmi_table_free(table);
	return answer.p;
}

static void few_clusters_keep_the_level_and_show_dependence(void **state)
{
	(void)state;
	enum { DRAWS = 200 };
	uint64_t seed = 77;
	int wrong = 0, right = 0;
	for (int i = 0; i < DRAWS; i++) {
		wrong += p_of(0, &seed) <= 0.05;
		right += p_of(0.3, &seed) <= 0.05;
	}
	assert_in_range(wrong, 2, 20); /* .05 of 200 is 10, plus or minus 3.2 standard errors */
	assert_true(right >= 160);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(components_are_those_of_an_analysis_of_variance),
		cmocka_unit_test(whitening_finds_the_innovations_of_series),
		cmocka_unit_test(constant_clusters_are_compared_by_students_test_of_their_means),
		cmocka_unit_test(groups_that_contradict_the_model_set_the_variance),
		cmocka_unit_test(spread_is_the_variance_over_all_signs),
		cmocka_unit_test(the_first_score_of_a_censored_time_is_that_of_the_log_rank_test),
		cmocka_unit_test(few_clusters_keep_the_level_and_show_dependence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
