/* The chi-squared tail and its inverse: closed forms, published values, and the switch between GSL and the expansion. */
#include "base/special.h"

#include "unit.h"

/* With 2m degrees of freedom the tail is e^(-x/2) sum_{i<m} (x/2)^i / i!. */
static double even_tail(double x, unsigned m)
{
	double term = 1, sum = 0;
	for (unsigned i = 0; i < m; i++) {
		sum += term;
		term *= x / 2 / (i + 1);
	}
	return exp(-x / 2) * sum;
}

static void tail_equals_closed_forms(void **state)
{
	(void)state;
	for (unsigned m = 1; m < 60; m++)
		for (double x = 0.01; x < 300; x *= 1.7)
			assert_close(base_chi2_tail(x, 2 * m), even_tail(x, m), 1e-12 + 1e-10 * even_tail(x, m));
	for (double x = 0.01; x < 300; x *= 1.7) /* one degree of freedom: a squared normal */
		assert_close(base_chi2_tail(x, 1), erfc(sqrt(x / 2)), 1e-10 * erfc(sqrt(x / 2)));
}

static void quantiles_equal_published_ones(void **state)
{
	(void)state;
	assert_close(base_chi2_quantile(0.05, 1), 3.841458820694124, 1e-11);
	assert_close(base_chi2_quantile(0.01, 1), 6.634896601021213, 1e-11);
	assert_close(base_chi2_quantile(0.05, 10), 18.307038053275146, 1e-10);
	assert_close(base_chi2_quantile(0.01, 100), 135.80672317102676, 1e-9);
}

static void quantile_inverts_the_tail_everywhere(void **state)
{
	(void)state;
	const double alphas[] = { 1e-300, 1e-30, 1e-6, 0.01, 0.05, 0.5, 0.95, 0.999 };
	for (double df = 1; df < 1e18; df *= 7)
		for (size_t i = 0; i < sizeof alphas / sizeof alphas[0]; i++) {
			double x = base_chi2_quantile(alphas[i], df);
			/* a relative step of one rounding of x moves the tail by about x f(x) epsilon */
			double slack = 1e-9 + 1e-15 * sqrt(df) * 100;
			assert_close(base_chi2_tail(x, df) / alphas[i], 1, slack);
		}
}

static void tail_is_smooth_across_the_switch(void **state)
{
	(void)state;
	for (double s = -8; s <= 30; s += 0.5) {
		double below = base_chi2_tail(2e5 + s * sqrt(4e5), 2e5);
		double above = base_chi2_tail(2e5 + 1e-6 + s * sqrt(4e5), 2e5 + 1e-6);
		assert_close(above, below, 1e-7 * below);
	}
}

static void extremes_are_answered(void **state)
{
	(void)state;
	assert_true(base_chi2_tail(1e9, 3) == 0);
	assert_true(base_chi2_tail(0, 3) == 1);
	assert_true(base_chi2_tail(5, 0) == 1);
	assert_true(base_chi2_quantile(0.01, 0) == 0);
	for (double df = 0.5; df < 1e20; df *= 3)
		for (double x = 1e-3; x < 1e22; x *= 5) {
			double tail = base_chi2_tail(x, df);
			assert_true(tail >= 0 && tail <= 1);
		}
}

static void log_excess_keeps_its_digits(void **state)
{
	(void)state;
	for (double x = 1e-12; x < 0.9; x *= 3) {
		long double exact = (long double)x - log1pl((long double)x);
		double slack = x < 1e-4 ? 1e-3 : 1e-9; /* what cancellation leaves of the extended form */
		if (x > 1e-8)
			assert_close(base_log_excess(x), (double)exact, slack * (double)exact);
		assert_close(base_log_excess(x) / (x * x / 2 - x * x * x / 3), 1, 2 * x * x);
	}
}

/* Values of the regularised incomplete gamma function to 17 digits, by mpmath with 60. */
static void the_expansion_is_exact_to_twelve_digits(void **state)
{
	(void)state;
	static const struct {
		double df, x, tail;
	} known[] = {
		{ 220000, 219802, 0.61698840182079212 },     { 220000, 219890, 0.56547047393275377 },
		{ 220000, 220154, 0.40783622248024268 },     { 220000, 220209, 0.37600710097011531 },
		{ 220000, 222310, 0.00025892841540912751 },  { 220000, 224400, 2.191146425180838e-11 },
		{ 220000, 244200, 4.0076958087131712e-272 }, { 220000, 241890, 1.6016039164260297e-224 },
		{ 400000, 399640, 0.65610927858810552 },     { 400000, 400380, 0.33524932072154739 },
		{ 400000, 408000, 3.1653188903470979e-19 },  { 3000000, 2997300, 0.86484067849110757 },
		{ 3000000, 3002850, 0.12233128650361043 },   { 3000000, 3060000, 4.3080921294722958e-131 },
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		double tail = base_chi2_tail(known[i].x, known[i].df), digits = known[i].tail > 1e-6 ? 2e-12 : 1e-10;
		assert_close(tail / known[i].tail, 1, digits);
	}
}

/* Nearly equal numbers, whose quotient has lost the digits that determine the logarithm. */
static void ratios_near_one_keep_their_digits(void **state)
{
	(void)state;
	const uint64_t many = UINT64_C(1000000000000037);
	assert_close(base_log_ratio(many + 3, many) * 1000000000000037 / 3, 1, 1e-14);
	assert_close(base_log_ratio(many - 3, many) * 1000000000000037 / -3, 1, 1e-14);
	assert_close(base_log_ratio(7, 2), log(3.5), 1e-15);
	assert_true(base_log_ratio(5, 5) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_expansion_is_exact_to_twelve_digits),
		cmocka_unit_test(ratios_near_one_keep_their_digits),
		cmocka_unit_test(tail_equals_closed_forms),
		cmocka_unit_test(quantiles_equal_published_ones),
		cmocka_unit_test(quantile_inverts_the_tail_everywhere),
		cmocka_unit_test(tail_is_smooth_across_the_switch),
		cmocka_unit_test(extremes_are_answered),
		cmocka_unit_test(log_excess_keeps_its_digits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
