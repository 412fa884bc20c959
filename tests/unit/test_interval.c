/* Bias correction and confidence intervals of the histogram, against tables of counts; intervals of the default method, by
 * their formula and by how often they cover the truth. */
#include <gsl/gsl_cdf.h>

#include "mechanisms.h"
#include "tables.h"

static const size_t numbers[] = { 0, 1, 2 };

/* ------------------------------------------------------------------------------------------------- bias */

enum { X = 3, Y = 4, Z = 2, ROWS = 900 };

/* From a table of counts: plug-in, the Miller-Madow term and the standard error. */
typedef struct direct {
	double plug_in, bias, error;
} direct;

static direct count_directly(int64_t codes[3][ROWS])
{
	double all[X][Y][Z] = { { { 0 } } }, xz[X][Z] = { { 0 } }, yz[Y][Z] = { { 0 } }, z[Z] = { 0 }, square = 0,
		   cells = 0;
	direct d = { 0, 0, 0 };
	for (size_t i = 0; i < ROWS; i++) {
		all[codes[0][i]][codes[1][i]][codes[2][i]]++;
		xz[codes[0][i]][codes[2][i]]++;
		yz[codes[1][i]][codes[2][i]]++;
		z[codes[2][i]]++;
	}
	for (size_t k = 0; k < Z; k++) {
		cells += z[k] > 0;
		for (size_t a = 0; a < X; a++)
			cells -= xz[a][k] > 0;
		for (size_t b = 0; b < Y; b++)
			cells -= yz[b][k] > 0;
		for (size_t a = 0; a < X; a++)
			for (size_t b = 0; b < Y; b++) {
				double c = all[a][b][k], term = c > 0 ? log(c * z[k] / (xz[a][k] * yz[b][k])) : 0;
				cells += c > 0;
				d.plug_in += c / ROWS * term;
				square += c / ROWS * term * term;
			}
	}
	d.bias = cells / (2 * ROWS);
	d.error = sqrt((square - d.plug_in * d.plug_in) / ROWS);
	return d;
}

static void corrections_are_those_of_the_table(void **state)
{
	(void)state;
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
		for (int bias = MIXMI_BIAS_NONE; bias <= MIXMI_BIAS_MILLER_MADOW; bias++) {
			mixmi_options options = paper_options();
			mixmi_answer cmi;
			options.bias = bias;
			options.confidence = 0.95;
			assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, numbers + 2, 1, &options));
			double taken = bias == MIXMI_BIAS_NONE ? 0 : d.bias, value = d.plug_in - taken;
			double reach = 1.959963984540054 * d.error;
			assert_close(cmi.plug_in, d.plug_in, 1e-12);
			assert_close(cmi.bias, taken, 1e-15);
			assert_close(cmi.estimate, value, 1e-12);
			assert_close(cmi.standard_error, d.error, 1e-12);
			assert_close(cmi.lower, value - reach, 1e-9);
			assert_close(cmi.upper, value + reach, 1e-9);
		}
		mixmi_table_free(table);
	}
}

/* --------------------------------------------------------------------------------------------- intervals */

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

static mixmi_table *draw_gauss(uint64_t seed)
{
	double values[2 * 500];
	for (size_t i = 0; i < 500; i++) {
		values[i] = test_normal(&seed);
		values[500 + i] = 0.6 * values[i] + 0.8 * test_normal(&seed);
	}
	return numeric_table(values, 500, 2);
}

/* On the scale of the square root of the information both ends are z_a / z away from the estimate, z being the normal deviate of
 * p; only the upper end can be further away. */
static void intervals_are_those_of_the_test(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		mixmi_table *table = draw_gauss(seed);
		mixmi_options options = options_of("default");
		mixmi_answer cmi;
		for (double level = 0.5; level < 1; level += 0.1) {
			options.confidence = level;
			assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, NULL, 0, &options));
			double z = gsl_cdf_ugaussian_Qinv(cmi.p / 2), share = gsl_cdf_ugaussian_Qinv((1 - level) / 2) / z;
			assert_true(cmi.p > 0 && share < 1 && cmi.confidence == 1 - (1 - level));
			assert_close(sqrt(cmi.lower / cmi.estimate), 1 - share, 1e-9);
			assert_true(sqrt(cmi.upper / cmi.estimate) >= 1 + share - 1e-9);
			assert_close(cmi.standard_error, 2 * cmi.estimate / z, 1e-9 * cmi.estimate);
		}
		mixmi_table_free(table);
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
		assert_true(cmi.lower >= 0 && cmi.lower <= cmi.estimate && cmi.estimate <= cmi.upper);
		covered += (cmi.lower <= truth && truth <= cmi.upper) / (double)draws;
		mean += cmi.estimate / (double)draws;
		width += (cmi.upper - cmi.lower) / (double)draws;
		mixmi_table_free(table);
	}
	print_message("%s: truth %.4f, mean %.4f, mean width %.4f, covered %.3f\n", what, truth, mean, width, covered);
	return covered;
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

static void intervals_cover_the_truth(void **state)
{
	(void)state;
	assert_true(test_holds(coverage("gauss, rho 0.6, n = 500", draw_gauss, -0.5 * log(1 - 0.36)) >= 0.85));
	assert_true(test_holds(coverage("experiment II, n = 500", draw_experiment, mechanism_find("II")->truth) >= 0.85));
	double truth = log(4) + 0.7 * log(0.7) + 0.3 * log(0.1);
	assert_true(test_holds(coverage("discrete, n = 500", draw_discrete, truth) >= 0.85));
}

/* The histogram has an interval only on request, the default method always, by default of level 1 - alpha. */
static void a_higher_level_is_a_wider_interval(void **state)
{
	(void)state;
	for (size_t p = 0; p < PRESETS; p++) {
		mixmi_table *table = draw_gauss(7);
		mixmi_options options = options_of(preset_names[p]);
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, NULL, table, numbers, 1, numbers + 1, 1, NULL, 0, &options));
		bool paper = options.preset == MIXMI_PRESET_PAPER;
		assert_true(isnan(cmi.lower) == paper && isnan(cmi.upper) == paper && cmi.standard_error > 0);
		assert_true(paper || cmi.confidence == 0.95);
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
		cmocka_unit_test(corrections_are_those_of_the_table), cmocka_unit_test(intervals_end_at_the_entropy),
		cmocka_unit_test(intervals_are_those_of_the_test),    cmocka_unit_test(intervals_cover_the_truth),
		cmocka_unit_test(a_higher_level_is_a_wider_interval),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
