/* Densities with preset robust: candidate edges adapted to the data, the best cuts among them, several starts, and the
 * influence of outliers and heavy tails. */
#include "paper/histogram/candidate_grid.h"
#include "paper/histogram/candidates.h"
#include "tables.h"

static mixmi_options robust(void)
{
	mixmi_options options;
	init_options(&options);
	options.preset = MIXMI_PRESET_DEFAULT;
	return options;
}

/* --------------------------------------------------------------------------------------------- candidates */

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Edges for distinct values that occur once each. */
static double *edges_of(size_t *bins, double *values, size_t count, size_t k_init)
{
	double *edges;
	uint32_t *once = malloc(count * sizeof *once);
	for (size_t i = 0; i < count; i++)
		once[i] = 1;
	qsort(values, count, sizeof *values, ascending);
	const hist_recording freely = { NAN, 0 };
	assert_true(hist_candidates(&edges, bins, values, once, count, &freely, k_init));
	free(once);
	return edges;
}

static void edges_ascend_from_end_to_end(void **state)
{
	(void)state;
	const double factors[] = { 1, 0x1p900, 0x1p-1060, 1e-300 };
	for (size_t f = 0; f < 4; f++)
		for (size_t k_init = 1; k_init < 40; k_init += 3) {
			uint64_t seed = 1;
			double values[60];
			size_t bins;
			for (size_t i = 0; i < 60; i++)
				values[i] = factors[f] * (test_normal(&seed) + (i == 7 ? 1e6 : i == 8 ? 1e30 : 0));
			double *edges = edges_of(&bins, values, 60, k_init);
			assert_true(bins >= 1 && bins <= 2 * k_init + 2);
			assert_true(edges[0] == values[0] && edges[bins] == values[59]);
			for (size_t i = 0; i < bins; i++)
				assert_true(edges[i] < edges[i + 1]);
			free(edges);
		}
	double two[] = { 5e-324, 1e-323 }, huge[] = { -1.7e308, 1.7e308 };
	for (size_t f = 0; f < 2; f++) {
		size_t bins;
		double *edges = edges_of(&bins, f == 0 ? two : huge, 2, 50);
		assert_true(f == 0 ? bins == 1 : bins >= 25);
		free(edges);
	}
}

static void units_by_powers_of_two_scale_the_edges(void **state)
{
	(void)state;
	enum { COUNT = 300 };
	uint64_t seed = 2;
	double values[COUNT], scaled[COUNT];
	size_t bins, more;
	for (size_t i = 0; i < COUNT; i++)
		values[i] = tan(3.1 * (test_uniform(&seed) - 0.5));
	double *edges = edges_of(&bins, values, COUNT, 80);
	for (int exponent = -400; exponent <= 400; exponent += 100) {
		for (size_t i = 0; i < COUNT; i++)
			scaled[i] = ldexp(values[i], exponent);
		double *others = edges_of(&more, scaled, COUNT, 80);
		assert_int_equal(bins, more);
		for (size_t i = 0; i <= bins; i++)
			assert_true(others[i] == ldexp(edges[i], exponent));
		free(others);
	}
	free(edges);
}

/* However far away an outlier is, many edges remain among the other values. */
static void outliers_leave_edges_in_the_bulk(void **state)
{
	(void)state;
	enum { COUNT = 1000 };
	for (double outlier = 1e2; outlier < 1e300; outlier *= 1e49) {
		uint64_t seed = 3;
		double values[COUNT];
		size_t bins, inside = 0;
		for (size_t i = 0; i < COUNT; i++)
			values[i] = i == 0 ? outlier : test_uniform(&seed);
		double *edges = edges_of(&bins, values, COUNT, 140);
		for (size_t i = 1; i < bins; i++)
			inside += edges[i] < 1;
		assert_true(inside >= 60);
		free(edges);
	}
}

/* ------------------------------------------------------------------------------------------- the best cuts */

/* L(D, M) of one column without atoms, cut at the marked edges, computed from the rows. */
static double score_of_cuts(const double *values, size_t rows, const double *edges, size_t candidates, unsigned marks)
{
	double n = (double)rows, bits = 0;
	size_t intervals = 1, start = 0;
	for (size_t end = 1; end <= candidates; end++) {
		if (end < candidates && (marks >> (end - 1) & 1) == 0)
			continue;
		double count = 0;
		for (size_t i = 0; i < rows; i++)
			count += values[i] >= edges[start] && (values[i] < edges[end] || end == candidates);
		bits -= count > 0 ? count * log2(count / n / (edges[end] - edges[start])) : 0;
		intervals += end < candidates;
		start = end;
	}
	double cuts = lgamma((double)candidates) - lgamma((double)intervals) - lgamma((double)(candidates - intervals + 1));
	return bits + cuts / log(2) + mixmi_parametric_complexity(rows, (double)intervals);
}

static void one_column_gets_the_best_of_all_cuts(void **state)
{
	(void)state;
	enum { ROWS = 50, MOST = 4 }; /* more would make cuts cheaper the more there are, even of nothing */
	for (uint64_t seed = 10; seed < 50; seed++) {
		uint64_t random = seed;
		double values[ROWS];
		for (size_t i = 0; i < ROWS; i++) {
			double x = test_normal(&random);
			values[i] = seed % 3 == 0 ? x : seed % 3 == 1 ? exp(3 * x) : x + (test_below(&random, 2) == 0 ? 0 : 9);
		}
		mixmi_options options = robust();
		options.k_init = 8;
		options.k_max = MOST;
		mixmi_table *table = numeric_table(values, ROWS, 1);
		hist_grid grid;
		const size_t column = 0;
		assert_ok(hist_grid_init(&grid, table, &column, 1, &options));
		const double *edges = grid.columns[0].edges;
		size_t candidates = grid.columns[0].scale.k_init;
		assert_true(edges != NULL && candidates >= 2 * MOST && candidates < 14);
		double least = INFINITY;
		for (unsigned marks = 0; marks < 1U << (candidates - 1); marks++)
			if (__builtin_popcount(marks) < MOST)
				least = fmin(least, score_of_cuts(values, ROWS, edges, candidates, marks));
		mixmi_histogram *histogram = fit_all(table, &options);
		mixmi_histogram_info info;
		mixmi_histogram_column fitted;
		mixmi_histogram_describe(&info, sizeof info, histogram);
		assert_ok(mixmi_histogram_get_column(&fitted, sizeof fitted, histogram, 0));
		assert_int_equal(fitted.k_init, candidates);
		assert_close(info.score, least, 1e-8);
		hist_grid_clear(&grid);
		mixmi_histogram_free(histogram);
		mixmi_table_free(table);
	}
}

/* Neither column has a gain of its own, so a search that starts from one bin stops at once. */
static void a_checkerboard_is_seen(void **state)
{
	(void)state;
	enum { ROWS = 800 };
	static double values[2 * ROWS];
	for (size_t fields = 2; fields <= 6; fields += 2) {
		uint64_t seed = 60 + fields;
		for (size_t i = 0; i < ROWS; i++) {
			size_t x = test_below(&seed, fields), y = 2 * test_below(&seed, fields / 2) + x % 2;
			values[i] = (double)x + test_uniform(&seed);
			values[ROWS + i] = (double)y + test_uniform(&seed);
		}
		mixmi_options options = robust();
		mixmi_table *table = numeric_table(values, ROWS, 2);
		mixmi_histogram *histogram = fit_all(table, &options);
		const size_t both[] = { 0, 1 };
		double entropy, truth = log((double)(fields * fields) / 2);
		assert_ok(mixmi_histogram_entropy(&entropy, histogram, both, 2, false));
		assert_close(entropy, truth, 0.15);
		mixmi_histogram_free(histogram);
		mixmi_table_free(table);
	}
}

/* ------------------------------------------------------------------------------------------- closed forms */

typedef enum shape { GAUSS, CAUCHY, LOGNORMAL, OUTLIER, SHAPES } shape;

static double draw(shape which, size_t i, uint64_t *seed)
{
	double x = test_normal(seed), u = test_uniform(seed);
	switch (which) {
	case CAUCHY:
		return tan(3.141592653589793 * (u - 0.5));
	case LOGNORMAL:
		return exp(2 * x);
	case OUTLIER:
		return i == 0 ? 1e6 : x;
	default:
		return x;
	}
}

/* Differential entropies at n = 1000: the mean error of 10 draws is small for every tail. With candidates of equal width
 * it is 0.4 or more for all but the Gaussian. */
static void tails_do_not_spoil_the_entropy(void **state)
{
	(void)state;
	enum { ROWS = 1000, DRAWS = 10 };
	const double gauss = 0.5 * log(2 * 3.141592653589793 * exp(1));
	const double truths[SHAPES] = { gauss, log(4 * 3.141592653589793), gauss + log(2), gauss };
	static double values[ROWS];
	for (int which = 0; which < SHAPES; which++) {
		double error = 0;
		for (uint64_t repeat = 0; repeat < DRAWS; repeat++) {
			uint64_t seed = 70 + 100 * repeat;
			for (size_t i = 0; i < ROWS; i++)
				values[i] = draw((shape)which, i, &seed);
			mixmi_options options = robust();
			mixmi_table *table = numeric_table(values, ROWS, 1);
			mixmi_histogram *histogram = fit_all(table, &options);
			const size_t column = 0;
			double entropy;
			assert_ok(mixmi_histogram_entropy(&entropy, histogram, &column, 1, false));
			error += (entropy - truths[which]) / DRAWS;
			mixmi_histogram_free(histogram);
			mixmi_table_free(table);
		}
		assert_close(error, 0, 0.06);
	}
}

/* --------------------------------------------------------------------------------------- the same answer */

static void order_units_and_threads_change_nothing(void **state)
{
	(void)state;
	enum { ROWS = 5000, COLUMNS = 4 };
	double *values = mixed_values(ROWS, COLUMNS, 80), *others = mixed_values(ROWS, COLUMNS, 80);
	const double scale = 0x1p-300;
	mixmi_options options = robust();
	options.threads = 1;
	for (size_t i = 0; i < ROWS; i++) /* backwards */
		for (size_t j = 0; j < COLUMNS; j++)
			others[j * ROWS + i] = values[j * ROWS + ROWS - 1 - i];
	mixmi_table *table = numeric_table(values, ROWS, COLUMNS), *reversed = numeric_table(others, ROWS, COLUMNS);
	for (size_t i = 0; i < ROWS * COLUMNS; i++)
		others[i] = scale * values[i];
	mixmi_table *scaled = numeric_table(others, ROWS, COLUMNS);
	mixmi_histogram *one = fit_all(table, &options), *two = fit_all(reversed, &options);
	mixmi_histogram *small = fit_all(scaled, &options);
	options.threads = 3;
	mixmi_histogram *many = fit_all(table, &options);
	assert_same_histogram(one, two, 1);
	assert_same_histogram(one, many, 1);
	assert_same_histogram(one, small, scale);
	mixmi_histogram_free(one);
	mixmi_histogram_free(two);
	mixmi_histogram_free(small);
	mixmi_histogram_free(many);
	mixmi_table_free(table);
	mixmi_table_free(reversed);
	mixmi_table_free(scaled);
	free(values);
	free(others);
}

static void reads_back_and_finds_its_rows(void **state)
{
	(void)state;
	enum { ROWS = 400, COLUMNS = 4 };
	double *values = mixed_values(ROWS, COLUMNS, 81);
	values[3] = 1e300;
	mixmi_options options = robust();
	mixmi_table *table = numeric_table(values, ROWS, COLUMNS);
	mixmi_histogram *histogram = fit_all(table, &options), *again;
	char *text;
	uint32_t *bins;
	assert_ok(mixmi_histogram_to_json(&text, histogram));
	assert_ok(mixmi_histogram_from_json(&again, text, strlen(text)));
	assert_same_histogram(histogram, again, 1);
	assert_ok(mixmi_histogram_assign(&bins, again, table, NULL));
	for (size_t i = 0; i < ROWS * COLUMNS; i++) {
		mixmi_bin bin;
		mixmi_histogram_column column;
		double value = values[i % COLUMNS * ROWS + i / COLUMNS];
		assert_ok(mixmi_histogram_get_column(&column, sizeof column, again, i % COLUMNS));
		assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, again, i % COLUMNS, bins[i]));
		bool last = bins[i] + 1 == column.intervals;
		assert_true(value >= bin.lower && (bin.is_atom || last ? value <= bin.upper : value < bin.upper));
	}
	mixmi_free(bins);
	mixmi_free(text);
	mixmi_histogram_free(histogram);
	mixmi_histogram_free(again);
	mixmi_table_free(table);
	free(values);
}

/* The limits of the range of doubles, values a denormal apart, few rows. */
static void extreme_columns_can_be_fitted(void **state)
{
	(void)state;
	const double columns[][8] = {
		{ -1.7e308, 1.7e308, 0, 1, 2, 3, 4, 5 },
		{ 0, 5e-324, 1e-323, 1.5e-323, 2e-323, 1, 2, 1e308 },
		{ 1, 1 + 0x1p-52, 1 + 0x1p-51, 1 - 0x1p-53, 2, 3, 4, 5 },
		{ 0, 0, 0, 0, 1, 1, 2, 2 },
		{ 5, 5, 5, 5, 5, 5, 5, 6 },
	};
	for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
		for (size_t rows = 2; rows <= 8; rows++) {
			mixmi_options options = robust();
			mixmi_table *table = numeric_table(columns[i], rows, 1);
			mixmi_histogram *histogram = fit_all(table, &options);
			mixmi_histogram_info info;
			mixmi_histogram_describe(&info, sizeof info, histogram);
			assert_true(info.rows == rows && isfinite(info.score));
			mixmi_histogram_free(histogram);
			mixmi_table_free(table);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edges_ascend_from_end_to_end),
		cmocka_unit_test(units_by_powers_of_two_scale_the_edges),
		cmocka_unit_test(outliers_leave_edges_in_the_bulk),
		cmocka_unit_test(one_column_gets_the_best_of_all_cuts),
		cmocka_unit_test(a_checkerboard_is_seen),
		cmocka_unit_test(tails_do_not_spoil_the_entropy),
		cmocka_unit_test(order_units_and_threads_change_nothing),
		cmocka_unit_test(reads_back_and_finds_its_rows),
		cmocka_unit_test(extreme_columns_can_be_fitted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
