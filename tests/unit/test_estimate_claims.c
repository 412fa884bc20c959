/* Claims about the default estimate, on fixed seeds: it converges however strong the dependence, is above 0 if Z explains almost all
 * of X and Y, is exactly 0 under independence, is not affected by an irrelevant Z, and its intervals cover. Each bound is the
 * claimed value less three standard errors for the number of draws. */
#include "tables.h"

typedef void draw_row(double *row, uint64_t *seed);

static mixmi_answer estimate(draw_row *draw, size_t rows, size_t columns, uint64_t seed)
{
	static const size_t numbers[] = { 0, 1, 2, 3, 4 };
	double *values = malloc(rows * columns * sizeof *values), row[5];
	for (size_t i = 0; i < rows; i++) {
		draw(row, &seed);
		for (size_t j = 0; j < columns; j++)
			values[j * rows + i] = row[j];
	}
	mixmi_table *table = numeric_table(values, rows, columns);
	mixmi_options options = options_of("default");
	mixmi_answer cmi;
	options.confidence = 0.95;
	assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, numbers + 2, columns - 2, &options));
	mixmi_table_free(table);
	free(values);
	return cmi;
}

static void correlated(double *x, double *y, double rho, uint64_t *seed)
{
	*x = test_normal(seed);
	*y = rho * *x + sqrt(1 - rho * rho) * test_normal(seed);
}

/* ---------------------------------------------------------------------------------------------- convergence */

static void four_nats(double *row, uint64_t *seed)
{
	correlated(&row[0], &row[1], sqrt(1 - exp(-8)), seed);
}

static void cubed(double *row, uint64_t *seed)
{
	row[0] = test_normal(seed);
	row[1] = row[0] * row[0] * row[0];
}

static void strong_dependence_is_seen_in_full(void **state)
{
	(void)state;
	mixmi_answer cmi = estimate(four_nats, 20000, 2, 1);
	print_message("4 nats at 20000 rows: %.4f\n", cmi.estimate);
	assert_close(cmi.estimate, 4, 0.1);
}

static void what_can_be_reported_grows_with_the_rows(void **state)
{
	(void)state;
	for (size_t rows = 100; rows <= 8100; rows *= 9) {
		mixmi_answer cmi = estimate(cubed, rows, 2, 2);
		assert_true(cmi.estimate > log((double)rows) - 1 && cmi.estimate < log((double)rows) + 1e-9);
	}
}

/* -------------------------------------------------------------------------------------------------- strong Z */

static void given_strong_z(double *row, uint64_t *seed, double rho)
{
	row[2] = test_normal(seed);
	correlated(&row[0], &row[1], rho, seed);
	row[0] += 3 * row[2];
	row[1] += 3 * row[2];
}

static void rest_of_three_tenths(double *row, uint64_t *seed)
{
	given_strong_z(row, seed, 0.3);
}

static void what_a_strong_z_leaves_is_seen(void **state)
{
	(void)state;
	enum { DRAWS = 30 };
	size_t zeros = 0;
	double sum = 0;
	for (uint64_t seed = 1; seed <= DRAWS; seed++) {
		mixmi_answer cmi = estimate(rest_of_three_tenths, 1000, 3, seed);
		zeros += cmi.estimate == 0;
		sum += cmi.estimate / DRAWS;
	}
	print_message("mean %.4f, truth 0.0472, zero %zu times of %d\n", sum, zeros, DRAWS);
	assert_true(zeros <= 1);
	assert_close(sum, 0.0472, 0.01);
}

/* ------------------------------------------------------------------------------------------------------- weak */

static void weak_and_rounded(double *row, uint64_t *seed)
{
	correlated(&row[0], &row[1], 0.3, seed);
	row[0] = round(row[0] / 0.3);
	row[1] = round(row[1] / 0.3);
}

static void weak_given_z(double *row, uint64_t *seed)
{
	row[2] = test_normal(seed);
	correlated(&row[0], &row[1], 0.2, seed);
	row[0] += row[2];
	row[1] += sin(2 * row[2]);
}

/* Numbers that repeat are not regressed: only two bins per column show such dependence. Given Z a regression does, if the constant,
 * which is present with and without X, is not charged. */
static void weak_dependence_is_seen(void **state)
{
	(void)state;
	enum { DRAWS = 60 };
	size_t rounded = 0, given = 0;
	for (uint64_t seed = 1; seed <= DRAWS; seed++) {
		rounded += estimate(weak_and_rounded, 300, 2, seed).estimate > 0;
		given += estimate(weak_given_z, 500, 3, seed).estimate > 0;
	}
	print_message("weak dependence is above 0 in %zu and %zu of %d\n", rounded, given, DRAWS);
	assert_true(rounded >= 40);
	assert_true(given >= 40);
}

/* ------------------------------------------------------------------------------------------------------ nulls */

static void nothing(double *row, uint64_t *seed)
{
	row[0] = test_normal(seed);
	row[1] = exp(test_normal(seed));
}

static void nothing_but_z(double *row, uint64_t *seed)
{
	given_strong_z(row, seed, 0);
}

static void nothing_but_curves(double *row, uint64_t *seed)
{
	row[2] = test_normal(seed);
	row[0] = sin(3 * row[2]) + 0.3 * test_normal(seed);
	row[1] = row[2] * row[2] + 0.3 * test_normal(seed);
}

static void nothing_but_two(double *row, uint64_t *seed)
{
	row[2] = test_normal(seed);
	row[3] = test_normal(seed);
	row[0] = row[2] + row[3] * row[3] / 2 + test_normal(seed);
	row[1] = row[3] - row[2] * 0.7 + test_normal(seed);
}

/* The fitted values are three numbers, so rows tie in their order. */
static void nothing_but_levels(double *row, uint64_t *seed)
{
	row[2] = floor(3 * test_uniform(seed));
	row[0] = row[2] + test_normal(seed);
	row[1] = row[2] + test_normal(seed);
}

/* Next to nothing in all but 5% of draws: 3 of 60 may differ, and 5 more for three standard errors. A number of rows that is
 * three times smaller may show three times as much. */
static void independence_gives_next_to_nothing(void **state)
{
	(void)state;
	static const struct {
		draw_row *draw;
		size_t columns, rows;
	} nulls[] = { { nothing, 2, 300 },
		          { nothing_but_z, 3, 300 },
		          { nothing_but_curves, 3, 300 },
		          { nothing_but_two, 4, 300 },
		          { nothing_but_levels, 3, 100 } };
	enum { DRAWS = 60, OTHERS = 8 };
	for (size_t i = 0; i < sizeof nulls / sizeof nulls[0]; i++) {
		size_t zeros = 0;
		for (uint64_t seed = 1; seed <= DRAWS; seed++)
			zeros +=
				estimate(nulls[i].draw, nulls[i].rows, nulls[i].columns, seed).estimate < 6.0 / (double)nulls[i].rows;
		print_message("null %zu: next to 0 in %zu of %d\n", i, zeros, DRAWS);
		assert_true(zeros >= DRAWS - OTHERS);
	}
}

/* In few rows the best of many functions can look like dependence, but half of the rows rarely confirm it: less often
 * than the level of the interval allows. */
static void intervals_of_few_rows_hold_zero(void **state)
{
	(void)state;
	enum { DRAWS = 120, MOST = 6 };
	const size_t rows[] = { 20, 40 };
	for (size_t i = 0; i < 2; i++) {
		size_t above = 0;
		for (uint64_t seed = 1; seed <= DRAWS; seed++)
			above += estimate(nothing_but_two, rows[i], 4, seed).lower > 0;
		print_message("%zu rows: the interval is above 0 in %zu of %d\n", rows[i], above, DRAWS);
		assert_true(above <= MOST);
	}
}

/* ------------------------------------------------------------------------------------------- an irrelevant Z */

static void with_a_stranger(double *row, uint64_t *seed)
{
	correlated(&row[0], &row[1], 0.6, seed);
	row[2] = test_normal(seed);
}

static void an_irrelevant_z_hardly_moves_the_estimate(void **state)
{
	(void)state;
	enum { DRAWS = 40, LEAST = 32 };
	size_t near = 0;
	for (uint64_t seed = 1; seed <= DRAWS; seed++) {
		mixmi_answer with = estimate(with_a_stranger, 1000, 3, seed), without;
		double values[2 * 1000], row[3];
		uint64_t again = seed;
		for (size_t i = 0; i < 1000; i++) {
			with_a_stranger(row, &again);
			values[i] = row[0];
			values[1000 + i] = row[1];
		}
		mixmi_table *table = numeric_table(values, 1000, 2);
		mixmi_options options = options_of("default");
		const size_t x = 0, y = 1;
		assert_ok(estimate_cmi(&without, NULL, table, &x, 1, &y, 1, NULL, 0, &options));
		mixmi_table_free(table);
		near += fabs(with.estimate - without.estimate) < without.standard_error / 2;
	}
	print_message("within half a standard error: %zu of %d\n", near, DRAWS);
	assert_true(near >= LEAST);
}

/* --------------------------------------------------------------------------------------------------- coverage */

static void moderate(double *row, uint64_t *seed)
{
	correlated(&row[0], &row[1], 0.6, seed);
}

static void strong(double *row, uint64_t *seed)
{
	correlated(&row[0], &row[1], 0.9, seed);
}

/* At least .90 of 60 draws, less three standard errors. */
static void intervals_cover(void **state)
{
	(void)state;
	static const struct {
		draw_row *draw;
		size_t rows, columns;
		double truth;
	} cases[] = { { moderate, 300, 2, 0.2231436 },
		          { strong, 300, 2, 0.8303656 },
		          { strong, 3000, 2, 0.8303656 },
		          { rest_of_three_tenths, 1000, 3, 0.0471553 } };
	enum { DRAWS = 60, LEAST = 47 };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		size_t covered = 0;
		for (uint64_t seed = 1; seed <= DRAWS; seed++) {
			mixmi_answer cmi = estimate(cases[i].draw, cases[i].rows, cases[i].columns, seed);
			covered += cmi.lower <= cases[i].truth && cases[i].truth <= cmi.upper;
		}
		print_message("case %zu: covered %zu of %d\n", i, covered, DRAWS);
		assert_true(covered >= LEAST);
	}
}

/* --------------------------------------------------------------------------------------------------- vectors */

/* Points on a circle, and a noisy cosine of their angle: 0.530 nats. */
static void columns_that_determine_each_other_do_not_inflate_the_estimate(void **state)
{
	(void)state;
	enum { ROWS = 3000 };
	static const size_t x[] = { 0, 1 }, y[] = { 2 };
	double *values = malloc(3 * ROWS * sizeof *values);
	uint64_t seed = 7;
	for (size_t i = 0; i < ROWS; i++) {
		double angle = 2 * 3.14159265358979 * test_uniform(&seed);
		values[i] = cos(angle);
		values[ROWS + i] = sin(angle);
		values[2 * ROWS + i] = cos(angle - 1) + 0.5 * test_normal(&seed);
	}
	mixmi_table *table = numeric_table(values, ROWS, 3);
	mixmi_options options = options_of("default");
	mixmi_answer cmi;
	assert_ok(estimate_cmi(&cmi, NULL, table, x, 2, y, 1, NULL, 0, &options));
	print_message("circle: %.4f, truth 0.530\n", cmi.estimate);
	assert_close(cmi.estimate, 0.530, 0.05);
	mixmi_table_free(table);
	free(values);
}

static void the_estimate_does_not_depend_on_alpha(void **state)
{
	(void)state;
	static const size_t numbers[] = { 0, 1, 2 };
	enum { ROWS = 300 };
	for (uint64_t draw = 1; draw <= 10; draw++) {
		double *values = malloc(3 * ROWS * sizeof *values), row[3];
		uint64_t seed = draw;
		for (size_t i = 0; i < ROWS; i++) {
			rest_of_three_tenths(row, &seed);
			for (size_t j = 0; j < 3; j++)
				values[j * ROWS + i] = row[j];
		}
		mixmi_table *table = numeric_table(values, ROWS, 3);
		mixmi_options options = options_of("default");
		mixmi_answer strict, loose;
		options.alpha = 1e-6;
		assert_ok(estimate_cmi(&strict, NULL, table, numbers, 1, numbers + 1, 1, numbers + 2, 1, &options));
		options.alpha = 0.5;
		assert_ok(estimate_cmi(&loose, NULL, table, numbers, 1, numbers + 1, 1, numbers + 2, 1, &options));
		assert_true(strict.estimate == loose.estimate);
		mixmi_table_free(table);
		free(values);
	}
}

/* ------------------------------------------------------------------------------------------------ rounded values */

/* X and Y given two groups, rounded to steps of which every column has 20 distinct ones or more. */
static void rounded_in(double *row, uint64_t *seed, double step, bool groups)
{
	correlated(&row[0], &row[1], 0.5, seed);
	row[2] = groups && test_normal(seed) > 0;
	row[0] = nearbyint((row[0] + row[2]) / step);
	row[1] += row[2];
}

static void years(double *row, uint64_t *seed)
{
	rounded_in(row, seed, 0.06, true);
}

static void coarse_years(double *row, uint64_t *seed)
{
	rounded_in(row, seed, 0.2, true);
}

static void years_without_groups(double *row, uint64_t *seed)
{
	rounded_in(row, seed, 0.1, false);
	row[1] = nearbyint(row[1] / 0.06);
}

/* Rounding to a step takes information away, so that the estimate is at most that of the values; it takes at most the share
 * step^2 / 12 of a variance. 40 draws per row; the bounds are three of their standard errors. */
static void rounding_adds_no_information(void **state)
{
	(void)state;
	static draw_row *const draws[] = { years, coarse_years, years_without_groups };
	static const size_t rows[] = { 300, 1000, 3000 };
	enum { DRAWS = 40 };
	const double truth = -0.5 * log(1 - 0.25);
	for (size_t d = 0; d < 3; d++)
		for (size_t r = 0; r < 3; r++) {
			double sum = 0, squares = 0, worst = 0;
			for (uint64_t draw = 1; draw <= DRAWS; draw++) {
				double found = estimate(draws[d], rows[r], 3, 100 * draw + d).estimate;
				sum += found / DRAWS;
				squares += found * found / DRAWS;
				worst = fmax(worst, found);
			}
			double error = sqrt(fmax(squares - sum * sum, 0) / DRAWS);
			print_message("%zu rows: truth %.4f, mean %.4f, standard error %.4f, largest %.4f\n", rows[r], truth, sum,
			              error, worst);
			assert_true(fabs(sum - truth) < 3 * error + 0.1 * truth && worst < truth + 6 * error * sqrt(DRAWS));
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strong_dependence_is_seen_in_full),
		cmocka_unit_test(what_can_be_reported_grows_with_the_rows),
		cmocka_unit_test(what_a_strong_z_leaves_is_seen),
		cmocka_unit_test(weak_dependence_is_seen),
		cmocka_unit_test(independence_gives_next_to_nothing),
		cmocka_unit_test(intervals_of_few_rows_hold_zero),
		cmocka_unit_test(an_irrelevant_z_hardly_moves_the_estimate),
		cmocka_unit_test(intervals_cover),
		cmocka_unit_test(columns_that_determine_each_other_do_not_inflate_the_estimate),
		cmocka_unit_test(the_estimate_does_not_depend_on_alpha),
		cmocka_unit_test(rounding_adds_no_information),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
