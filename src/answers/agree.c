/* One answer: estimate and interval follow from p.
 *
 * The estimate is (1 - b) max(I_products, I_density). b = -e p ln p, and 1 from p = 1/e on, is the least Bayes factor for
 * independence that p allows (Sellke, Bayarri and Berger 2001). I_products = ln(1 + (T - k) / m) / 2, where T is the sum
 * of k squared deviates that shows most, m the rows that it is worth, and T no larger than what would show the combined p
 * by itself; for one deviate of a Gaussian pair this is its mutual information. The interval is
 * estimate (1 -+ z_a / z)^2, where z is the normal deviate of p: the test-based interval of Miettinen (1976) on the scale
 * sqrt(2 I). So it starts above 0 if and only if z > z_a, that is p < a. Its upper end is at least the largest
 * information with which the sum over all features would be as small as it is.
 *
 * z is computed from p alone or, far out in the tail, from its logarithm, and decides everything: where p < a, rounding
 * of z cannot make the lower end 0. */
#include "answers/agree.h"

#include <float.h>
#include <math.h>

#include "base/functions.h"
#include "base/special.h"
#include "test/tails.h"

static const double e = 2.71828182845904523536;
static const double pi = 3.14159265358979323846;

/* Below this p-value the tail of the best sum is computed from its logarithm. */
static const double least_p = 1e-290;

/* The normal deviate with the two-sided tail p. ln P(gamma > x) is about -x + (shape - 1) ln x - ln Gamma(shape), and
 * ln P(|normal| > z) about -(z^2 + ln(pi z^2 / 2)) / 2. */
static double deviate(double p, const test_evidence *best)
{
	if (p > least_p || !(best->mean > 0))
		return test_deviate_of(fmax(p, least_p));
	double x = best->sum * best->mean / best->variance, shape = best->mean * best->mean / best->variance;
	double size = 2 * fmax(x - (shape - 1) * log(x) + base_log_gamma(shape), -log(least_p));
	return sqrt(size - log(size * pi / 2));
}

/* The sum that would show p by itself, at most the one that was found. Tails are those of the gamma distribution with
 * the same two moments. */
static double sum_alone(double p, const test_evidence *s)
{
	double scale = s->variance / (2 * s->mean), df = s->mean / scale, low = 0, high = s->sum;
	if (base_chi2_tail(high / scale, df) >= p)
		return high;
	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;
		*(base_chi2_tail(middle / scale, df) > p ? &low : &high) = middle;
	}
	return high;
}

/* The information that products show. A sum of squares beyond its mean is at least that of one deviate with this p, which
 * is above its mean of 1 from p = 0.32 on. */
static double of_products(const answers_evidence *a, double z)
{
	const test_evidence *best = &a->shown.best;
	double rows = best->rows > 0 ? best->rows : a->rows;
	double excess = best->mean > 0 ? sum_alone(a->p, best) - best->mean : 0;
	return log1p(fmax(fmax(excess, z * z - 1), 0) / fmax(rows, 1)) / 2;
}

/* The information that the sum T over all k features allows: its largest noncentrality d + z_a^2 + z_a sqrt(V + 4 d +
 * z_a^2), d = max(T - k, 0), over the rows. It is that of a Gaussian pair where dependence was found, and twice as much,
 * the largest for this chi-squared divergence, where none was. */
static double allowed(const test_evidence *whole, double b, double z_a)
{
	if (!(whole->rows > 0))
		return 0;
	double d = fmax(whole->sum - whole->mean, 0);
	double most = d + z_a * z_a + z_a * sqrt(whole->variance + 4 * d + z_a * z_a);
	return log1p(most / whole->rows) * (1 + b) / 2;
}

static double strength_of(double nats)
{
	return sqrt(-expm1(-2 * nats));
}

bool answers_detect(double p, double level)
{
	return p < level;
}

void answers_agree(mixmi_answer *out, const answers_evidence *a, double level)
{
	double limit = a->limit > 0 ? a->limit : INFINITY;
	out->p = a->p;
	out->confidence = 1 - level;
	out->strength_max = strength_of(limit);
	double b = a->p < 1 / e ? -e * a->p * log(fmax(a->p, least_p)) : 1;
	double z_a = test_deviate_of(level), z = deviate(a->p, &a->shown.best), share = z > z_a ? 1 - z_a / z : 0;
	out->estimate = (1 - b) * fmin(fmax(of_products(a, z), a->density), limit);
	out->lower = answers_detect(a->p, level) ? fmax(out->estimate * share * share, DBL_MIN) : 0;
	double upper = z > 0 ? out->estimate * (1 + z_a / z) * (1 + z_a / z) : 0;
	out->upper = fmax(out->estimate, fmin(fmax(upper, allowed(&a->shown.whole, b, z_a)), limit));
	out->standard_error = z > 0 ? 2 * out->estimate / z : 0;
	out->strength = strength_of(out->estimate);
}
