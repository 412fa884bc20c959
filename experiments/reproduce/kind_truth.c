/* Derives the true values of Experiments I to V in two ways: by integrating the densities, and as the mean of ln
 * p(x,y|z) / (p(x|z) p(y|z)) over a million rows of the generators used by the experiments. VI is II with
 * additional irrelevant columns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "mechanisms.h"
#include "summary.h"

static const double pi = 3.14159265358979323846264338328;
static const double zeros = 0.15; /* inflated zeros of Experiment III */

static double log_poisson(double k, double mean)
{
	return mean > 0 ? k * log(mean) - mean - lgamma(k + 1) : k > 0 ? -INFINITY : 0;
}

/* ln of the density of a correlated pair over the product of its margins. */
static double gaussian_ratio(double x, double y, double rho)
{
	double rest = 1 - rho * rho;
	return -0.5 * log(rest) - (rho * rho * (x * x + y * y) - 2 * rho * x * y) / (2 * rest);
}

/* Y of Experiment II is uniform on [x, x + 2]: the number of the five values of x that allow it. */
static double uniform_ratio(double y)
{
	int allow = 0;
	for (int x = 0; x < 5; x++)
		allow += y >= x && y <= x + 2;
	return log(5.0 / allow);
}

static double inflated(double k, double x)
{
	return (1 - zeros) * exp(log_poisson(k, x)) + (k < 0.5 ? zeros : 0);
}

/* An exponential mixture of Poissons is geometric. */
static double inflated_margin(double k)
{
	return (1 - zeros) * exp2(-(k + 1)) + (k < 0.5 ? zeros : 0);
}

static double ratio_1(const double *row)
{
	return gaussian_ratio(row[0], row[1], 0.6);
}

static double ratio_2(const double *row)
{
	return uniform_ratio(row[1]);
}

static double ratio_3(const double *row)
{
	return log(inflated(row[1], row[0]) / inflated_margin(row[1]));
}

/* Y depends on Z alone, so p(y|x,z) and p(y|z) are the same binomial. */
static double ratio_4(const double *row)
{
	(void)row;
	return 0;
}

/* Atoms have 1/4 of X's mass each, and of Y's; the Gaussian part has half of all three. */
static double ratio_5(const double *row)
{
	bool atoms = fabs(row[0]) == 1 && fabs(row[1]) == 1;
	if (!atoms)
		return log(0.5 / (0.5 * 0.5)) + gaussian_ratio(row[0], row[1], 0.8);
	return log(0.5 * (row[0] * row[1] > 0 ? 0.4 : 0.1) / (0.25 * 0.25));
}

/* ------------------------------------------------------------------------------------------- integration */

/* Trapezoids on a plane: exact to rounding for Gaussians, which vanish at the edge. */
static double integrate_gaussian(double rho)
{
	const double edge = 9, step = 0.02;
	double sum = 0;
	int steps = (int)(2 * edge / step);
	for (int i = 0; i <= steps; i++)
		for (int j = 0; j <= steps; j++) {
			double x = -edge + i * step, y = -edge + j * step, ratio = gaussian_ratio(x, y, rho);
			sum += exp(ratio - (x * x + y * y) / 2) / (2 * pi) * ratio;
		}
	return sum * step * step;
}

static double integrate_uniform(void)
{
	const int steps = 2000; /* midpoints; the integrand is a step function with its steps at whole numbers */
	double sum = 0;
	for (int x = 0; x < 5; x++)
		for (int i = 0; i < steps; i++)
			sum += 0.2 / steps * uniform_ratio(x + 2 * (i + 0.5) / steps);
	return sum;
}

/* Point i of the integral of f(x) dx over (0, inf): x = t^4 removes the singularity x ln x at 0. */
enum { POINTS = 20000, COUNTS = 150 };

static double point(int i, double *weight)
{
	const double end = 3.4; /* t; e^-133 is left */
	double t = end * (i + 0.5) / POINTS;
	*weight = 4 * t * t * t * end / POINTS;
	return t * t * t * t;
}

static double integrate_inflated(void)
{
	double sum = 0;
	for (int i = 0; i < POINTS; i++) {
		double weight, x = point(i, &weight);
		for (int k = 0; k < COUNTS; k++) {
			double p = inflated(k, x);
			if (p > 0)
				sum += weight * exp(-x) * p * log(p / inflated_margin(k));
		}
	}
	return sum;
}

/* From the joint table of (x, y, z) on a grid of x alone: its margins are computed from it, so that the structure
 * which makes the answer 0 is not used. */
static double integrate_chain(void)
{
	enum { STRIDE = 100, CELLS = POINTS / STRIDE, MOST = 60 };
	static const double halves = 0.69314718055994531;
	double information = 0;
	for (int z = 0; z < MOST; z++) {
		double of_x[CELLS] = { 0 }, of_y[MOST] = { 0 }, all = 0;
		for (int pass = 0; pass < 2; pass++)
			for (int i = 0; i < CELLS; i++)
				for (int y = 0; y <= z; y++) {
					double weight, x = point(STRIDE / 2 + i * STRIDE, &weight);
					double y_given_z = exp(lgamma(z + 1) - lgamma(y + 1) - lgamma(z - y + 1) - z * halves);
					double joint = weight * STRIDE * 0.5 * exp(-x / 2 + log_poisson(z, x)) * y_given_z;
					if (pass == 1 && joint > 0)
						information += joint * (log(joint) + log(all) - log(of_x[i]) - log(of_y[y]));
					if (pass == 0) {
						of_x[i] += joint;
						of_y[y] += joint;
						all += joint;
					}
				}
	}
	return information;
}

static double integrate_mixture(void)
{
	double atoms = 0;
	for (int i = 0; i < 4; i++) {
		double x = i < 2 ? 1 : -1, y = i % 2 == 0 ? 1 : -1;
		atoms += 0.5 * (x * y > 0 ? 0.4 : 0.1) * ratio_5((const double[]){ x, y });
	}
	return atoms + 0.5 * (log(2) + integrate_gaussian(0.8));
}

static double integrate_first(void)
{
	return integrate_gaussian(0.6);
}

/* ---------------------------------------------------------------------------------------------- the kind */

static const struct truth {
	const char *name;
	double stated; /* by the paper */
	double (*ratio)(const double *row);
	double (*integrate)(void);
} truths[] = {
	{ "I", 0.22314355131420976, ratio_1, integrate_first },
	{ "II", 1.0549201679861442, ratio_2, integrate_uniform },
	{ "III", 0.85 * 0.3012, ratio_3, integrate_inflated },
	{ "IV", 0, ratio_4, integrate_chain },
	{ "V", 0.352, ratio_5, integrate_mixture },
};

static const struct truth *find(const char *name)
{
	size_t i = 0;
	while (strcmp(truths[i].name, name) != 0)
		i++;
	return &truths[i];
}

static mixmi_status run(double *values, const cell *c, uint64_t seed, uint64_t number)
{
	const struct truth *t = find(c->subject);
	if (strcmp(c->method, "integration") == 0) {
		values[0] = t->integrate();
		return MIXMI_OK;
	}
	draw d;
	draw_init(&d, seed, c->subject, cell_number(c, number));
	double sum = 0;
	for (size_t i = 0; i < c->rows; i++) {
		double row[MECHANISM_COLUMNS];
		mechanism_find(c->subject)->draw_row(row, &d);
		sum += t->ratio(row);
	}
	values[0] = sum / (double)c->rows;
	return MIXMI_OK;
}

static void write_row(FILE *file, const cell *c, const double *values)
{
	fprintf(file, "%s,%s,%zu", c->subject, c->method, c->rows * c->draws);
	summary_write_pair(file, summary_of(values, c->draws, 1));
	summary_write(file, mechanism_find(c->subject)->truth);
	summary_write(file, find(c->subject)->stated);
	fputc('\n', file);
}

const kind kind_truth = { .name = "truth",
	                      .what = "true values of Experiments I to V, derived anew",
	                      .header = "experiment,derivation,samples,value,value_se,truth,stated",
	                      .values = 1,
	                      .run = run,
	                      .write = write_row };
