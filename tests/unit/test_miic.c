/* The MIIC estimator: agreement with the R package, exactness of the dynamic programme, symmetry, closed forms, bad
 * input. */
#include <omp.h>

#include "peers/miic/miic_search.h"
#include "tables.h"

/* ------------------------------------------------------------------------------------------ golden values */

/* A row of values.csv: which columns of which file, and what the R package gave. */
typedef struct golden {
	char data[64], x[16], y[16], z[64], discrete[64];
	double information, corrected;
} golden;

/* Blanks to commas, as column lists have them. */
static void to_list(char *list)
{
	for (; *list != '\0'; list++)
		if (*list == ' ')
			*list = ',';
}

static bool read_golden(golden *g, FILE *file)
{
	char line[1024], *fields[14], *next = line;
	if (fgets(line, sizeof line, file) == NULL)
		return false;
	for (size_t i = 0; i < 14; i++) {
		fields[i] = next;
		next += strcspn(next, ",\r\n");
		assert_true(i == 13 || *next == ',');
		*next++ = '\0';
	}
	snprintf(g->data, sizeof g->data, "%s", fields[0]);
	snprintf(g->x, sizeof g->x, "%s", fields[2]);
	snprintf(g->y, sizeof g->y, "%s", fields[3]);
	snprintf(g->z, sizeof g->z, "%s", fields[4]);
	snprintf(g->discrete, sizeof g->discrete, "%s", fields[5]);
	to_list(g->z);
	to_list(g->discrete);
	g->information = strtod(fields[12], NULL);
	g->corrected = strtod(fields[13], NULL);
	return true;
}

static mixmi_answer ask(const mixmi_table *table, const char *x, const char *y, const char *z,
                        const mixmi_options *options)
{
	size_t *columns[3] = { NULL, NULL, NULL }, counts[3] = { 0, 0, 0 };
	const char *const lists[3] = { x, y, z };
	for (size_t i = 0; i < 3; i++)
		if (lists[i][0] != '\0')
			assert_ok(mixmi_table_select(&columns[i], &counts[i], table, lists[i]));
	const mixmi_question question = { columns[0], counts[0], columns[1], counts[1], columns[2], counts[2] };
	mixmi_answer value;
	assert_ok(estimate_by(&value, "miic", table, &question, options));
	for (size_t i = 0; i < 3; i++)
		mixmi_free(columns[i]);
	return value;
}

static mixmi_answer ask_golden(const golden *g)
{
	char path[128];
	snprintf(path, sizeof path, "tests/golden/neighbour/%s.csv", g->data);
	mixmi_options options;
	init_options(&options);
	options.discrete = g->discrete[0] != '\0' ? g->discrete : NULL;
	mixmi_table *table;
	assert_ok(mixmi_table_read(&table, path, &options));
	mixmi_answer value = ask(table, g->x, g->y, g->z, &options);
	mixmi_table_free(table);
	return value;
}

static void agrees_with_the_package(void **state)
{
	(void)state;
	FILE *file = fopen("tests/golden/neighbour/values.csv", "r");
	assert_non_null(file);
	char header[1024];
	assert_non_null(fgets(header, sizeof header, file));
	size_t cases = 0;
	double largest = 0;
	for (golden g; read_golden(&g, file); cases++) {
		mixmi_answer value = ask_golden(&g);
		double difference = fmax(fabs(value.estimate - g.information), fabs(value.corrected - g.corrected));
		print_message("%-14s %-12s package %.6f %.6f, here %.6f %.6f\n", g.data, g.z, g.information, g.corrected,
		              value.estimate, value.corrected);
		largest = fmax(largest, difference);
		assert_true((value.corrected == 0) == (g.corrected == 0));
	}
	fclose(file);
	print_message("%zu cases, largest difference %.1e\n", cases, largest);
	assert_true(cases >= 30 && largest < 1e-6);
}

/* ------------------------------------------------------------------------------------- dynamic programming */

/* Objective of a division into bins: bit g of `cuts` ends a bin after candidate g. */
static double objective(const miic_sample *sample, const miic_column *column, const miic_goal *goal, uint32_t cuts,
                        size_t k)
{
	uint32_t joint[64] = { 0 }, given[64] = { 0 };
	double bits = 0;
	for (size_t group = 0; group < column->groups; group++) {
		for (size_t i = 0; i < sample->items; i++)
			if (column->codes[i] / column->coarse == group) {
				joint[goal->joint->ids[i]] += sample->counts[i];
				given[goal->given->ids[i]] += sample->counts[i];
			}
		if (group + 1 < column->groups && (cuts >> group & 1) == 0)
			continue;
		for (size_t c = 0; c < 64; c++) {
			bits += joint[c] > 0 ? joint[c] * log2(joint[c]) : 0;
			bits -= given[c] > 0 ? given[c] * log2(given[c]) + mixmi_parametric_complexity(given[c], (double)k) : 0;
			joint[c] = given[c] = 0;
		}
		bits -= group + 1 < column->groups ? goal->penalty : 0;
	}
	return bits;
}

static uint32_t cuts_of(const miic_bins *bins, const miic_column *column)
{
	uint32_t cuts = 0;
	for (size_t level = 1; level < column->levels; level++)
		if (bins->of[level] != bins->of[level - 1]) {
			assert_int_equal(level % column->coarse, 0);
			cuts |= UINT32_C(1) << (level / column->coarse - 1);
		}
	return cuts;
}

/* One random problem: two columns (ties in one of them), random cells for given and for A. */
static void compare_with_all_divisions(uint64_t seed)
{
	enum { ROWS = 36 };
	double values[2 * ROWS];
	uint32_t ids[2][ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = test_normal(&seed);
		values[ROWS + i] = floor(8 * test_uniform(&seed));
	}
	mixmi_table *table = numeric_table(values, ROWS, 2);
	const size_t x = 0, y = 1;
	const mixmi_question asked = { &x, 1, &y, 1, NULL, 0 };
	mixmi_options options;
	init_options(&options);
	miic_sample sample;
	miic_cost cost;
	assert_ok(miic_sample_init(&sample, table, &asked, &options));
	assert_true(miic_cost_init(&cost, sample.rows));
	size_t k = 2 + test_below(&seed, 3), strata = 1 + test_below(&seed, 4);
	for (size_t j = 0; j < 2; j++) {
		const miic_column *column = &sample.columns[j];
		for (size_t i = 0; i < sample.items; i++) {
			double share = (double)column->codes[i] / (double)column->levels;
			ids[0][i] = (uint32_t)test_below(&seed, strata);
			size_t a = test_uniform(&seed) < 0.7 ? (size_t)(share * (double)k) : test_below(&seed, k);
			ids[1][i] = (uint32_t)(ids[0][i] * k + a);
		}
		const miic_cells given = { strata, ids[0] }, joint = { strata * k, ids[1] };
		const miic_goal goal = { &given, &joint, miic_cost_table(&cost, k), 3 * test_uniform(&seed) };
		miic_bins best;
		assert_true(miic_bins_init(&best, column) && column->groups <= 16);
		assert_true(miic_cut(&best, &sample, column, &goal, &cost));
		double found = objective(&sample, column, &goal, cuts_of(&best, column), k), highest = -INFINITY;
		for (uint32_t cuts = 0; cuts < UINT32_C(1) << (column->groups - 1); cuts++)
			highest = fmax(highest, objective(&sample, column, &goal, cuts, k));
		assert_close(found, highest, 2e-5 * (double)column->groups);
		miic_bins_clear(&best);
	}
	miic_cost_clear(&cost);
	miic_sample_clear(&sample);
	mixmi_table_free(table);
}

static void cuts_are_the_best_of_all(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 12; seed++) {
		print_message("seed %llu\n", (unsigned long long)seed);
		compare_with_all_divisions(seed);
	}
}

/* ------------------------------------------------------------------------------------------- same to the bit */

/* Rows of a column-wise array in the order given. */
static double *reordered(const double *values, size_t rows, size_t columns, const size_t *order)
{
	double *moved = malloc(rows * columns * sizeof *moved);
	for (size_t j = 0; j < columns; j++)
		for (size_t i = 0; i < rows; i++)
			moved[j * rows + i] = values[j * rows + order[i]];
	return moved;
}

static void assert_same(mixmi_answer a, mixmi_answer b)
{
	assert_true(a.estimate == b.estimate && a.corrected == b.corrected && a.rows == b.rows);
}

static void same_for_any_order(void **state)
{
	(void)state;
	enum { ROWS = 300, COLUMNS = 5 };
	uint64_t seed = 5;
	double *values = mixed_values(ROWS, COLUMNS, 11);
	size_t order[ROWS];
	for (size_t i = 0; i < ROWS; i++)
		order[i] = i;
	for (size_t i = ROWS; i > 1; i--) {
		size_t other = test_below(&seed, i), kept = order[i - 1];
		order[i - 1] = order[other];
		order[other] = kept;
	}
	double *moved = reordered(values, ROWS, COLUMNS, order);
	mixmi_table *one = numeric_table(values, ROWS, COLUMNS), *other;
	assert_ok(mixmi_table_new(&other, ROWS));
	for (size_t j = COLUMNS; j-- > 0;) {
		char name[] = { (char)('a' + j), '\0' };
		assert_ok(mixmi_table_add_values(other, name, MIXMI_NUMERIC, moved + j * ROWS, NULL));
	}
	const char *const questions[][3] = { { "a", "c", "" }, { "d", "b", "" }, { "a", "c", "b" }, { "e", "b", "c,d" } };
	for (size_t i = 0; i < 4; i++) {
		const char *x = questions[i][0], *y = questions[i][1], *z = questions[i][2];
		mixmi_answer value = ask(one, x, y, z, NULL);
		assert_true(value.estimate > 0 || i > 1);
		assert_same(value, ask(one, y, x, z, NULL));
		assert_same(value, ask(other, x, y, z, NULL));
		assert_same(value, ask(other, y, x, i == 3 ? "d,c" : z, NULL));
	}
	mixmi_table_free(one);
	mixmi_table_free(other);
	free(values);
	free(moved);
}

/* Only ranks matter: a monotone map of a column changes nothing. */
static void same_for_monotone_maps(void **state)
{
	(void)state;
	enum { ROWS = 400 };
	double *values = mixed_values(ROWS, 3, 3);
	mixmi_table *plain = numeric_table(values, ROWS, 3);
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = exp(values[i]);
		values[2 * ROWS + i] = -3 + 10 * values[2 * ROWS + i];
	}
	mixmi_table *mapped = numeric_table(values, ROWS, 3);
	assert_same(ask(plain, "a", "c", "", NULL), ask(mapped, "a", "c", "", NULL));
	assert_same(ask(plain, "a", "b", "c", NULL), ask(mapped, "a", "b", "c", NULL));
	mixmi_table_free(plain);
	mixmi_table_free(mapped);
	free(values);
}

static void same_in_any_thread(void **state)
{
	(void)state;
	enum { ROWS = 500, TASKS = 24 };
	double *values = mixed_values(ROWS, 4, 21);
	mixmi_table *table = numeric_table(values, ROWS, 4);
	mixmi_answer expected = ask(table, "a", "b", "c,d", NULL), results[TASKS];
	const size_t x = 0, y = 1, z[] = { 2, 3 };
	const mixmi_question question = { &x, 1, &y, 1, z, 2 };
#pragma omp parallel for num_threads(4)
	for (int i = 0; i < TASKS; i++)
		if (estimate_by(&results[i], "miic", table, &question, NULL) != MIXMI_OK)
			results[i].estimate = NAN;
	for (size_t i = 0; i < TASKS; i++)
		assert_same(results[i], expected);
	mixmi_table_free(table);
	free(values);
}

/* Rows with a missing value are ignored, and so is a constant column in Z. */
static void missing_rows_and_constant_z_do_not_count(void **state)
{
	(void)state;
	enum { ROWS = 350, WHOLE = 300 };
	double *values = mixed_values(ROWS, 4, 8), part[4 * WHOLE];
	uint8_t missing[ROWS] = { 0 };
	for (size_t i = 0; i < ROWS; i++) {
		missing[i] = i % 7 == 3;
		values[3 * ROWS + i] = 4;
	}
	size_t rows = 0;
	for (size_t i = 0; i < ROWS; i++) {
		for (size_t j = 0; j < 4 && !missing[i]; j++)
			part[j * WHOLE + rows] = values[j * ROWS + i];
		rows += !missing[i];
	}
	assert_int_equal(rows, WHOLE);
	mixmi_table *holes, *whole = numeric_table(part, WHOLE, 4);
	assert_ok(mixmi_table_new(&holes, ROWS));
	for (size_t j = 0; j < 4; j++) {
		char name[] = { (char)('a' + j), '\0' };
		assert_ok(mixmi_table_add_values(holes, name, MIXMI_NUMERIC, values + j * ROWS, j == 1 ? missing : NULL));
	}
	mixmi_answer value = ask(holes, "a", "b", "c,d", NULL);
	assert_int_equal(value.rows_dropped, ROWS - WHOLE);
	assert_same(value, ask(whole, "a", "b", "c", NULL));
	assert_same(ask(whole, "a", "b", "d", NULL), ask(whole, "a", "b", "", NULL));
	mixmi_table_free(holes);
	mixmi_table_free(whole);
	free(values);
}

/* ---------------------------------------------------------------------------------------------- closed forms */

/* With discrete columns only, the score is computed from the counts: here 2 x 3 values in two strata. */
static void discrete_columns_are_counted(void **state)
{
	(void)state;
	static const unsigned counts[2][2][3] = { { { 30, 5, 5 }, { 4, 25, 11 } }, { { 20, 2, 8 }, { 1, 20, 9 } } };
	int64_t x[200], y[200], z[200];
	size_t rows = 0;
	double n = 0, information = 0, complexity = 0;
	for (int64_t k = 0; k < 2; k++) {
		double x_counts[2] = { 0, 0 }, y_counts[3] = { 0, 0, 0 }, total = 0;
		for (int64_t i = 0; i < 2; i++)
			for (int64_t j = 0; j < 3; j++) {
				for (unsigned c = 0; c < counts[k][i][j]; c++, rows++) {
					x[rows] = i;
					y[rows] = j;
					z[rows] = k;
				}
				x_counts[i] += counts[k][i][j];
				y_counts[j] += counts[k][i][j];
				total += counts[k][i][j];
			}
		for (size_t i = 0; i < 2; i++)
			for (size_t j = 0; j < 3; j++)
				information += counts[k][i][j] * log(counts[k][i][j] * total / (x_counts[i] * y_counts[j]));
		for (size_t i = 0; i < 2; i++)
			complexity += mixmi_parametric_complexity((uint64_t)x_counts[i], 3);
		for (size_t j = 0; j < 3; j++)
			complexity += mixmi_parametric_complexity((uint64_t)y_counts[j], 2);
		complexity -= mixmi_parametric_complexity((uint64_t)total, 2);
		complexity -= mixmi_parametric_complexity((uint64_t)total, 3);
		n += total;
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	assert_ok(mixmi_table_add_codes(table, "x", x, NULL, 0, NULL));
	assert_ok(mixmi_table_add_codes(table, "y", y, NULL, 0, NULL));
	assert_ok(mixmi_table_add_codes(table, "z", z, NULL, 0, NULL));
	mixmi_answer value = ask(table, "x", "y", "z", NULL);
	assert_close(value.estimate, information / n, 1e-12);
	assert_close(value.corrected, (information - 0.5 * complexity * log(2)) / n, 1e-9);
	mixmi_table_free(table);
}

/* Gaussian X and Y with this correlation given a Gaussian Z, on which both depend unless `columns` is 2. */
static mixmi_answer gaussian(size_t rows, size_t columns, double correlation, uint64_t seed)
{
	double *values = malloc(rows * columns * sizeof *values);
	for (size_t i = 0; i < rows; i++) {
		double x = test_normal(&seed), z = columns > 2 ? test_normal(&seed) : 0;
		double y = correlation * x + sqrt(1 - correlation * correlation) * test_normal(&seed);
		values[i] = z + x;
		values[rows + i] = z + y;
		if (columns > 2)
			values[2 * rows + i] = z;
	}
	mixmi_table *table = numeric_table(values, rows, columns);
	mixmi_answer value = ask(table, "a", "b", columns > 2 ? "c" : "", NULL);
	mixmi_table_free(table);
	free(values);
	return value;
}

/* Mean error over 20 draws. */
static double bias(size_t columns, double correlation)
{
	double sum = 0;
	for (uint64_t seed = 1; seed <= 20; seed++)
		sum += gaussian(5000, columns, correlation, seed).estimate;
	double error = sum / 20 + 0.5 * log(1 - correlation * correlation);
	print_message("%zu columns, correlation %.1f: mean error %.4f\n", columns, correlation, error);
	return error;
}

/* Bins lose some of the dependence; given Z, cells are fewer and larger, and more is lost. */
static void near_the_gaussian_closed_form(void **state)
{
	(void)state;
	assert_close(bias(2, 0.3), 0, 0.02);
	assert_close(bias(2, 0.6), 0, 0.02);
	assert_close(bias(3, 0.3), 0, 0.02);
	assert_close(bias(3, 0.6), -0.025, 0.01);
}

static void independence_gives_zero(void **state)
{
	(void)state;
	size_t zero = 0, zero_given = 0;
	for (uint64_t seed = 100; seed < 140; seed++) {
		mixmi_answer value = gaussian(600, 2, 0, seed), given = gaussian(600, 3, 0, seed);
		zero += value.corrected == 0 && value.estimate == 0;
		zero_given += given.corrected == 0 && given.estimate == 0;
	}
	print_message("of 40 draws %zu and, given Z, %zu are 0\n", zero, zero_given);
	assert_true(zero >= 39 && zero_given >= 38);
}

/* ------------------------------------------------------------------------------------------------ bad input */

static void odd_input_gives_errors_or_zero(void **state)
{
	(void)state;
	const double values[] = { 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 2, 1, 4, 3, 6, 5 };
	mixmi_table *table = numeric_table(values, 6, 3);
	const int64_t code[] = { 9, 9, 9, 9, 9, 9 };
	assert_ok(mixmi_table_add_codes(table, "d", code, NULL, 0, NULL));
	assert_true(ask(table, "a", "b", "", NULL).estimate == 0);  /* constant */
	assert_true(ask(table, "d", "a", "c", NULL).estimate == 0); /* one category */
	assert_same(ask(table, "a", "c", "d", NULL), ask(table, "a", "c", "", NULL));
	const size_t columns[] = { 0, 1, 2 };
	const mixmi_question two = { columns, 2, columns + 2, 1, NULL, 0 }, none = { columns, 1, NULL, 0, NULL, 0 },
						 twice = { columns, 1, columns, 1, NULL, 0 }, fine = { columns, 1, columns + 1, 1, NULL, 0 };
	mixmi_answer value;
	assert_fails(estimate_by(&value, "miic", table, &two, NULL), MIXMI_ERROR_USAGE, "one column as X, not 2");
	assert_fails(estimate_by(&value, "miic", table, &none, NULL), MIXMI_ERROR_USAGE, "Y has no column");
	assert_fails(estimate_by(&value, "miic", table, &twice, NULL), MIXMI_ERROR_USAGE, "given twice");
	assert_ok(estimate_by(&value, "miic", table, &fine, NULL));
	mixmi_table_free(table);
}

static void few_rows_and_few_bins_are_no_trouble(void **state)
{
	(void)state;
	const uint8_t missing[] = { 1, 0, 1 };
	const double pair[] = { 1, 2, 3, 4, 5, 6 };
	mixmi_table *table = numeric_table(pair, 2, 2);
	assert_true(ask(table, "a", "b", "", NULL).corrected == 0);
	mixmi_table_free(table);
	table = numeric_table(pair, 3, 1);
	assert_ok(mixmi_table_add_values(table, "h", MIXMI_NUMERIC, pair, missing));
	const size_t x = 0, y = 1;
	const mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
	mixmi_answer value;
	assert_fails(estimate_by(&value, "miic", table, &question, NULL), MIXMI_ERROR_DATA, "only 1 of 3 rows");
	mixmi_table_free(table);
	mixmi_options options;
	init_options(&options);
	for (size_t rows = 3; rows < 70; rows++)
		for (options.miic_bins = 2; options.miic_bins <= 4000; options.miic_bins = 5 * options.miic_bins - 5) {
			double *values = mixed_values(rows, 4, rows);
			table = numeric_table(values, rows, 4);
			value = ask(table, "a", "d", rows % 2 == 0 ? "b,c" : "", &options);
			assert_true(value.estimate >= 0 && value.corrected >= 0 && value.estimate < 10);
			mixmi_table_free(table);
			free(values);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_the_package),
		cmocka_unit_test(cuts_are_the_best_of_all),
		cmocka_unit_test(same_for_any_order),
		cmocka_unit_test(same_for_monotone_maps),
		cmocka_unit_test(same_in_any_thread),
		cmocka_unit_test(missing_rows_and_constant_z_do_not_count),
		cmocka_unit_test(discrete_columns_are_counted),
		cmocka_unit_test(near_the_gaussian_closed_form),
		cmocka_unit_test(independence_gives_zero),
		cmocka_unit_test(odd_input_gives_errors_or_zero),
		cmocka_unit_test(few_rows_and_few_bins_are_no_trouble),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
