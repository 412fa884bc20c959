/* What the true values of the accuracy suite and the densities of its draws are both made of. */
#ifndef TESTS_DENSITIES_H
#define TESTS_DENSITIES_H

#include "suite.h"
#include "unit.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>

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

static inline double surprise(double p) /* - p ln p */
{
	return p > 0 ? -p * log(p) : 0;
}

static inline double binary_entropy(double p)
{
	return surprise(p) + surprise(1 - p);
}

static inline double gaussian_entropy(double deviation)
{
	return log(deviation) + 0.5 * log(2 * M_PI * M_E);
}

static inline double gaussian_information(double rho)
{
	return -0.5 * log(1 - rho * rho);
}

/* Mutual information of a table of joint probabilities, row by row. */
static inline double table_information(const double *p, size_t rows, size_t columns)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++) {
		double row = 0;
		for (size_t j = 0; j < columns; j++)
			row += p[i * columns + j];
		sum += surprise(row);
	}
	for (size_t j = 0; j < columns; j++) {
		double column = 0;
		for (size_t i = 0; i < rows; i++)
			column += p[i * columns + j];
		sum += surprise(column);
	}
	for (size_t i = 0; i < rows * columns; i++)
		sum -= surprise(p[i]);
	return sum;
}

/* Entropy of a multivariate t with unit scale matrix. */
static inline double student_entropy(double freedom, double dimensions)
{
	return 0.5 * dimensions * log(freedom * M_PI) - gsl_sf_lngamma(dimensions / 2) +
	       gsl_sf_lnbeta(dimensions / 2, freedom / 2) +
	       0.5 * (freedom + dimensions) * (gsl_sf_psi((freedom + dimensions) / 2) - gsl_sf_psi(freedom / 2));
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

static inline double blend_surprise(double y, void *context)
{
	blend at = *(blend *)context;
	at.y = y;
	return surprise(integrate(blend_part, &at, 0, 0.5) + integrate(blend_part, &at, 0.5, 1));
}

static inline double blend_entropy(double (*centre)(double), double (*deviation)(double), double lower, double upper)
{
	blend b = { centre, deviation, 0 };
	double middle = (lower + upper) / 2;
	return integrate(blend_surprise, &b, lower, middle) + integrate(blend_surprise, &b, middle, upper);
}

static inline double mixture_surprise(double y, void *context)
{
	const mixture *m = context;
	double density = 0, deviation = 1;
	for (int i = 0; i < m->count; i++, deviation *= m->growth)
		density += gsl_ran_gaussian_pdf(y - m->step * i, deviation) / m->count;
	return surprise(density);
}

static inline double mixture_information(mixture m, double lower, double upper)
{
	double inner = 0, deviation = 1;
	for (int i = 0; i < m.count; i++, deviation *= m.growth)
		inner += gaussian_entropy(deviation) / m.count;
	return integrate(mixture_surprise, &m, lower, upper) - inner;
}

static inline double gaussian_ratio(double x, double y, double rho)
{
	double rest = 1 - rho * rho, error = y - rho * x;
	return -0.5 * log(rest) - error * error / (2 * rest) + y * y / 2;
}

/* Y given X against its margin, which is a blend over X. */
static inline double blend_ratio(double x, double y, double (*centre)(double), double (*deviation)(double))
{
	blend b = { centre, deviation, y };
	return log(blend_part(x, &b) / (integrate(blend_part, &b, 0, 0.5) + integrate(blend_part, &b, 0.5, 1)));
}

static inline double mixture_ratio(mixture m, double class, double y)
{
	double density = 0, deviation = 1, own = 0;
	for (int i = 0; i < m.count; i++, deviation *= m.growth) {
		double part = gsl_ran_gaussian_pdf(y - m.step * i, deviation);
		density += part / m.count;
		own = i == (int)class ? part : own;
	}
	return log(own / density);
}

/* ln f(x,y|z) / (f(x|z) f(y|z)) of one row. */
typedef double log_ratio(const double *row);

/* Whether the mean of the ratio over draws is the truth, within 4 standard errors. A draw of another distribution has another
 * mean; one that the density excludes makes it infinite. */
static inline bool draws_match(const char *name, log_ratio *ratio)
{
	enum { ROWS = 20000 };
	const mechanism *m = suite_find(name);
	assert_non_null(m);
	draw d;
	draw_init(&d, 7, m->name, 0);
	double sum = 0, squares = 0;
	for (int j = 0; j < ROWS; j++) {
		double row[MECHANISM_COLUMNS];
		m->draw_row(row, &d);
		double value = ratio(row);
		sum += value / ROWS;
		squares += value * value / ROWS;
	}
	double error = sqrt(fmax(0, squares - sum * sum) / ROWS);
	if (fabs(sum - m->truth) <= 4 * error + 1e-9)
		return true;
	print_error("%s: mean of the log ratio %.5f (standard error %.5f), truth %.5f\n", m->name, sum, error, m->truth);
	return false;
}

static const double censored_rho = 0.7, limit = -0.5;

#endif
