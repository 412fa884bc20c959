/* Signals of Z in X and in Y: functions of mean 0 and variance 1 (closed forms in the comments) of the Z of
 * levels_parts.c. Those of several columns at once are interactions. */
#include "levels_parts.h"

#include <math.h>

static const double pi = 3.14159265358979323846264338328;

double s_none(const double *z, level_draw *d)
{
	(void)z;
	(void)d;
	return 0;
}

double s_linear(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += z[j];
	return sum / sqrt((double)d->z_count);
}

double s_square(const double *z, level_draw *d)
{
	(void)d;
	return (z[0] * z[0] - 1) / sqrt(2);
}

/* Var sin(a Z) = (1 - exp(-2 a^2)) / 2. */
static double sine(double z, double frequency)
{
	return sin(frequency * z) / sqrt((1 - exp(-2 * frequency * frequency)) / 2);
}

double s_sine(const double *z, level_draw *d)
{
	(void)d;
	return sine(z[0], 2);
}

/* E |Z| = sqrt(2 / pi). */
static double magnitude(double z)
{
	return (fabs(z) - sqrt(2 / pi)) / sqrt(1 - 2 / pi);
}

/* A sine, a parabola and a modulus, repeatedly. */
static double curve(double z, size_t which)
{
	return which % 3 == 0 ? sine(z, 1.5) : which % 3 == 1 ? (z * z - 1) / sqrt(2) : magnitude(z);
}

static double sum_of_curves(const double *z, level_draw *d, size_t first)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += curve(z[j], first + j);
	return sum / sqrt((double)d->z_count);
}

double s_curves(const double *z, level_draw *d)
{
	return sum_of_curves(z, d, 0);
}

double s_other_curves(const double *z, level_draw *d)
{
	return (sum_of_curves(z, d, 0) + s_linear(z, d)) / 1.6;
}

double s_sign(const double *z, level_draw *d)
{
	(void)d;
	return z[0] < 0 ? -1 : 1;
}

/* Two steps of a uniform: -a, 0 and a. */
double s_step(const double *z, level_draw *d)
{
	(void)d;
	return sqrt(1.5) * ((z[0] > 1 / 3.0) + (z[0] > 2 / 3.0) - 1);
}

double s_mixed(const double *z, level_draw *d)
{
	(void)d;
	return (z[0] + 2 * z[1] - 1 + sqrt(1.5) * (z[2] - 1)) / sqrt(3);
}

double s_log(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += log(z[j]) / 1.5;
	return sum / sqrt((double)d->z_count);
}

/* The variance of a sum of k columns with correlation 0.9 is k (1 + 0.9 (k - 1)). */
double s_correlated(const double *z, level_draw *d)
{
	return s_linear(z, d) / sqrt(1 + 0.9 * ((double)d->z_count - 1));
}

double s_trend(const double *z, level_draw *d)
{
	(void)d;
	return (z[0] - 0.5) * sqrt(12);
}

double s_season(const double *z, level_draw *d)
{
	return (s_trend(z, d) + sqrt(2) * sin(8 * pi * z[0])) / sqrt(2);
}

double level_effect(double code, uint64_t column)
{
	draw stream;
	draw_init(&stream, column, "effect of a code", (uint64_t)code);
	return draw_normal(&stream);
}

double s_effects(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += level_effect(z[j], j);
	return sum / sqrt((double)d->z_count);
}

/* An effect for each pair of levels below 8. */
double s_cells(const double *z, level_draw *d)
{
	(void)d;
	return level_effect(8 * z[0] + z[1], 77);
}

double s_coins(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += 2 * z[j] - 1;
	return sum / sqrt((double)d->z_count);
}

/* --------------------------------------------------------------------------------------------------- interactions */

double s_product(const double *z, level_draw *d)
{
	(void)d;
	return z[0] * z[1];
}

double s_product_3(const double *z, level_draw *d)
{
	(void)d;
	return z[0] * z[1] * z[2];
}

/* The greatest of three: mean 3 / (2 sqrt pi), variance 0.5594672. */
double s_maximum(const double *z, level_draw *d)
{
	(void)d;
	return (fmax(fmax(z[0], z[1]), z[2]) - 1.5 / sqrt(pi)) / sqrt(0.5594672037);
}

double s_periodic(const double *z, level_draw *d)
{
	(void)d;
	return sine((z[0] + z[1]) / sqrt(2), 2.5);
}

double s_signed(const double *z, level_draw *d)
{
	(void)d;
	return z[0] * fabs(z[1]);
}

double s_xor(const double *z, level_draw *d)
{
	(void)d;
	return z[0] * z[1] < 0 ? -1 : 1;
}

/* The slope of z2 is -a, 0 or a, by the class z1. */
double s_class_slope(const double *z, level_draw *d)
{
	(void)d;
	return sqrt(1.5) * (z[0] - 1) * z[1];
}

double s_distance(const double *z, level_draw *d)
{
	(void)d;
	return magnitude((z[0] - z[1]) / sqrt(2));
}

/* The squared radius is exponential of mean 2: sin(a R^2) has mean 2a / (1 + 4a^2) and second moment
 * (1 - 1 / (1 + 16 a^2)) / 2. */
double s_radial(const double *z, level_draw *d)
{
	(void)d;
	const double a = 1, mean = 2 * a / (1 + 4 * a * a), second = (1 - 1 / (1 + 16 * a * a)) / 2;
	return (sin(a * (z[0] * z[0] + z[1] * z[1])) - mean) / sqrt(second - mean * mean);
}

/* 1 if both exceed their medians: a quarter of the rows. */
double s_threshold_pair(const double *z, level_draw *d)
{
	(void)d;
	return ((z[0] > 0 && z[1] > 0) - 0.25) / sqrt(0.1875);
}

/* ----------------------------------------------------------------------------------------------- beyond learning */

double s_sine_of_five(const double *z, level_draw *d)
{
	return sine(s_linear(z, d), 6);
}

double s_four_products(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j + 1 < d->z_count; j += 2)
		sum += z[j] * z[j + 1];
	return sum / 2;
}

double s_parity(const double *z, level_draw *d)
{
	double sign = 1;
	for (size_t j = 0; j < d->z_count; j++)
		sign *= z[j] < 0 ? -1 : 1;
	return sign;
}

double s_fast_sine(const double *z, level_draw *d)
{
	(void)d;
	return sine(z[0], 200);
}
