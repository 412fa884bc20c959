/* Sums of squares of deviates that vary together: variance from the products' covariance matrix, which is known here. */
#include "base/exact.h"
#include "test/covary.h"
#include "test/tails.h"
#include "unit.h"

enum { MANY = 3000 };

/* Two features of variance 1 whose correlation is c in every second row and -c in the others: uncorrelated over all rows. */
static void fill_turning(test_residuals *f, double *values, double c, uint64_t *seed)
{
	*f = (test_residuals){ .rows = MANY, .count = 2, .rank = 2, .values = values };
	for (size_t i = 0; i < MANY; i++) {
		double a = test_normal(seed), b = test_normal(seed), turn = i % 2 == 0 ? c : -c;
		values[i] = base_fix(a);
		values[MANY + i] = base_fix(turn * a + sqrt(1 - c * c) * b);
	}
}

static void fill_pairing(test_pairing *p)
{
	memset(p, 0, sizeof *p);
	for (unsigned detail = 0; detail < QUESTION_DETAILS; detail++) {
		p->x_ranks[detail] = p->y_ranks[detail] = 2;
		p->variance[detail] = 8;
	}
}

static void covary(test_pairing *p, double x_turn, double y_turn, bool backwards)
{
	static double x_values[2 * MANY], y_values[2 * MANY];
	static uint64_t keys[MANY];
	test_residuals x, y;
	uint64_t seed = 11;
	fill_turning(&x, x_values, x_turn, &seed);
	fill_turning(&y, y_values, y_turn, &seed);
	for (size_t i = 0; i < MANY; i++)
		keys[i] = (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
	for (size_t i = 0; backwards && i < MANY / 2; i++) {
		size_t j = MANY - 1 - i;
		uint64_t key = keys[i];
		keys[i] = keys[j];
		keys[j] = key;
		for (size_t k = 0; k < 2; k++) {
			double a = x_values[k * MANY + i], b = y_values[k * MANY + i];
			x_values[k * MANY + i] = x_values[k * MANY + j];
			y_values[k * MANY + i] = y_values[k * MANY + j];
			x_values[k * MANY + j] = a;
			y_values[k * MANY + j] = b;
		}
	}
	test_given given = { .manner = TEST_BY_REGRESSION, .rows = MANY, .row_keys = keys };
	fill_pairing(p);
	assert_true(test_covary(p, &x, &y, &given));
}

/* The covariance of the four products is I + c^2 (J x J), J exchanging the features: eigenvalues 1 + c^2 and 1 - c^2, twice each. */
static void products_that_turn_together_vary_as_their_covariance_says(void **state)
{
	(void)state;
	const double c = 0.9, high = 1 + c * c, low = 1 - c * c;
	test_pairing p;
	covary(&p, c, c, false);
	double variance = 2 * 2 * (high * high + low * low);
	print_message("variance %.2f of %.2f\n", p.variance[0], variance);
	assert_true(fabs(p.variance[0] - variance) < 0.12 * variance);
}

static void products_of_which_one_side_turns_vary_as_independent_ones(void **state)
{
	(void)state;
	test_pairing p;
	covary(&p, 0.9, 0, false);
	assert_true(p.variance[0] >= 8 && p.variance[0] < 8 * 1.15);
}

static void the_order_of_rows_does_not_show(void **state)
{
	(void)state;
	test_pairing p, q;
	covary(&p, 0.8, 0.7, false);
	covary(&q, 0.8, 0.7, true);
	assert_memory_equal(p.variance, q.variance, sizeof p.variance);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(products_that_turn_together_vary_as_their_covariance_says),
		cmocka_unit_test(products_of_which_one_side_turns_vary_as_independent_ones),
		cmocka_unit_test(the_order_of_rows_does_not_show),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
