/* Logarithms of copula densities, their information, and what else the further mechanisms' truths and draws share. Margins
 * come with their complements, so that both ends of the unit interval are exact. */
#ifndef TESTS_COPULAS_H
#define TESTS_COPULAS_H

#include "densities.h"

typedef struct margin {
	double below, above; /* u and 1 - u */
} margin;

typedef double copula_log(margin u, margin v);

static inline double clayton_log(margin u, margin v)
{
	const double t = 3;
	double x = pow(u.below, -t), y = pow(v.below, -t);
	return log(1 + t) - (1 + t) * (log(u.below) + log(v.below)) - (2 + 1 / t) * log(x + y - 1);
}

static inline double minus_log(margin u)
{
	return u.below < 0.5 ? -log(u.below) : -log1p(-u.above);
}

static inline double gumbel_log(margin u, margin v)
{
	const double t = 2;
	double x = minus_log(u), y = minus_log(v), sum = pow(x, t) + pow(y, t), root = pow(sum, 1 / t);
	return x + y - root + (t - 1) * log(x * y) + (1 / t - 2) * log(sum) + log(root + t - 1);
}

static inline double frank_log(margin u, margin v)
{
	const double t = 6;
	double whole = 1 - exp(-t), rest = whole - (1 - exp(-t * u.below)) * (1 - exp(-t * v.below));
	return log(t * whole) - t * (u.below + v.below) - 2 * log(rest);
}

static inline double joe_log(margin u, margin v)
{
	const double t = 3;
	double a = pow(u.above, t), b = pow(v.above, t), sum = a + b - a * b;
	return (1 / t - 2) * log(sum) + (t - 1) * log(u.above * v.above) + log(t - 1 + sum);
}

typedef struct copula_line {
	copula_log *log_density;
	double x;
} copula_line;

static inline margin normal_margin(double x)
{
	return (margin){ gsl_cdf_ugaussian_P(x), gsl_cdf_ugaussian_Q(x) };
}

static inline double copula_inner(double y, void *context)
{
	const copula_line *line = context;
	double value = line->log_density(normal_margin(line->x), normal_margin(y));
	return gsl_ran_ugaussian_pdf(y) * exp(value) * value;
}

static inline double copula_strip(double x, void *context)
{
	copula_line line = *(copula_line *)context;
	line.x = x;
	return gsl_ran_ugaussian_pdf(x) * (integrate(copula_inner, &line, -8, x < 0 ? x : 0) +
	                                   integrate(copula_inner, &line, x < 0 ? x : 0, x < 0 ? 0 : x) +
	                                   integrate(copula_inner, &line, x < 0 ? 0 : x, 8));
}

/* The double integral of c ln c, over normal scores. */
static inline double copula_information(copula_log *log_density)
{
	copula_line line = { log_density, 0 };
	return integrate(copula_strip, &line, -8, 0) + integrate(copula_strip, &line, 0, 8);
}

/* Correlation 0.9 or -0.9 with equal weight. */
static inline double cross_ratio(double x, double y)
{
	double a = gaussian_ratio(x, y, 0.9), b = gaussian_ratio(x, y, -0.9);
	return fmax(a, b) + log1p(exp(-fabs(a - b))) - log(2);
}

#endif
