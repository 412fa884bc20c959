/* The estimate is (1 - b) max(I_products, I_density). b = -e p ln p, and 1 from p = 1/e on, is the least Bayes factor
 * for independence that p allows (Sellke, Bayarri and Berger 2001), and the maximum is smooth. I_products = ln(1 + (T
 * - k) / M) / 2, where T is the sum of k squared deviates that shows most, M the rows that it is worth, and T no
 * larger than what would show the combined p by itself; for one deviate of a Gaussian pair this is its mutual
 * information. The interval is estimate (1 -+ z_a / z)^2, where z is the normal deviate of p: the test-based interval
 * of Miettinen (1976) on the scale sqrt(2 I). Its upper end is at least the largest information with which the sum
 * over all features would be as small as it is. */
#include "answer/read_off.h"

#include <float.h>
#include <math.h>

#include "base/functions.h"
#include "base/special.h"

static const double e = 2.71828182845904523536;
static const double pi = 3.14159265358979323846;

/* Below answer_least_p, z comes from the logarithm of the tail of the strongest sum, which is about this at least. */
static const double least_size = 667;

static double shape_of(const answer_part *part)
{
	return part->mean * part->mean / part->variance;
}

/* The sum on the scale of its gamma distribution. */
static double scaled_sum(const answer_part *part)
{
	return part->sum * part->mean / part->variance;
}

/* The part that shows most for its weight; where p is too small for numbers, by the exponent of its tail. */
static const answer_part *strongest(double p, const answer_parts *parts)
{
	const answer_part *best = &parts->part[0];
	for (const answer_part *one = best + 1; one < parts->part + parts->count; one++)
		if (p > answer_least_p ? one->p / one->weight < best->p / best->weight : scaled_sum(one) > scaled_sum(best))
			best = one;
	return best;
}

/* z with P(|normal| > z) = p. ln P(gamma > x) is about -x + (shape - 1) ln x - ln Gamma(shape), and ln P(|normal| > z)
 * about -(z^2 + ln(pi z^2 / 2)) / 2. */
static double deviate_of(double p, const answer_part *best)
{
	if (p > answer_least_p)
		return base_normal_upper_quantile(p / 2);
	double x = scaled_sum(best), shape = shape_of(best);
	double size = 2 * fmax(x - (shape - 1) * log(x) + base_log_gamma(shape), least_size);
	return sqrt(size - log(size * pi / 2));
}

/* The information that products show: of the strongest sum, but no more than would show p by itself, and no less than
 * one deviate z with this p shows, which is above its mean of 1 up to p = 0.31. */
static double of_products(double p, double z, const answer_part *best)
{
	double alone = INFINITY;
	if (p > answer_least_p)
		alone = base_chi2_quantile(p, 2 * shape_of(best)) * best->variance / best->mean / 2;
	double excess = fmax(fmin(alone, best->sum) - best->mean, z * z - 1);
	return log1p(fmax(0, excess) / best->rows) / 2;
}

double answer_with_density(double products, double density, double rows)
{
	double more = fmax(density - products, 0), error = pow(rows, -2.0 / 3);
	return products + more * (more * more) / (more * more + error * error);
}

/* The information that the sum T over all k features allows: its largest noncentrality d + z_a^2 + z_a sqrt(V + 4 d +
 * z_a^2), d = max(T - k, 0), over the rows. It is that of a Gaussian pair where dependence was found, and twice as
 * much, the largest for this chi-squared divergence, where none was. */
static double allowed(const answer_part *all, double b, double z_a)
{
	double d = fmax(all->sum - all->mean, 0);
	double most = d + z_a * z_a + z_a * sqrt(all->variance + 4 * d + z_a * z_a);
	return log1p(most / all->rows) * (1 + b) / 2;
}

double answer_shrinks(double p)
{
	return p < 1 / e ? -e * p * log(p) : 1;
}

bool answer_detects(double p, double level)
{
	return p < level;
}

answer_values answer_read_off(const answer_evidence *a, double level)
{
	const answer_part *best = strongest(a->p, a->parts);
	double b = answer_shrinks(a->p), z_a = base_normal_upper_quantile(level / 2);
	answer_values out = { .deviate = deviate_of(a->p, best) };
	out.products = of_products(a->p, out.deviate, best);
	out.estimate = (1 - b) * fmin(answer_with_density(out.products, a->density, (double)a->rows), a->most);
	if (out.estimate > 0) {
		double ratio = z_a / fmax(out.deviate, 1e-9), below = fmax(0, 1 - ratio);
		out.lower = answer_detects(a->p, level) ? fmax(out.estimate * below * below, DBL_MIN) : 0;
		out.upper = out.estimate * (1 + ratio) * (1 + ratio);
		out.standard_error = 2 * out.estimate / out.deviate;
	}
	out.upper = fmax(out.estimate, fmin(fmax(out.upper, allowed(&a->parts->all, b, z_a)), a->limit));
	return out;
}
