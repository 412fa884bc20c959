/* Suzuki's estimator against plain counts over all grids, the plug-in estimate minus its penalty on discrete columns,
 * Gaussian closed forms, and invariance. */
#include "tables.h"

static const size_t first = 0, second = 1, third = 2;
static const mixmi_question pair = { &first, 1, &second, 1, NULL, 0 };
static const mixmi_question given_third = { &first, 1, &second, 1, &third, 1 };

static mixmi_answer estimate(const mixmi_table *table, const mixmi_question *question)
{
	mixmi_answer value;
	assert_ok(estimate_by(&value, "suzuki", table, question, NULL));
	assert_true(value.corrected >= 0 && value.estimate >= 0 && value.corrected <= value.estimate + 1e-15);
	return value;
}

/* ------------------------------------------------------------------------------------------ by plain counting */

/* Cells of values at a resolution, from the numbers of smaller and equal values. */
static size_t cut(size_t *cells, const double *values, size_t rows, unsigned level)
{
	size_t bins = 0;
	for (size_t i = 0; i < rows; i++) {
		size_t smaller = 0, equal = 0;
		for (size_t k = 0; k < rows; k++) {
			smaller += values[k] < values[i];
			equal += values[k] == values[i];
		}
		cells[i] = ((2 * smaller + equal - 1) << level) / (2 * rows);
		bool seen = false;
		for (size_t k = 0; k < i; k++)
			seen = seen || cells[k] == cells[i];
		bins += !seen;
	}
	return bins;
}

static double plug_in(const size_t *x, const size_t *y, const size_t *z, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++) {
		double xyz = 0, xz = 0, yz = 0, in_z = 0;
		for (size_t k = 0; k < rows; k++) {
			bool same_x = x[k] == x[i], same_y = y[k] == y[i], same_z = z[k] == z[i];
			in_z += same_z;
			xz += same_x && same_z;
			yz += same_y && same_z;
			xyz += same_x && same_y && same_z;
		}
		sum += log(xyz * in_z / (xz * yz));
	}
	return sum / (double)rows;
}

static double best_by_counting(const double *values, size_t rows, bool with_z)
{
	enum { LEVELS = 7 };
	size_t *cells = calloc(3 * rows, sizeof *cells), *x = cells, *y = x + rows, *z = y + rows;
	double best = 0;
	for (unsigned a = 1; a <= LEVELS; a++)
		for (unsigned b = 1; b <= LEVELS; b++)
			for (unsigned c = 1; c <= (with_z ? LEVELS : 1); c++) {
				double bins_x = (double)cut(x, values, rows, a), bins_y = (double)cut(y, values + rows, rows, b);
				double bins_z = with_z ? (double)cut(z, values + 2 * rows, rows, c) : 1;
				double penalty = (bins_x - 1) * (bins_y - 1) * bins_z * log((double)rows) / (2 * (double)rows);
				best = fmax(best, plug_in(x, y, z, rows) - penalty);
			}
	free(cells);
	return best;
}

static void the_best_of_all_grids_is_found(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 6; seed++) {
		double *values = mixed_values(70, 4, seed); /* the second column has ties */
		const double *columns = values + 70 * (seed % 2);
		mixmi_table *table = numeric_table(columns, 70, 3);
		assert_close(estimate(table, &pair).corrected, best_by_counting(columns, 70, false), 1e-12);
		assert_close(estimate(table, &given_third).corrected, best_by_counting(columns, 70, true), 1e-12);
		mixmi_table_free(table);
		free(values);
	}
}

/* ----------------------------------------------------------------------------------------------- closed forms */

static void discrete_columns_give_plug_in_minus_penalty(void **state)
{
	(void)state;
	enum { ROWS = 800 };
	static const size_t two[] = { 2, 3 };
	const mixmi_question given_two = { &first, 1, &second, 1, two, 2 };
	const mixmi_question *const questions[] = { &pair, &given_third, &given_two };
	mixmi_table *table;
	uint64_t seed = 4;
	int64_t codes[4][ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		codes[2][i] = (int64_t)test_below(&seed, 2);
		codes[3][i] = (int64_t)test_below(&seed, 3);
		codes[0][i] = (int64_t)test_below(&seed, 3) + codes[2][i];
		codes[1][i] = test_below(&seed, 3) == 0 ? codes[0][i] : (int64_t)test_below(&seed, 4);
	}
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 4; j++)
		assert_ok(mixmi_table_add_codes(table, (const char *[]){ "a", "b", "c", "d" }[j], codes[j], NULL, 0, NULL));
	for (size_t k = 0; k < 3; k++) {
		const mixmi_question *q = questions[k];
		mixmi_answer cmi;
		mixmi_options options = paper_options(); /* values stay apart, and nothing is taken off */
		assert_ok(estimate_cmi(&cmi, NULL, table, q->x, 1, q->y, 1, q->z, q->z_count, &options));
		mixmi_answer value = estimate(table, q);
		assert_close(value.estimate, cmi.estimate, 1e-12);
		assert_close(value.corrected, cmi.paper.jic, 1e-12);
	}
	assert_true(estimate(table, &pair).corrected > 0);
	mixmi_table_free(table);
}

/* X and Y with correlation rho, each plus Z if there is one. */
static mixmi_table *gaussian_table(size_t rows, double rho, bool with_z, uint64_t seed)
{
	double *values = malloc(3 * rows * sizeof *values);
	for (size_t i = 0; i < rows; i++) {
		double x = test_normal(&seed), y = rho * x + sqrt(1 - rho * rho) * test_normal(&seed), z = test_normal(&seed);
		values[i] = x + with_z * z;
		values[rows + i] = y + with_z * z;
		values[2 * rows + i] = z;
	}
	mixmi_table *table = numeric_table(values, rows, 3);
	free(values);
	return table;
}

static void independent_columns_give_zero(void **state)
{
	(void)state;
	int zeros = 0;
	for (uint64_t seed = 0; seed < 50; seed++) {
		mixmi_table *table = gaussian_table(500, 0, false, seed);
		zeros += estimate(table, &pair).corrected == 0;
		mixmi_table_free(table);
	}
	assert_true(zeros >= 48);
}

static void gaussian_information_is_near_the_truth(void **state)
{
	(void)state;
	for (int with_z = 0; with_z <= 1; with_z++)
		for (int step = 0; step <= 6; step += 3) {
			double rho = 0.1 * step, truth = -0.5 * log(1 - rho * rho), sum = 0;
			for (uint64_t seed = 0; seed < 5; seed++) {
				mixmi_table *table = gaussian_table(5000, rho, with_z != 0, 100 + seed);
				sum += estimate(table, with_z ? &given_third : &pair).estimate;
				mixmi_table_free(table);
			}
			assert_close(sum / 5, truth, 0.05);
		}
}

/* ---------------------------------------------------------------------------------------------- the same bits */

static void the_same_answer_however_it_is_asked(void **state)
{
	(void)state;
	enum { ROWS = 600 };
	double *values = mixed_values(ROWS, 4, 77), *shuffled = malloc(4 * ROWS * sizeof *shuffled);
	static const char *const names[] = { "a", "b", "c", "d" };
	/* X (two columns), Y, Z; the second table has its columns in reverse */
	static const size_t forth[] = { 0, 2, 3, 1 }, back[] = { 3, 1, 0, 2 };
	mixmi_table *a = numeric_table(values, ROWS, 4), *b;
	assert_ok(mixmi_table_new(&b, ROWS));
	for (size_t j = 4; j-- > 0;) {
		for (size_t i = 0; i < ROWS; i++)
			shuffled[j * ROWS + i] = exp(0.1 * values[j * ROWS + (i * 7 + 5) % ROWS]); /* ranks stay the same */
		assert_ok(mixmi_table_add_values(b, names[j], MIXMI_NUMERIC, shuffled + j * ROWS, NULL));
	}
	for (size_t z_count = 0; z_count <= 1; z_count++) {
		const mixmi_question q = { forth, 2, forth + 2, 1, forth + 3, z_count };
		const mixmi_question r = { back + 2, 1, back, 2, back + 3, z_count };
		mixmi_answer one = estimate(a, &q), other = estimate(b, &r);
		assert_true(one.estimate == other.estimate && one.corrected == other.corrected);
		assert_true(one.corrected > 0 || z_count > 0);
	}
	mixmi_table_free(a);
	mixmi_table_free(b);
	free(values);
	free(shuffled);
}

static void bad_input_is_answered_or_refused(void **state)
{
	(void)state;
	const double values[] = { 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, NAN, 1, NAN, NAN, NAN, 1, NAN, 2, NAN, 3 };
	mixmi_table *table = numeric_table(values, 5, 4), *two = numeric_table(values + 4, 2, 3);
	static const size_t holes = 2, more_holes = 3;
	const mixmi_question constant_z = { &second, 1, &holes, 1, &first, 1 };
	const mixmi_question few = { &holes, 1, &more_holes, 1, NULL, 0 };
	const mixmi_question overlap = { &first, 1, &first, 1, NULL, 0 };
	mixmi_answer value = estimate(table, &pair);
	assert_true(value.estimate == 0 && value.corrected == 0 && value.rows == 5 && value.rows_dropped == 0);
	estimate(two, &pair);
	estimate(two, &given_third);
	assert_fails(estimate_by(&value, "suzuki", table, &constant_z, NULL), MIXMI_ERROR_DATA, "only 1 of 5 rows");
	assert_fails(estimate_by(&value, "suzuki", table, &few, NULL), MIXMI_ERROR_DATA, "rows");
	assert_fails(estimate_by(&value, "suzuki", table, &overlap, NULL), MIXMI_ERROR_USAGE, "twice");
	mixmi_table_free(table);
	mixmi_table_free(two);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_best_of_all_grids_is_found),
		cmocka_unit_test(discrete_columns_give_plug_in_minus_penalty),
		cmocka_unit_test(independent_columns_give_zero),
		cmocka_unit_test(gaussian_information_is_near_the_truth),
		cmocka_unit_test(the_same_answer_however_it_is_asked),
		cmocka_unit_test(bad_input_is_answered_or_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
