/* Nearest-neighbour estimators through the public calls: values of the public programs, closed forms, invariances,
 * bad input, and many rows with ties, which would make a plain search quadratic. */
#include "tables.h"

enum { METHODS = 5 };

static mixmi_options options_with(int64_t neighbours)
{
	mixmi_options options;
	init_options(&options);
	options.neighbours = neighbours;
	return options;
}

static const char *const methods[] = { "ksg", "fp", "mixed-ksg", "ravk", "ms" };

static bool takes_z(const char *method)
{
	return strstr(method, "ksg") == NULL;
}

static double estimate_with(const char *method, const mixmi_table *table, const char *x, const char *y, const char *z,
                            const mixmi_options *options)
{
	size_t *columns[3] = { NULL, NULL, NULL }, counts[3] = { 0, 0, 0 };
	const char *lists[3] = { x, y, z };
	for (size_t i = 0; i < 3; i++)
		if (lists[i] != NULL)
			assert_ok(mixmi_table_select(&columns[i], &counts[i], table, lists[i]));
	mixmi_question question = { columns[0], counts[0], columns[1], counts[1], columns[2], counts[2] };
	mixmi_answer value = base_no_answer(MIXMI_OK, "", 0);
	assert_ok(estimate_by(&value, method, table, &question, options));
	for (size_t i = 0; i < 3; i++)
		mixmi_free(columns[i]);
	return value.estimate;
}

/* --------------------------------------------------------------------------------- the public programs */

/* A field of values.csv, NaN if empty. */
static double field(const mixmi_table *golden, const char *name, size_t row)
{
	size_t column;
	assert_ok(mixmi_table_find(&column, golden, name));
	return mixmi_table_value(golden, column, row);
}

static const char *text_field(const mixmi_table *golden, const char *name, size_t row)
{
	size_t column;
	assert_ok(mixmi_table_find(&column, golden, name));
	double code = mixmi_table_value(golden, column, row);
	return isnan(code) ? NULL : mixmi_table_label(golden, column, (size_t)code);
}

static void compare_with(const mixmi_table *golden, size_t row, const char *name, const char *method,
                         int64_t neighbours, double tolerance)
{
	double expected = field(golden, name, row);
	if (isnan(expected))
		return;
	char path[256], z[64] = "";
	snprintf(path, sizeof path, "tests/golden/neighbour/%s.csv", text_field(golden, "data", row));
	const char *given = text_field(golden, "z", row);
	if (given != NULL && strcmp(method, "mixed-ksg") != 0)
		snprintf(z, sizeof z, "%s", given);
	for (char *blank = strchr(z, ' '); blank != NULL; blank = strchr(z, ' '))
		*blank = ',';
	mixmi_options options = options_with(neighbours);
	mixmi_table *table;
	assert_ok(mixmi_table_read(&table, path, &options));
	double actual = estimate_with(method, table, "x", "y", z[0] != '\0' ? z : NULL, &options);
	if (fabs(actual - expected) > tolerance)
		print_error("%s, %s given %s\n", name, path, z);
	assert_close(actual, expected, tolerance);
	mixmi_table_free(table);
}

static void values_of_the_public_programs(void **state)
{
	(void)state;
	mixmi_options options = options_with(10);
	mixmi_table *golden;
	assert_ok(mixmi_table_read(&golden, "tests/golden/neighbour/values.csv", &options));
	assert_int_equal(mixmi_table_rows(golden), 30);
	for (size_t row = 0; row < mixmi_table_rows(golden); row++) {
		compare_with(golden, row, "MS_k7", "ms", 7, 1e-12);
		compare_with(golden, row, "MS_k10", "ms", 10, 1e-12);
		compare_with(golden, row, "MixedKSG_k5", "mixed-ksg", 5, 1e-12);
		compare_with(golden, row, "MixedKSG_k10", "mixed-ksg", 10, 1e-12);
		compare_with(golden, row, "FP_k10", "fp", 10, 1e-7); /* the table has 8 digits */
		compare_with(golden, row, "RAVK_k10", "ravk", 10, 1e-12);
	}
	mixmi_table_free(golden);
}

/* ---------------------------------------------------------------------------------------- closed forms */

/* X and Y, each `noise` plus the contribution of Z to both: columns a, b, then Z. */
static mixmi_table *gaussian_table(size_t rows, size_t z_count, double rho, uint64_t seed)
{
	double *values = malloc(rows * (2 + z_count) * sizeof *values);
	for (size_t i = 0; i < rows; i++) {
		double shared = 0, x = test_normal(&seed), y = rho * x + sqrt(1 - rho * rho) * test_normal(&seed);
		for (size_t j = 0; j < z_count; j++)
			shared += values[(2 + j) * rows + i] = test_normal(&seed);
		values[i] = x + 0.5 * shared;
		values[rows + i] = y + 0.5 * shared;
	}
	mixmi_table *table = numeric_table(values, rows, 2 + z_count);
	free(values);
	return table;
}

static void gaussian_closed_forms(void **state)
{
	(void)state;
	static const char *const names[] = { "ksg", "fp", "mixed-ksg", "ms" };
	double truth = -0.5 * log(1 - 0.36);
	mixmi_options options = options_with(10);
	for (size_t z = 0; z <= 1; z++)
		for (size_t m = 0; m < 4; m++) {
			if (z > 0 && (!takes_z(names[m])))
				continue;
			double sum = 0;
			for (uint64_t seed = 1; seed <= 4; seed++) {
				mixmi_table *table = gaussian_table(3000, z, 0.6, seed);
				sum += estimate_with(names[m], table, "a", "b", z > 0 ? "c" : NULL, &options) / 4;
				mixmi_table_free(table);
			}
			assert_close(sum, truth, 0.03);
		}
}

/* Three categories of X that determine Y: ms and mixed-ksg give the entropy. */
static void a_function_of_categories(void **state)
{
	(void)state;
	enum { ROWS = 3000 };
	double values[2 * ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = (double)(i % 3);
		values[ROWS + i] = 10 - values[i] * values[i];
	}
	mixmi_table *table = numeric_table(values, ROWS, 2);
	mixmi_options options = options_with(7);
	assert_close(estimate_with("ms", table, "a", "b", NULL, &options), log(3), 2e-3);
	assert_close(estimate_with("mixed-ksg", table, "a", "b", NULL, &options), log(3), 2e-3);
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------- what must not change an answer */

/* The same rows and columns in another order; columns keep their names. */
static mixmi_table *shuffled_table(const double *values, size_t rows, size_t columns, double scale, uint64_t seed)
{
	double *moved = malloc(rows * columns * sizeof *moved);
	size_t *order = malloc(rows * sizeof *order);
	for (size_t i = 0; i < rows; i++) {
		size_t k = test_below(&seed, i + 1);
		order[i] = order[k];
		order[k] = i;
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t j = columns; j-- > 0;) {
		char name[] = { (char)('a' + j), '\0' };
		for (size_t i = 0; i < rows; i++)
			moved[i] = scale * values[j * rows + order[i]];
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, moved, NULL));
	}
	free(moved);
	free(order);
	return table;
}

static void same_bits_in_any_order(void **state)
{
	(void)state;
	enum { ROWS = 700, COLUMNS = 5 };
	double *values = mixed_values(ROWS, COLUMNS, 5);
	mixmi_table *table = numeric_table(values, ROWS, COLUMNS);
	mixmi_table *shuffled = shuffled_table(values, ROWS, COLUMNS, 1, 6);
	mixmi_table *scaled = shuffled_table(values, ROWS, COLUMNS, 0.125, 7);
	for (int m = 0; m < METHODS; m++) {
		const char *z = takes_z(methods[m]) ? "c,d" : NULL;
		const char *z_turned = z == NULL ? NULL : "d,c";
		const char *method = methods[m];
		for (int variant = 0; variant < (m == 0 ? 2 : 1); variant++) {
			mixmi_options options = options_with(4);
			options.ksg_variant = variant;
			options.threads = 1;
			double first = estimate_with(method, table, "a,e", "b", z, &options);
			options.threads = 3;
			assert_true(first == estimate_with(method, table, "a,e", "b", z, &options));
			assert_true(first == estimate_with(method, table, "b", "e,a", z_turned, &options));
			assert_true(first == estimate_with(method, shuffled, "b", "a,e", z_turned, &options));
			assert_true(first == estimate_with(method, scaled, "a,e", "b", z, &options));
		}
	}
	mixmi_table_free(table);
	mixmi_table_free(shuffled);
	mixmi_table_free(scaled);
	free(values);
}

/* -------------------------------------------------------------------------------------------- odd input */

static mixmi_table *odd_table(void)
{
	enum { ROWS = 40 };
	static const char *const labels[] = { "one" };
	double a[ROWS], b[ROWS], constant[ROWS], huge[ROWS], holes[ROWS];
	int64_t codes[ROWS];
	for (int i = 0; i < ROWS; i++) {
		a[i] = i * i % 17;
		b[i] = a[i] * 0.5 + i % 3;
		constant[i] = 7;
		huge[i] = i % 2 ? 1.7e308 - i * 1e306 : -1.7e308 + i * 1e306;
		holes[i] = i < 9 ? i : (double)NAN;
		codes[i] = 0;
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, "a", MIXMI_NUMERIC, a, NULL));
	assert_ok(mixmi_table_add_values(table, "b", MIXMI_DISCRETE, b, NULL));
	assert_ok(mixmi_table_add_values(table, "constant", MIXMI_NUMERIC, constant, NULL));
	assert_ok(mixmi_table_add_values(table, "huge", MIXMI_NUMERIC, huge, NULL));
	assert_ok(mixmi_table_add_values(table, "holes", MIXMI_NUMERIC, holes, NULL));
	assert_ok(mixmi_table_add_codes(table, "label", codes, labels, 1, NULL));
	return table;
}

static void constants_tell_nothing(void **state)
{
	(void)state;
	mixmi_table *table = odd_table();
	mixmi_options options = options_with(3);
	for (int m = 0; m < METHODS; m++) {
		const char *method = methods[m];
		bool conditional = takes_z(methods[m]);
		const char *given = conditional ? "b" : NULL;
		assert_true(estimate_with(method, table, "a", "constant", given, &options) == 0);
		assert_true(estimate_with(method, table, "label", "a", given, &options) == 0);
		double plain = estimate_with(method, table, "a", "b", NULL, &options);
		assert_true(plain == estimate_with(method, table, "a", "b,constant", conditional ? "label" : NULL, &options));
	}
	mixmi_table_free(table);
}

static void huge_values_do_not_overflow(void **state)
{
	(void)state;
	mixmi_table *table = odd_table();
	mixmi_options options = options_with(3);
	for (int m = 0; m < METHODS; m++)
		assert_true(isfinite(estimate_with(methods[m], table, "huge", "a,b", NULL, &options)));
	mixmi_table_free(table);
}

static mixmi_status ask(const mixmi_table *table, const char *method, size_t x, size_t y, size_t z, int64_t k,
                        int metric)
{
	mixmi_options options = options_with(k);
	options.metric = metric;
	mixmi_question question = { &x, 1, &y, 1, &z, z < 99 ? 1 : 0 };
	mixmi_answer value = base_no_answer(MIXMI_OK, "", 0);
	return estimate_by(&value, method, table, &question, &options);
}

static void bad_questions_are_errors(void **state)
{
	(void)state;
	mixmi_table *table = odd_table();
	enum { A, B, CONSTANT, HUGE_VALUES, HOLES, LABEL, NONE = 99 };
	assert_fails(ask(table, "ms", A, B, NONE, 40, 0), MIXMI_ERROR_DATA, "40 neighbours need more than 40 rows");
	assert_ok(ask(table, "ms", A, B, NONE, 39, 0));
	assert_fails(ask(table, "fp", A, HOLES, B, 10, 0), MIXMI_ERROR_DATA, "but 9 can be used");
	assert_fails(ask(table, "ksg", A, B, HUGE_VALUES, 3, 0), MIXMI_ERROR_USAGE,
	             "estimator ksg does not condition on Z");
	assert_fails(ask(table, "mixed-ksg", A, B, LABEL, 3, 0), MIXMI_ERROR_USAGE,
	             "one of: residual, histogram, fp, ravk, ms");
	assert_fails(ask(table, "ms", A, LABEL, NONE, 3, MIXMI_METRIC_NUMBERS), MIXMI_ERROR_DATA, "'label'");
	assert_fails(ask(table, "ms", A, A, NONE, 3, 0), MIXMI_ERROR_USAGE, "twice");
	assert_fails(ask(table, "ms", A, 50, NONE, 3, 0), MIXMI_ERROR_USAGE, "50");
	assert_ok(ask(table, "ms", A, B, HOLES, 8, MIXMI_METRIC_NUMBERS));
	mixmi_table_free(table);
}

/* Declared discrete, 1 and 3 are as far apart as 1 and 2, unless numeric distances are requested. */
static void discrete_numbers_by_either_distance(void **state)
{
	(void)state;
	enum { ROWS = 300 };
	double *values = mixed_values(ROWS, 2, 9);
	mixmi_table *numeric = numeric_table(values, ROWS, 2), *discrete;
	assert_ok(mixmi_table_new(&discrete, ROWS));
	assert_ok(mixmi_table_add_values(discrete, "a", MIXMI_NUMERIC, values, NULL));
	assert_ok(mixmi_table_add_values(discrete, "b", MIXMI_DISCRETE, values + ROWS, NULL));
	mixmi_options options = options_with(10);
	double as_numbers = estimate_with("ms", numeric, "a", "b", NULL, &options);
	assert_true(as_numbers != estimate_with("ms", discrete, "a", "b", NULL, &options));
	options.metric = MIXMI_METRIC_NUMBERS;
	assert_true(as_numbers == estimate_with("ms", discrete, "a", "b", NULL, &options));
	mixmi_table_free(numeric);
	mixmi_table_free(discrete);
	free(values);
}

/* ------------------------------------------------------------------------------------ progress, hard inputs */

static bool count_calls(void *context, const mixmi_progress *progress)
{
	int *left = context;
	assert_non_null(progress->stage);
	assert_true(share_done(progress) >= 0 && share_done(progress) <= 1);
	return (*left)-- > 0;
}

static void progress_can_cancel(void **state)
{
	(void)state;
	mixmi_table *table = gaussian_table(60000, 0, 0.5, 3);
	mixmi_options options = options_with(5);
	int left = 1;
	options.progress = count_calls;
	options.progress_context = &left;
	size_t x = 0, y = 1;
	mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
	mixmi_answer value = base_no_answer(MIXMI_OK, "", 0);
	assert_fails(estimate_by(&value, "ms", table, &question, &options), MIXMI_ERROR_CANCELLED, "cancelled");
	left = 1000000;
	double watched = estimate_with("ms", table, "a", "b", NULL, &options);
	options.progress = NULL;
	assert_true(watched == estimate_with("ms", table, "a", "b", NULL, &options));
	mixmi_table_free(table);
}

/* Ties of every kind: atoms, identifiers (all equally far apart), a coarse grid. */
static double tied_value(size_t column, size_t i, uint64_t *state)
{
	switch (column) {
	case 0:
		return test_uniform(state) < 0.9 ? 0 : test_normal(state);
	case 1:
		return (double)(i * 7919 % 60000);
	case 2:
		return (double)test_below(state, 3);
	default:
		return floor(20 * test_normal(state));
	}
}

static mixmi_table *tied_table(void)
{
	enum { COLUMNS = 4 };
	const size_t rows = test_cases(20000);
	double *values = malloc(rows * sizeof *values);
	uint64_t seed = 11;
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t j = 0; j < COLUMNS; j++) {
		char name[] = { (char)('a' + j), '\0' };
		for (size_t i = 0; i < rows; i++)
			values[i] = tied_value(j, i, &seed);
		mixmi_type type = j == 1 || j == 2 ? MIXMI_DISCRETE : MIXMI_NUMERIC;
		assert_ok(mixmi_table_add_values(table, name, type, values, NULL));
	}
	free(values);
	return table;
}

static void check_threads(const char *method, const mixmi_table *table, const char *x, const char *y, const char *z,
                          mixmi_options options)
{
	options.threads = 1;
	double alone = estimate_with(method, table, x, y, z, &options);
	options.threads = 3;
	assert_true(isfinite(alone));
	assert_true(alone == estimate_with(method, table, x, y, z, &options));
}

static void many_ties_of_every_sort_by_any_threads(void **state)
{
	(void)state;
	mixmi_table *table = tied_table();
	mixmi_options options = options_with(10);
	for (int m = 0; m < METHODS; m++) {
		bool conditional = takes_z(methods[m]);
		check_threads(methods[m], table, "a,c", "b", conditional ? "d" : NULL, options);
		check_threads(methods[m], table, "a,d", "c", conditional ? "b" : NULL, options);
	}
	options.ksg_variant = MIXMI_KSG_2;
	check_threads("ksg", table, "a,c", "b,d", NULL, options);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_the_public_programs), cmocka_unit_test(gaussian_closed_forms),
		cmocka_unit_test(a_function_of_categories),      cmocka_unit_test(same_bits_in_any_order),
		cmocka_unit_test(constants_tell_nothing),        cmocka_unit_test(huge_values_do_not_overflow),
		cmocka_unit_test(bad_questions_are_errors),      cmocka_unit_test(discrete_numbers_by_either_distance),
		cmocka_unit_test(progress_can_cancel),           cmocka_unit_test(many_ties_of_every_sort_by_any_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
