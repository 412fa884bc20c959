/* The estimate is (1 - b) max(I_products, I_density). b = -e p ln p, and 1 from p = 1/e on, is the least Bayes factor for
 * independence that p allows (Sellke, Bayarri and Berger 2001). I_products = ln(1 + (T - k) / M) / 2, where T is the sum
 * of k squared deviates that shows most, M the rows that it is worth, and T no larger than what would show the combined p
 * by itself; for one deviate of a Gaussian pair this is its mutual information. The interval is
 * estimate (1 -+ z_a / z)^2, where z is the normal deviate of p: the test-based interval of Miettinen (1976) on the scale
 * sqrt(2 I). Its upper end is at least the largest information with which the sum over all features would be as small as
 * it is. */
#include "answer/read_off.h"

#include <math.h>

#include "base/functions.h"
#include "base/special.h"

static const double e = 2.71828182845904523536;
static const double pi = 3.14159265358979323846;
static const double least_p = 1e-300;       /* whose logarithm is taken */
static const double least_of_normal = 1e-290; /* below it z comes from the logarithm of the tail of the best sum ... */
static const double least_size = 667;          /* ... which is at least that of this p, nearly */

static double shape_of(const answer_part *part)
{
	return part->mean * part->mean / part->variance;
}

/* The part whose sum is largest on the scale of its gamma distribution. */
static const answer_part *largest(const answer_parts *parts)
{
	const answer_part *best = &parts->part[0];
	for (size_t i = 1; i < parts->count; i++) {
		const answer_part *one = &parts->part[i];
		if (one->sum * one->mean / one->variance > best->sum * best->mean / best->variance)
			best = one;
	}
	return best;
}

/* The part that shows most for its weight. */
static const answer_part *clearest(const answer_parts *parts)
{
	const answer_part *best = &parts->part[0];
	for (size_t i = 1; i < parts->count; i++)
		if (parts->part[i].p / parts->part[i].weight < best->p / best->weight)
			best = &parts->part[i];
	return best;
}

/* z with P(|normal| > z) = p. ln P(gamma > x) is about -x + (shape - 1) ln x - ln Gamma(shape), and ln P(|normal| > z)
 * about -(z^2 + ln(pi z^2 / 2)) / 2. */
static double deviate_of(double p, const answer_parts *parts)
{
	if (p > least_of_normal)
		return base_normal_upper_quantile(p / 2);
	const answer_part *best = largest(parts);
	double x = best->sum * best->mean / best->variance, shape = shape_of(best);
	double size = 2 * fmax(x - (shape - 1) * log(x) + base_log_gamma(shape), least_size);
	return sqrt(size - log(size * pi / 2));
}

/* The information that products show. */
static double of_products(double p, const answer_part *best)
{
	double alone = base_chi2_quantile(fmax(p, least_p), 2 * shape_of(best)) * best->variance / best->mean / 2;
	return log1p(fmax(0, fmin(alone, best->sum) - best->mean) / best->rows) / 2;
}

/* The information that the sum T over all k features allows: its largest noncentrality d + z_a^2 + z_a sqrt(V + 4 d +
 * z_a^2), d = max(T - k, 0), over the rows. It is that of a Gaussian pair where dependence was found, and twice as much,
 * the largest for this chi-squared divergence, where none was. */
static double allowed(const answer_part *all, double b, double z_a)
{
	double d = fmax(all->sum - all->mean, 0);
	double most = d + z_a * z_a + z_a * sqrt(all->variance + 4 * d + z_a * z_a);
	return log1p(most / all->rows) * (1 + b) / 2;
}

double answer_shrinks(double p)
{
	return p < 1 / e ? -e * p * log(fmax(p, least_p)) : 1;
}

answer_values answer_read_off(const answer_evidence *a, double level)
{
	double b = answer_shrinks(a->p);
	double z_a = base_normal_upper_quantile((1 - level) / 2), z = fmax(deviate_of(a->p, a->parts), 1e-9);
	answer_values out = { .products = of_products(a->p, clearest(a->parts)) };
	out.estimate = (1 - b) * fmin(fmax(out.products, a->density), a->most);
	if (out.estimate > 0) {
		double below = fmax(0, 1 - z_a / z), above = 1 + z_a / z;
		out.lower = out.estimate * below * below;
		out.upper = out.estimate * above * above;
		out.standard_error = 2 * out.estimate / z;
	}
	out.upper = fmin(fmax(out.upper, allowed(&a->parts->all, b, z_a)), a->limit);
	return out;
}
