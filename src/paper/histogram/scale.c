/* Candidate grid of a column: the only place that converts bin numbers to values. */
#include "paper/histogram/scale.h"

#include <math.h>

#include "base/special.h"

void hist_scale_init(hist_scale *scale, double lower, double upper, size_t k_init)
{
	double largest = fabs(lower) > fabs(upper) ? fabs(lower) : fabs(upper);
	scale->k_init = k_init;
	scale->lower = lower;
	scale->upper = upper;
	frexp(largest, &scale->exponent);
	scale->origin = ldexp(lower, -scale->exponent);
	scale->width = (ldexp(upper, -scale->exponent) - scale->origin) / (double)k_init;
}

double hist_scale_edge(const hist_scale *scale, size_t index)
{
	if (index == 0)
		return scale->lower;
	if (index >= scale->k_init)
		return scale->upper;
	return ldexp(scale->origin + (double)index * scale->width, scale->exponent);
}

double hist_scale_volume(const hist_scale *scale, size_t units)
{
	return ldexp((double)units * scale->width, scale->exponent);
}

double hist_scale_log_volume(const hist_scale *scale, size_t units)
{
	return log((double)units * scale->width) + scale->exponent * BASE_LN2;
}

/* The width scaled by 2^-*exponent to below 2. */
static double scaled_width(int *exponent, double lower, double upper)
{
	frexp(fmax(fabs(lower), fabs(upper)), exponent);
	return ldexp(upper, -*exponent) - ldexp(lower, -*exponent);
}

double hist_width(double lower, double upper)
{
	int exponent;
	double width = scaled_width(&exponent, lower, upper);
	return ldexp(width, exponent);
}

double hist_log_width(double lower, double upper)
{
	int exponent;
	double width = scaled_width(&exponent, lower, upper);
	return log(width) + exponent * BASE_LN2;
}

double hist_width_bits(double lower, double upper, int exponent)
{
	int own;
	double width = scaled_width(&own, lower, upper);
	return log2(width) + (own - exponent);
}
