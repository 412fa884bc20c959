/* The hold-out set of the accuracy suite: mechanisms of other origins, for figures on data that nobody has looked at while
 * building. Each draws one row: the columns of X, of Y, of Z. */
#include <math.h>

#include "suite_tables.h"

static const double pi = 3.14159265358979323846264338328;

static double correlated(draw *d, double x, double rho)
{
	return rho * x + sqrt(1 - rho * rho) * draw_normal(d);
}

/* Uniform below the diagonal of the unit square. */
static void triangle(double *row, draw *d)
{
	double a = draw_uniform(d), b = draw_uniform(d);
	row[0] = fmin(a, b);
	row[1] = fmax(a, b);
}

static void disc(double *row, draw *d)
{
	double radius = sqrt(draw_uniform(d)), angle = 2 * pi * draw_uniform(d);
	row[0] = radius * cos(angle);
	row[1] = radius * sin(angle);
}

static void cross(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = correlated(d, row[0], draw_below(d, 2) > 0 ? 0.9 : -0.9);
}

/* A rate with a gamma law of shape 2, and the count that it makes. */
static void rates(double *row, draw *d)
{
	row[0] = draw_exponential(d, 1) + draw_exponential(d, 1);
	row[1] = draw_poisson(d, 3 * row[0]);
}

static void logit(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = draw_uniform(d) < 1 / (1 + exp(-2 * row[0]));
}

static double five_points(double v)
{
	return 1 + (v > -1.2) + (v > -0.4) + (v > 0.4) + (v > 1.2);
}

static void scales(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = five_points(correlated(d, row[0], 0.7));
	row[0] = five_points(row[0]);
}

static void shares(double *row, draw *d)
{
	row[0] = draw_uniform(d);
	row[1] = draw_binomial(d, 10, row[0]);
}

/* The third binary digit, wrong in a tenth of the rows. */
static void third_bit(double *row, draw *d)
{
	row[0] = draw_uniform(d);
	double bit = fmod(floor(8 * row[0]), 2);
	row[1] = draw_uniform(d) < 0.1 ? 1 - bit : bit;
}

static void step(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = (row[0] < 0 ? -1 : 1) + 3 * draw_uniform(d) - 1.5;
}

static double laplace_noise(draw *d)
{
	return draw_exponential(d, 1) - draw_exponential(d, 1);
}

static void laplace(double *row, draw *d)
{
	row[0] = laplace_noise(d);
	row[1] = row[0] + laplace_noise(d);
}

/* Four classes at the corners of a square. */
static void corners(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 4);
	row[1] = (fmod(row[0], 2) > 0 ? 1 : -1) + draw_normal(d);
	row[2] = (row[0] > 1 ? 1 : -1) + draw_normal(d);
}

/* A field over places that both sides share. */
static void field(double *row, draw *d)
{
	double x = draw_normal(d), y = correlated(d, x, 0.7);
	row[2] = draw_uniform(d);
	row[3] = draw_uniform(d);
	double level = 2 * sin(5 * row[2]) * cos(4 * row[3]);
	row[0] = level + x;
	row[1] = level + y;
}

static void xor_3(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 2);
	row[2] = (double)draw_below(d, 2);
	row[3] = (double)draw_below(d, 2);
	double bit = fmod(row[0] + row[2] + row[3], 2);
	row[1] = draw_uniform(d) < 0.1 ? 1 - bit : bit;
}

static void shops(double *row, draw *d)
{
	row[2] = (double)draw_below(d, 20);
	double level = 3 * fmod(row[2] * 7, 20) / 20, x = draw_normal(d);
	row[0] = level + x;
	row[1] = level + correlated(d, x, 0.6);
}

static void season(double *row, draw *d)
{
	row[2] = 4 * draw_uniform(d);
	row[0] = sin(2 * pi * row[2]) + 0.5 * draw_normal(d);
	row[1] = cos(2 * pi * row[2]) + row[2] + 0.5 * draw_normal(d);
}

static void districts(double *row, draw *d)
{
	row[2] = (double)draw_below(d, 200);
	double level = 4 * fmod(row[2] * 37, 200) / 200;
	row[0] = level + draw_normal(d);
	row[1] = level * level / 2 + draw_normal(d);
}

static const suite_entry entries[] = {
	{ { "h-triangle", "uniform below a diagonal", "x,y", "nn", 0.30685281944005, triangle }, SUITE_CLOSED },
	{ { "h-disc", "uniform on a disc", "x,y", "nn", 0.14472988584940, disc }, SUITE_CLOSED },
	{ { "h-cross", "correlation 0.9 or -0.9 by a coin", "x,y", "nn", 0.40844254977485, cross }, SUITE_INTEGRAL },
	{ { "h-rates", "a gamma rate and its Poisson count", "x,y", "nn", 0.65699512102222, rates }, SUITE_INTEGRAL },
	{ { "h-logit", "Y binary with a logistic probability", "x,y", "nd", 0.23113830211072, logit }, SUITE_INTEGRAL },
	{ { "h-scales", "two 5-point scales", "x,y", "dd", 0.27142385003001, scales }, SUITE_INTEGRAL },
	{ { "h-shares", "10 trials with a uniform probability", "x,y", "nn", 0.85399734551968, shares }, SUITE_INTEGRAL },
	{ { "h-third-bit", "the third binary digit of X in 90% of rows", "x,y", "nd", 0.368064207168, third_bit },
	  SUITE_CLOSED },
	{ { "h-step", "sign of X and uniform noise", "x,y", "nn", 0.46209812037330, step }, SUITE_CLOSED },
	{ { "h-laplace", "Laplace X, Y = X + Laplace noise", "x,y", "nn", 0.39497349939835, laplace }, SUITE_INTEGRAL },
	{ { "h-corners", "four classes at the corners of a square", "x,y1,y2", "dnn", 0.67366164069365, corners },
	  SUITE_INTEGRAL },
	{ { "h-field", "a field of two Z in both, noises correlated 0.7", "x,y,z1,z2", "nnnn", 0.33667227663188, field },
	  SUITE_CLOSED },
	{ { "h-xor-3", "Y is x xor z1 xor z2 in 90% of rows", "x,y,z1,z2", "dddd", 0.368064207168, xor_3 }, SUITE_CLOSED },
	{ { "h-shops", "20 labels move both, noises correlated 0.6", "x,y,z", "nnt", 0.22314355131420976, shops },
	  SUITE_CLOSED },
	{ { "h-season", "both follow a season", "x,y,z", "nnn", 0, season }, SUITE_CLOSED },
	{ { "h-districts", "200 labels move both", "x,y,z", "nnT", 0, districts }, SUITE_CLOSED },
};

enum { ENTRIES = sizeof entries / sizeof entries[0] };

const suite_entry *suite_holdout_entry(size_t index)
{
	return index < ENTRIES ? &entries[index] : NULL;
}
