/* The mechanisms of the accuracy suite are drawn from the densities for which its true values were computed: the mean over draws of
 * ln f(x,y|z) / (f(x|z) f(y|z)) is I(X;Y|Z) within 4 standard errors. Mechanisms whose truth is 0 by construction are left out. */
#include "densities.h"

#include <gsl/gsl_sf_gamma.h>

static double ratio_6(const double *row)
{
	return gaussian_ratio(row[0], row[1], 0.6);
}

static double ratio_9(const double *row)
{
	return gaussian_ratio(row[0], row[1], 0.9);
}

static double lognormal_ratio(const double *row)
{
	return gaussian_ratio(log(row[0]) / 2, log(row[1]) / 2, 0.6);
}

static double partial_ratio(const double *row)
{
	return gaussian_ratio(row[0] - row[2], row[1] + row[2], 0.6);
}

static double class_ratio(const double *row)
{
	return gaussian_ratio(row[0] - 2 * row[2], row[1] - 2 * row[2], 0.6);
}

static double switch_ratio(const double *row)
{
	return gaussian_ratio(row[0], row[1], row[2] > 0 ? 0.8 : -0.8);
}

/* Y on [x, x + 2]; the densities of the five classes add up to 1/10 at the ends and 1/5 in between. */
static double experiment_2_ratio(const double *row)
{
	bool inside = row[1] >= row[0] && row[1] <= row[0] + 2, end = row[1] < 1 || row[1] > 5;
	return inside ? log(0.5 / (end ? 0.1 : 0.2)) : -INFINITY;
}

static double experiment_3_ratio(const double *row)
{
	unsigned k = (unsigned)row[1];
	double zero = k == 0 ? 0.15 : 0, margin = 0.85 * exp2(-(row[1] + 1)) + zero;
	return log((0.85 * gsl_ran_poisson_pdf(k, row[0]) + zero) / margin);
}

static double experiment_5_ratio(const double *row)
{
	if (fabs(row[0]) != 1)
		return log(2) + gaussian_ratio(row[0], row[1], 0.8);
	return log(2) + log((row[0] == row[1] ? 0.4 : 0.1) / 0.25);
}

static double checkerboard_ratio(const double *row)
{
	bool on = ((int)row[0] + (int)row[1]) % 2 == 0 && row[0] >= 0 && row[0] < 4 && row[1] >= 0 && row[1] < 4;
	return on ? log(2) : -INFINITY;
}

static double student_ratio(const double *row)
{
	double x = row[0], y = row[1], q = (x * x - 1.2 * x * y + y * y) / 0.64;
	return log(gsl_sf_gamma(2.5) / gsl_sf_gamma(1.5) / (3 * M_PI * 0.8)) - 2.5 * log1p(q / 3) -
	       log(gsl_ran_tdist_pdf(x, 3) * gsl_ran_tdist_pdf(y, 3));
}

static double cauchy_ratio(const double *row)
{
	double x = row[0], y = row[1];
	return -log(2 * M_PI) - 1.5 * log1p(x * x + y * y) - log(gsl_ran_cauchy_pdf(x, 1) * gsl_ran_cauchy_pdf(y, 1));
}

static double pareto_ratio(const double *row)
{
	const double a = 0.5;
	return log((a + 1) / a) - (a + 2) * log1p(row[0] + row[1]) + (a + 1) * (log1p(row[0]) + log1p(row[1]));
}

static double waiting_ratio(const double *row)
{
	return -(row[1] - row[0]) - log(gsl_ran_gamma_pdf(row[1], 2, 1));
}

static double circular_ratio(const double *row)
{
	double ahead = row[1] - row[0] + (row[1] < row[0] ? 1 : 0);
	return ahead <= 0.4 ? -log(0.4) : -INFINITY;
}

static double ring_margin(double x)
{
	x = fabs(x);
	return (acosh(1.2 / x) - (x < 0.8 ? acosh(0.8 / x) : 0)) / (0.4 * M_PI);
}

static double ring_ratio(const double *row)
{
	double radius = hypot(row[0], row[1]);
	if (radius < 0.8 || radius > 1.2)
		return -INFINITY;
	return -log(0.8 * M_PI * radius * ring_margin(row[0]) * ring_margin(row[1]));
}

static double funnel_ratio(const double *row)
{
	return blend_ratio((row[0] + 1) / 2, row[1], no_centre, funnel_deviation);
}

static double sine_ratio(const double *row)
{
	return blend_ratio(fmod(2 * row[0], 1), row[1], sine_centre, sine_deviation);
}

static double quadratic_ratio(const double *row)
{
	return blend_ratio(fabs(row[0]), row[1], quadratic_centre, quadratic_deviation);
}

static double classes_ratio(const double *row)
{
	return mixture_ratio((mixture){ 3, 2, 1 }, row[0], row[1]);
}

static double spread_ratio(const double *row)
{
	return mixture_ratio((mixture){ 2, 0, 4 }, row[0], row[1]);
}

/* Labels were permuted by 7 x + 13, and 7 * 43 = 1 modulo 50. */
static double group(double label)
{
	return floor(fmod(43 * (label + 50 - 13), 50) / 10);
}

static double labels_mean_ratio(const double *row)
{
	return mixture_ratio((mixture){ 5, 1.5, 1 }, group(row[0]), row[1]);
}

static double labels_ratio(const double *row)
{
	return log((group(row[0]) == row[1] ? 0.84 : 0.04) / 0.2);
}

static double counts_ratio(const double *row)
{
	unsigned x = (unsigned)row[0], y = (unsigned)row[1];
	double joint = 0;
	for (unsigned c = 0; c <= x && c <= y; c++)
		joint += gsl_ran_poisson_pdf(c, 3) * gsl_ran_poisson_pdf(x - c, 1) * gsl_ran_poisson_pdf(y - c, 1);
	return log(joint / (gsl_ran_poisson_pdf(x, 4) * gsl_ran_poisson_pdf(y, 4)));
}

static double rounded_ratio(const double *row)
{
	strip s = { 0.6, row[1] - 0.25, row[1] + 0.25 }, all = { 0, -40, 40 };
	double joint = integrate(strip_density, &s, row[0] - 0.25, row[0] + 0.25);
	return log(joint / integrate(strip_density, &all, row[0] - 0.25, row[0] + 0.25) /
	           integrate(strip_density, &all, row[1] - 0.25, row[1] + 0.25));
}

static double zero_inflated_ratio(const double *row)
{
	if (row[0] > 0 && row[1] > 0)
		return log(0.5 / 0.36) + gaussian_ratio(log(row[0]), log(row[1]), 0.7);
	return row[0] > 0 || row[1] > 0 ? log(0.1 / 0.24) : log(0.3 / 0.16);
}

static double censored_ratio(const double *row)
{
	double tail = gsl_cdf_ugaussian_P(limit), rest = sqrt(1 - censored_rho * censored_rho);
	strip s = { censored_rho, -40, limit };
	if (row[0] > limit && row[1] > limit)
		return gaussian_ratio(row[0], row[1], censored_rho);
	if (row[0] > limit || row[1] > limit)
		return log(gsl_cdf_ugaussian_P((limit - censored_rho * fmax(row[0], row[1])) / rest) / tail);
	return log(integrate(strip_density, &s, -12, limit) / (tail * tail));
}

static double xor_ratio(const double *row)
{
	return log(row[0] * row[1] * row[2] > 0 ? 1.8 : 0.2);
}

static double modulo_ratio(const double *row)
{
	return log(3 * (((int)row[0] + (int)row[1]) % 3 == (int)row[2] ? 0.8 : 0.1));
}

typedef struct met {
	const char *name;
	log_ratio *ratio;
} met;

static const met ratios[] = {
	{ "I", ratio_6 },
	{ "II", experiment_2_ratio },
	{ "III", experiment_3_ratio },
	{ "V", experiment_5_ratio },
	{ "VI-4", experiment_2_ratio },
	{ "checkerboard", checkerboard_ratio },
	{ "lognormal", lognormal_ratio },
	{ "strong", ratio_9 },
	{ "student", student_ratio },
	{ "cauchy", cauchy_ratio },
	{ "pareto", pareto_ratio },
	{ "waiting", waiting_ratio },
	{ "funnel", funnel_ratio },
	{ "sine", sine_ratio },
	{ "circular", circular_ratio },
	{ "quadratic", quadratic_ratio },
	{ "ring", ring_ratio },
	{ "classes", classes_ratio },
	{ "spread", spread_ratio },
	{ "counts", counts_ratio },
	{ "rounded", rounded_ratio },
	{ "zero-inflated", zero_inflated_ratio },
	{ "censored", censored_ratio },
	{ "labels", labels_ratio },
	{ "labels-mean", labels_mean_ratio },
	{ "partial", partial_ratio },
	{ "sign-xor", xor_ratio },
	{ "modulo", modulo_ratio },
	{ "switch", switch_ratio },
	{ "given-3", partial_ratio },
	{ "given-3-xor", xor_ratio },
	{ "given-5", class_ratio },
};

static void the_draws_are_of_the_densities_that_the_truths_are_for(void **state)
{
	(void)state;
	size_t wrong = 0;
	for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++)
		wrong += !draws_match(ratios[i].name, ratios[i].ratio);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(the_draws_are_of_the_densities_that_the_truths_are_for) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
