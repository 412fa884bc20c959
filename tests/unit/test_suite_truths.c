/* Every true value of the first part of the accuracy suite, derived a second time: from a closed form, a sum, or adaptive quadrature of the
 * densities. test_suite_draws.c shows that the draws have these densities;
 * test_further_truths.c has the rest. */
#include "densities.h"

#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>

/* ---------------------------------------------------------------------------------------- closed forms and sums */

static double nothing(void)
{
	return 0;
}

static double rho_6(void)
{
	return gaussian_information(0.6);
}

static double rho_8(void)
{
	return gaussian_information(0.8);
}

static double rho_9(void)
{
	return gaussian_information(0.9);
}

static double experiment_2(void)
{
	return log(5) - 0.8 * log(2);
}

static double poisson_given(double x, void *context)
{
	(void)context;
	double sum = 0;
	for (unsigned k = 0; k < 150; k++)
		sum += surprise(0.85 * gsl_ran_poisson_pdf(k, x) + (k == 0 ? 0.15 : 0));
	return exp(-x) * sum;
}

/* H(Y) - E H(Y|X), with P(Y = k) = 0.85 2^-(k+1), and the inflated zeros. */
static double experiment_3(void)
{
	double entropy = 0;
	for (int k = 0; k < 60; k++)
		entropy += surprise(0.85 * exp2(-(k + 1)) + (k == 0 ? 0.15 : 0));
	return entropy - integrate(poisson_given, NULL, 0, 45);
}

static double experiment_5(void)
{
	const double signs[] = { 0.4, 0.1, 0.1, 0.4 };
	return log(2) + 0.5 * gaussian_information(0.8) + 0.5 * table_information(signs, 2, 2);
}

static double two(void)
{
	return log(2);
}

static double student(void)
{
	return gaussian_information(0.6) + 2 * student_entropy(3, 1) - student_entropy(3, 2);
}

static double cauchy(void)
{
	return log(8 * M_PI) - 3;
}

/* E ln(1 + X) = 1/a, E ln(1 + X + Y) = 1/a + 1/(a + 1) of Mardia's density a (a + 1) (1 + x + y)^-(a + 2). */
static double pareto(void)
{
	const double a = 0.5;
	return log(1 + 1 / a) - 1 / (a + 1);
}

/* h(Y) - h(Y|X): a gamma of shape 2 against an exponential. */
static double waiting(void)
{
	return 2 + gsl_sf_lngamma(2) - gsl_sf_psi(2) - 1;
}

static double circular(void)
{
	return -log(0.4);
}

static double zero_inflated(void)
{
	const double zeros[] = { 0.3, 0.1, 0.1, 0.5 };
	return table_information(zeros, 2, 2) + 0.5 * gaussian_information(0.7);
}

static double labels(void)
{
	double p[5 * 5];
	for (size_t i = 0; i < 25; i++)
		p[i] = (i % 6 == 0 ? 0.8 + 0.2 / 5 : 0.2 / 5) / 5;
	return table_information(p, 5, 5);
}

static double sign_xor(void)
{
	return log(2) - binary_entropy(0.1);
}

/* Given Z, X and Y are uniform and X + Y is Z with probability 0.8. */
static double modulo(void)
{
	double p[9];
	for (size_t i = 0; i < 9; i++)
		p[i] = ((i / 3 + i % 3) % 3 == 0 ? 0.8 : 0.1) / 3;
	return table_information(p, 3, 3);
}

static double counts(void)
{
	enum { MOST = 40 };
	double p[MOST * MOST] = { 0 };
	for (unsigned i = 0; i < MOST; i++)
		for (unsigned j = 0; j < MOST; j++)
			for (unsigned common = 0; common <= i && common <= j; common++)
				p[i * MOST + j] += gsl_ran_poisson_pdf(common, 3) * gsl_ran_poisson_pdf(i - common, 1) *
				                   gsl_ran_poisson_pdf(j - common, 1);
	return table_information(p, MOST, MOST);
}

/* ------------------------------------------------------------------------------------------------- quadrature */

static double funnel(void)
{
	return blend_entropy(no_centre, funnel_deviation, -40, 40) - gaussian_entropy(1);
}

static double sine(void)
{
	return blend_entropy(sine_centre, sine_deviation, -4, 4) - gaussian_entropy(0.3);
}

static double quadratic(void)
{
	return blend_entropy(quadratic_centre, quadratic_deviation, -2, 3) - gaussian_entropy(0.2);
}

/* The margin of a radius uniform on [0.8, 1.2] with a uniform angle. */
static double ring_surprise(double x, void *context)
{
	(void)context;
	if (x <= 0 || x >= 1.2)
		return 0;
	return surprise((acosh(1.2 / x) - (x < 0.8 ? acosh(0.8 / x) : 0)) / (0.4 * M_PI));
}

/* h(X,Y) = E ln(2 pi r 0.4), and E ln r from the antiderivative r ln r - r. */
static double ring(void)
{
	double points[] = { 0, 0.8, 1.2 }, margin = NAN, error;
	gsl_integration_workspace *workspace = gsl_integration_workspace_alloc(1000);
	gsl_function integrand = { ring_surprise, NULL };
	gsl_integration_qagp(&integrand, points, 3, 1e-10, 1e-10, 1000, workspace, &margin, &error);
	gsl_integration_workspace_free(workspace);
	double log_radius = (1.2 * log(1.2) - 0.8 * log(0.8)) / 0.4 - 1;
	return 2 * (2 * margin) - log(0.8 * M_PI) - log_radius;
}

static double classes(void)
{
	return mixture_information((mixture){ 3, 2, 1 }, -10, 14);
}

static double spread(void)
{
	return mixture_information((mixture){ 2, 0, 4 }, -40, 40);
}

static double labels_mean(void)
{
	return mixture_information((mixture){ 5, 1.5, 1 }, -10, 16);
}

static double rounded(void)
{
	enum { CELLS = 33 };
	double p[CELLS * CELLS];
	for (int i = 0; i < CELLS; i++)
		for (int j = 0; j < CELLS; j++) {
			double x = 0.5 * (i - CELLS / 2), y = 0.5 * (j - CELLS / 2);
			strip s = { 0.6, y - 0.25, y + 0.25 };
			p[i * CELLS + j] = integrate(strip_density, &s, x - 0.25, x + 0.25);
		}
	return table_information(p, CELLS, CELLS);
}

/* Y censored, X = x: f(x) P ln(P / P(Y censored)) with P = P(Y censored | x). */
static double censored_side(double x, void *context)
{
	(void)context;
	double p = gsl_cdf_ugaussian_P((limit - censored_rho * x) / sqrt(1 - censored_rho * censored_rho));
	return p > 0 ? gsl_ran_ugaussian_pdf(x) * p * log(p / gsl_cdf_ugaussian_P(limit)) : 0;
}

static double log_ratio_density(double y, void *context)
{
	double x = *(double *)context, rest = 1 - censored_rho * censored_rho, error = y - censored_rho * x;
	double density = gsl_ran_ugaussian_pdf(x) * gsl_ran_gaussian_pdf(error, sqrt(rest));
	return density * (-0.5 * log(rest) - error * error / (2 * rest) + y * y / 2);
}

static double log_ratio_strip(double x, void *context)
{
	(void)context;
	return integrate(log_ratio_density, &x, limit, 12);
}

static double censored(void)
{
	double tail = gsl_cdf_ugaussian_P(limit);
	strip s = { censored_rho, -40, limit };
	double both = integrate(strip_density, &s, -12, limit);
	return both * log(both / (tail * tail)) + 2 * integrate(censored_side, NULL, limit, 12) +
	       integrate(log_ratio_strip, NULL, limit, 12);
}

/* ----------------------------------------------------------------------------------------------------- the tests */

typedef struct derivation {
	const char *name;
	double (*truth)(void);
} derivation;

static const derivation derivations[] = {
	{ "I", rho_6 },
	{ "II", experiment_2 },
	{ "III", experiment_3 },
	{ "IV", nothing },
	{ "V", experiment_5 },
	{ "VI-0", experiment_2 },
	{ "VI-1", experiment_2 },
	{ "VI-2", experiment_2 },
	{ "VI-3", experiment_2 },
	{ "VI-4", experiment_2 },
	{ "checkerboard", two },
	{ "outlier", rho_6 },
	{ "lognormal", rho_6 },
	{ "independent", nothing },
	{ "strong", rho_9 },
	{ "student", student },
	{ "cauchy", cauchy },
	{ "pareto", pareto },
	{ "waiting", waiting },
	{ "funnel", funnel },
	{ "sine", sine },
	{ "circular", circular },
	{ "quadratic", quadratic },
	{ "ring", ring },
	{ "classes", classes },
	{ "spread", spread },
	{ "counts", counts },
	{ "rounded", rounded },
	{ "zero-inflated", zero_inflated },
	{ "censored", censored },
	{ "labels", labels },
	{ "labels-mean", labels_mean },
	{ "labels-apart", nothing },
	{ "chain", nothing },
	{ "fork", nothing },
	{ "partial", rho_6 },
	{ "sign-xor", sign_xor },
	{ "modulo", modulo },
	{ "switch", rho_8 },
	{ "given-3", rho_6 },
	{ "given-3-null", nothing },
	{ "given-3-xor", sign_xor },
	{ "given-5", rho_6 },
	{ "given-5-null", nothing },
};

enum { DERIVATIONS = sizeof derivations / sizeof derivations[0] };

static void every_truth_can_be_derived_again(void **state)
{
	(void)state;
	int wrong = 0;
	for (size_t i = 0; suite_at(i) != NULL && suite_is_first(suite_at(i)->name); i++) {
		const mechanism *m = suite_at(i);
		size_t j = 0;
		while (j < DERIVATIONS && strcmp(derivations[j].name, m->name) != 0)
			j++;
		assert_true(j < DERIVATIONS);
		double truth = derivations[j].truth();
		if (!(fabs(truth - m->truth) < 5e-8)) {
			print_error("%s: %.17g derived, %.17g in the suite\n", m->name, truth, m->truth);
			wrong++;
		}
	}
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_truth_can_be_derived_again) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
