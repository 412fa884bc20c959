/* Each mean is asymptotically linear: its error is approximately the mean of its influence values over the rows
 * (effect_means.parts). The same holds for every smooth function of means, by the chain rule. Standard errors are those
 * of means of influence values, summed within the groups of rows that depend on each other. */
#include "effect/inference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/random.h"
#include "base/special.h"
#include "residual/linear.h"

enum { DRAWS = 4000, MOST_SHAPES = 3 }; /* for simultaneous intervals; polynomials used to test a curve */
static const double ridge = 1e-8;       /* on correlations: neighbouring points of a smooth curve are almost perfectly
                                         * correlated */

static const float *parts_of(const effect_means *m, size_t outcome, size_t point)
{
	return m->parts + (outcome * m->points + point) * m->rows;
}

static bool is_known(const effect_means *m, size_t outcome, size_t point)
{
	return !isnan(m->mean[outcome * m->points + point]);
}

/* The half-width of an interval in standard errors, with the degrees of freedom of the groups: Wallace's (1959) map of
 * Student's t to a normal deviate, inverted. */
static double interval_limit(const effect_means *m, double confidence)
{
	double z = base_normal_upper_quantile((1 - confidence) / 2), freedom = m->sample->groups.freedom;
	if (isinf(freedom))
		return z;
	freedom = fmax(freedom + 2 - (double)m->points, 1);
	double scaled = z * (8 * freedom + 3) / (8 * freedom + 1);
	return sqrt(freedom * expm1(scaled * scaled / freedom));
}

/* Means of parts over the groups of one way: out[points][groups], each the sum in a group over the rows. */
static double *group_sums(base_arena *arena, const float *parts, size_t points, const question_values *groups)
{
	double *out = base_arena_take_zero(arena, points, groups->levels * sizeof *out);
	for (size_t g = 0; g < points; g++)
		for (size_t i = 0; i < groups->rows; i++)
			out[g * groups->levels + groups->codes[i]] += (double)parts[g * groups->rows + i] / (double)groups->rows;
	return out;
}

static double product(const double *a, const double *b, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += a[i] * b[i];
	return sum;
}

/* The covariance of two means if rows are independent. */
static double covariance(const float *a, const float *b, size_t rows)
{
	double sum = 0, n = (double)rows;
	for (size_t i = 0; i < rows; i++)
		sum += (double)a[i] * (double)b[i];
	return sum / (n * (n - 1));
}

/* ------------------------------------------------------------------------------------------- simultaneous intervals */

static void add_groups(double *out, base_arena *arena, const effect_means *m, const float *parts,
                       const question_values *groups, double sign)
{
	base_arena_mark mark = base_arena_here(arena);
	size_t count = groups->levels;
	const double *sums = group_sums(arena, parts, m->points, groups);
	double free = fmax((double)count - (double)m->points, 1);
	for (size_t g = 0; g < m->points; g++)
		for (size_t h = 0; h < m->points; h++)
			out[g * m->points + h] += sign * (double)count / free * product(sums + g * count, sums + h * count, count);
	base_arena_back(arena, mark);
}

/* Covariances of the means of an outcome, [points][points]; 0 for points without a mean. values: m->parts or
 * m->noise. */
static double *covariances_of(base_arena *arena, const effect_means *m, const float *values, size_t outcome)
{
	const float *of = values + outcome * m->points * m->rows;
	const effect_groups *groups = &m->sample->groups;
	double *out = base_arena_take_zero(arena, m->points, m->points * sizeof *out);
	for (size_t k = 0; k < groups->ways; k++)
		add_groups(out, arena, m, of, groups->of[k], groups->sign[k]);
	for (size_t g = 0; g < m->points; g++)
		for (size_t h = 0; h <= g; h++) {
			double *one = &out[g * m->points + h], *other = &out[h * m->points + g];
			bool known = is_known(m, outcome, g) && is_known(m, outcome, h);
			if (known && groups->ways == 0)
				*one = covariance(of + g * m->rows, of + h * m->rows, m->rows);
			*one = *other = known ? *one : 0;
		}
	return out;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double normal_number(base_random *random)
{
	return base_normal_quantile(((double)(base_random_bits(random) >> 11) + 0.5) * 0x1p-53);
}

/* Quantile of the maximum absolute value of correlated normal errors; factor: of the correlations, [count][count]. */
static double largest_error(double *factor, size_t count, const effect_level *level, double *draws, double *room)
{
	base_random random;
	base_random_init(&random, level->seed, level->key, 0);
	for (size_t d = 0; d < DRAWS; d++) {
		draws[d] = 0;
		for (size_t g = 0; g < count; g++) {
			double sum = 0;
			room[g] = normal_number(&random);
			for (size_t h = 0; h <= g; h++)
				sum += factor[g * count + h] * room[h];
			draws[d] = fmax(draws[d], fabs(sum));
		}
	}
	qsort(draws, DRAWS, sizeof *draws, compare_numbers);
	return draws[(size_t)ceil(level->confidence * DRAWS) - 1];
}

/* The lower Cholesky factor of a[count][count], in its place; false: it is not positive definite. */
static bool cholesky(double *a, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j <= i; j++) {
			double sum = a[i * count + j] - product(a + i * count, a + j * count, j);
			if (i == j && !(sum > 0))
				return false;
			a[i * count + j] = i == j ? sqrt(sum) : sum / a[j * count + j];
		}
	return true;
}

/* Half-width of simultaneous intervals in standard errors. */
static double band_limit(base_arena *arena, const effect_means *m, size_t outcome, const double *covariances,
                         const effect_level *level)
{
	size_t *list = base_arena_take(arena, m->points, sizeof *list), count = 0;
	double *factor = base_arena_take(arena, m->points, m->points * sizeof *factor);
	double *room = base_arena_take(arena, m->points, sizeof *room);
	double *draws = base_arena_take(arena, DRAWS, sizeof *draws);
	for (size_t g = 0; g < m->points; g++)
		if (is_known(m, outcome, g) && covariances[g * m->points + g] > 0)
			list[count++] = g;
	for (size_t g = 0; g < count; g++)
		for (size_t h = 0; h < count; h++) {
			double size = sqrt(covariances[list[g] * (m->points + 1)] * covariances[list[h] * (m->points + 1)]);
			factor[g * count + h] = covariances[list[g] * m->points + list[h]] / size + (g == h ? ridge : 0);
		}
	double single = interval_limit(m, level->confidence);
	if (count < 2 || !cholesky(factor, count))
		return single;
	double normal = base_normal_upper_quantile((1 - level->confidence) / 2);
	return fmax(single, largest_error(factor, count, level, draws, room) * single / normal);
}

/* --------------------------------------------------------------------------------------------------------- points */

/* The variance of the difference of a mean from that of the reference. */
static double difference_variance(const double *covariances, size_t points, size_t g, size_t reference)
{
	return fmax(covariances[g * points + g] + covariances[reference * points + reference] -
	                2 * covariances[g * points + reference],
	            0);
}

/* Widens an interval so that it has all values within `half` of another. */
static void include(double *lower, double *upper, double value, double half)
{
	*lower = fmin(*lower, value - half);
	*upper = fmax(*upper, value + half);
}

static void fill_point(mixmi_effect_point *p, const effect_means *m, size_t outcome, size_t g, size_t reference,
                       const double *covariances, double limit, double band)
{
	size_t points = m->points;
	const double *means = m->mean + outcome * points;
	p->mean = means[g];
	p->error = isnan(p->mean) ? NAN : sqrt(covariances[g * points + g]);
	p->lower = p->mean - limit * p->error;
	p->upper = p->mean + limit * p->error;
	p->band_lower = p->mean - band * p->error;
	p->band_upper = p->mean + band * p->error;
	p->difference = p->mean - means[reference];
	p->difference_error = isnan(p->difference) ? NAN : sqrt(difference_variance(covariances, points, g, reference));
	p->difference_lower = p->difference - limit * p->difference_error;
	p->difference_upper = p->difference + limit * p->difference_error;
}

/* Moves the intervals of a curve to its second fit, but not so far that those of the first fit are left out. noise: covariances of the first. */
static void cover_both(mixmi_effect_point *p, const effect_means *m, size_t outcome, size_t g, size_t reference,
                       const double *noise, double limit, double band)
{
	size_t points = m->points;
	const double *shifts = m->shift + outcome * points;
	double error = sqrt(noise[g * points + g]), moved = shifts[g] - shifts[reference];
	double *ends[] = { &p->lower, &p->upper, &p->band_lower, &p->band_upper };
	for (size_t k = 0; k < 4; k++)
		*ends[k] += shifts[g];
	p->difference_lower += moved;
	p->difference_upper += moved;
	include(&p->lower, &p->upper, p->mean, limit * error);
	include(&p->band_lower, &p->band_upper, p->mean, band * error);
	include(&p->difference_lower, &p->difference_upper, p->difference,
	        limit * sqrt(difference_variance(noise, points, g, reference)));
}

void effect_infer_points(mixmi_effect_point *points, base_arena *arena, const effect_means *m, size_t outcome,
                         size_t reference, const effect_level *level)
{
	base_arena_mark mark = base_arena_here(arena);
	double limit = interval_limit(m, level->confidence);
	const double *covariances = covariances_of(arena, m, m->parts, outcome);
	const double *noise = m->noise != NULL ? covariances_of(arena, m, m->noise, outcome) : NULL;
	double band = band_limit(arena, m, outcome, covariances, level);
	for (size_t g = 0; g < m->points; g++) {
		fill_point(&points[g], m, outcome, g, reference, covariances, limit, band);
		if (noise != NULL && is_known(m, outcome, g))
			cover_both(&points[g], m, outcome, g, reference, noise, limit, band);
	}
	base_arena_back(arena, mark);
}

/* ------------------------------------------------------------------------------------------------ slope and test */

/* Coefficients of contrasts of the points; 0 where there is no mean. For a curve, these are orthogonal polynomials of
 * the point's number; levels are each compared with the reference. Returns the number of contrasts. */
static size_t make_contrasts(double *contrasts, const effect_means *m, size_t outcome, size_t reference, bool curve)
{
	size_t known = 0, count = 0, points = m->points;
	for (size_t g = 0; g < points; g++)
		known += is_known(m, outcome, g);
	for (size_t g = 0; !curve && is_known(m, outcome, reference) && g < points; g++) {
		if (g == reference || !is_known(m, outcome, g))
			continue;
		double *row = contrasts + count++ * points;
		memset(row, 0, points * sizeof *row);
		row[g] = 1;
		row[reference] = -1;
	}
	for (; curve && known > 1 && count < MOST_SHAPES && count < known - 1; count++) {
		double *row = contrasts + count * points, mean = 0;
		for (size_t g = 0; g < points; g++) {
			row[g] = is_known(m, outcome, g) ? pow((double)g / (double)points - 0.5, (double)count + 1) : 0;
			mean += row[g] / (double)known;
		}
		for (size_t g = 0; g < points; g++)
			row[g] -= is_known(m, outcome, g) ? mean : 0;
		for (size_t k = 0; k < count; k++) {
			const double *other = contrasts + k * points;
			double share = product(row, other, points) / product(other, other, points);
			for (size_t g = 0; g < points; g++)
				row[g] -= share * other[g];
		}
		double length = sqrt(product(row, row, points));
		for (size_t g = 0; g < points; g++)
			row[g] /= length;
	}
	return count;
}

/* A weighted sum over the points with means. */
static double combine(const double *contrast, const effect_means *m, const double *means)
{
	double sum = 0;
	for (size_t g = 0; g < m->points; g++)
		sum += contrast[g] != 0 ? contrast[g] * means[g] : 0;
	return sum;
}

static double quadratic(const double *a, const double *covariances, const double *b, size_t points)
{
	double sum = 0;
	for (size_t g = 0; g < points; g++)
		sum += a[g] * product(covariances + g * points, b, points);
	return sum;
}

/* Wald test that all contrasts are 0. */
static double test_contrasts(const double *contrasts, size_t count, const effect_means *m, const double *means,
                             const double *covariances, double *room)
{
	double *values = room, *matrix = room + count, statistic = 0;
	for (size_t k = 0; k < count; k++) {
		values[k] = combine(contrasts + k * m->points, m, means);
		for (size_t l = 0; l < count; l++)
			matrix[k * count + l] =
				quadratic(contrasts + k * m->points, covariances, contrasts + l * m->points, m->points);
	}
	if (count == 0 || !cholesky(matrix, count))
		return NAN;
	for (size_t k = 0; k < count; k++) {
		values[k] = (values[k] - product(matrix + k * count, values, k)) / matrix[k * count + k];
		statistic += values[k] * values[k];
	}
	double freedom = m->sample->groups.freedom;
	if (isfinite(freedom)) { /* Bartlett's approximation of Hotelling's T^2 */
		freedom = fmax(freedom + 2 - (double)m->points, (double)count);
		statistic = (freedom - (double)count / 2) * log1p(statistic / freedom);
	}
	return base_chi2_tail(statistic, (double)count);
}

/* The slope by least squares over points with means, weighted by their shares, as a contrast. Returns false if it is
 * undefined. */
static bool slope_contrast(double *contrast, const effect_means *m, size_t outcome, const double *values,
                           const double *shares)
{
	double mean = 0, square = 0, known = 0;
	for (size_t g = 0; g < m->points; g++)
		if (is_known(m, outcome, g)) {
			mean += shares[g] * values[g];
			known += shares[g];
		}
	for (size_t g = 0; g < m->points; g++) {
		contrast[g] = is_known(m, outcome, g) ? shares[g] * (values[g] - mean / known) : 0;
		square += contrast[g] * (values[g] - mean / known);
	}
	for (size_t g = 0; g < m->points && square > 0; g++)
		contrast[g] /= square;
	return square > 0;
}

static void infer_slope(mixmi_effect_outcome *out, const effect_means *m, const double *contrast, const double *means,
                        const double *crude, const double *covariances, double limit)
{
	double error = sqrt(fmax(quadratic(contrast, covariances, contrast, m->points), 0));
	out->slope = combine(contrast, m, means);
	out->slope_lower = out->slope - limit * error;
	out->slope_upper = out->slope + limit * error;
	out->crude_slope = combine(contrast, m, crude);
}

void effect_infer_outcome(mixmi_effect_outcome *out, base_arena *arena, const effect_means *m, const double *crude,
                          size_t outcome, size_t reference, const double *values, const double *shares,
                          const effect_level *level)
{
	size_t points = m->points;
	base_arena_mark mark = base_arena_here(arena);
	double *contrasts = base_arena_take(arena, points + MOST_SHAPES, points * sizeof *contrasts);
	double *room = base_arena_take(arena, points + 1, (points + 1) * sizeof *room);
	const double *means = m->mean + outcome * points, *covariances = covariances_of(arena, m, m->parts, outcome);
	out->slope = out->slope_lower = out->slope_upper = out->crude_slope = NAN;
	size_t count = make_contrasts(contrasts, m, outcome, reference, values != NULL);
	out->p = test_contrasts(contrasts, count, m, means, covariances, room);
	if (values != NULL && slope_contrast(contrasts, m, outcome, values, shares))
		infer_slope(out, m, contrasts, means, crude, covariances, interval_limit(m, level->confidence));
	base_arena_back(arena, mark);
}

/* --------------------------------------------------------------------------------------------------- information */

typedef struct informing {
	const effect_means *means;
	double *share;  /* [points] of those with means, summing to 1 */
	double *chance; /* [outcomes][points] at least 0, summing to 1 at each point */
	double *total;  /* [outcomes] over the points */
	double *parts;  /* [rows] */
	double *mixed;  /* [rows] */
} informing;

/* The point whose risks stand for those of point g. Beyond the ends of a curve that is the nearest point with a mean: leaving these values out
 * would make the treatment vary less. SIZE_MAX: none, for levels. */
static size_t point_for(const effect_means *m, size_t g)
{
	for (size_t step = 0; step < m->points; step++) {
		if (g + step < m->points && is_known(m, 0, g + step))
			return g + step;
		if (g >= step && is_known(m, 0, g - step))
			return g - step;
		if (m->noise == NULL)
			break;
	}
	return SIZE_MAX;
}

/* A risk by the second fit of a curve, whose shrinkage hides less of the effect; what its noise adds is subtracted as bias. */
static double risk_at(const effect_means *m, size_t r, size_t g)
{
	size_t at = r * m->points + g;
	return fmax(m->mean[at] + (m->shift != NULL ? m->shift[at] : 0), 0);
}

static informing informing_of(base_arena *arena, const effect_means *m, const double *shares)
{
	informing own = { .means = m }, *f = &own;
	f->share = base_arena_take_zero(arena, m->points, sizeof *f->share);
	f->chance = base_arena_take_zero(arena, m->points, m->outcomes * sizeof *f->chance);
	f->total = base_arena_take_zero(arena, m->outcomes, sizeof *f->total);
	f->parts = base_arena_take_zero(arena, m->rows, sizeof *f->parts);
	f->mixed = base_arena_take_zero(arena, m->rows, sizeof *f->mixed);
	double sum = 0;
	for (size_t g = 0; g < m->points; g++) {
		size_t to = point_for(m, g);
		sum += to != SIZE_MAX ? shares[g] : 0;
		f->share[to != SIZE_MAX ? to : g] += to != SIZE_MAX ? shares[g] : 0;
	}
	for (size_t g = 0; g < m->points; g++) {
		double all = 0;
		f->share[g] = sum > 0 ? f->share[g] / sum : 0;
		for (size_t r = 0; r < m->outcomes; r++)
			all += f->chance[r * m->points + g] = f->share[g] > 0 ? risk_at(m, r, g) : 0;
		for (size_t r = 0; r < m->outcomes && all > 0; r++)
			f->total[r] += f->share[g] * (f->chance[r * m->points + g] /= all);
	}
	return own;
}

/* Second-order bias of the information due to the sampling error of one label's risks. Adds the label's influence
 * values to those of the sum. */
static double add_outcome(informing *f, size_t r, double *information)
{
	const effect_means *m = f->means;
	double bias = 0, mixed = 0, n = (double)m->rows;
	memset(f->mixed, 0, m->rows * sizeof *f->mixed);
	for (size_t g = 0; g < m->points; g++) {
		double chance = f->chance[r * m->points + g];
		const float *parts = parts_of(m, r, g);
		if (!(f->share[g] > 0) || !(chance > 0))
			continue;
		double ratio = log(chance / f->total[r]);
		*information += f->share[g] * chance * ratio;
		bias += 0.5 * f->share[g] * covariance(parts, parts, m->rows) / fmax(chance, 1 / n);
		for (size_t i = 0; i < m->rows; i++) {
			f->parts[i] += f->share[g] * ratio * (double)parts[i];
			f->mixed[i] += f->share[g] * (double)parts[i];
		}
	}
	for (size_t i = 0; i < m->rows; i++)
		mixed += f->mixed[i] * f->mixed[i] / (n * (n - 1));
	return bias - (f->total[r] > 0 ? 0.5 * mixed / f->total[r] : 0);
}

/* The information at a point: the divergence of its risks from the overall risks. */
static double divergence(const informing *f, size_t g)
{
	const effect_means *m = f->means;
	double sum = 0;
	for (size_t r = 0; r < m->outcomes; r++) {
		double chance = f->chance[r * m->points + g];
		sum += chance > 0 ? chance * log(chance / f->total[r]) : 0;
	}
	return sum;
}

void effect_infer_information(mixmi_effect_set *out, base_arena *arena, const effect_means *m, const double *shares,
                              const size_t *point_of, const effect_level *level)
{
	base_arena_mark mark = base_arena_here(arena);
	informing f = informing_of(arena, m, shares);
	double bias = 0, information = 0, square = 0, n = (double)m->rows;
	for (size_t r = 0; r < m->outcomes; r++)
		bias += add_outcome(&f, r, &information);
	for (size_t i = 0; i < m->rows; i++) {
		if (point_of != NULL && f.share[point_of[i]] > 0)
			f.parts[i] += divergence(&f, point_of[i]) - information;
		square += f.parts[i] * f.parts[i] / (n * (n - 1));
	}
	size_t known = 0;
	for (size_t g = 0; g < m->points; g++)
		known += f.share[g] > 0;
	out->information = out->information_lower = out->information_upper = NAN;
	if (known >= 2) {
		/* without any effect, twice the sum is approximately chi-squared, with twice the bias as its mean */
		double freedom = fmax((double)((m->points - 1) * (m->outcomes - 1)), 1);
		double error = interval_limit(m, level->confidence) * sqrt(square + 2 * bias * bias / freedom);
		out->information = fmax(information - bias, 0);
		out->information_lower = fmax(information - bias - error, 0);
		out->information_upper = fmax(information - bias + error, 0);
	}
	base_arena_back(arena, mark);
}
