/* With GSL, each function is one call. With R, the functions on which estimates depend most closely are computed here
 * as GSL does, so that an answer has the same digits in R as elsewhere: a change in the last bit of a normal score can
 * change the sixth digit of an estimate. */
#include "base/functions.h"

#include <math.h>
#include <string.h>

#include "base/wide.h"

/* Ratio of the polynomials a[0] + a[1] x + ... and b[0] + b[1] x + ... */
BASE_BOTH double ratio(const double a[8], const double b[8], double x)
{
	double above = a[7], below = b[7];
	for (int i = 6; i >= 0; i--) {
		above = above * x + a[i];
		below = below * x + b[i];
	}
	return above / below;
}

/* The normal quantile at 1/2 + q for |q| <= 0.425: algorithm AS 241 (Wichura, 1988, Applied Statistics 37, 477-484),
 * with errors below 1e-16. GSL and R compute it the same way. */
BASE_BOTH double central_quantile(double q)
{
	static const double a[8] = { 3.3871328727963666080,   1.3314166789178437745e2, 1.9715909503065514427e3,
		                         1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
		                         3.3430575583588128105e4, 2.5090809287301226727e3 };
	static const double b[8] = { 1,
		                         4.2313330701600911252e1,
		                         6.8718700749205790830e2,
		                         5.3941960214247511077e3,
		                         2.1213794301586595867e4,
		                         3.9307895800092710610e4,
		                         2.8729085735721942674e4,
		                         5.2264952788528545610e3 };
	return q * ratio(a, b, 0.180625 - q * q);
}

#ifdef MIXMI_RMATH

#include <Rmath.h>

/* The quantile in the lower tail as a function of r = sqrt(-ln p), by the same algorithm. */
static double outer_quantile(double r)
{
	static const double c[8] = { 1.42343711074968357734,    4.63033784615654529590,   5.76949722146069140550,
		                         3.64784832476320460504,    1.27045825245236838258,   2.41780725177450611770e-1,
		                         2.27238449892691845833e-2, 7.74545014278341407640e-4 };
	static const double d[8] = { 1,
		                         2.05319162663775882187,
		                         1.67638483018380384940,
		                         6.89767334985100004550e-1,
		                         1.48103976427480074590e-1,
		                         1.51986665636164571966e-2,
		                         5.47593808499534494600e-4,
		                         1.05075007164441684324e-9 };
	static const double e[8] = { 6.65790464350110377720,    5.46378491116411436990,    1.78482653991729133580,
		                         2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
		                         2.71155556874348757815e-5, 2.01033439929228813265e-7 };
	static const double f[8] = { 1,
		                         5.99832206555887937690e-1,
		                         1.36929880922735805310e-1,
		                         1.48753612908506148525e-2,
		                         7.86869131145613259100e-4,
		                         1.84631831751005468180e-5,
		                         1.42151175831644588870e-7,
		                         2.04426310338993978564e-15 };
	return r <= 5 ? ratio(c, d, r - 1.6) : ratio(e, f, r - 5);
}

double base_normal_quantile(double p)
{
	if (fabs(p - 0.5) <= 0.425)
		return central_quantile(p - 0.5);
	double size = outer_quantile(sqrt(-log(p < 0.5 ? p : 1 - p)));
	return p < 0.5 ? -size : size;
}

double base_normal_upper_quantile(double q)
{
	if (fabs(q - 0.5) <= 0.425)
		return -central_quantile(q - 0.5);
	double size = outer_quantile(sqrt(-log(q < 0.5 ? q : 1 - q)));
	return q < 0.5 ? size : -size;
}

double base_chi2_upper(double x, double df)
{
	return Rf_pchisq(x, df, 0, 0);
}

double base_log_gamma(double x)
{
	return Rf_lgammafn(x);
}

double base_log_factorial(unsigned n)
{
	enum { EXACT = 170 }; /* the largest n for which n! is a finite double */
	long double factorial = 1;
	for (unsigned i = 2; i <= n && n <= EXACT; i++)
		factorial *= i;
	return n <= EXACT ? log((double)factorial) : Rf_lgammafn((double)n + 1);
}

double base_digamma(int n)
{
	enum { FEW = 100 };
	const long double euler = 0.577215664901532860606512090082402431L;
	if (n <= FEW) {
		long double sum = -euler;
		for (int i = 1; i < n; i++)
			sum += 1 / (long double)i;
		return (double)sum;
	}
	double square = 1.0 / n * (1.0 / n); /* Abramowitz and Stegun 6.3.18 */
	double series = square * (-1.0 / 12 + square * (1.0 / 120 + square * (-1.0 / 252 + square / 240)));
	return log(n) - 0.5 / n + series;
}

/* -gamma - ln x - sum (-x)^k / (k k!), for x <= 1 (Abramowitz and Stegun 5.1.11). */
static double e1_by_series(double x)
{
	const double euler = 0.577215664901532860606512090082;
	double term = 1, sum = 0;
	for (int k = 1; k < 25; k++) {
		term *= -x / k;
		sum -= term / k;
	}
	return sum - euler - log(x);
}

/* The continued fraction 1/(x + 1/(1 + 1/(x + 2/(1 + ...)))) in its even form, evaluated from its last term (5.1.22);
 * for x > 1. */
static double scaled_e1_by_fraction(double x)
{
	const int terms = x > 4 ? 60 : 400;
	double below = x + 2 * terms + 1;
	for (int k = terms; k > 0; k--)
		below = x + 2 * k - 1 - (double)k * k / below;
	return 1 / below;
}

double base_scaled_e1(double x)
{
	return x <= 1 ? exp(x) * e1_by_series(x) : scaled_e1_by_fraction(x);
}

#else

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_expint.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>

double base_normal_quantile(double p)
{
	return gsl_cdf_ugaussian_Pinv(p);
}

double base_normal_upper_quantile(double q)
{
	return gsl_cdf_ugaussian_Qinv(q);
}

double base_chi2_upper(double x, double df)
{
	return gsl_cdf_chisq_Q(x, df);
}

double base_log_gamma(double x)
{
	return gsl_sf_lngamma(x); /* lgamma() writes a global variable, which is not safe with threads */
}

double base_log_factorial(unsigned n)
{
	return gsl_sf_lnfact(n);
}

double base_digamma(int n)
{
	return gsl_sf_psi_int(n);
}

double base_scaled_e1(double x)
{
	return gsl_sf_expint_E1_scaled(x);
}

#endif

BASE_BOTH void central_scores_both(double *out, const double *places, size_t count)
{
	for (size_t i = 0; i < count; i++)
		out[i] = central_quantile(places[i]);
}

BASE_TWICE_VOID(central_scores, (double *out, const double *places, size_t count), (out, places, count))

void base_normal_scores(double *values, size_t count)
{
	enum { TOGETHER = 64 };
	double places[TOGETHER];
	for (size_t from = 0; from < count; from += TOGETHER) {
		size_t here = count - from < TOGETHER ? count - from : TOGETHER;
		double *at = values + from;
		memcpy(places, at, here * sizeof *places);
		central_scores(at, places, here);
		for (size_t i = 0; i < here; i++)
			if (fabs(places[i]) > 0.425)
				at[i] = places[i] < 0 ? base_normal_quantile(0.5 + places[i]) : -base_normal_quantile(0.5 - places[i]);
	}
}
