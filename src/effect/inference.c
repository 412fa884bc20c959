/* Each mean is asymptotically linear: its error is approximately the mean of its influence values over the rows
 * (effect_means.parts). The same holds for every smooth function of means, by the chain rule. Standard errors are those
 * of means of influence values. */
#include "effect/inference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/special.h"
#include "regress/cholesky.h"

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

static double normal_limit(double confidence)
{
	return base_normal_upper_quantile((1 - confidence) / 2);
}

/* The covariance of two means. */
static double covariance(const float *a, const float *b, size_t rows)
{
	double sum = 0, n = (double)rows;
	for (size_t i = 0; i < rows; i++)
		sum += (double)a[i] * (double)b[i];
	return sum / (n * (n - 1));
}

/* ------------------------------------------------------------------------------------------- simultaneous intervals */

/* Covariances of the means of an outcome, [points][points]; 0 for points without a mean. values: m->parts or m->noise. */
static void fill_covariances(double *out, const effect_means *m, const float *values, size_t outcome)
{
	const float *of = values + outcome * m->points * m->rows;
	for (size_t g = 0; g < m->points; g++)
		for (size_t h = 0; h <= g; h++) {
			bool known = is_known(m, outcome, g) && is_known(m, outcome, h);
			out[g * m->points + h] = out[h * m->points + g] =
				known ? covariance(of + g * m->rows, of + h * m->rows, m->rows) : 0;
		}
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

/* Half-width of simultaneous intervals in standard errors. */
static bool band_limit(double *limit, const effect_means *m, size_t outcome, const double *covariances,
                       const effect_level *level)
{
	size_t *list = base_array(m->points, sizeof *list), count = 0;
	double *factor = base_array(m->points, m->points * sizeof *factor), *room = base_array(m->points, sizeof *room);
	double *draws = base_array(DRAWS, sizeof *draws);
	bool done = list != NULL && factor != NULL && room != NULL && draws != NULL;
	for (size_t g = 0; done && g < m->points; g++)
		if (is_known(m, outcome, g) && covariances[g * m->points + g] > 0)
			list[count++] = g;
	for (size_t g = 0; done && g < count; g++)
		for (size_t h = 0; h < count; h++) {
			double size = sqrt(covariances[list[g] * (m->points + 1)] * covariances[list[h] * (m->points + 1)]);
			factor[g * count + h] = covariances[list[g] * m->points + list[h]] / size + (g == h ? ridge : 0);
		}
	*limit = normal_limit(level->confidence);
	if (done && count > 1 && regress_cholesky(factor, count))
		*limit = fmax(*limit, largest_error(factor, count, level, draws, room));
	free(list);
	free(factor);
	free(room);
	free(draws);
	return done;
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
	p->crude = m->crude[outcome * points + g];
	p->support = m->support[g];
	p->size = m->size[g];
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

bool effect_infer_points(mixmi_effect_point *points, const effect_means *m, size_t outcome, size_t reference,
                         const effect_level *level)
{
	double *covariances = base_array(m->points, m->points * sizeof *covariances), band;
	double *noise = base_array(m->points, m->points * sizeof *noise), limit = normal_limit(level->confidence);
	bool done = covariances != NULL && noise != NULL;
	if (done)
		fill_covariances(covariances, m, m->parts, outcome);
	if (done && m->noise != NULL)
		fill_covariances(noise, m, m->noise, outcome);
	done = done && band_limit(&band, m, outcome, covariances, level);
	for (size_t g = 0; done && g < m->points; g++) {
		fill_point(&points[g], m, outcome, g, reference, covariances, limit, band);
		if (m->noise != NULL && is_known(m, outcome, g))
			cover_both(&points[g], m, outcome, g, reference, noise, limit, band);
	}
	free(covariances);
	free(noise);
	return done;
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
			double share = regress_dot(row, other, points) / regress_dot(other, other, points);
			for (size_t g = 0; g < points; g++)
				row[g] -= share * other[g];
		}
		double length = sqrt(regress_dot(row, row, points));
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
		sum += a[g] * regress_dot(covariances + g * points, b, points);
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
	if (count == 0 || !regress_cholesky(matrix, count))
		return NAN;
	regress_forward(values, matrix, count);
	for (size_t k = 0; k < count; k++)
		statistic += values[k] * values[k];
	return base_chi2_tail(statistic, (double)count);
}

/* The least-squares slope over points with means, as a contrast. Returns false if it is undefined. */
static bool slope_contrast(double *contrast, const effect_means *m, size_t outcome, const double *values)
{
	double mean = 0, square = 0, known = 0;
	for (size_t g = 0; g < m->points; g++)
		if (is_known(m, outcome, g)) {
			mean += values[g];
			known++;
		}
	for (size_t g = 0; g < m->points; g++) {
		contrast[g] = is_known(m, outcome, g) ? values[g] - mean / known : 0;
		square += contrast[g] * contrast[g];
	}
	for (size_t g = 0; g < m->points && square > 0; g++)
		contrast[g] /= square;
	return square > 0;
}

bool effect_infer_outcome(mixmi_effect_outcome *out, const effect_means *m, size_t outcome, size_t reference,
                          const double *values, const effect_level *level)
{
	size_t points = m->points;
	double *covariances = base_array(points, points * sizeof *covariances);
	double *contrasts = base_array(points + MOST_SHAPES, points * sizeof *contrasts);
	double *room = base_array(points + 1, (points + 1) * sizeof *room);
	const double *means = m->mean + outcome * points;
	bool done = covariances != NULL && contrasts != NULL && room != NULL;
	out->slope = out->slope_lower = out->slope_upper = out->crude_slope = out->p = NAN;
	if (done) {
		fill_covariances(covariances, m, m->parts, outcome);
		size_t count = make_contrasts(contrasts, m, outcome, reference, values != NULL);
		out->p = test_contrasts(contrasts, count, m, means, covariances, room);
	}
	if (done && values != NULL && slope_contrast(contrasts, m, outcome, values)) {
		double error = sqrt(fmax(quadratic(contrasts, covariances, contrasts, points), 0));
		out->slope = combine(contrasts, m, means);
		out->slope_lower = out->slope - normal_limit(level->confidence) * error;
		out->slope_upper = out->slope + normal_limit(level->confidence) * error;
		out->crude_slope = combine(contrasts, m, m->crude + outcome * points);
	}
	free(covariances);
	free(contrasts);
	free(room);
	return done;
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

static void informing_clear(informing *f)
{
	free(f->share);
	free(f->chance);
	free(f->total);
	free(f->parts);
	free(f->mixed);
}

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

static bool informing_init(informing *f, const effect_means *m, const double *shares)
{
	*f = (informing){ .means = m };
	f->share = base_array_zero(m->points, sizeof *f->share);
	f->chance = base_array_zero(m->points, m->outcomes * sizeof *f->chance);
	f->total = base_array_zero(m->outcomes, sizeof *f->total);
	f->parts = base_array_zero(m->rows, sizeof *f->parts);
	f->mixed = base_array_zero(m->rows, sizeof *f->mixed);
	if (f->share == NULL || f->chance == NULL || f->total == NULL || f->parts == NULL || f->mixed == NULL)
		return false;
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
			all += f->chance[r * m->points + g] = f->share[g] > 0 ? fmax(m->mean[r * m->points + g], 0) : 0;
		for (size_t r = 0; r < m->outcomes && all > 0; r++)
			f->total[r] += f->share[g] * (f->chance[r * m->points + g] /= all);
	}
	return true;
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
		const float *parts = parts_of(m, r, g), *noise = m->noise != NULL ? m->noise + (parts - m->parts) : parts;
		if (!(f->share[g] > 0) || !(chance > 0))
			continue;
		double ratio = log(chance / f->total[r]);
		*information += f->share[g] * chance * ratio;
		bias += 0.5 * f->share[g] * covariance(noise, noise, m->rows) / fmax(chance, 1 / n);
		for (size_t i = 0; i < m->rows; i++) {
			f->parts[i] += f->share[g] * ratio * (double)parts[i];
			f->mixed[i] += f->share[g] * (double)noise[i];
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

bool effect_infer_information(mixmi_effect_set *out, const effect_means *m, const double *shares,
                              const size_t *point_of, const effect_level *level)
{
	informing f;
	double bias = 0, information = 0, square = 0, n = (double)m->rows;
	bool done = informing_init(&f, m, shares);
	for (size_t r = 0; done && r < m->outcomes; r++)
		bias += add_outcome(&f, r, &information);
	for (size_t i = 0; done && i < m->rows; i++) {
		if (point_of != NULL && f.share[point_of[i]] > 0)
			f.parts[i] += divergence(&f, point_of[i]) - information;
		square += f.parts[i] * f.parts[i] / (n * (n - 1));
	}
	size_t known = 0;
	for (size_t g = 0; done && g < m->points; g++)
		known += f.share[g] > 0;
	if (done && known < 2) /* nothing to compare */
		out->information = out->information_lower = out->information_upper = NAN;
	else if (done) {
		/* without any effect, twice the sum is approximately chi-squared, with twice the bias as its mean */
		double freedom = fmax((double)((m->points - 1) * (m->outcomes - 1)), 1);
		double error = normal_limit(level->confidence) * sqrt(square + 2 * bias * bias / freedom);
		out->information = fmax(information - bias, 0);
		out->information_lower = fmax(information - bias - error, 0);
		out->information_upper = fmax(information - bias + error, 0);
	}
	informing_clear(&f);
	return done;
}
