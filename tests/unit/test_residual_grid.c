/* The grid of an answer given Z: what it shows is what Z leaves, p decides whether it shows anything, and its plug-in
 * information is near the estimate. */
#include "grid_bins.h"
#include "tables.h"

static const size_t columns[] = { 0, 1, 2 };

static mixmi_question question_given(size_t z_count)
{
	return (mixmi_question){ columns, 1, columns + 1, 1, columns + 2, z_count };
}

static mixmi_histogram *ask(mixmi_answer *answer, const mixmi_table *table, size_t z_count)
{
	mixmi_histogram *histogram;
	const mixmi_question q = question_given(z_count);
	assert_ok(mixmi_estimate(answer, sizeof *answer, &histogram, table, &q, NULL));
	assert_non_null(histogram);
	return histogram;
}

/* ------------------------------------------------------------------------------------------------------------- ranks */

enum { ROWS = 400 };

/* x and y are given z with a strength of dependence; left[2][ROWS]: what z leaves of them. */
static void draw(double *values, double *left, double strength, uint64_t *seed)
{
	for (size_t i = 0; i < ROWS; i++) {
		double z = test_normal(seed), x = test_normal(seed), y = strength * x + test_normal(seed);
		left[i] = x;
		left[ROWS + i] = y;
		values[i] = 2 * z + x;
		values[ROWS + i] = y - 1.5 * z;
		values[2 * ROWS + i] = z;
	}
}

static double correlation(const double *a, const double *b)
{
	double sums[5] = { 0 };
	for (size_t i = 0; i < ROWS; i++) {
		sums[0] += a[i] / ROWS;
		sums[1] += b[i] / ROWS;
	}
	for (size_t i = 0; i < ROWS; i++) {
		sums[2] += (a[i] - sums[0]) * (a[i] - sums[0]);
		sums[3] += (b[i] - sums[1]) * (b[i] - sums[1]);
		sums[4] += (a[i] - sums[0]) * (b[i] - sums[1]);
	}
	return sums[4] / sqrt(sums[2] * sums[3]);
}

/* Ranks in percent of numbers without ties. */
static void rank(double *out, const double *values)
{
	for (size_t i = 0; i < ROWS; i++) {
		size_t below = 0;
		for (size_t k = 0; k < ROWS; k++)
			below += values[k] < values[i];
		out[i] = 100 * ((double)below + 0.5) / ROWS;
	}
}

static void ranks_are_those_of_what_z_leaves(void **state)
{
	(void)state;
	static double values[3 * ROWS], left[2 * ROWS], ranks[ROWS], expected[ROWS], back[ROWS];
	uint64_t seed = 3;
	draw(values, left, 1, &seed);
	mixmi_answer a, b;
	mixmi_table *table = numeric_table(values, ROWS, 3);
	for (size_t i = 0; i < ROWS; i++)
		values[i] = -values[i];
	mixmi_table *turned = numeric_table(values, ROWS, 3);
	mixmi_histogram *grid = ask(&a, table, 1), *other = ask(&b, turned, 1);
	for (size_t j = 0; j < 2; j++) {
		double mean = 0;
		rank(expected, left + j * ROWS);
		assert_ok(mixmi_histogram_ranks(ranks, ROWS, grid, j));
		assert_ok(mixmi_histogram_ranks(back, ROWS, other, j));
		for (size_t i = 0; i < ROWS; i++) {
			mean += ranks[i] / ROWS;
			assert_close(back[i], j == 0 ? 100 - ranks[i] : ranks[i], 1e-9);
		}
		assert_close(mean, 50, 1e-9);
		assert_true(correlation(ranks, expected) > 0.98);
	}
	assert_fails(mixmi_histogram_ranks(ranks, ROWS, grid, 2), MIXMI_ERROR_USAGE, "no residual");
	assert_true(a.bins_x == b.bins_x && a.bins_y == b.bins_y);
	assert_close(a.fitted, b.fitted, 1e-12);
	mixmi_histogram_free(grid);
	mixmi_histogram_free(other);
	mixmi_table_free(table);
	mixmi_table_free(turned);
}

static void rows_that_are_left_out_have_no_rank(void **state)
{
	(void)state;
	static double values[3 * ROWS], left[2 * ROWS], ranks[ROWS];
	uint64_t seed = 4;
	mixmi_answer a;
	draw(values, left, 1, &seed);
	for (size_t i = 0; i < ROWS; i += 10)
		values[(i / 10 % 3) * ROWS + i] = (double)NAN;
	mixmi_table *table = numeric_table(values, ROWS, 3);
	mixmi_histogram *grid = ask(&a, table, 1);
	uint32_t *bins = bins_of_rows(grid, table);
	assert_ok(mixmi_histogram_ranks(ranks, ROWS, grid, 0));
	uint64_t counts[2] = { 0 };
	for (size_t i = 0; i < ROWS; i++) {
		assert_true(isnan(ranks[i]) == (i % 10 == 0));
		counts[0] += i % 10 != 0 && bins[3 * i] == 0;
	}
	mixmi_bin first;
	assert_ok(mixmi_histogram_get_bin(&first, sizeof first, grid, 0, 0));
	assert_int_equal(first.count, counts[0]);
	assert_int_equal(a.rows, ROWS - ROWS / 10);
	free(bins);
	mixmi_histogram_free(grid);
	mixmi_table_free(table);
}

/* ----------------------------------------------------------------------------------------------------- p and the grid */

/* Columns of all kinds: what is drawn of a value x with a common part. */
static double of_kind(size_t kind, double x)
{
	switch (kind) {
	case 0:
		return x;
	case 1:
		return floor(2 * x); /* counts */
	case 2:
		return x < 0 ? 0 : x;
	case 3:
		return exp(2 * x);
	default:
		return x > 0.5;
	}
}

static mixmi_table *any_table(size_t rows, uint64_t *seed)
{
	static const double strengths[] = { 0, 0.3, 0.6, 1, 2 };
	double *values = malloc(3 * rows * sizeof *values);
	assert_non_null(values);
	size_t kinds[3] = { test_below(seed, 5), test_below(seed, 5), test_below(seed, 5) }, shape = test_below(seed, 4);
	double strength = 1.5 * strengths[test_below(seed, 5)];
	for (size_t i = 0; i < rows; i++) {
		double z = test_normal(seed), u = test_normal(seed);
		double f = shape == 0 ? u : shape == 1 ? u * u - 1 : shape == 2 ? 1.5 * sin(4 * u) : z > 0 ? u : -u;
		values[i] = of_kind(kinds[0], z + 1.5 * u + test_normal(seed));
		values[rows + i] = of_kind(kinds[1], z + strength * f + test_normal(seed));
		values[2 * rows + i] = of_kind(kinds[2], 2 * z + test_normal(seed));
	}
	mixmi_table *table = numeric_table(values, rows, 3);
	free(values);
	return table;
}

static void a_grid_shows_what_p_detects_and_nothing_else(void **state)
{
	(void)state;
	uint64_t seed = 8;
	size_t detected = 0, inside = 0;
	for (size_t number = 0; number < test_cases(150); number++) {
		mixmi_answer a;
		mixmi_table *table = any_table(number % 3 == 0 ? 100 : number % 3 == 1 ? 300 : 1000, &seed);
		mixmi_histogram *grid = ask(&a, table, number % 4 > 0);
		if (a.verdict == MIXMI_DETECTED) {
			assert_true(a.bins_x > 1 && a.bins_y > 1 && a.fitted > 0);
			detected++;
			inside += a.lower <= a.fitted && a.fitted <= a.upper;
		} else {
			assert_true(a.bins_x == 1 && a.bins_y == 1 && a.bins_z == 1 && a.fitted == 0);
		}
		mixmi_histogram_info info;
		mixmi_histogram_describe(&info, sizeof info, grid);
		assert_close(info.score_data, -(double)info.rows * a.fitted / log(2), 1e-7 * (1 + fabs(info.score_data)));
		mixmi_histogram_free(grid);
		mixmi_table_free(table);
	}
	/* the plug-in information of the grid lies in the interval of level .95 */
	assert_true(test_enough(detected, 60) && (double)inside >= 0.9 * (double)detected);
}

/* y is what x and z have in common only if z is known: bins of Z stay in the grid. */
static void bins_of_z_stay_where_only_they_show_it(void **state)
{
	(void)state;
	static double values[3 * ROWS];
	uint64_t seed = 6;
	mixmi_answer a;
	for (size_t i = 0; i < ROWS; i++) {
		double x = test_normal(&seed), z = test_normal(&seed);
		values[i] = x;
		values[ROWS + i] = (x > 0) == (z > 0) ? test_normal(&seed) + 2 : test_normal(&seed) - 2;
		values[2 * ROWS + i] = z;
	}
	mixmi_table *table = numeric_table(values, ROWS, 3);
	mixmi_histogram *grid = ask(&a, table, 1);
	assert_true(a.bins_z > 1 && a.fitted > 0.4);
	mixmi_histogram_free(grid);
	mixmi_table_free(table);
}

/* Rounded columns given labels: residuals of rounded numbers tell the label, which is nothing that X and Y share. */
static void rounding_does_not_divide_z(void **state)
{
	(void)state;
	static double values[3 * ROWS], left[2 * ROWS];
	uint64_t seed = 7;
	mixmi_answer a;
	draw(values, left, 1, &seed);
	for (size_t i = 0; i < ROWS; i++) {
		double label = floor(3 * test_uniform(&seed));
		values[i] = round(10 * (left[i] + 1.37 * label)) / 10;
		values[ROWS + i] = round(10 * (left[ROWS + i] - 2.73 * label)) / 10;
		values[2 * ROWS + i] = label;
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, values, NULL));
	assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, values + ROWS, NULL));
	assert_ok(mixmi_table_add_values(table, "z", MIXMI_DISCRETE, values + 2 * ROWS, NULL));
	mixmi_histogram *grid = ask(&a, table, 1);
	assert_true(a.bins_z == 1 && a.bins_x < 10 && a.bins_y < 10);
	mixmi_histogram_free(grid);
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------------------------- words */

static char *cell_words(const mixmi_table *table, size_t z_count)
{
	const mixmi_question q = question_given(z_count);
	mixmi_explanation *e;
	char *words;
	assert_ok(mixmi_explain(&e, table, &q, false, NULL));
	assert_ok(mixmi_explanation_words(&words, e, 0));
	mixmi_explanation_free(e);
	return words;
}

static void cells_of_residuals_have_words(void **state)
{
	(void)state;
	static double values[3 * ROWS], left[2 * ROWS];
	uint64_t seed = 9;
	draw(values, left, 1.5, &seed);
	mixmi_table *table = numeric_table(values, ROWS, 3);
	char *words = cell_words(table, 1);
	unsigned x, y;
	char first[8], second[8], high[8], low[8];
	assert_int_equal(sscanf(words, "a %7s (%7s %u%%), b %7s (%7s %u%%) for its c", first, high, &x, second, low, &y),
	                 6);
	/* the cell that says most of a dependence: both at their ends */
	assert_true(strcmp(first, "low") == 0 ? strcmp(high, "lowest") == 0 : strcmp(high, "highest") == 0);
	assert_true(strcmp(second, "low") == 0 ? strcmp(low, "lowest") == 0 : strcmp(low, "highest") == 0);
	assert_non_null(strstr(words, ") for its c"));
	mixmi_free(words);
	words = cell_words(table, 0);
	assert_null(strstr(words, "for its"));
	mixmi_free(words);
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------------ only for its own rows */

static void a_grid_of_residuals_is_neither_saved_nor_used_for_other_rows(void **state)
{
	(void)state;
	static double values[3 * ROWS], left[2 * ROWS];
	uint64_t seed = 10;
	mixmi_answer a;
	uint32_t *bins;
	char *json;
	draw(values, left, 1, &seed);
	mixmi_table *table = numeric_table(values, ROWS, 3), *fewer = numeric_table(values, ROWS / 2, 3);
	mixmi_histogram *grid = ask(&a, table, 1);
	const mixmi_question q = question_given(1);
	double *ranks = malloc(ROWS * sizeof *ranks);
	assert_fails(mixmi_histogram_ranks(ranks, ROWS / 2, grid, 0), MIXMI_ERROR_USAGE, "a table of 400 rows, not 200");
	free(ranks);
	assert_fails(mixmi_histogram_assign(&bins, grid, table, NULL), MIXMI_ERROR_USAGE, "a grid of residuals");
	assert_fails(mixmi_histogram_to_json(&json, grid), MIXMI_ERROR_USAGE, "a grid of residuals");
	assert_fails(mixmi_question_plot(grid, fewer, &q, NULL, "x.svg"), MIXMI_ERROR_USAGE,
	             "a table of 400 rows, not 200");
	mixmi_histogram_free(grid);
	mixmi_table_free(table);
	mixmi_table_free(fewer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_those_of_what_z_leaves),
		cmocka_unit_test(rows_that_are_left_out_have_no_rank),
		cmocka_unit_test(a_grid_shows_what_p_detects_and_nothing_else),
		cmocka_unit_test(bins_of_z_stay_where_only_they_show_it),
		cmocka_unit_test(rounding_does_not_divide_z),
		cmocka_unit_test(cells_of_residuals_have_words),
		cmocka_unit_test(a_grid_of_residuals_is_neither_saved_nor_used_for_other_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
