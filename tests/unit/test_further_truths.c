/* Every true value of the further mechanisms of the accuracy suite and of its hold-out set, derived a second time: the
 * constants came from fixed rules (trapezoids, Gauss-Legendre), these from closed forms, series in the other direction,
 * and adaptive quadrature. test_further_draws.c shows that the draws have these densities. */
#include "copulas.h"

static double nothing(void)
{
	return 0;
}

/* --------------------------------------------------------------------------------------------------- closed forms */

static double informed(double information)
{
	double rho = sqrt(1 - exp(-2 * information));
	return gaussian_information(rho);
}

static double gauss_1(void)
{
	return informed(1);
}

static double gauss_2(void)
{
	return informed(2);
}

static double gauss_3(void)
{
	return informed(3);
}

static double gauss_4(void)
{
	return informed(4);
}

static double gauss_6(void)
{
	return informed(6);
}

static double rho_3(void)
{
	return gaussian_information(0.3);
}

static double rho_5(void)
{
	return gaussian_information(0.5);
}

static double rho_6(void)
{
	return gaussian_information(0.6);
}

static double rho_7(void)
{
	return gaussian_information(0.7);
}

static double rho_8(void)
{
	return gaussian_information(0.8);
}

static double rho_9(void)
{
	return gaussian_information(0.9);
}

static double two(void)
{
	return log(2);
}

static double rho_15(void)
{
	return gaussian_information(0.15);
}

static double rho_25(void)
{
	return gaussian_information(0.25);
}

/* Two fair coins; the second equals the first with probability (1 + lean) / 2. */
static double of_coins(double lean)
{
	return log(2) - binary_entropy((1 + lean) / 2);
}

static double leans_20(void)
{
	return of_coins(0.2);
}

static double leans_30(void)
{
	return of_coins(0.3);
}

static double leans_35(void)
{
	return of_coins(0.35);
}

static double leans_60(void)
{
	return of_coins(0.6);
}

/* Y is uniform over 5 blocks; X identifies the block in 84% of rows. */
static double five_bands(void)
{
	return log(5) - surprise(0.84) - 4 * surprise(0.04);
}

static double same_of_six(void)
{
	double p[36];
	for (size_t i = 0; i < 36; i++)
		p[i] = (0.5 * (i / 6 == i % 6) + 0.5 / 6) / 6;
	return table_information(p, 6, 6);
}

static double both_zero(void)
{
	return binary_entropy(0.4) + 0.6 * gaussian_information(0.8);
}

static double flipped_bit(void)
{
	return log(2) - binary_entropy(0.1);
}

/* A uniform of width 0.3 within one of width 1. */
static double saw(void)
{
	return log(1 / 0.3);
}

static double student_pair(double rho, double freedom)
{
	return gaussian_information(rho) + 2 * student_entropy(freedom, 1) - student_entropy(freedom, 2);
}

static double student_1(void)
{
	return student_pair(0.75, 1);
}

static double student_2(void)
{
	return student_pair(0.5, 2);
}

static double pairs_2(void)
{
	return gaussian_information(0.7) + gaussian_information(-0.4);
}

static double student_vectors(void)
{
	return pairs_2() + 2 * student_entropy(3, 2) - student_entropy(3, 4);
}

static double zeros_only(void)
{
	const double p[] = { 0.35, 0.15, 0.15, 0.35 };
	return table_information(p, 2, 2);
}

static double zeros_given(void)
{
	const double p[] = { 0.4, 0.1, 0.1, 0.4 };
	return table_information(p, 2, 2) / 2;
}

static double sum_of_2(void)
{
	return gaussian_information(sqrt(2.0 / 3));
}

static double sum_of_3(void)
{
	return gaussian_information(sqrt(3.0 / 5));
}

static double labels_5(void)
{
	double p[25];
	for (size_t i = 0; i < 25; i++)
		p[i] = (i % 6 == 0 ? 0.84 : 0.04) / 5;
	return table_information(p, 5, 5);
}

static double labels_100(void)
{
	double p[100];
	for (size_t i = 0; i < 100; i++)
		p[i] = (i % 11 == 0 ? 0.73 : 0.03) / 10;
	return table_information(p, 10, 10);
}

static double labels_mean(void)
{
	return mixture_information((mixture){ 5, 1.5, 1 }, -10, 16);
}

/* Two thirds of the noise reveals the sign. */
static double step(void)
{
	return 2 * log(2) / 3;
}

/* ----------------------------------------------------------------------------------------------------- quadrature */

static double fifth(double u)
{
	(void)u;
	return 0.2;
}

static double sine(void)
{
	return blend_entropy(sine_centre, fifth, -3, 3) - gaussian_entropy(0.2);
}

static double clayton(void)
{
	return copula_information(clayton_log);
}

static double gumbel(void)
{
	return copula_information(gumbel_log);
}

static double frank(void)
{
	return copula_information(frank_log);
}

static double joe(void)
{
	return copula_information(joe_log);
}

/* h(Y) - h(Y|X) of a product of two uniforms: Y has density -ln y, and h(Y|X) = E ln X = -1. */
static double product_surprise(double y, void *context)
{
	(void)context;
	return y > 0 ? surprise(-log(y)) : 0;
}

static double product_noise(void)
{
	return integrate(product_surprise, NULL, 0, 0.01) + integrate(product_surprise, NULL, 0.01, 0.99) +
	       integrate(product_surprise, NULL, 0.99, 1) + 1;
}

/* Density of the sum of a uniform on [0, 1] and one on [-half, half]. */
static double band_surprise(double y, void *context)
{
	double half = *(double *)context, overlap = fmin(1, y + half) - fmax(0, y - half);
	return surprise(fmax(0, overlap) / (2 * half));
}

static double band(double half)
{
	double corner = fmin(half, 1 - half), far = fmax(half, 1 - half);
	return integrate(band_surprise, &half, -half, corner) + integrate(band_surprise, &half, corner, far) +
	       integrate(band_surprise, &half, far, 1 + half) - log(2 * half);
}

static double thin_band(void)
{
	return band(0.1);
}

static double wide_band(void)
{
	return band(0.75);
}

static double clipped_inner(double y, void *context)
{
	double x = *(double *)context;
	return gsl_ran_ugaussian_pdf(x) * gsl_ran_gaussian_pdf(y - 0.8 * x, 0.6) * gaussian_ratio(x, y, 0.8);
}

static double clipped_strip(double x, void *context)
{
	(void)context;
	return integrate(clipped_inner, &x, -1, 1);
}

static double clipped_edge(double x, void *context)
{
	(void)context;
	double p = gsl_cdf_ugaussian_P((-1 - 0.8 * x) / 0.6);
	return gsl_ran_ugaussian_pdf(x) * p * log(p / gsl_cdf_ugaussian_P(-1));
}

static double clipped(void)
{
	strip low = { 0.8, -40, -1 }, high = { 0.8, 1, 40 };
	double same = integrate(strip_density, &low, -12, -1), other = integrate(strip_density, &high, -12, -1);
	double tail = gsl_cdf_ugaussian_P(-1);
	return 2 * same * log(same / tail / tail) + 2 * other * log(other / tail / tail) +
	       4 * integrate(clipped_edge, NULL, -1, 1) + integrate(clipped_strip, NULL, -1, 1);
}

/* Information of two Gaussians discretised at the same cuts. */
static double cut_information(double rho, const double *cuts, size_t cells)
{
	double p[15 * 15];
	for (size_t i = 0; i < cells; i++)
		for (size_t j = 0; j < cells; j++) {
			strip s = { rho, cuts[j], cuts[j + 1] };
			p[i * cells + j] = integrate(strip_density, &s, cuts[i], cuts[i + 1]);
		}
	return table_information(p, cells, cells);
}

static double coarse(void)
{
	double cuts[16];
	for (int i = 0; i < 16; i++)
		cuts[i] = i - 7.5;
	return cut_information(0.9, cuts, 15);
}

static double scales(void)
{
	const double cuts[] = { -9, -1.2, -0.4, 0.4, 1.2, 9 };
	return cut_information(0.7, cuts, 5);
}

/* Y has standard deviation sqrt 2 around its class; in these units, classes are sqrt 2 apart. */
static double x_mixed(void)
{
	return mixture_information((mixture){ 3, sqrt(2), 1 }, -10, 13) + log(2) / 2;
}

static double corners(void)
{
	return 2 * mixture_information((mixture){ 2, 2, 1 }, -10, 12);
}

static double product_given_part(double z, void *context)
{
	(void)context;
	return gsl_ran_ugaussian_pdf(z) * 0.5 * log(1 + z * z / 0.09);
}

static double product_given(void)
{
	return 2 * (integrate(product_given_part, NULL, 0, 1) + integrate(product_given_part, NULL, 1, 12));
}

static double tilt_part(double z, void *context)
{
	(void)context;
	return gsl_ran_ugaussian_pdf(z) * gaussian_information(0.9 * tanh(z));
}

static double tilt(void)
{
	return 2 * integrate(tilt_part, NULL, 0, 12);
}

/* ------------------------------------------------------------------------------------------------ the hold-out set */

static double triangle_surprise(double u, void *context)
{
	(void)context;
	return surprise(2 * u);
}

static double triangle(void)
{
	return 2 * integrate(triangle_surprise, NULL, 0, 1) + log(2);
}

static double disc_surprise(double x, void *context)
{
	(void)context;
	return surprise(2 * sqrt(fmax(0, 1 - x * x)) / M_PI);
}

static double disc(void)
{
	return 4 * (integrate(disc_surprise, NULL, 0, 0.99) + integrate(disc_surprise, NULL, 0.99, 1)) - log(M_PI);
}

static double cross_inner(double y, void *context)
{
	double x = *(double *)context, ratio = cross_ratio(x, y);
	return gsl_ran_ugaussian_pdf(y) * exp(ratio) * ratio;
}

static double cross_strip(double x, void *context)
{
	(void)context;
	return gsl_ran_ugaussian_pdf(x) * (integrate(cross_inner, &x, -14, 0) + integrate(cross_inner, &x, 0, 14));
}

static double cross(void)
{
	return 2 * integrate(cross_strip, NULL, 0, 12);
}

static double gamma_entropy(double shape, double rate)
{
	return shape - log(rate) + gsl_sf_lngamma(shape) + (1 - shape) * gsl_sf_psi(shape);
}

/* h(X) - E h(X|Y): given k events the rate is gamma of shape k + 2 and rate 4. */
static double rates(void)
{
	double inner = 0;
	for (int k = 0; k < 400; k++)
		inner += (k + 1) / 16.0 * pow(0.75, k) * gamma_entropy(k + 2, 4);
	return gamma_entropy(2, 1) - inner;
}

static double logit_part(double x, void *context)
{
	(void)context;
	return gsl_ran_ugaussian_pdf(x) * binary_entropy(1 / (1 + exp(-2 * x)));
}

static double logit(void)
{
	return log(2) - 2 * integrate(logit_part, NULL, 0, 12);
}

static double beta_entropy(double a, double b)
{
	return gsl_sf_lnbeta(a, b) - (a - 1) * gsl_sf_psi(a) - (b - 1) * gsl_sf_psi(b) + (a + b - 2) * gsl_sf_psi(a + b);
}

/* h(X) - E h(X|Y): given k of 10 the probability is beta. */
static double shares(void)
{
	double inner = 0;
	for (int k = 0; k <= 10; k++)
		inner += beta_entropy(k + 1, 11 - k) / 11;
	return -inner;
}

static double laplace_surprise(double y, void *context)
{
	(void)context;
	return surprise((1 + fabs(y)) * exp(-fabs(y)) / 4);
}

static double laplace(void)
{
	return 2 * integrate(laplace_surprise, NULL, 0, 80) - log(2 * M_E);
}

/* ------------------------------------------------------------------------------------------------------ the tests */

typedef struct derivation {
	const char *name;
	double (*truth)(void);
} derivation;

static const derivation derivations[] = {
	{ "gauss-1", gauss_1 },
	{ "gauss-2", gauss_2 },
	{ "gauss-3", gauss_3 },
	{ "gauss-4", gauss_4 },
	{ "gauss-6", gauss_6 },
	{ "sine-1", sine },
	{ "sine-4", sine },
	{ "sine-8", sine },
	{ "saw-8", saw },
	{ "clayton", clayton },
	{ "gumbel", gumbel },
	{ "frank", frank },
	{ "joe", joe },
	{ "student-1", student_1 },
	{ "student-2", student_2 },
	{ "product-noise", product_noise },
	{ "zeros-only", zeros_only },
	{ "clipped", clipped },
	{ "coarse", coarse },
	{ "thin-band", thin_band },
	{ "wide-band", wide_band },
	{ "x-2", sum_of_2 },
	{ "x-3", sum_of_3 },
	{ "pairs-2", pairs_2 },
	{ "spiral", pairs_2 },
	{ "xor-2", flipped_bit },
	{ "student-vectors", student_vectors },
	{ "x-mixed", x_mixed },
	{ "labels-200", labels_5 },
	{ "labels-500", labels_5 },
	{ "labels-500-mean", labels_mean },
	{ "labels-100", labels_100 },
	{ "labels-500-apart", nothing },
	{ "strong-z-null", nothing },
	{ "strong-z-3", rho_3 },
	{ "strong-z-5", rho_5 },
	{ "strong-z-8", rho_8 },
	{ "strong-z-9", rho_9 },
	{ "product-given", product_given },
	{ "tilt", tilt },
	{ "z-2", rho_6 },
	{ "z-3", rho_8 },
	{ "z-2-product", rho_6 },
	{ "z-2-product-null", nothing },
	{ "nested", two },
	{ "nested-mean", labels_mean },
	{ "zeros-given", zeros_given },
	{ "scale-given", rho_6 },
	{ "x-2-z-2", sum_of_2 },
	{ "h-triangle", triangle },
	{ "h-disc", disc },
	{ "h-cross", cross },
	{ "h-rates", rates },
	{ "h-logit", logit },
	{ "h-scales", scales },
	{ "h-shares", shares },
	{ "h-third-bit", flipped_bit },
	{ "h-step", step },
	{ "h-laplace", laplace },
	{ "h-corners", corners },
	{ "h-field", rho_7 },
	{ "h-xor-3", flipped_bit },
	{ "h-shops", rho_6 },
	{ "h-season", nothing },
	{ "h-districts", nothing },
	{ "w-pair", rho_15 },
	{ "w-given", rho_25 },
	{ "w-yes-no", leans_20 },
	{ "w-middle", leans_35 },
	{ "w-flip", rho_3 },
	{ "w-labels", leans_30 },
	{ "w-null", nothing },
	{ "k-warped", rho_7 },
	{ "k-bands", five_bands },
	{ "k-board", leans_60 },
	{ "k-yes-no", leans_60 },
	{ "k-same-label", same_of_six },
	{ "k-both-zero", both_zero },
	{ "k-curves", rho_6 },
	{ "k-curves-null", nothing },
	{ "k-wards-null", nothing },
	{ "k-wards", rho_5 },
	{ "k-four-z", rho_5 },
	{ "k-fan", rho_7 },
	{ "k-two-causes", rho_8 },
	{ "k-mixed-null", nothing },
};

enum { DERIVATIONS = sizeof derivations / sizeof derivations[0] };

static bool truth_holds(const mechanism *m)
{
	size_t j = 0;
	while (j < DERIVATIONS && strcmp(derivations[j].name, m->name) != 0)
		j++;
	if (j == DERIVATIONS)
		fail_msg("%s has no derivation", m->name);
	double truth = derivations[j].truth();
	if (fabs(truth - m->truth) < 5e-8)
		return true;
	print_error("%s: %.17g derived, %.17g in the suite\n", m->name, truth, m->truth);
	return false;
}

static void every_further_truth_can_be_derived_again(void **state)
{
	(void)state;
	size_t wrong = 0, checked = 0;
	for (size_t i = 0; suite_at(i) != NULL; i++)
		if (!suite_is_first(suite_at(i)->name)) {
			wrong += !truth_holds(suite_at(i));
			checked++;
		}
	for (size_t i = 0; suite_holdout_at(i) != NULL; i++, checked++)
		wrong += !truth_holds(suite_holdout_at(i));
	assert_int_equal(checked, DERIVATIONS);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_further_truth_can_be_derived_again) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
