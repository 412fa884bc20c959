/* Ranks of numbers against a plain sort, for values of many distributions and numbers of rows on both sides of every threshold. */
#include "data/value_ranks.h"
#include "unit.h"

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Codes and values reproduce every row; values ascend; counts add up. */
static void check_column(const data_column *column, const double *values, size_t rows)
{
	uint32_t *seen = calloc(column->distinct + 1, sizeof *seen);
	size_t missing = 0;
	assert_non_null(seen);
	for (size_t row = 0; row < rows; row++) {
		uint32_t code = column->codes[row];
		assert_int_equal(isnan(values[row]) != 0, code == DATA_MISSING);
		missing += code == DATA_MISSING;
		if (code == DATA_MISSING)
			continue;
		assert_true(code < column->distinct && column->values[code] == values[row]);
		seen[code]++;
	}
	assert_int_equal(missing, column->missing);
	for (size_t i = 0; i < column->distinct; i++) {
		assert_true(i == 0 || column->values[i - 1] < column->values[i]);
		assert_int_equal(seen[i], column->counts[i]);
		assert_true(seen[i] > 0);
	}
	free(seen);
}

enum { SHAPES = 9 };

static double draw(int shape, uint64_t *state)
{
	double u = test_uniform(state);
	uint64_t bits = test_bits(state);
	switch (shape) {
	case 0:
		return test_normal(state);
	case 1:
		return floor(u * 1000);
	case 2:
		return u < 0.5 ? 0 : test_normal(state); /* inflated zeros */
	case 3:
		return u < 0.3 ? NAN : floor(u * 1e6);
	case 4:
		return exp(700 * (2 * u - 1)); /* all magnitudes */
	case 5:
		return 42;
	case 6:
		return NAN;
	case 7:
		return u < 1e-4 ? 1e300 : 1 + ldexp(u, -40); /* a narrow heap and a few far away */
	default: {
		double value = (double)(int64_t)bits;
		return u < 0.9 ? floor(u * 3) : value;
	}
	}
}

static void ranks_are_those_of_a_plain_sort(void **unused)
{
	(void)unused;
	static const size_t sizes[] = { 1, 2, 47, 49, 8192, 8193, 20000, 100003, 300000 };
	for (int shape = 0; shape < SHAPES; shape++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			size_t rows = sizes[s], distinct = 0, present = 0;
			uint64_t state = rows + (uint64_t)shape;
			double *values = calloc(rows, sizeof *values), *sorted = calloc(rows, sizeof *sorted);
			double *scratch = calloc(rows, sizeof *scratch);
			assert_true(values != NULL && sorted != NULL && scratch != NULL);
			for (size_t row = 0; row < rows; row++) {
				scratch[row] = values[row] = draw(shape, &state);
				if (!isnan(values[row]))
					sorted[present++] = values[row];
			}
			qsort(sorted, present, sizeof *sorted, compare_doubles);
			for (size_t i = 0; i < present; i++)
				distinct += i == 0 || sorted[i] != sorted[i - 1];
			data_column column = { 0 };
			assert_true(data_rank(&column, scratch, rows));
			assert_int_equal(column.distinct, distinct);
			check_column(&column, values, rows);
			data_column_clear(&column);
			free(values);
			free(scratch);
			free(sorted);
		}
}

/* In sorted input the sample covers all values evenly; in interleaved input it has only one of two kinds. */
static void an_unlucky_sample_costs_no_correctness(void **unused)
{
	(void)unused;
	enum { ROWS = 8192 * 16 };
	double *values = calloc(ROWS, sizeof *values), *scratch = calloc(ROWS, sizeof *scratch);
	assert_true(values != NULL && scratch != NULL);
	for (size_t row = 0; row < ROWS; row++)
		scratch[row] = values[row] = row % 16 == 0 ? 7 : (double)row * (row % 2 ? 1 : -1);
	data_column column = { 0 };
	assert_true(data_rank(&column, scratch, ROWS));
	check_column(&column, values, ROWS);
	data_column_clear(&column);
	free(values);
	free(scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_those_of_a_plain_sort),
		cmocka_unit_test(an_unlucky_sample_costs_no_correctness),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
