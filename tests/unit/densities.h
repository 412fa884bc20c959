/* What the true values of the accuracy suite and the densities of its draws are both made of. */
#ifndef TESTS_DENSITIES_H
#define TESTS_DENSITIES_H

#include "suite.h"
#include "unit.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_randist.h>

typedef double function(double x, void *context);

static inline double integrate(function *f, void *context, double lower, double upper)
{
	gsl_integration_workspace *workspace = gsl_integration_workspace_alloc(1000);
	gsl_function integrand = { f, context };
	double result = NAN, error;
	gsl_integration_qag(&integrand, lower, upper, 1e-11, 1e-10, 1000, GSL_INTEG_GAUSS61, workspace, &result, &error);
	gsl_integration_workspace_free(workspace);
	return result;
}

/* Y = centre(u) + deviation(u) * normal with u uniform on [0, 1]: its density at y, then its entropy. */
typedef struct blend {
	double (*centre)(double u);
	double (*deviation)(double u);
	double y;
} blend;

static inline double blend_part(double u, void *context)
{
	const blend *b = context;
	return gsl_ran_gaussian_pdf(b->y - b->centre(u), b->deviation(u));
}

static inline double no_centre(double u)
{
	(void)u;
	return 0;
}

static inline double funnel_deviation(double u)
{
	return exp(1.5 * (2 * u - 1));
}

static inline double sine_centre(double u)
{
	return sin(2 * M_PI * u); /* how many periods does not matter */
}

static inline double sine_deviation(double u)
{
	(void)u;
	return 0.3;
}

static inline double quadratic_centre(double u)
{
	return u * u;
}

static inline double quadratic_deviation(double u)
{
	(void)u;
	return 0.2;
}

/* `count` classes of equal weight, the Gaussian of each around step * i with deviation growth^i. */
typedef struct mixture {
	int count;
	double step, growth;
} mixture;

/* Probability of Y in [lower, upper] along X = x, for two Gaussians of correlation rho. */
typedef struct strip {
	double rho, lower, upper;
} strip;

static inline double strip_density(double x, void *context)
{
	const strip *s = context;
	double rest = sqrt(1 - s->rho * s->rho);
	return gsl_ran_ugaussian_pdf(x) *
	       (gsl_cdf_ugaussian_P((s->upper - s->rho * x) / rest) - gsl_cdf_ugaussian_P((s->lower - s->rho * x) / rest));
}

static const double censored_rho = 0.7, limit = -0.5;

#endif
