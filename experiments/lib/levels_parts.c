/* Samplers of Z and kinds of columns; levels_signals.c has the signals of Z. */
#include "levels_parts.h"

#include <math.h>

/* -------------------------------------------------------------------------------------------------------------- Z */

void z_none(double *z, level_draw *d)
{
	(void)z;
	(void)d;
}

void z_normals(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = level_normal(d);
}

/* Correlation 0.9 between any two. */
void z_correlated(double *z, level_draw *d)
{
	double common = level_normal(d);
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = sqrt(0.9) * common + sqrt(0.1) * level_normal(d);
}

void z_lognormals(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = exp(1.5 * level_normal(d));
}

void z_uniforms(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = draw_uniform(&d->stream);
}

/* Days in the order of the rows, all distinct. */
void z_time(double *z, level_draw *d)
{
	z[0] = (double)d->index / (double)d->rows;
}

/* A number, a coin, three classes. */
void z_mixed(double *z, level_draw *d)
{
	z[0] = level_normal(d);
	z[1] = level_below(d, 2);
	z[2] = level_below(d, 3);
}

void z_class_and_normal(double *z, level_draw *d)
{
	z[0] = level_below(d, 3);
	z[1] = level_normal(d);
}

void z_eights(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = level_below(d, 8);
}

void z_fifty(double *z, level_draw *d)
{
	z[0] = level_below(d, 50);
}

/* 200 labels, the k-th with weight about 1/k: a few frequent labels and many rare ones. */
void z_zipf(double *z, level_draw *d)
{
	z[0] = floor(exp(draw_uniform(&d->stream) * log(201))) - 1;
}

void z_factors(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = level_below(d, 3 + j);
}

void z_binaries(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = level_below(d, 2);
}

/* Codes with 3 and 4 rows each, in turn. */
void z_triples(double *z, level_draw *d)
{
	z[0] = (double)(d->index / 7 * 2 + (d->index % 7 >= 3));
}

void z_fifteens(double *z, level_draw *d)
{
	z[0] = (double)(d->index / 15);
}

void z_identifier(double *z, level_draw *d)
{
	z[0] = 100000 + 7 * (double)d->index;
}

/* ---------------------------------------------------------------------------------------------------------- kinds */

double level_latent(double signal, double noise, double share)
{
	return sqrt(share) * signal + sqrt(1 - share) * noise;
}

double k_plain(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return level_latent(signal, noise, share);
}

/* A 5-point scale. */
double k_ordinal(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	double v = level_latent(signal, noise, share);
	return 1 + (v > -1.2) + (v > -0.4) + (v > 0.4) + (v > 1.2);
}

double k_binary(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return level_latent(signal, noise, share) > 0;
}

double k_rare(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return level_latent(signal, noise, share) > 1.5;
}

/* Four categories whose order is arbitrary. */
double k_nominal(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	static const double codes[] = { 2, 0, 3, 1 };
	double v = level_latent(signal, noise, share);
	return codes[(v > -0.7) + (v > 0) + (v > 0.7)];
}

double k_counts(double signal, double noise, double share, level_draw *d)
{
	return draw_poisson(&d->stream, exp(0.6 + 0.7 * level_latent(signal, noise, share)));
}

/* No purchase, or a purchase of some size. */
double k_zero_inflated(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	double v = level_latent(signal, noise, share);
	return v < 0 ? 0 : exp(v);
}

/* Half of the rows rounded to the next integer, half not. */
double k_mixture(double signal, double noise, double share, level_draw *d)
{
	double v = level_latent(signal, noise, share);
	return draw_below(&d->stream, 2) == 0 ? nearbyint(v) : v;
}

/* Weights that people round: to tens, to fives, or not at all. */
double k_heaped(double signal, double noise, double share, level_draw *d)
{
	double v = 70 + 12 * level_latent(signal, noise, share), u = draw_uniform(&d->stream);
	double step = u < 0.3 ? 10 : u < 0.7 ? 5 : 1;
	return step * nearbyint(v / step);
}

/* A limit of detection. */
double k_censored(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return fmax(level_latent(signal, noise, share), -0.5);
}

double k_heavy(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return sinh(2 * level_latent(signal, noise, share));
}

double k_ties(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return nearbyint(2 * level_latent(signal, noise, share)) / 2;
}

double k_bimodal(double signal, double noise, double share, level_draw *d)
{
	return level_latent(signal, noise, share) + (draw_below(&d->stream, 2) == 0 ? -3 : 3);
}

double k_scale(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return exp(share * signal) * noise;
}

/* A positive signal makes the tails heavy, at the same variance. */
double k_shape(double signal, double noise, double share, level_draw *d)
{
	(void)share;
	(void)d;
	return signal > 0 ? noise * noise * noise / sqrt(15) : noise;
}

double k_mean_and_scale(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return signal + exp(share * signal) * noise;
}

double k_cauchy(double signal, double noise, double share, level_draw *d)
{
	(void)signal;
	(void)share;
	return noise / fabs(level_normal(d));
}

double k_poisson(double signal, double noise, double share, level_draw *d)
{
	(void)signal;
	(void)noise;
	return draw_poisson(&d->stream, share);
}

/* The number of labels is given by `share`. */
double k_labels(double signal, double noise, double share, level_draw *d)
{
	(void)signal;
	(void)noise;
	return level_below(d, (uint64_t)share);
}

double k_lognormal(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return exp(1.5 * level_latent(signal, noise, share));
}
