/* The chi-squared tail for any number of degrees of freedom: GSL up to 200,000, and above that Temme's uniform
 * expansion of the incomplete gamma function (DLMF 8.12), whose first omitted term is below 1e-12 of the result
 * there. */
#include "base/special.h"

#include <math.h>

#include "base/functions.h"

static const double pi = 3.14159265358979323846264338328;

double base_log_ratio(uint64_t a, uint64_t b)
{
	double difference = a >= b ? (double)(a - b) : -(double)(b - a);
	if (fabs(difference) < 0.5 * (double)b)
		return log1p(difference / (double)b);
	return log((double)a / (double)b);
}

double base_log_excess(double x)
{
	if (fabs(x) > 0.1)
		return x - log1p(x);
	double sum = 0, power = -x;
	for (int i = 2; i < 20; i++) {
		power *= -x;
		sum += power / i;
	}
	return sum;
}

/* Q(a, x) for large a. */
static double gamma_tail_uniform(double a, double x)
{
	double mu = (x - a) / a, excess = base_log_excess(mu);
	double eta = copysign(sqrt(2 * excess), mu);
	double c0 = fabs(mu) < 1e-3 ? -1.0 / 3 + eta / 12 - 2 * eta * eta / 135 : 1 / mu - 1 / eta;
	double c1 = fabs(mu) < 0.1 ? -1.0 / 540 - eta / 288
	                           : 1 / (eta * eta * eta) - 1 / (mu * mu * mu) - 1 / (mu * mu) - 1 / (12 * mu);
	double tail = 0.5 * erfc(eta * sqrt(a / 2)) + exp(-a * excess) / sqrt(2 * pi * a) * (c0 + c1 / a);
	return tail < 0 ? 0 : tail > 1 ? 1 : tail;
}

double base_chi2_tail(double x, double df)
{
	double a = df / 2, y = x / 2;
	if (!(df > 0) || !(y > 0))
		return 1;
	if (y > a && a * base_log_excess((y - a) / a) > 745)
		return 0; /* below the smallest double, where GSL would raise an error */
	if (a > 1e5)
		return gamma_tail_uniform(a, y);
	return base_chi2_upper(x, df);
}

/* Density at x, only as accurate as Newton's method needs. */
static double chi2_density(double x, double df)
{
	double a = df / 2, y = x / 2;
	if (a < 100)
		return 0.5 * exp((a - 1) * log(y) - y - base_log_gamma(a));
	return 0.5 * sqrt(a / (2 * pi)) / y * exp(-a * base_log_excess((y - a) / a));
}

double base_chi2_quantile(double alpha, double df)
{
	if (!(df > 0))
		return 0;
	double low = 0, high = INFINITY;
	double x = df; /* Newton's method on the concave log of the tail within a bracket, starting near the median */
	for (int i = 0; i < 200; i++) {
		double tail = base_chi2_tail(x, df);
		if (tail > alpha)
			low = x;
		else
			high = x;
		double next = x + tail / chi2_density(x, df) * log(tail / alpha);
		if (!(next > low && next < high))
			next = isinf(high) ? 2 * x + 10 : 0.5 * (low + high);
		if (fabs(next - x) <= 1e-15 * x)
			return next;
		x = next;
	}
	return x;
}
