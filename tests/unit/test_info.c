/* Entropies and conditional mutual information: closed forms, brute force from counts, and identities that must hold. */
#include "tables.h"

static const size_t column_numbers[] = { 0, 1, 2, 3, 4, 5, 6, 7 };

/* ------------------------------------------------------------------------------------------- closed forms */

/* All combinations of two discrete values equally often: exactly independent. */
static void independent_discrete_columns_give_exactly_zero(void **state)
{
	(void)state;
	double values[3 * 240];
	for (size_t i = 0; i < 240; i++) {
		values[i] = (double)(i % 4);
		values[240 + i] = (double)(i / 4 % 5);
		values[480 + i] = (double)(i / 20 % 3);
	}
	mixmi_table *table = numeric_table(values, 240, 3);
	for (size_t p = 0; p < PRESETS; p++) {
		mixmi_options options = options_of(preset_names[p]);
		bool paper = options.preset == MIXMI_PRESET_PAPER; /* which keeps values apart that tell nothing */
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, NULL, 0, &options));
		assert_true(cmi.estimate == 0 && cmi.strength == 0 &&
		            (!paper || (cmi.paper.chi2_p == 1 && cmi.paper.chi2_df == 12)));
		assert_ok(
			estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, column_numbers + 2, 1, &options));
		assert_true(cmi.estimate == 0 && cmi.bins_z == (paper ? 3 : 1) &&
		            (!paper || (cmi.paper.chi2_p == 1 && cmi.paper.chi2_df == 36)));
	}
	mixmi_table_free(table);
}

/* Y a function of X: I = H(Y); Y = X: I = H(X) = ln 4. The default estimate of H(Y) is larger by the correction of its small-sample bias,
 * about 1 / 2n, which is 0 if all values are equally frequent. */
static void a_function_has_the_entropy_of_its_value(void **state)
{
	(void)state;
	double values[3 * 400];
	for (size_t i = 0; i < 400; i++) {
		values[i] = (double)(i % 4);
		values[400 + i] = (double)(i % 4 == 3); /* 1/4 : 3/4 */
		values[800 + i] = 10 - (double)(i % 4);
	}
	mixmi_table *table = numeric_table(values, 400, 3);
	for (size_t p = 0; p < PRESETS; p++) {
		mixmi_options options = options_of(preset_names[p]);
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, NULL, 0, &options));
		assert_close(cmi.estimate, -0.25 * log(0.25) - 0.75 * log(0.75),
		             options.preset == MIXMI_PRESET_PAPER ? 1e-12 : 1.01 / 800);
		assert_ok(estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 2, 1, NULL, 0, &options));
		/* by default densities count only as far as they exceed products: a function loses little */
		assert_close(cmi.estimate, log(4), options.preset == MIXMI_PRESET_PAPER ? 1e-12 : 2e-3);
		assert_close(cmi.strength, cmi.strength_max, options.preset == MIXMI_PRESET_PAPER ? 1e-9 : 2e-3);
		/* and given X, its copy has no information, or nothing can be compared */
		assert_ok(
			estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, column_numbers + 2, 1, &options));
		assert_true(cmi.verdict == MIXMI_UNDECIDED || fabs(cmi.estimate) < 1e-12);
	}
	mixmi_table_free(table);
}

static void exclusive_or_is_seen_only_given_z(void **state)
{
	(void)state;
	double values[3 * 400];
	for (size_t i = 0; i < 400; i++) {
		values[i] = (double)(i % 2);
		values[400 + i] = (double)(i / 2 % 2);
		values[800 + i] = (double)(i % 2 ^ i / 2 % 2);
	}
	mixmi_table *table = numeric_table(values, 400, 3);
	for (size_t p = 0; p < PRESETS; p++) {
		mixmi_options options = options_of(preset_names[p]);
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, NULL, 0, &options));
		bool paper = options.preset == MIXMI_PRESET_PAPER;
		assert_true(cmi.estimate == 0 && (!paper || cmi.paper.sc == 0));
		assert_ok(
			estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, column_numbers + 2, 1, &options));
		assert_close(cmi.estimate, log(2), paper ? 1e-12 : 2e-3);
		assert_true(paper ? cmi.paper.sc > 0.5 && cmi.paper.chi2_p < 1e-100 : cmi.p < 1e-80);
	}
	mixmi_table_free(table);
}

static void a_large_gaussian_pair_is_right(void **state)
{
	(void)state;
	enum { ROWS = 100000 };
	const double rho[] = { 0, 0.3, 0.6, 0.9 };
	double *values = malloc(2 * ROWS * sizeof *values);
	for (size_t r = 0; r < 4; r++) {
		uint64_t seed = 100 + r;
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = test_normal(&seed);
			values[ROWS + i] = rho[r] * values[i] + sqrt(1 - rho[r] * rho[r]) * test_normal(&seed);
		}
		mixmi_table *table = numeric_table(values, ROWS, 2);
		mixmi_histogram *histogram;
		mixmi_answer cmi;
		double entropy;
		mixmi_options options = paper_options();
		assert_ok(estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, NULL, 0, NULL));
		assert_close(cmi.estimate, -0.5 * log(1 - rho[r] * rho[r]), 0.01);
		assert_close(cmi.strength, rho[r], 0.01);
		assert_ok(estimate_cmi(&cmi, &histogram, table, column_numbers, 1, column_numbers + 1, 1, NULL, 0, &options));
		assert_close(cmi.estimate, -0.5 * log(1 - rho[r] * rho[r]), 0.01);
		assert_ok(mixmi_histogram_entropy(&entropy, histogram, column_numbers, 1, false));
		assert_close(entropy, 0.5 * log(2 * 3.141592653589793 * 2.718281828459045), 0.02); /* of N(0, 1) */
		mixmi_histogram_free(histogram);
		mixmi_table_free(table);
	}
	free(values);
}

static void entropies_of_simple_columns(void **state)
{
	(void)state;
	double values[1000], entropy;
	for (size_t i = 0; i < 500; i++) {
		values[i] = 3 * ((double)i + 0.5) / 500; /* evenly over an interval of length just under 3 */
		values[500 + i] = (double)(i % 5);
	}
	mixmi_table *table = numeric_table(values, 500, 2);
	mixmi_histogram *histogram = fit_all(table, NULL);
	assert_ok(mixmi_histogram_entropy(&entropy, histogram, column_numbers, 1, false));
	assert_close(entropy, log(3 * 499.0 / 500), 1e-12);
	assert_ok(mixmi_histogram_entropy(&entropy, histogram, column_numbers, 1, true));
	assert_close(entropy, 0, 1e-15);
	assert_ok(mixmi_histogram_entropy(&entropy, histogram, column_numbers + 1, 1, false));
	assert_close(entropy, log(5), 1e-12);
	assert_fails(mixmi_histogram_entropy(&entropy, histogram, column_numbers, 0, false), MIXMI_ERROR_USAGE,
	             "no columns");
	assert_fails(mixmi_histogram_entropy(&entropy, histogram, column_numbers + 2, 1, false), MIXMI_ERROR_USAGE,
	             "column 2");
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
}

/* --------------------------------------------------------------------------------------------- identities */

static double entropy_of(const mixmi_histogram *histogram, const size_t *columns, size_t count, bool discretised)
{
	double entropy;
	assert_ok(mixmi_histogram_entropy(&entropy, histogram, columns, count, discretised));
	return entropy;
}

/* I = H(XZ) + H(YZ) - H(XYZ) - H(Z) before any correction, from differential and from discretised entropies, for X, Y, Z of 1, 2 and 0-2
 * columns of a histogram of six. */
static void volumes_cancel(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 6; seed++) {
		mixmi_options options = options_of(preset_names[seed % PRESETS]);
		double *values = mixed_values(400, 6, seed);
		mixmi_table *table = numeric_table(values, 400, 6);
		mixmi_histogram *histogram = fit_all(table, &options);
		const size_t xz[] = { 0, 4, 5 }, yz[] = { 1, 2, 4, 5 }, xyz[] = { 0, 1, 2, 4, 5 };
		mixmi_answer cmi;
		assert_ok(histogram_cmi(&cmi, histogram, xz, 1, yz, 2, xz + 1, 2, NULL));
		for (int discretised = 0; discretised < 2; discretised++) {
			double by_entropies =
				entropy_of(histogram, xz, 3, discretised) + entropy_of(histogram, yz, 4, discretised) -
				entropy_of(histogram, xyz, 5, discretised) - entropy_of(histogram, xz + 1, 2, discretised);
			assert_close(cmi.plug_in, by_entropies, 1e-9);
		}
		assert_ok(histogram_cmi(&cmi, histogram, xz, 1, yz, 2, NULL, 0, NULL));
		const size_t xy[] = { 0, 1, 2 };
		assert_close(cmi.plug_in,
		             entropy_of(histogram, xz, 1, false) + entropy_of(histogram, yz, 2, false) -
		                 entropy_of(histogram, xy, 3, false),
		             1e-9);
		mixmi_histogram_free(histogram);
		mixmi_table_free(table);
		free(values);
	}
}

/* I(X;YZ) = I(X;Z) + I(X;Y|Z) within one histogram. */
static void the_chain_rule_holds(void **state)
{
	(void)state;
	double *values = mixed_values(500, 3, 21);
	mixmi_table *table = numeric_table(values, 500, 3);
	mixmi_histogram *histogram = fit_all(table, NULL);
	mixmi_answer joint, first, rest;
	const size_t x = 0, yz[] = { 1, 2 };
	assert_ok(histogram_cmi(&joint, histogram, &x, 1, yz, 2, NULL, 0, NULL));
	assert_ok(histogram_cmi(&first, histogram, &x, 1, yz + 1, 1, NULL, 0, NULL));
	assert_ok(histogram_cmi(&rest, histogram, &x, 1, yz, 1, yz + 1, 1, NULL));
	assert_close(joint.estimate, first.estimate + rest.estimate, 1e-12);
	assert_true(joint.estimate > 0.05);
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
	free(values);
}

static void exchanging_x_and_y_changes_no_bit(void **state)
{
	(void)state;
	for (uint64_t seed = 30; seed < 36; seed++) {
		double *values = mixed_values(300, 4, seed);
		mixmi_table *table = numeric_table(values, 300, 4);
		const size_t x[] = { 2, 0 }, reversed[] = { 0, 2 }, y = 3, z = 1;
		for (size_t p = 0; p < PRESETS; p++) {
			mixmi_options options = options_of(preset_names[p]);
			mixmi_answer a, b;
			options.confidence = 0.9;
			assert_ok(estimate_cmi(&a, NULL, table, x, 2, &y, 1, &z, 1, &options));
			assert_ok(estimate_cmi(&b, NULL, table, &y, 1, reversed, 2, &z, 1, &options));
			assert_true(a.estimate == b.estimate && a.standard_error == b.standard_error && a.bins_x == b.bins_y);
			assert_true(a.lower == b.lower && a.upper == b.upper && a.strength == b.strength);
			if (options.preset == MIXMI_PRESET_PAPER)
				assert_true(a.paper.chi2_p == b.paper.chi2_p && a.paper.sc == b.paper.sc && a.plug_in == b.plug_in &&
				            a.bias == b.bias);
			else
				assert_true(a.p == b.p);
		}
		mixmi_table_free(table);
		free(values);
	}
}

static void reordered_columns_change_no_bit(void **state)
{
	(void)state;
	enum { ROWS = 400 };
	double *values = mixed_values(ROWS, 3, 37);
	static const char *const names[] = { "p", "q", "r" };
	mixmi_answer answers[4];
	for (size_t turn = 0; turn < 4; turn++) {
		mixmi_options options = options_of(preset_names[turn / 2]);
		mixmi_table *table;
		size_t x, y, z;
		assert_ok(mixmi_table_new(&table, ROWS));
		for (size_t j = 0; j < 3; j++) {
			size_t c = turn % 2 == 0 ? j : 2 - j;
			assert_ok(mixmi_table_add_values(table, names[c], MIXMI_NUMERIC, values + c * ROWS, NULL));
		}
		assert_ok(mixmi_table_find(&x, table, "p"));
		assert_ok(mixmi_table_find(&y, table, "q"));
		assert_ok(mixmi_table_find(&z, table, "r"));
		assert_ok(estimate_cmi(&answers[turn], NULL, table, &x, 1, &y, 1, &z, 1, &options));
		mixmi_table_free(table);
	}
	assert_memory_equal(&answers[0], &answers[1], sizeof answers[0]);
	assert_memory_equal(&answers[2], &answers[3], sizeof answers[0]);
	free(values);
}

/* -------------------------------------------------------------------------------------------- corrections */

/* The corrections by their definitions, with counts from the raw discrete rows. */
static void corrections_follow_their_definitions(void **state)
{
	(void)state;
	enum { N = 300, X = 3, Y = 4, Z = 2 };
	double values[3 * N], xz[X][Z] = { { 0 } }, yz[Y][Z] = { { 0 } }, all[X][Y][Z] = { { { 0 } } }, by_z[Z] = { 0 };
	uint64_t seed = 40;
	for (size_t i = 0; i < N; i++) {
		size_t z = test_below(&seed, Z), x = (test_below(&seed, X) + z) % X, y = (test_below(&seed, Y) + x * z) % Y;
		values[i] = (double)x;
		values[N + i] = (double)y;
		values[2 * N + i] = (double)z;
		xz[x][z]++, yz[y][z]++, all[x][y][z]++, by_z[z]++;
	}
	double estimate = 0, fnml = 0;
	for (size_t z = 0; z < Z; z++) {
		fnml += mixmi_parametric_complexity((uint64_t)by_z[z], X) + mixmi_parametric_complexity((uint64_t)by_z[z], Y) -
		        mixmi_parametric_complexity((uint64_t)by_z[z], X * Y);
		for (size_t x = 0; x < X; x++)
			for (size_t y = 0; y < Y; y++)
				if (all[x][y][z] > 0)
					estimate += all[x][y][z] / N * log(all[x][y][z] * by_z[z] / (xz[x][z] * yz[y][z]));
	}
	double sc = mixmi_parametric_complexity(N, X * Z) + mixmi_parametric_complexity(N, Y * Z) -
	            mixmi_parametric_complexity(N, X * Y * Z) - mixmi_parametric_complexity(N, Z);
	mixmi_table *table = numeric_table(values, N, 3);
	mixmi_options options = paper_options();
	mixmi_answer cmi;
	options.alpha = 0.05;
	assert_ok(
		estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, column_numbers + 2, 1, &options));
	assert_close(cmi.estimate, estimate, 1e-12);
	assert_true(cmi.paper.chi2_df == (X - 1) * (Y - 1) * Z);
	assert_close(cmi.paper.chi2_correction, -21.02606981748307 / (2 * N), 1e-12); /* chi2 quantile of 12 at 0.95 */
	assert_close(cmi.paper.jic_correction, -12 * log(N) / (2 * N), 1e-12);
	assert_close(cmi.paper.sc_correction, sc * log(2) / N, 1e-12);
	assert_close(cmi.paper.fnml_correction, fnml * log(2) / N, 1e-12);
	assert_close(cmi.paper.chi2, fmax(0, estimate + cmi.paper.chi2_correction), 1e-15);
	assert_close(cmi.paper.sc, fmax(0, estimate + cmi.paper.sc_correction), 1e-15);
	/* the p-value agrees with the decision at its own alpha */
	assert_true((cmi.paper.chi2_p < 0.05) == (cmi.paper.chi2 > 0));
	mixmi_table_free(table);
}

/* Strata of Z, one with half the rows of another, small enough for complexities to be tabulated by number of rows. */
static void slices_have_the_complexity_of_their_own_rows(void **state)
{
	(void)state;
	enum { N = 105 };
	double values[3 * N], fnml = 0;
	static const uint64_t sizes[] = { 60, 30, 15 };
	for (size_t i = 0; i < N; i++) {
		values[i] = (double)(i % 2);
		values[N + i] = (double)(i / 2 % 3);
		values[2 * N + i] = i < 60 ? 0 : i < 90 ? 1 : 2;
	}
	for (size_t z = 0; z < 3; z++)
		fnml += mixmi_parametric_complexity(sizes[z], 2) + mixmi_parametric_complexity(sizes[z], 3) -
		        mixmi_parametric_complexity(sizes[z], 6);
	mixmi_table *table = numeric_table(values, N, 3);
	mixmi_options options = paper_options();
	mixmi_answer cmi;
	assert_ok(
		estimate_cmi(&cmi, NULL, table, column_numbers, 1, column_numbers + 1, 1, column_numbers + 2, 1, &options));
	assert_close(cmi.paper.fnml_correction, fnml * log(2) / N, 1e-12);
	mixmi_table_free(table);
}

/* Several columns as X equal one column of their combinations. */
static void a_set_of_columns_is_their_combination(void **state)
{
	(void)state;
	double values[4 * 600];
	uint64_t seed = 50;
	for (size_t i = 0; i < 600; i++) {
		size_t a = test_below(&seed, 2), b = test_below(&seed, 3), y = (a + b + test_below(&seed, 2)) % 3;
		values[i] = (double)a;
		values[600 + i] = (double)b;
		values[1200 + i] = (double)y;
		values[1800 + i] = (double)(3 * a + b);
	}
	mixmi_table *table = numeric_table(values, 600, 4);
	mixmi_options options = paper_options();
	mixmi_answer set, one;
	assert_ok(estimate_cmi(&set, NULL, table, column_numbers, 2, column_numbers + 2, 1, NULL, 0, &options));
	assert_ok(estimate_cmi(&one, NULL, table, column_numbers + 3, 1, column_numbers + 2, 1, NULL, 0, &options));
	assert_close(set.estimate, one.estimate, 1e-12);
	assert_true(set.paper.chi2_df == one.paper.chi2_df && set.bins_x == 6);
	mixmi_table_free(table);
}

/* Twenty columns with many values: the grid has far more cells than a double can count exactly. */
static void a_grid_beyond_all_counting_is_answered(void **state)
{
	(void)state;
	enum { N = 500, COLUMNS = 20 };
	double *values = malloc(N * COLUMNS * sizeof *values);
	uint64_t seed = 60;
	for (size_t i = 0; i < N * COLUMNS; i++)
		values[i] = (double)test_below(&seed, 40);
	mixmi_table *table = numeric_table(values, N, COLUMNS);
	size_t columns[COLUMNS];
	for (size_t j = 0; j < COLUMNS; j++)
		columns[j] = j;
	mixmi_options options = paper_options();
	mixmi_answer cmi;
	assert_ok(estimate_cmi(&cmi, NULL, table, columns, 1, columns + 1, 1, columns + 2, COLUMNS - 2, NULL));
	assert_true(cmi.verdict == MIXMI_UNDECIDED || cmi.verdict == MIXMI_NOT_DETECTED);
	assert_ok(estimate_cmi(&cmi, NULL, table, columns, 1, columns + 1, 1, columns + 2, COLUMNS - 2, &options));
	assert_close(cmi.estimate, 0, 0.05); /* every cell of Z holds one row */
	assert_true(cmi.paper.chi2_p == 1 && cmi.paper.chi2_df > 1e28 && cmi.paper.sc == 0 && cmi.paper.chi2 == 0 &&
	            isfinite(cmi.paper.sc_correction));
	mixmi_table_free(table);
	free(values);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(independent_discrete_columns_give_exactly_zero),
		cmocka_unit_test(a_function_has_the_entropy_of_its_value),
		cmocka_unit_test(exclusive_or_is_seen_only_given_z),
		cmocka_unit_test(a_large_gaussian_pair_is_right),
		cmocka_unit_test(entropies_of_simple_columns),
		cmocka_unit_test(volumes_cancel),
		cmocka_unit_test(the_chain_rule_holds),
		cmocka_unit_test(exchanging_x_and_y_changes_no_bit),
		cmocka_unit_test(reordered_columns_change_no_bit),
		cmocka_unit_test(corrections_follow_their_definitions),
		cmocka_unit_test(slices_have_the_complexity_of_their_own_rows),
		cmocka_unit_test(a_set_of_columns_is_their_combination),
		cmocka_unit_test(a_grid_beyond_all_counting_is_answered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
