/* Bias correction and confidence intervals of hist: against tables of counts, and by how often the truth is covered. */
#include <gsl/gsl_sf_psi.h>

#include "mechanisms.h"
#include "tables.h"

static const size_t numbers[] = { 0, 1, 2 };

/* ------------------------------------------------------------------------------------------------- bias */

enum { X = 3, Y = 4, Z = 2, ROWS = 900 };

/* From a table of counts: plug-in, the Miller-Madow term, the correction by psi in place of the logarithm, which preset robust subtracts
 * if no cell has a single row, and the jackknife's standard error. */
typedef struct direct {
	double plug_in, bias, by_psi, error;
} direct;

static double over_psi(double count)
{
	return count > 0 ? count / ROWS * (log(count) - gsl_sf_psi(count)) : 0;
}

static direct count_directly(int64_t codes[3][ROWS])
{
	double all[X][Y][Z] = { { { 0 } } }, xz[X][Z] = { { 0 } }, yz[Y][Z] = { { 0 } }, z[Z] = { 0 }, square = 0,
		   cells = 0;
	direct d = { 0, 0, 0, 0 };
	for (size_t i = 0; i < ROWS; i++) {
		all[codes[0][i]][codes[1][i]][codes[2][i]]++;
		xz[codes[0][i]][codes[2][i]]++;
		yz[codes[1][i]][codes[2][i]]++;
		z[codes[2][i]]++;
	}
	for (size_t k = 0; k < Z; k++) {
		cells += z[k] > 0;
		d.by_psi += over_psi(z[k]);
		for (size_t a = 0; a < X; a++) {
			cells -= xz[a][k] > 0;
			d.by_psi -= over_psi(xz[a][k]);
		}
		for (size_t b = 0; b < Y; b++) {
			cells -= yz[b][k] > 0;
			d.by_psi -= over_psi(yz[b][k]);
		}
		for (size_t a = 0; a < X; a++)
			for (size_t b = 0; b < Y; b++) {
				double c = all[a][b][k], term = c > 0 ? log(c * z[k] / (xz[a][k] * yz[b][k])) : 0;
				cells += c > 0;
				d.by_psi += over_psi(c);
				assert_true(c == 0 || c > 1);
				d.plug_in += c / ROWS * term;
				square += c / ROWS * term * term;
			}
	}
	d.bias = cells / (2 * ROWS);
	d.error = sqrt((square - d.plug_in * d.plug_in) / ROWS);
	return d;
}

/* Dependence so strong that no two values are merged: then preset robust has the same table of counts. */
static void corrections_are_those_of_the_table(void **state)
{
	(void)state;
	size_t same = 0;
	for (uint64_t number = 1; number <= test_cases(10); number++) {
		int64_t codes[3][ROWS];
		uint64_t seed = number;
		for (size_t i = 0; i < ROWS; i++) {
			codes[2][i] = (int64_t)test_below(&seed, Z);
			codes[0][i] = (int64_t)test_below(&seed, X);
			codes[1][i] = test_below(&seed, 3) > 0 ? (codes[0][i] + codes[2][i]) % Y : (int64_t)test_below(&seed, Y);
		}
		direct d = count_directly(codes);
		mixmi_table *table;
		assert_ok(mixmi_table_new(&table, ROWS));
		for (size_t j = 0; j < 3; j++)
			assert_ok(mixmi_table_add_codes(table, (const char *[]){ "x", "y", "z" }[j], codes[j], NULL, 0, NULL));
		for (size_t p = 0; p < PRESETS; p++)
			for (int bias = MIXMI_BIAS_NONE; bias <= MIXMI_BIAS_MILLER_MADOW; bias++) {
				mixmi_options options = options_of(preset_names[p]);
				mixmi_answer cmi;
				options.bias = bias;
				options.confidence = 0.95;
				assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, numbers + 2, 1, &options));
				if (options.preset == MIXMI_PRESET_DEFAULT &&
				    cmi.bins_x * cmi.bins_y * cmi.bins_z != X * Y * Z)
					continue;
				same += options.preset == MIXMI_PRESET_DEFAULT;
				bool robust = options.preset == MIXMI_PRESET_DEFAULT;
				double taken = bias == MIXMI_BIAS_NONE ? 0 : robust ? d.by_psi : d.bias, value = d.plug_in - taken;
				assert_close(cmi.plug_in, d.plug_in, 1e-12);
				assert_close(cmi.bias, taken, robust ? 1e-9 : 1e-15); /* psi by its series */
				assert_close(cmi.estimate, value, robust ? 1e-9 : 1e-12);
				/* preset robust counts degrees of freedom, and its interval includes the difference between halves of the rows */
				double error = robust ? sqrt(d.error * d.error + d.bias / ROWS) : d.error,
					   reach = 1.959963984540054 * error;
				assert_close(cmi.standard_error, error, robust ? 1e-9 : 1e-12);
				if (robust) {
					assert_true(cmi.lower <= value - reach + 1e-9 && cmi.lower > value - 3 * reach);
					assert_true(cmi.upper >= value + reach - 1e-9 && cmi.upper < value + 3 * reach);
				} else {
					assert_close(cmi.lower, value - reach, 1e-9);
					assert_close(cmi.upper, value + reach, 1e-9);
				}
			}
		mixmi_table_free(table);
	}
	print_message("%zu answers of preset robust are of the full table\n", same);
	assert_true(test_enough(same, 4));
}

/* --------------------------------------------------------------------------------------------- intervals */

static mixmi_answer estimate_times(const int64_t *x, const int64_t *y, size_t rows, size_t times)
{
	mixmi_table *table;
	mixmi_answer cmi;
	mixmi_options options = options_of("default");
	int64_t *copies = malloc(2 * rows * times * sizeof *copies);
	for (size_t i = 0; i < rows * times; i++) {
		copies[i] = x[i % rows];
		copies[rows * times + i] = y[i % rows];
	}
	options.confidence = 0.95;
	assert_ok(mixmi_table_new(&table, rows * times));
	assert_ok(mixmi_table_add_codes(table, "x", copies, NULL, 0, NULL));
	assert_ok(mixmi_table_add_codes(table, "y", copies + rows * times, NULL, 0, NULL));
	assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, NULL, 0, &options));
	mixmi_table_free(table);
	free(copies);
	return cmi;
}

/* Information is at most the entropy of a discrete side, and so is the upper end of its interval. */
static void intervals_end_at_the_entropy(void **state)
{
	(void)state;
	enum { FEW = 40, MORE_ONES = 26 };
	int64_t x[FEW], y[FEW];
	mixmi_table *table;
	mixmi_histogram *histogram;
	mixmi_answer cmi;
	const mixmi_question question = { numbers, 1, numbers + 1, 1, NULL, 0 };
	mixmi_options options = options_of("paper");
	options.confidence = 0.9999;
	for (size_t i = 0; i < FEW; i++) {
		x[i] = i < MORE_ONES;
		y[i] = i == 0 ? 0 : x[i];
	}
	assert_ok(mixmi_table_new(&table, FEW));
	assert_ok(mixmi_table_add_codes(table, "x", x, NULL, 0, NULL));
	assert_ok(mixmi_table_add_codes(table, "y", y, NULL, 0, NULL));
	assert_ok(mixmi_histogram_fit(&histogram, table, numbers, 2, &options));
	assert_ok(mixmi_histogram_cmi(&cmi, sizeof cmi, histogram, &question, &options));
	double share = (double)MORE_ONES / FEW, entropy = -share * log(share) - (1 - share) * log(1 - share);
	assert_close(cmi.upper, entropy, 1e-12);
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
}

/* If every row occurs twice, both halves equal the table with each row once: they do not differ, and the remaining bias is the
 * difference of the two estimates. */
static void intervals_follow_the_halves(void **state)
{
	(void)state;
	enum { HALF = 400 };
	for (uint64_t number = 1; number <= 5; number++) {
		int64_t x[HALF], y[HALF];
		uint64_t seed = number;
		for (size_t i = 0; i < HALF; i++) {
			x[i] = (int64_t)test_below(&seed, 4);
			y[i] = test_uniform(&seed) < 0.5 ? x[i] : (int64_t)test_below(&seed, 4);
		}
		mixmi_answer half = estimate_times(x, y, HALF, 1), both = estimate_times(x, y, HALF, 2);
		double reach = 1.959963984540054 * both.standard_error,
			   trend = both.estimate - half.estimate;
		assert_true(trend != 0);
		assert_close(both.lower, both.estimate - reach - fmax(0, -trend), 1e-9);
		assert_close(both.upper, both.estimate + reach + fmax(0, trend), 1e-9);
	}
}

/* Coverage of the interval at level 0.95. */
static double coverage(const char *what, mixmi_table *(*make)(uint64_t), double truth)
{
	size_t draws = test_cases(200);
	double covered = 0, mean = 0, width = 0;
	mixmi_options options = options_of("default");
	options.confidence = 0.95;
	for (uint64_t number = 1; number <= draws; number++) {
		mixmi_table *table = make(number);
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, NULL, 0, &options));
		assert_true(cmi.lower >= 0 && cmi.lower <= cmi.estimate &&
		            cmi.estimate <= cmi.upper);
		covered += (cmi.lower <= truth && truth <= cmi.upper) / (double)draws;
		mean += cmi.estimate / (double)draws;
		width += (cmi.upper - cmi.lower) / (double)draws;
		mixmi_table_free(table);
	}
	print_message("%s: truth %.4f, mean %.4f, mean width %.4f, covered %.3f\n", what, truth, mean, width, covered);
	return covered;
}

static mixmi_table *draw_gauss(uint64_t seed)
{
	double values[2 * 500];
	for (size_t i = 0; i < 500; i++) {
		values[i] = test_normal(&seed);
		values[500 + i] = 0.6 * values[i] + 0.8 * test_normal(&seed);
	}
	return numeric_table(values, 500, 2);
}

static mixmi_table *draw_experiment(uint64_t seed)
{
	mixmi_table *table;
	assert_ok(mechanism_table(&table, mechanism_find("II"), 500, 20210402, seed));
	return table;
}

/* Y equals X with probability 0.6, otherwise any of the four values. */
static mixmi_table *draw_discrete(uint64_t seed)
{
	int64_t x[500], y[500];
	mixmi_table *table;
	for (size_t i = 0; i < 500; i++) {
		x[i] = (int64_t)test_below(&seed, 4);
		y[i] = test_uniform(&seed) < 0.6 ? x[i] : (int64_t)test_below(&seed, 4);
	}
	assert_ok(mixmi_table_new(&table, 500));
	assert_ok(mixmi_table_add_codes(table, "x", x, NULL, 0, NULL));
	assert_ok(mixmi_table_add_codes(table, "y", y, NULL, 0, NULL));
	return table;
}

/* The standard error is for fixed cells, so coverage is below the level; these are the bounds. */
static void intervals_cover_the_truth(void **state)
{
	(void)state;
	assert_true(test_holds(coverage("gauss, rho 0.6, n = 500", draw_gauss, -0.5 * log(1 - 0.36)) >= 0.85));
	assert_true(test_holds(coverage("experiment II, n = 500", draw_experiment, mechanism_find("II")->truth) >= 0.85));
	double truth = log(4) + 0.7 * log(0.7) + 0.3 * log(0.1);
	assert_true(test_holds(coverage("discrete, n = 500", draw_discrete, truth) >= 0.85));
}

static void no_level_no_interval_and_a_higher_one_is_wider(void **state)
{
	(void)state;
	for (size_t p = 0; p < PRESETS; p++) {
		mixmi_table *table = draw_gauss(7);
		mixmi_options options = options_of(preset_names[p]);
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, NULL, 0, &options));
		assert_true(isnan(cmi.lower) && isnan(cmi.upper) && cmi.standard_error > 0);
		double last = 0;
		for (double level = 0.1; level < 1; level += 0.2) {
			options.confidence = level;
			assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, NULL, 0, &options));
			assert_true(cmi.upper - cmi.lower > last);
			last = cmi.upper - cmi.lower;
		}
		mixmi_table_free(table);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(corrections_are_those_of_the_table),
		cmocka_unit_test(intervals_end_at_the_entropy),
		cmocka_unit_test(intervals_follow_the_halves),
		cmocka_unit_test(intervals_cover_the_truth),
		cmocka_unit_test(no_level_no_interval_and_a_higher_one_is_wider),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
