/* The pieces of the default test against their definitions: ranks, uncorrelated features, moments
 * under exchange by full enumeration, tails against known distributions. Answers are in test_scan_answers.c. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "base/exact.h"
#include "question/rank_waves.h"
#include "tables.h"
#include "test/moments.h"
#include "test/scan.h"
#include "test/tails.h"

/* ----------------------------------------------------------------------------------------------------------- ranks */

static void functions_of_ranks_are_even_or_odd_to_the_last_bit(void **state)
{
	(void)state;
	uint64_t seed = 3;
	for (int i = 0; i < 1000; i++) {
		enum { ROWS = 1000003 };
		double up[QUESTION_MOST_WAVES + 1], down[QUESTION_MOST_WAVES + 1];
		const int64_t rank = (int64_t)((2 * test_uniform(&seed) - 1) * ROWS), negative = -rank;
		double u = (double)rank / (2.0 * ROWS);
		question_rank_waves_fill(up, &rank, 1, NULL, ROWS, QUESTION_MOST_WAVES);
		question_rank_waves_fill(down, &negative, 1, NULL, ROWS, QUESTION_MOST_WAVES);
		for (size_t k = 1; k <= QUESTION_MOST_WAVES; k++) {
			assert_true(up[k - 1] == (k % 2 == 1 ? -down[k - 1] : down[k - 1]));
			double angle = 3.14159265358979323846 * (double)k * u;
			assert_close(up[k - 1], sqrt(2) * (k % 2 == 1 ? sin(angle) : cos(angle)), 1e-11);
		}
		assert_true(up[QUESTION_MOST_WAVES] == -down[QUESTION_MOST_WAVES]);
		assert_close(up[QUESTION_MOST_WAVES], gsl_cdf_ugaussian_Pinv(0.5 + u), 1e-9);
	}
	assert_true(question_rank(3, 2, 10) == -question_rank(5, 2, 10) && question_rank(4, 2, 10) == 0);
}

/* With ties in the middle, and at one end; from the table, and computed; all at once, and one by one. */
static void waves_from_the_table_are_those_of_each_place(void **state)
{
	(void)state;
	enum { PLACES = 141, COUNT = 5 };
	question_rank_waves table;
	assert_true(question_rank_waves_init(&table, PLACES));
	for (size_t tied = 1; tied <= 4; tied += 3) {
		double values[(COUNT + 1) * PLACES], at[COUNT + 1];
		int64_t ranks[PLACES];
		for (size_t i = 0; i < PLACES; i++)
			ranks[i] = i < tied ? (int64_t)tied - PLACES : i == 70 || i == 71 ? 1 : 2 * (int64_t)i + 1 - PLACES;
		question_rank_waves_fill(values, ranks, PLACES, tied == 1 ? &table : NULL, PLACES, COUNT);
		for (size_t i = 0; i < PLACES; i++) {
			question_rank_waves_fill(at, &ranks[i], 1, NULL, PLACES, COUNT);
			for (size_t k = 0; k <= COUNT; k++)
				assert_true(values[k * PLACES + i] == at[k]);
		}
	}
	question_rank_waves_clear(&table);
}

enum { ROWS = 60 };

/* ------------------------------------------------------------------------------------------------- columns of a table */

/* A column of a table of one, on all rows. */
typedef struct lone_column {
	mixmi_table *table;
	question_complete complete;
	question_sample rows;
	question_column column;
} lone_column;

static void lone_init(lone_column *l, const double *values, size_t rows, mixmi_type type)
{
	static const size_t zero = 0;
	assert_ok(mixmi_table_new(&l->table, rows));
	assert_ok(mixmi_table_add_values(l->table, "a", type, values, NULL));
	assert_ok(question_complete_init(&l->complete, l->table, &zero, 1));
	l->rows = question_sample_unmerged(&l->complete);
	assert_true(question_column_init(&l->column, &l->table->columns[0], &l->rows));
}

static void lone_clear(lone_column *l)
{
	question_column_clear(&l->column);
	question_complete_clear(&l->complete);
	mixmi_table_free(l->table);
}

/* x = z1 + noise, and five columns that nothing depends on: the residual of x is the noise, as far as 200 rows show z1. Dividing it by a
 * scale that is fitted to chance alone took .016 off the mean correlation of the two. */
static void a_scale_that_z_does_not_change_is_left_as_it_is(void **state)
{
	(void)state;
	enum { MANY = 200, GIVEN = 6, DRAWS = 30 };
	static const char *const names[] = { "z1", "z2", "z3", "z4", "z5", "z6" };
	static const size_t z[GIVEN] = { 1, 2, 3, 4, 5, 6 };
	double mean = 0;
	for (uint64_t seed = 1; seed <= DRAWS; seed++) {
		double x[MANY], noise[MANY], values[MANY], dot = 0, squares = 0;
		uint64_t random = seed;
		mixmi_table *table;
		test_residuals f;
		assert_ok(mixmi_table_new(&table, MANY));
		for (size_t i = 0; i < MANY; i++) {
			noise[i] = test_normal(&random);
			values[i] = test_normal(&random);
			x[i] = values[i] + noise[i];
		}
		assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, x, NULL));
		for (size_t j = 0; j < GIVEN; j++) {
			assert_ok(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, values, NULL));
			for (size_t i = 0; i < MANY; i++)
				values[i] = test_normal(&random);
		}
		assert_ok(test_residualise_column(&f, table, 0, z, GIVEN));
		for (size_t i = 0; i < MANY; i++) {
			dot += f.values[i] * noise[i];
			squares += noise[i] * noise[i];
		}
		mean += dot / sqrt(MANY * squares) / DRAWS;
		test_residuals_clear(&f);
		mixmi_table_free(table);
	}
	print_message("mean correlation %.4f\n", mean);
	assert_true(mean > 0.85);
}

/* Mean products of features of labels are a projection on one direction less than there are labels. */
static void labels_have_one_independent_feature_less_than_there_are(void **state)
{
	(void)state;
	enum { MANY = 300, LABELS = 4 };
	double values[MANY];
	uint64_t seed = 7;
	for (size_t i = 0; i < MANY; i++)
		values[i] = (double)test_below(&seed, LABELS);
	lone_column l;
	lone_init(&l, values, MANY, MIXMI_DISCRETE);
	test_given nothing;
	test_residuals f;
	assert_true(test_given_init(&nothing, l.table, &l.rows, NULL, 0) && test_residuals_init(&f, &l.column, &nothing));
	assert_true(f.count == LABELS && f.rank == LABELS - 1);
	for (size_t a = 0; a < LABELS; a++)
		for (size_t b = 0; b < LABELS; b++) {
			double square = 0;
			for (size_t k = 0; k < LABELS; k++)
				square += f.shared[a * LABELS + k] * f.shared[k * LABELS + b];
			assert_close(square, f.shared[a * LABELS + b], 1e-3);
		}
	test_residuals_clear(&f);
	test_given_clear(&nothing);
	lone_clear(&l);
}

/* Label k of 40 has 200 + k rows, but for the last `tied` ones of the twelve most frequent, which have as many as the next. */
static void the_most_frequent_labels_get_indicators_but_not_those_that_tie_with_others(void **state)
{
	(void)state;
	enum { LABELS = 40, FIRST = LABELS - QUESTION_FEW_VALUES, LEAST = 200 };
	static double values[LABELS * (LEAST + LABELS)];
	for (size_t tied = 0; tied <= QUESTION_FEW_VALUES; tied += 4) {
		size_t rows = 0;
		for (size_t k = 0; k < LABELS; k++) {
			size_t own = LEAST + (tied > 0 && k + 1 >= FIRST && k < FIRST + tied ? FIRST : k);
			for (size_t i = 0; i < own; i++)
				values[rows++] = (double)(k * 17 % LABELS);
		}
		lone_column l;
		question_features f;
		lone_init(&l, values, rows, MIXMI_DISCRETE);
		assert_true(question_features_init(&f, &l.column, 1));
		assert_int_equal(f.count, QUESTION_FEW_VALUES - tied);
		for (size_t k = 0; k < f.count; k++) {
			size_t own = 0;
			for (size_t i = 0; i < rows; i++)
				own += f.values[k * rows + i] > 0;
			assert_int_equal(own, LEAST + LABELS - 1 - k);
		}
		question_features_clear(&f);
		lone_clear(&l);
	}
}

static void features_of_numbers_are_uncorrelated_and_the_first_is_the_score(void **state)
{
	(void)state;
	enum { MANY = 500 };
	double values[MANY];
	uint64_t seed = 8;
	for (size_t i = 0; i < MANY; i++)
		values[i] = fmax(0, test_normal(&seed)); /* half of them are 0 */
	lone_column l;
	lone_init(&l, values, MANY, MIXMI_NUMERIC);
	test_given nothing;
	test_residuals f;
	assert_true(test_given_init(&nothing, l.table, &l.rows, NULL, 0) && test_residuals_init(&f, &l.column, &nothing));
	assert_true(f.count >= 4 && f.rank == f.count && f.detail[0] == 0 && f.detail[1] == 0 && f.detail[2] > 0);
	for (size_t a = 0; a < f.count; a++)
		for (size_t b = 0; b < f.count; b++)
			assert_close(f.shared[a * f.count + b], a == b, 1e-3);
	for (size_t i = 1; i < MANY; i++)
		assert_true((values[i] > values[0]) == (f.values[i] > f.values[0]));
	test_residuals_clear(&f);
	test_given_clear(&nothing);
	lone_clear(&l);
}

/* --------------------------------------------------------------------------------------------------------- moments */

typedef struct enumeration {
	const double *f, *g;
	size_t rows;
	double count, second, third;
} enumeration;

/* Every order of the rows first .. end - 1 of g. */
static void enumerate(enumeration *e, double *g, const size_t *ends, size_t cells, size_t cell, size_t at)
{
	if (cell == cells) {
		double sum = 0;
		for (size_t i = 0; i < e->rows; i++)
			sum += e->f[i] * g[i];
		e->count++;
		e->second += sum * sum;
		e->third += sum * sum * sum;
		return;
	}
	if (at == ends[cell]) {
		enumerate(e, g, ends, cells, cell + 1, at);
		return;
	}
	for (size_t other = at; other < ends[cell]; other++) {
		double kept = g[at];
		g[at] = g[other];
		g[other] = kept;
		enumerate(e, g, ends, cells, cell, at + 1);
		g[other] = g[at];
		g[at] = kept;
	}
}

/* Two cells of 5 and 4 rows: 2880 exchanges. */
static void moments_within_cells_are_those_of_all_exchanges(void **state)
{
	(void)state;
	enum { FEW = 9 };
	const size_t ends[] = { 5, 9 };
	uint32_t cells[FEW] = { 0, 0, 0, 0, 0, 1, 1, 1, 1 }, sizes[] = { 5, 4 };
	uint64_t seed = 9;
	for (int round = 0; round < 5; round++) {
		double f[FEW], g[FEW], x[4] = { 0 }, y[4] = { 0 };
		for (size_t i = 0; i < FEW; i++) {
			f[i] = exp(test_normal(&seed));
			g[i] = exp(test_normal(&seed));
		}
		for (size_t c = 0, start = 0; c < 2; start = ends[c++]) {
			double f_mean = 0, g_mean = 0, n = (double)sizes[c];
			for (size_t i = start; i < ends[c]; i++) {
				f_mean += f[i] / n;
				g_mean += g[i] / n;
			}
			for (size_t i = start; i < ends[c]; i++) {
				f[i] -= f_mean;
				g[i] -= g_mean;
				x[2 * c] += f[i] * f[i];
				x[2 * c + 1] += pow(f[i], 3);
				y[2 * c] += g[i] * g[i];
				y[2 * c + 1] += pow(g[i], 3);
			}
		}
		enumeration e = { .f = f, .g = g, .rows = FEW };
		enumerate(&e, g, ends, 2, 0, 0);
		test_given given = { .rows = FEW, .cell_count = 2, .cells = cells, .sizes = sizes };
		test_moments m = test_moments_within(x, 2, y, 2, &given);
		double variance = e.second / e.count;
		assert_true(e.count == 2880);
		assert_close(m.variance * FEW, variance, 1e-3 * variance + 1e-4);
		assert_close(m.skewness, e.third / e.count / pow(variance, 1.5), 1e-2);
	}
}

/* A regression of one side alone leaves the product of both sides its rows: what both took is lost. */
static void rows_that_both_regressions_took_are_lost(void **state)
{
	(void)state;
	enum { COUNT = 80 };
	double x_values[COUNT], y_values[COUNT], one = 1, product = 0;
	for (size_t i = 0; i < COUNT; i++) {
		x_values[i] = i % 2 == 0 ? 1 : -1;
		y_values[i] = i / 2 % 2 == 0 ? 1 : -1;
	}
	test_residuals x = {
		.rows = COUNT, .entries = COUNT, .count = 1, .values = x_values, .shared = &one, .freedom = 11
	};
	test_residuals y = {
		.rows = COUNT, .entries = COUNT, .count = 1, .values = y_values, .shared = &one, .freedom = 30
	};
	test_moments m; /* all of the 11 parameters of X are of the block of 30 that Y was fitted with */
	double x_share = 11 / sqrt(30), y_share = sqrt(30);
	x.shares = &x_share;
	y.shares = &y_share;
	x.share_count = y.share_count = 1;
	assert_true(test_compare_residuals(&m, &product, &x, &y));
	assert_close(m.rows, COUNT - 11, 1e-4);
	assert_close(m.variance, (double)COUNT / (COUNT - 1 - 11), 1e-4);
	x_share = 0; /* none of them */
	assert_true(test_compare_residuals(&m, &product, &x, &y));
	assert_close(m.rows, COUNT, 1e-9);
	x_share = 11 / sqrt(30);
	y_share = y.freedom = 0;
	assert_true(test_compare_residuals(&m, &product, &x, &y));
	assert_close(m.rows, COUNT, 1e-9);
}

/* ----------------------------------------------------------------------------------------------------------- tails */

/* Tails of a correlation of independent normal variables, down to 1e-40. */
static void deviates_of_correlations_have_the_tails_of_students_distribution(void **state)
{
	(void)state;
	const double sizes[] = { 20, 100, 1000 };
	for (size_t s = 0; s < 3; s++)
		for (double r = 0.05; r < 0.75; r += 0.05) {
			double t = r * sqrt((sizes[s] - 2) / (1 - r * r));
			double exact = 2 * gsl_cdf_tdist_Q(t, sizes[s] - 2);
			if (exact < 1e-40)
				continue;
			double own = test_two_sided(test_normal_deviate(r * sqrt(sizes[s] - 1), sizes[s], 0));
			assert_close(log(own / exact), 0, 0.05 + 0.01 * -log10(exact));
		}
}

/* A gamma variable with that skewness, on both sides. */
static void deviates_of_skewed_sums_have_the_tails_of_a_gamma_variable(void **state)
{
	(void)state;
	for (double skewness = 0.1; skewness < 1; skewness += 0.2) {
		double shape = 4 / (skewness * skewness);
		for (double z = -2; z < 5; z += 0.5) {
			double x = shape + z * sqrt(shape), own = test_normal_deviate(z, INFINITY, skewness);
			if (x <= 0)
				continue;
			double exact = z < 0 ? gsl_cdf_gamma_P(x, shape, 1) : gsl_cdf_gamma_Q(x, shape, 1);
			assert_close(log((z < 0 ? 0.5 * test_two_sided(own) : gsl_cdf_ugaussian_Q(own)) / exact), 0,
			             z < 0 ? 0.6 : 0.1);
			assert_true(test_normal_deviate(-z, INFINITY, -skewness) == -own);
		}
	}
}

/* Fisher's exact test, two-sided by doubling with half of the observed table: the deviate's tail stays near it. */
static void tables_of_two_by_two_are_near_fishers_test(void **state)
{
	(void)state;
	enum { MANY = 200, X = 40, Y = 50 };
	for (unsigned both = 4; both <= 24; both++) {
		double n = MANY, x_rare = (double)X / n, y_rare = (double)Y / n;
		double upper = gsl_cdf_hypergeometric_Q(both, X, MANY - X, Y),
			   at = gsl_ran_hypergeometric_pdf(both, X, MANY - X, Y);
		double middle = upper + at / 2, expected = n * x_rare * y_rare;
		double variance = expected * (1 - x_rare) * (1 - y_rare) * n / (n - 1);
		double skewness = (1 - 2 * x_rare) * (1 - 2 * y_rare) / sqrt(variance);
		double z = test_normal_deviate((both - expected) / sqrt(variance), n, skewness);
		double own = gsl_cdf_ugaussian_Q(z);
		assert_close(log(own / middle), 0, 0.1 + 0.05 * fabs(z));
	}
}

/* One sum of squares is all there is: its p-value is the tail of the gamma variable with its mean and variance, or of the shifted one that
 * has its third cumulant too. */
static void a_sum_of_squares_has_the_tail_of_the_gamma_variable_with_its_moments(void **state)
{
	(void)state;
	const test_pairing no_pairing = { 0 };
	const test_weighted no_weights = { 0 };
	test_shown shown;
	for (double mean = 1; mean < 40; mean *= 3)
		for (double spread = 1; spread < 5; spread++) {
			double variance = mean * spread, shape = mean / spread;
			test_omnibus o = { .count = 1, .moments = { { mean, variance, 0 } } };
			for (double z = -0.5; z < 6; z++) {
				o.sums[0] = fmax(mean + z * sqrt(variance), 0.5);
				double p = test_p_value(&shown, &no_pairing, &no_weights, &o);
				assert_close(log(p / gsl_cdf_gamma_Q(o.sums[0], shape, spread)), 0, 1e-6);
				o.moments[0].third = 4 * variance * spread; /* twice that of the gamma variable above */
				double other = 4 * pow(variance, 3) / pow(o.moments[0].third, 2);
				double x = fmax(other + (o.sums[0] - mean) * sqrt(other / variance), 0);
				p = test_p_value(&shown, &no_pairing, &no_weights, &o);
				assert_close(log(p / fmin(gsl_cdf_gamma_Q(x, other, 1), 0.99)), 0, 1e-6);
				o.moments[0].third = 0;
			}
		}
}

/* One feature of the simplest detail and another of the next: chi-squared with 1 and 2 degrees of freedom. */
static void a_finer_detail_counts_for_half(void **state)
{
	(void)state;
	const test_weighted no_weights = { 0 };
	const test_omnibus no_labels = { 0 };
	test_shown shown;
	for (double large = 2.2; large < 6; large += 0.6) {
		double deviates[] = { 0.7, -large };
		test_pairing pairing = { .x_count = 2, .y_count = 1, .first = 0.7, .summands = deviates, .x_detail = { 0, 1 } };
		for (size_t d = 0; d < QUESTION_DETAILS; d++) {
			pairing.x_ranks[d] = d == 0 ? 1 : 2;
			pairing.y_ranks[d] = 1;
			pairing.variance[d] = 2 * (double)pairing.x_ranks[d];
		}
		double p[] = { 2 * gsl_cdf_ugaussian_Q(0.7), exp(-(0.7 * 0.7 + large * large) / 2) }, weights[] = { 2, 1 };
		assert_close(log(test_p_value(&shown, &pairing, &no_weights, &no_labels) / test_combine(p, weights, 2)), 0,
		             1e-4);
	}
}

static void combining_keeps_small_and_equal_values(void **state)
{
	(void)state;
	const double weights[] = { 0.5, 0.3, 0.2 };
	const double equal[] = { 0.03, 0.03, 0.03 }, one[] = { 1e-200, 0.9, 0.4 }, none[] = { 1, 1, 1 };
	assert_close(test_combine(equal, weights, 3), 0.03, 1e-12);
	assert_close(test_combine(one, weights, 3) / 2e-200, 1, 1e-6);
	assert_close(test_combine(none, weights, 3), 0.99, 1e-9);
	assert_close(test_deviate_of(test_two_sided(3.3)), 3.3, 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_of_ranks_are_even_or_odd_to_the_last_bit),
		cmocka_unit_test(waves_from_the_table_are_those_of_each_place),
		cmocka_unit_test(a_scale_that_z_does_not_change_is_left_as_it_is),
		cmocka_unit_test(labels_have_one_independent_feature_less_than_there_are),
		cmocka_unit_test(the_most_frequent_labels_get_indicators_but_not_those_that_tie_with_others),
		cmocka_unit_test(features_of_numbers_are_uncorrelated_and_the_first_is_the_score),
		cmocka_unit_test(moments_within_cells_are_those_of_all_exchanges),
		cmocka_unit_test(rows_that_both_regressions_took_are_lost),
		cmocka_unit_test(deviates_of_correlations_have_the_tails_of_students_distribution),
		cmocka_unit_test(deviates_of_skewed_sums_have_the_tails_of_a_gamma_variable),
		cmocka_unit_test(tables_of_two_by_two_are_near_fishers_test),
		cmocka_unit_test(a_sum_of_squares_has_the_tail_of_the_gamma_variable_with_its_moments),
		cmocka_unit_test(a_finer_detail_counts_for_half),
		cmocka_unit_test(combining_keeps_small_and_equal_values),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
