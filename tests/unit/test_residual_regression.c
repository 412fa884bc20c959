/* The regression on Z, its tree and its features, where the truth is known. */
#include "arenas.h"
#include "residual/absorb.h"
#include "residual/feature_set.h"
#include "residual/location_scale.h"
#include "residual/side.h"
#include "residual/z_tree.h"

static const question_values *numbers(base_arena *arena, const double *values, size_t rows)
{
	return question_values_of(arena, values, rows);
}

static question_values *labels(base_arena *arena, size_t rows, size_t levels, uint64_t seed)
{
	double *values = base_arena_take(arena, rows, sizeof *values);
	for (size_t i = 0; i < rows; i++)
		values[i] = i < levels ? (double)i : floor((double)levels * test_uniform(&seed));
	question_values *column = question_values_of(arena, values, rows);
	column->labels = true;
	return column;
}

static double product(const double *a, const double *b, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += a[i] * b[i];
	return sum / (double)rows;
}

/* ------------------------------------------------------------------------------------------------------------
 * columns */

static void check_ties(base_arena *arena)
{
	double values[] = { 3, 1, 1 + 1e-13, 2, -0.0, 0.0 };
	const question_values *c = question_values_tied(arena, values, 6);
	assert_int_equal(c->levels, 4);
	assert_int_equal(c->codes[1], c->codes[2]);
	assert_true(values[1] == values[2]);
	assert_int_equal(c->codes[4], 0);
	assert_int_equal(c->codes[5], 0);
	assert_int_equal(c->counts[1], 2);
}

static void test_numbers_that_differ_by_rounding_are_one_value(void **state)
{
	(void)state;
	in_arena(check_ties);
}

static void check_cells(base_arena *arena)
{
	const uint32_t a[] = { 0, 1, 1, 0, 2 }, b[] = { 5, 0, 0, 5, 1 }, expected[] = { 0, 1, 1, 0, 2 };
	uint32_t cells[5];
	assert_int_equal(question_cells(cells, arena, (const uint32_t *const[]){ a, b }, (size_t[]){ 3, 6 }, 2, 5), 3);
	assert_memory_equal(cells, expected, sizeof cells);
	assert_int_equal(question_cells(cells, arena, (const uint32_t *const[]){ a, b }, (size_t[]){ 3, 1000000 }, 2, 5),
	                 3);
	assert_memory_equal(cells, expected, sizeof cells);
	assert_int_equal(question_cells(cells, arena, NULL, NULL, 0, 5), 1);
}

static void test_cells_are_numbered_in_the_order_of_their_codes(void **state)
{
	(void)state;
	in_arena(check_cells);
}

/* -----------------------------------------------------------------------------------------------------------
 * features */

static void check_features(base_arena *arena)
{
	enum { ROWS = 400, WAVES = 8 };
	const question_values *column = numbers(arena, draw_normal(arena, ROWS, 1), ROWS);
	residual_features f = residual_features_of(arena, column, WAVES, true), first;
	assert_int_equal(f.count, WAVES); /* the score and waves 2 to 8 */
	for (size_t k = 0; k < f.count; k++)
		residual_standardise(f.values + k * ROWS, ROWS);
	memcpy(f.values + 3 * ROWS, f.values + 2 * ROWS, ROWS * sizeof *f.values); /* a copy is dropped */
	residual_features u = residual_orthogonal(&first, arena, &f, 3);
	assert_int_equal(u.count, WAVES - 1);
	assert_int_equal(first.count, 3);
	for (size_t j = 0; j < u.count; j++)
		for (size_t k = 0; k < u.count; k++)
			assert_close(product(u.values + j * ROWS, u.values + k * ROWS, ROWS), j == k, 1e-12);
}

static void test_features_are_uncorrelated_and_copies_are_dropped(void **state)
{
	(void)state;
	in_arena(check_features);
}

static void check_masses(base_arena *arena)
{
	enum { ROWS = 300 };
	double *x = draw_normal(arena, ROWS, 2);
	for (size_t i = 0; i < ROWS; i++)
		x[i] = x[i] < 0 ? 0 : x[i];
	residual_features f = residual_features_of(arena, numbers(arena, x, ROWS), 3, true);
	assert_int_equal(f.count, 5); /* score, the mass at 0, waves 1 to 3 of the rest */
	for (size_t i = 0; i < ROWS; i++) {
		assert_true(f.values[ROWS + i] == (x[i] == 0));
		assert_true(x[i] != 0 || f.values[2 * ROWS + i] == 0);
	}
}

static void test_a_point_mass_has_an_indicator_and_no_waves(void **state)
{
	(void)state;
	in_arena(check_masses);
}

/* ---------------------------------------------------------------------------------------------------------------
 * tree */

static void check_tree(base_arena *arena)
{
	enum { ROWS = 500 };
	double *a = draw_normal(arena, ROWS, 3), *b = draw_normal(arena, ROWS, 4), *e = draw_normal(arena, ROWS, 5);
	double *y = base_arena_take(arena, ROWS, sizeof *y);
	uint32_t leaves[ROWS], rows[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		rows[i] = (uint32_t)i;
		y[i] = (a[i] > 0.5 && b[i] > 0 ? 3 : 0) + 0.1 * e[i];
	}
	const question_values *z[] = { numbers(arena, a, ROWS), numbers(arena, b, ROWS) };
	size_t count = residual_tree(leaves, arena, z, 2, y, rows, ROWS);
	assert_int_equal(count, 3);
	for (size_t i = 0; i < ROWS; i++)
		for (size_t j = 0; j < i; j++)
			assert_true((y[i] > 1.5) == (y[j] > 1.5) || leaves[i] != leaves[j]);
	assert_int_equal(residual_tree(leaves, arena, z, 2, e, rows, ROWS), 1);
}

static void test_a_tree_finds_a_corner_and_nothing_in_noise(void **state)
{
	(void)state;
	in_arena(check_tree);
}

/* ---------------------------------------------------------------------------------------------------------
 * regression */

/* Regresses the sine of twice the sum of some numbers, and noise, on them; the mean squared distance of the fit from the
 * curve, and effective parameters. */
static double distance_from_sine(base_arena *arena, size_t rows, size_t numbers_of_z, double *used)
{
	enum { MOST_NUMBERS = 2 };
	const question_values *columns[MOST_NUMBERS];
	double *sum = base_arena_take_zero(arena, rows, sizeof *sum), *e = draw_normal(arena, rows, 7);
	double *y = base_arena_take(arena, rows, sizeof *y), *left = base_arena_take(arena, rows, sizeof *left);
	double mean = 0, square = 0, distance = 0;
	for (size_t j = 0; j < numbers_of_z; j++) {
		double *z = draw_normal(arena, rows, j == 0 ? 6 : 60);
		question_values *column = question_values_of(arena, z, rows);
		column->given = true;
		columns[j] = column;
		for (size_t i = 0; i < rows; i++)
			sum[i] += z[i];
	}
	for (size_t i = 0; i < rows; i++) {
		y[i] = sin(2 * sum[i]) + 0.5 * e[i];
		mean += y[i] / (double)rows;
		square += y[i] * y[i] / (double)rows;
	}
	double size = sqrt(square - mean * mean);
	residual_standardise(y, rows);
	residual_functions *of_z = residual_functions_of(residual_shared_new(arena, rows), columns, numbers_of_z);
	const residual_regression *r = residual_regress(arena, of_z, y, 1, RESIDUAL_TREE);
	residual_left(left, r, NULL, 1, false);
	for (size_t i = 0; i < rows; i++) {
		double off = (y[i] - left[i]) * size + mean - sin(2 * sum[i]);
		distance += off * off / (double)rows;
	}
	*used = residual_effective(r);
	return distance;
}

/* Each effective parameter adds noise of 1 / rows of the errors' variance; shrinking adds about as much again. */
static void check_curve(base_arena *arena)
{
	enum { SIZES = 2, MOST_USED = 60 };
	const size_t rows[SIZES] = { 1000, 20000 }; /* of the latter a part is planned */
	for (size_t k = 0; k < SIZES; k++) {
		double used, distance = distance_from_sine(arena, rows[k], 1, &used);
		assert_true(used > 4 && used < MOST_USED);
		assert_true(distance < 3 * 0.25 * used / (double)rows[k]);
	}
}

static void test_a_curve_is_found_up_to_the_noise_of_a_few_parameters(void **state)
{
	(void)state;
	in_arena(check_curve);
}

/* Functions of single columns and their products do not reach this curve, whose variance is 1/2; a surface does. */
static void check_curve_of_sum(base_arena *arena)
{
	enum { SIZES = 2, MOST_USED = 120 };
	const size_t rows[SIZES] = { 1000, 20000 };
	for (size_t k = 0; k < SIZES; k++) {
		double used, distance = distance_from_sine(arena, rows[k], 2, &used);
		assert_true(used > 4 && used < MOST_USED);
		assert_true(distance < 2 * 0.25 * used / (double)rows[k]);
	}
}

static void test_a_curve_of_a_sum_is_found(void **state)
{
	(void)state;
	in_arena(check_curve_of_sum);
}

static void check_no_z(base_arena *arena)
{
	enum { ROWS = 100 };
	double *y = draw_normal(arena, ROWS, 8), left[ROWS];
	residual_standardise(y, ROWS);
	const residual_regression *r =
		residual_regress(arena, residual_functions_of(residual_shared_new(arena, ROWS), NULL, 0), y, 1, RESIDUAL_TREE);
	residual_left(left, r, NULL, 1, true);
	for (size_t i = 0; i < ROWS; i++)
		assert_close(left[i], y[i], 1e-12);
	assert_close(residual_used(r), 0, 1e-12);
	assert_close(residual_lost(r), 1, 0);
	assert_false(residual_location_scale_of(arena, r).used);
}

static void test_without_z_the_mean_is_subtracted(void **state)
{
	(void)state;
	in_arena(check_no_z);
}

/* The residual given absorbed labels and a number is that of least squares on indicators and the number, up to the
 * little that shrinking leaves. */
static void check_absorbed(base_arena *arena)
{
	enum { ROWS = 2000, LEVELS = 200 };
	double *z = draw_normal(arena, ROWS, 9), *e = draw_normal(arena, ROWS, 10), y[ROWS], left[ROWS],
		   means[LEVELS] = { 0 };
	question_values *id = labels(arena, ROWS, LEVELS, 11);
	id->absorbed = true;
	const question_values *columns[] = { id, numbers(arena, z, ROWS) };
	for (size_t i = 0; i < ROWS; i++)
		y[i] = 0.1 * id->codes[i] + z[i] + e[i];
	residual_standardise(y, ROWS);
	residual_functions *of_z = residual_functions_of(residual_shared_new(arena, ROWS), columns, 2);
	const residual_regression *r = residual_regress(arena, of_z, y, 1, RESIDUAL_TREE);
	residual_left(left, r, NULL, 1, true);
	for (size_t i = 0; i < ROWS; i++)
		means[id->codes[i]] += left[i] / id->counts[id->codes[i]];
	for (size_t v = 0; v < LEVELS; v++)
		assert_close(means[v], 0, 1e-10);
	assert_close(residual_lost(r), LEVELS, 0);
	double own[ROWS];
	memcpy(own, e, sizeof own);
	residual_absorb(own, arena, columns, 1);
	assert_true(product(left, own, ROWS) / sqrt(product(left, left, ROWS) * product(own, own, ROWS)) > 0.99);
}

static void test_absorbed_labels_leave_no_mean_in_any_level(void **state)
{
	(void)state;
	in_arena(check_absorbed);
}

enum { GROUPED_ROWS = 900, GROUP_ROWS = 3, GROUPS = GROUPED_ROWS / GROUP_ROWS };

/* Whether a number with few rows per value is found to have effects of its own, when these are random, or a line. */
static bool finds_groups(base_arena *arena, double own, double line, uint64_t seed)
{
	double *e = draw_normal(arena, GROUPED_ROWS, seed), *effect = draw_normal(arena, GROUPS, seed + 1);
	double y[GROUPED_ROWS], z[GROUPED_ROWS];
	for (size_t i = 0; i < GROUPED_ROWS; i++) {
		z[i] = (double)(i / GROUP_ROWS);
		y[i] = own * effect[i / GROUP_ROWS] + line * (z[i] / GROUPS - 0.5) + e[i];
	}
	residual_standardise(y, GROUPED_ROWS);
	const question_values *column = numbers(arena, z, GROUPED_ROWS);
	residual_functions *of_z = residual_functions_of(residual_shared_new(arena, GROUPED_ROWS), &column, 1);
	return residual_is_grouped(residual_regress(arena, of_z, y, 1, RESIDUAL_TREE), column);
}

/* The statistic is two deviations above chance in about .03 of draws. */
static void check_groups(base_arena *arena)
{
	enum { DRAWS = 60, MOST_FALSE = 6 };
	int found = 0, false_line = 0, false_noise = 0;
	for (uint64_t k = 0; k < DRAWS; k++) {
		found += finds_groups(arena, 1, 0, 1000 + 2 * k);
		false_line += finds_groups(arena, 0, 3, 2000 + 2 * k);
		false_noise += finds_groups(arena, 0, 0, 3000 + 2 * k);
	}
	assert_int_equal(found, DRAWS);
	assert_true(false_line <= MOST_FALSE && false_noise <= MOST_FALSE);
}

static void test_values_with_effects_of_their_own_are_found(void **state)
{
	(void)state;
	in_arena(check_groups);
}

/* Twelve values have indicators or waves enough, and more than .6 as many values as rows hardly repeat. */
static void check_no_groups(base_arena *arena)
{
	enum { ROWS = 600 };
	const size_t levels[] = { 12, ROWS * 2 / 3, ROWS };
	for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
		double *y = draw_normal(arena, ROWS, 70), z[ROWS];
		for (size_t i = 0; i < ROWS; i++) {
			z[i] = (double)(i % levels[k]);
			y[i] = 0.1 * y[i] + ((i % levels[k]) % 2 != 0 ? 1 : -1) * sin((double)(i % levels[k]));
		}
		residual_standardise(y, ROWS);
		const question_values *column = numbers(arena, z, ROWS);
		residual_functions *of_z = residual_functions_of(residual_shared_new(arena, ROWS), &column, 1);
		assert_false(residual_is_grouped(residual_regress(arena, of_z, y, 1, 0), column));
	}
}

static void test_few_values_and_values_that_hardly_repeat_are_no_groups(void **state)
{
	(void)state;
	in_arena(check_no_groups);
}

static void check_crossed(base_arena *arena)
{
	enum { ROWS = 600 };
	question_values *a = labels(arena, ROWS, 40, 12), *b = labels(arena, ROWS, 30, 13);
	double *y = draw_normal(arena, ROWS, 14), means[2][40] = { { 0 } };
	residual_absorb(y, arena, (const question_values *const[]){ a, b }, 2);
	for (size_t i = 0; i < ROWS; i++) {
		means[0][a->codes[i]] += y[i] / a->counts[a->codes[i]];
		means[1][b->codes[i]] += y[i] / b->counts[b->codes[i]];
	}
	for (size_t v = 0; v < 40; v++)
		assert_close(fabs(means[0][v]) + fabs(means[1][v]), 0, 1e-11);
}

static void test_crossed_labels_are_absorbed_together(void **state)
{
	(void)state;
	in_arena(check_crossed);
}

static void check_scale(base_arena *arena)
{
	enum { ROWS = 3000 };
	double *z = draw_normal(arena, ROWS, 15), *e = draw_normal(arena, ROWS, 16), *y = base_arena_take(arena, ROWS, 8);
	for (size_t i = 0; i < ROWS; i++)
		y[i] = exp(0.4 * z[i]) * e[i];
	residual_standardise(y, ROWS);
	const question_values *columns[] = { numbers(arena, z, ROWS) };
	const residual_regression *r = residual_regress(
		arena, residual_functions_of(residual_shared_new(arena, ROWS), columns, 1), y, 1, RESIDUAL_TREE);
	residual_location_scale found = residual_location_scale_of(arena, r);
	assert_true(found.used);
	double squares = 0, slope = 0;
	for (size_t i = 0; i < ROWS; i++) {
		squares += z[i] * z[i];
		slope += z[i] * found.log_scale[i];
	}
	assert_close(slope / squares, 0.4, 0.05);
}

static void test_a_scale_that_depends_on_z_is_described(void **state)
{
	(void)state;
	in_arena(check_scale);
}

/* --------------------------------------------------------------------------------------------------------------
 * sides */

static void check_side(base_arena *arena)
{
	enum { ROWS = 800 };
	double *z = draw_normal(arena, ROWS, 17), *e = draw_normal(arena, ROWS, 18), *other = draw_normal(arena, ROWS, 19);
	for (size_t i = 0; i < ROWS; i++)
		e[i] += z[i] * z[i];
	const question_values *given[] = { numbers(arena, z, ROWS) };
	const question_values *columns[] = { numbers(arena, e, ROWS), numbers(arena, other, ROWS) };
	residual_functions *of_z = residual_functions_of(residual_shared_new(arena, ROWS), given, 1);
	residual_side one = residual_side_of(arena, columns, 1, of_z), both = residual_side_of(arena, columns, 2, of_z);
	assert_int_equal(one.columns, 1);
	assert_int_equal(both.columns, 2);
	assert_ptr_equal(one.shown[0]->raw, columns[0]);
	assert_false(one.undecided || both.undecided);
	assert_true(both.features.count > one.features.count);
	for (size_t k = 0; k < one.features.count; k++)
		for (size_t i = 0; i < ROWS; i++)
			assert_true(one.features.values[k * ROWS + i] == one.all.values[k * ROWS + i]);
	double squares[ROWS];
	for (size_t i = 0; i < ROWS; i++)
		squares[i] = z[i] * z[i];
	residual_standardise(squares, ROWS);
	assert_close(product(one.features.values, squares, ROWS), 0, 0.02); /* Z explains nothing of what is left */
}

static void test_a_side_has_features_without_what_z_explains(void **state)
{
	(void)state;
	in_arena(check_side);
}

static void check_undecided(base_arena *arena)
{
	enum { ROWS = 300 };
	double *z = draw_normal(arena, ROWS, 20), *e = draw_normal(arena, ROWS, 21);
	for (size_t i = 0; i < ROWS; i++)
		e[i] = z[i] + 1e-6 * e[i];
	const question_values *given[] = { numbers(arena, z, ROWS) }, *columns[] = { numbers(arena, e, ROWS) };
	residual_functions *of_z = residual_functions_of(residual_shared_new(arena, ROWS), given, 1);
	assert_true(residual_side_of(arena, columns, 1, of_z).undecided);
}

static void test_a_column_that_z_determines_is_undecided(void **state)
{
	(void)state;
	in_arena(check_undecided);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_that_differ_by_rounding_are_one_value),
		cmocka_unit_test(test_cells_are_numbered_in_the_order_of_their_codes),
		cmocka_unit_test(test_features_are_uncorrelated_and_copies_are_dropped),
		cmocka_unit_test(test_a_point_mass_has_an_indicator_and_no_waves),
		cmocka_unit_test(test_a_tree_finds_a_corner_and_nothing_in_noise),
		cmocka_unit_test(test_a_curve_is_found_up_to_the_noise_of_a_few_parameters),
		cmocka_unit_test(test_a_curve_of_a_sum_is_found),
		cmocka_unit_test(test_without_z_the_mean_is_subtracted),
		cmocka_unit_test(test_absorbed_labels_leave_no_mean_in_any_level),
		cmocka_unit_test(test_values_with_effects_of_their_own_are_found),
		cmocka_unit_test(test_few_values_and_values_that_hardly_repeat_are_no_groups),
		cmocka_unit_test(test_crossed_labels_are_absorbed_together),
		cmocka_unit_test(test_a_scale_that_depends_on_z_is_described),
		cmocka_unit_test(test_a_side_has_features_without_what_z_explains),
		cmocka_unit_test(test_a_column_that_z_determines_is_undecided),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
