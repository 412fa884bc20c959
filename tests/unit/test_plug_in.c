/* The small-sample bias of an entropy: against its series, and on draws from distributions with known entropy. */
#include <gsl/gsl_sf_psi.h>

#include "estimate/value.h"
#include "tables.h"

/* psi(n) - <psi(c)> + (f/n) sum of q^(k+1) / (n + k), minus the plug-in entropy and psi(n) - ln n. */
static double by_series(const uint64_t *rows, size_t cells, double all)
{
	double lost = 0, f = 0, g = 0, sum = 0;
	for (size_t i = 0; i < cells; i++) {
		lost += (double)rows[i] / all * (log((double)rows[i]) - gsl_sf_psi((double)rows[i]));
		f += rows[i] == 1;
		g += rows[i] == 2;
	}
	double q = 1 - 2 * g / ((all - 1) * f + 2 * g);
	for (double k = 0, power = q; k < 1e6 && f > 0; k++, power *= q)
		sum += power / (all + k);
	return lost + f / all * sum;
}

static void losses_are_those_of_the_series(void **state)
{
	(void)state;
	const uint64_t full[] = { 40, 7, 12, 300, 9 }, some[] = { 1, 1, 1, 1, 1, 2, 2, 5, 30, 156 };
	assert_close(estimate_entropy_bias(full, 5, 368), by_series(full, 5, 368), 1e-9);
	assert_close(estimate_entropy_bias(some, 10, 200), by_series(some, 10, 200), 2e-4); /* the sum by an integral */
}

/* Mean error of the entropy of `values` equally likely values from as many rows, plug-in and corrected. */
static void mean_errors(double *plain, double *corrected, size_t values, size_t rows)
{
	enum { DRAWS = 200 };
	uint64_t seed = 11;
	uint64_t *counts = malloc(values * sizeof *counts), *seen = malloc(values * sizeof *seen);
	*plain = *corrected = 0;
	for (size_t draw = 0; draw < DRAWS; draw++) {
		size_t cells = 0;
		double entropy = log((double)rows);
		memset(counts, 0, values * sizeof *counts);
		for (size_t i = 0; i < rows; i++)
			counts[test_below(&seed, values)]++;
		for (size_t v = 0; v < values; v++)
			if (counts[v] > 0) {
				seen[cells++] = counts[v];
				entropy -= (double)counts[v] / (double)rows * log((double)counts[v]);
			}
		double lost = estimate_entropy_bias(seen, cells, (double)rows);
		*plain += (entropy - log((double)values)) / DRAWS;
		*corrected += (entropy + lost + gsl_sf_psi((double)rows) - log((double)rows) - log((double)values)) / DRAWS;
	}
	free(counts);
	free(seen);
}

static void entropies_of_few_rows_are_put_right(void **state)
{
	(void)state;
	static const size_t sizes[][2] = { { 10, 50 }, { 100, 300 }, { 100, 100 }, { 400, 300 } };
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		double plain, corrected;
		mean_errors(&plain, &corrected, sizes[i][0], sizes[i][1]);
		print_message("%zu values, %zu rows: plug-in %+.4f, corrected %+.4f\n", sizes[i][0], sizes[i][1], plain,
		              corrected);
		assert_true(plain < -0.05 && fabs(corrected) < 0.03 && fabs(corrected) < fabs(plain) / 6);
	}
}

/* One row per cell says nothing about the number of cells; nothing may overflow. */
static void extremes_stay_finite(void **state)
{
	(void)state;
	const uint64_t one[] = { 1, 1, 1, 1 }, pair[] = { 2 }, single[] = { 1, 3 };
	uint64_t many[2000];
	for (size_t i = 0; i < 2000; i++)
		many[i] = 1;
	assert_true(isfinite(estimate_entropy_bias(one, 4, 4)));
	assert_true(isfinite(estimate_entropy_bias(pair, 1, 2)));
	assert_true(isfinite(estimate_entropy_bias(single, 2, 4)));
	double lost = estimate_entropy_bias(many, 2000, 2000);
	assert_true(isfinite(lost) && lost > 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(losses_are_those_of_the_series),
		cmocka_unit_test(entropies_of_few_rows_are_put_right),
		cmocka_unit_test(extremes_stay_finite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
