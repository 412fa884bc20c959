/* R(n, K) against its definition, against exact sums in extended precision, and across the switches between its forms. */
#include "paper/cells/complexity.h"

#include "unit.h"

/* The defining sum over all compositions c_1 + ... + c_K = n, by recursion: prod (c_i/n)^c_i n!/prod c_i!. */
static long double defining_sum(unsigned n, unsigned rows_left, unsigned k)
{
	if (k == 1)
		return rows_left == 0
		           ? 1
		           : expl((long double)rows_left * logl((long double)rows_left / n) - lgammal(rows_left + 1.0L));
	long double sum = 0;
	for (unsigned c = 0; c <= rows_left; c++) {
		long double here = c == 0 ? 1 : expl((long double)c * logl((long double)c / n) - lgammal(c + 1.0L));
		sum += here * defining_sum(n, rows_left - c, k - 1);
	}
	return sum;
}

static void equals_the_defining_sum(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 12; n++)
		for (unsigned k = 1; k <= 5; k++) {
			long double exact = expl(lgammal(n + 1.0L)) * defining_sum(n, n, k);
			assert_close(exp2(mixmi_parametric_complexity(n, k)), (double)exact, 1e-10 * (double)exact);
		}
}

/* The binomial form for two values (docs/METHOD.md, section 2), in extended precision. */
static void two_values_equal_the_binomial_sum(void **state)
{
	(void)state;
	const unsigned rows[] = { 1, 2, 10, 100, 999, 1000, 1001, 1002, 5000, 20000 };
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		long double n = rows[i], sum = 0;
		for (long double h = 0; h <= n; h++) {
			long double term = lgammal(n + 1) - lgammal(h + 1) - lgammal(n - h + 1);
			term += h > 0 ? h * logl(h / n) : 0;
			term += h < n ? (n - h) * logl((n - h) / n) : 0;
			sum += expl(term);
		}
		assert_close(exp2(mixmi_parametric_complexity(rows[i], 2)), (double)sum, 1e-10 * (double)sum);
	}
}

static void recurrence_holds_between_neighbours(void **state)
{
	(void)state;
	const uint64_t rows[] = { 3, 50, 1000, 1001, 100000, 1000000000 };
	const double values[] = { 2, 3, 60, 125, 126, 127, 128, 129, 130, 1000, 5000 };
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		for (size_t j = 0; j < sizeof values / sizeof values[0]; j++) {
			double k = values[j], n = (double)rows[i];
			double here = mixmi_parametric_complexity(rows[i], k);
			double one = exp2(mixmi_parametric_complexity(rows[i], k + 1) - here);
			double two = exp2(mixmi_parametric_complexity(rows[i], k + 2) - here);
			assert_close(two, one + n / k, 1e-8 * two);
		}
}

/* Allowed difference of two forms: a millionth of a bit, or the resolution of a double. */
static double tolerance(double bits)
{
	return 1e-6 > 4e-15 * bits ? 1e-6 : 4e-15 * bits;
}

static void fast_forms_equal_the_exact_sum_where_they_are_used(void **state)
{
	(void)state;
	const uint64_t rows[] = { 1, 7, 500, 1000, 1001, 1500, 10000, 300000, 3000000 };
	const double values[] = { 2, 3, 20, 127, 128, 129, 130, 200, 1e3, 1e4, 1e6, 1e9, 1e12, 1e15, 1e18 };
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		for (size_t j = 0; j < sizeof values / sizeof values[0]; j++) {
			double exact = cells_complexity_by_sum(rows[i], values[j]);
			double fast = mixmi_parametric_complexity(rows[i], values[j]);
			assert_close(fast, exact, tolerance(exact));
		}
}

/* Where the exact sum is infeasible, two fast forms must agree wherever both apply. */
static void recurrence_and_integral_agree_at_their_border(void **state)
{
	(void)state;
	const uint64_t rows[] = { 1001, 100000, 10000000, 1000000000 };
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		for (double k = 100; k <= CELLS_COMPLEXITY_RECURRENCE; k++) {
			double exact = cells_complexity_by_recurrence(rows[i], k);
			assert_close(cells_complexity_by_integral(rows[i], k), exact, tolerance(exact));
		}
}

static void never_overflows_and_grows_in_both_arguments(void **state)
{
	(void)state;
	double last_column = 0;
	for (uint64_t n = 1; n <= 1000000000; n *= 10) {
		double last = -1;
		for (double k = 1; k <= 1e18; k *= 10) {
			double bits = mixmi_parametric_complexity(n, k);
			assert_true(isfinite(bits));
			assert_true(bits > last);
			last = bits;
		}
		assert_true(last > last_column);
		last_column = last;
	}
	assert_true(isfinite(mixmi_parametric_complexity(1000000000, 1e300)));
	assert_close(mixmi_parametric_complexity(2, 1e18), 2 * log2(1e18) - 2, 1e-9); /* (K^2 + 3K) / 4 */
}

static void empty_and_single_are_free(void **state)
{
	(void)state;
	assert_true(mixmi_parametric_complexity(0, 5) == 0);
	assert_true(mixmi_parametric_complexity(100, 1) == 0);
	assert_close(mixmi_parametric_complexity(1, 8), 3, 1e-12); /* one row: R = K */
}

static void the_table_equals_single_calls(void **state)
{
	(void)state;
	cells_complexity complexity;
	cells_complexity_init(&complexity, 12345);
	for (double k = 1; k < 300; k++)
		assert_true(cells_complexity_bits(&complexity, k) == mixmi_parametric_complexity(12345, k));
}

static void many_at_once_are_the_same_bits(void **state)
{
	(void)state;
	enum { COUNT = 37 };
	static const uint64_t rows[] = { 1, 2, 3, 7, 8, 9, 100, 333, 999, 1000, 1001, 5000 };
	static const double cells[] = { 1, 3, 17, 99, 1e3, 25000, 3e4, 1e9, 1e41 };
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
		for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
			cells_complexity complexity;
			cells_complexity_init(&complexity, rows[r]);
			for (size_t count = 1; count <= COUNT; count += 6) {
				double bits[COUNT];
				for (size_t i = 0; i < count; i++)
					bits[i] = cells[c] * (double)(i + 1);
				cells_complexity_many(bits, count, &complexity);
				for (size_t i = 0; i < count; i++)
					assert_true(bits[i] == cells_complexity_bits(&complexity, cells[c] * (double)(i + 1)));
			}
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equals_the_defining_sum),
		cmocka_unit_test(two_values_equal_the_binomial_sum),
		cmocka_unit_test(recurrence_holds_between_neighbours),
		cmocka_unit_test(fast_forms_equal_the_exact_sum_where_they_are_used),
		cmocka_unit_test(recurrence_and_integral_agree_at_their_border),
		cmocka_unit_test(never_overflows_and_grows_in_both_arguments),
		cmocka_unit_test(empty_and_single_are_free),
		cmocka_unit_test(the_table_equals_single_calls),
		cmocka_unit_test(many_at_once_are_the_same_bits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
