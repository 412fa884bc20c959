/* Let s_c be the sum of f g over the rows of cluster c, f a feature of X and g one of Y. Under independence given Z each s_c has mean 0, and the
 * s_c of different clusters are independent, for any dependence within clusters. S = sum s_c is divided by the root of
 *     V = G / (G - 1) sum s_c^2,   G clusters,
 * and compared with Student's distribution with G - 1 degrees of freedom (Liang and Zeger 1986). Sums of squares of these ratios over pairs of
 * features get their moments from random signs of whole clusters, exactly: with t_c the vector of s_c / sqrt(sum s_c^2) over the pairs,
 *     mean = sum |t_c|^2,  variance = 2 sum over c != d of (t_c . t_d)^2,
 * the sum over all c and d being the trace of M^2, M = sum of t_c t_c'. */
#include "test/clusters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "test/constants.h"
#include "test/row_constants.h"
#include "test/tails.h"

/* ------------------------------------------------------------------------------------------------------- weights */

static void sum_clusters(double *sums, const double *values, const question_column *clusters)
{
	memset(sums, 0, clusters->distinct * sizeof *sums);
	for (size_t i = 0; i < clusters->rows; i++)
		sums[clusters->codes[i]] += values[i];
}

bool test_centre_clusters(double *values, const test_given *given)
{
	const question_column *clusters = given->clusters;
	double *sums = base_array(clusters->distinct, sizeof *sums);
	if (sums == NULL)
		return false;
	sum_clusters(sums, values, clusters);
	for (size_t i = 0; i < clusters->rows; i++)
		values[i] = base_fix(values[i] - sums[clusters->codes[i]] / clusters->counts[clusters->codes[i]]);
	base_standardise(values, clusters->rows);
	free(sums);
	return true;
}

/* Variances within clusters and between them, by analysis of variance. */
typedef struct components {
	double within, between;
} components;

/* Adds the sum of squares between clusters, and that of all rows, of one feature. */
static void add_squares(double *between, double *all, double *sums, const double *values,
                        const question_column *clusters)
{
	sum_clusters(sums, values, clusters);
	for (size_t c = 0; c < clusters->distinct; c++)
		if (clusters->counts[c] > 0)
			*between += base_round(sums[c] * sums[c] / clusters->counts[c]);
	*all += base_dot(values, values, clusters->rows);
}

static components find_components(double between, double all, size_t features, const question_column *clusters)
{
	double n = (double)clusters->rows, groups = (double)clusters->occurring, squares = 0;
	for (size_t c = 0; c < clusters->distinct; c++)
		squares += (double)clusters->counts[c] * clusters->counts[c];
	double size = (n - squares / n) / fmax(groups - 1, 1), f = (double)features;
	double within = n > groups ? fmax(all - between, 0) / (f * (n - groups)) : all / (f * n);
	double excess = n > groups ? (between / (f * fmax(groups - 1, 1)) - within) / size : 0;
	return (components){ within, fmax(excess, 0) };
}

/* Divides deviations from cluster means, and the means, by their standard deviations. */
static void whiten(double *values, double *sums, components v, const question_column *clusters)
{
	if (!(v.within + v.between > 0))
		return;
	sum_clusters(sums, values, clusters);
	v.within = fmax(v.within, test_least_within * (v.within + v.between));
	double inside = 1 / sqrt(v.within);
	for (size_t i = 0; i < clusters->rows; i++) {
		double rows = clusters->counts[clusters->codes[i]], mean = sums[clusters->codes[i]] / rows;
		values[i] = base_fix((values[i] - mean) * inside + mean / sqrt(v.within + rows * v.between));
	}
	base_standardise(values, clusters->rows);
}

bool test_whiten_clusters(double *inside, double *values, size_t count, const test_given *given, bool pooled)
{
	const question_column *clusters = given->clusters;
	size_t rows = clusters->rows, together = pooled ? count : 1;
	double *sums = base_array(clusters->distinct, sizeof *sums);
	*inside = 1;
	for (size_t k = 0; sums != NULL && !given->within && k < count; k += together) {
		double between = 0, all = 0;
		for (size_t i = k; i < k + together; i++)
			add_squares(&between, &all, sums, values + i * rows, clusters);
		components v = find_components(between, all, together, clusters);
		if (k == 0)
			*inside = v.within + v.between > 0 ? v.within / (v.within + v.between) : 1;
		for (size_t i = k; i < k + together; i++)
			whiten(values + i * rows, sums, v, clusters);
	}
	free(sums);
	bool done = sums != NULL;
	for (size_t k = 0; done && given->within && k < count; k++)
		done = test_centre_clusters(values + k * rows, given);
	return done;
}

/* ------------------------------------------------------------------------------------------------ sums of products */

#define NONE SIZE_MAX
#define MEANS (SIZE_MAX - 1)

/* A pair of features, possibly with a weight that is a function of Z. */
typedef struct pair {
	size_t x, y, weight; /* NONE: no weight; MEANS: cluster means instead of rows */
	double part;         /* factor of its squared deviate */
} pair;

/* Pairs with their sums over clusters. */
typedef struct scores {
	const test_residuals *x, *y;
	const test_given *given;
	const question_column *clusters;
	size_t count;
	pair *pairs;    /* [count] by detail */
	double *at;     /* [count][clusters] s_c over their root mean square, times the root of the part, rounded */
	double *ratios; /* [count] S / sqrt V */
	double *matrix; /* [count][count] M */
	double x_between[QUESTION_MOST_FEATURES], y_between[QUESTION_MOST_FEATURES]; /* squares between clusters */
} scores;

static void scores_clear(scores *s)
{
	free(s->pairs);
	free(s->at);
	free(s->ratios);
	free(s->matrix);
}

/* Products of cluster means, times the rows of the cluster. False: out of memory. */
static bool multiply_means(double *sums, const scores *s, const pair *p)
{
	const question_column *clusters = s->clusters;
	double *others = base_array(clusters->distinct, sizeof *others);
	if (others == NULL)
		return false;
	sum_clusters(sums, s->x->values + p->x * s->x->rows, clusters);
	sum_clusters(others, s->y->values + p->y * s->y->rows, clusters);
	for (size_t c = 0; c < clusters->distinct; c++)
		sums[c] = base_round(sums[c] * others[c] / fmax(clusters->counts[c], 1));
	free(others);
	return true;
}

static void multiply(double *sums, const scores *s, const pair *p)
{
	size_t rows = s->x->rows;
	const double *f = s->x->values + p->x * rows, *g = s->y->values + p->y * rows;
	const double *w = p->weight != NONE ? s->given->weights + p->weight * rows : NULL;
	memset(sums, 0, s->clusters->distinct * sizeof *sums);
	for (size_t i = 0; i < rows; i++)
		sums[s->clusters->codes[i]] += base_round(w != NULL ? w[i] * (f[i] * g[i]) : f[i] * g[i]);
}

/* The sum of the s_c and of their squares. Squares are rounded in units of the mean cluster size, so the sums are
 * exact. */
static void add_up(double *sum, double *squares, const double *sums, const question_column *clusters)
{
	double unit = (double)clusters->rows / (double)clusters->occurring;
	*sum = *squares = 0;
	for (size_t c = 0; c < clusters->distinct; c++) {
		*sum += sums[c];
		*squares += base_round(sums[c] * sums[c] / unit);
	}
	*squares *= unit;
}

/* The variance of S if deviations within clusters, and cluster means, are independent across rows and clusters. */
static double plain_variance(const scores *s, const pair *p)
{
	double n = (double)s->x->rows, groups = (double)s->clusters->occurring;
	double all_x = n * s->x->shared[p->x * (s->x->count + 1)], all_y = n * s->y->shared[p->y * (s->y->count + 1)];
	double between = s->x_between[p->x] * s->y_between[p->y] / groups;
	if (p->weight == MEANS)
		return between;
	if (p->weight != NONE)
		return all_x * all_y / n;
	double within = fmax(all_x - s->x_between[p->x], 0) * fmax(all_y - s->y_between[p->y], 0);
	return between + (n > groups ? within / (n - groups) : 0);
}

/* V from the sum of squares, minus what a dependence itself adds to it: for normal features S^2 over the number of
 * independent rows (or means). At least the plain variance. */
static double null_variance(double sum, double squares, const scores *s, const pair *p)
{
	double n = (double)s->x->rows, groups = (double)s->clusters->occurring, plain = plain_variance(s, p);
	double all = n * s->x->shared[p->x * (s->x->count + 1)] * (n * s->y->shared[p->y * (s->y->count + 1)]);
	double independent = p->weight == MEANS ? groups : fmax(all / squares, groups);
	return fmax(squares - sum * sum / independent, fmin(squares, plain)) * groups / (groups - 1);
}

/* Computes the s_c of one pair and its ratio. False: out of memory. */
static bool score(scores *s, size_t index)
{
	const pair *p = &s->pairs[index];
	double *sums = s->at + index * s->clusters->distinct, groups = (double)s->clusters->occurring, sum, squares;
	if (p->weight == MEANS && !multiply_means(sums, s, p))
		return false;
	if (p->weight != MEANS)
		multiply(sums, s, p);
	add_up(&sum, &squares, sums, s->clusters);
	double scale = squares > 0 ? sqrt(p->part * groups / squares) : 0;
	s->ratios[index] = squares > 0 ? sum / sqrt(null_variance(sum, squares, s, p)) : 0;
	for (size_t c = 0; c < s->clusters->distinct; c++)
		sums[c] = base_round(sums[c] * scale);
	return true;
}

static void fill_matrix(scores *s)
{
	size_t clusters = s->clusters->distinct;
	for (size_t i = 0; i < s->count; i++)
		for (size_t j = 0; j <= i; j++) {
			const double *a = s->at + i * clusters, *b = s->at + j * clusters;
			double sum = 0;
			for (size_t c = 0; c < clusters; c++)
				sum += base_round(a[c] * b[c]);
			s->matrix[i * s->count + j] = s->matrix[j * s->count + i] = sum / (double)s->clusters->occurring;
		}
}

/* Sums of squares between clusters of all features; room: [clusters]. */
static void find_between(double *between, double *room, const test_residuals *f, const question_column *clusters)
{
	double ignored = 0;
	for (size_t k = 0; k < f->count; k++) {
		between[k] = 0;
		add_squares(&between[k], &ignored, room, f->values + k * f->rows, clusters);
	}
}

/* Computes the scores of `pairs` and takes ownership of these. Clear it also after an error. */
static bool scores_init(scores *s, const test_residuals *x, const test_residuals *y, const test_given *given,
                        pair *pairs, size_t count)
{
	*s = (scores){ .x = x, .y = y, .given = given, .clusters = given->clusters, .count = count, .pairs = pairs };
	s->at = base_array(s->clusters->distinct, (count + 1) * sizeof *s->at);
	s->ratios = base_array(count, sizeof *s->ratios);
	s->matrix = base_array(count, (count + 1) * sizeof *s->matrix);
	if (pairs == NULL || s->at == NULL || s->ratios == NULL || s->matrix == NULL)
		return false;
	find_between(s->x_between, s->at, x, s->clusters);
	find_between(s->y_between, s->at, y, s->clusters);
	for (size_t i = 0; i < count; i++)
		if (!score(s, i))
			return false;
	fill_matrix(s);
	return true;
}

/* ------------------------------------------------------------------------------------------------------- moments */

/* Mean and variance of the sum of squares over the first pairs. */
static void find_moments(double *variance, double *count, const scores *s, size_t first)
{
	size_t clusters = s->clusters->distinct;
	double products = 0;
	*count = 0;
	for (size_t i = 0; i < first; i++) {
		*count += base_round(s->pairs[i].part);
		for (size_t j = 0; j < first; j++)
			products += s->matrix[i * s->count + j] * s->matrix[i * s->count + j];
	}
	for (size_t c = 0; c < clusters; c++) {
		double length = 0;
		for (size_t i = 0; i < first; i++)
			length += s->at[i * clusters + c] * s->at[i * clusters + c];
		length /= (double)s->clusters->occurring;
		products -= length * length;
	}
	*variance = base_round(fmax(2 * products, *count));
}

static double sum_squares(const scores *s, size_t first)
{
	double sum = 0;
	for (size_t i = 0; i < first; i++)
		sum += base_round(s->pairs[i].part * (s->ratios[i] * s->ratios[i]));
	return sum;
}

/* Adds the sum of squares over the first pairs. */
static void add_sum(test_weighted *out, const scores *s, size_t first)
{
	test_sum *sum = &out->sums[out->count++];
	find_moments(&sum->variance, &sum->mean, s, first);
	sum->sum = sum_squares(s, first);
	sum->weight = test_weight_of_detail(2);
}

/* --------------------------------------------------------------------------------------------- pairs without weights */

static unsigned detail_of(const test_residuals *x, size_t k, const test_residuals *y, size_t l)
{
	return x->detail[k] > y->detail[l] ? x->detail[k] : y->detail[l];
}

static double part_of(const test_residuals *x, size_t k, const test_residuals *y, size_t l)
{
	return x->shared[k * (x->count + 1)] * y->shared[l * (y->count + 1)];
}

/* Lists the pairs of a detail, once for each weight in use, or without weights. Returns their number. */
static size_t list_pairs(pair *pairs, const test_residuals *x, const test_residuals *y, unsigned detail,
                         const test_given *given, const bool *carried)
{
	size_t count = 0;
	for (size_t k = 0; k < x->count; k++)
		for (size_t l = 0; l < y->count; l++) {
			double part = part_of(x, k, y, l);
			if (detail_of(x, k, y, l) != detail)
				continue;
			if (carried == NULL)
				pairs[count++] = (pair){ k, l, NONE, part };
			for (size_t w = 0; carried != NULL && w < given->weight_count; w++)
				if (carried[w])
					pairs[count++] = (pair){ k, l, w, part };
		}
	return count;
}

/* Relative efficiency of a slope: the inverse variance of generalised least squares for a response with share b of
 * its variance within clusters and a regressor with share a, divided by that for as many independent rows. m: rows
 * per cluster. */
static double information(double a, double b, double m)
{
	double between_a = a + m * (1 - a), between_b = b + m * (1 - b);
	return a * (1 - 1 / m) / fmax(b, test_least_within) + between_a / (m * between_b);
}

/* Effective rows: the number of independent rows with the same information about the first pair of features. -1: out
 * of memory. */
static double rows_in_effect(const test_residuals *x, const test_residuals *y, const test_given *given)
{
	scores s = { .x = x, .y = y, .given = given, .clusters = given->clusters };
	const pair first = { 0, 0, NONE, 1 };
	double n = (double)x->rows, groups = (double)s.clusters->occurring, m = n / groups, sum, squares, all = 0;
	double *sums = base_array(s.clusters->distinct, sizeof *sums);
	if (sums == NULL)
		return -1;
	add_squares(s.x_between, &all, sums, x->values, s.clusters);
	add_squares(s.y_between, &all, sums, y->values, s.clusters);
	multiply(sums, &s, &first);
	add_up(&sum, &squares, sums, s.clusters);
	free(sums);
	double share = squares > 0 ? plain_variance(&s, &first) / null_variance(sum, squares, &s, &first) : 0;
	double known = fmin(information(x->inside, y->inside, m), information(y->inside, x->inside, m));
	return base_round(fmin(share, 1) * (given->within ? n - groups : n * fmin(known, 1)));
}

/* The finest detail for this number of effective rows. */
static unsigned finest_detail(double rows)
{
	unsigned detail = 0;
	for (size_t waves = 1, most = test_wave_count(rows); waves < most; waves *= 2)
		detail++;
	return detail;
}

/* Takes the deviates from the ratios. */
static void take_deviates(test_pairing *p, const scores *s)
{
	double groups = (double)s->clusters->occurring;
	for (size_t i = 0; i < s->count; i++) {
		size_t place = s->pairs[i].x * p->y_count + s->pairs[i].y;
		double root = sqrt(s->pairs[i].part);
		p->summands[place] = root * s->ratios[i];
		if (place == 0)
			p->first = root * test_normal_deviate(s->ratios[i], groups + 1, 0);
	}
}

static bool pair_features(test_pairing *p, const test_residuals *x, const test_residuals *y, const test_given *given)
{
	unsigned finest = finest_detail(p->in_effect);
	pair *pairs = base_array(x->count, y->count * sizeof *pairs);
	size_t ends[QUESTION_DETAILS] = { 0 }, count = 0;
	for (unsigned detail = 0; pairs != NULL && detail < QUESTION_DETAILS; detail++) {
		count += detail <= finest ? list_pairs(pairs + count, x, y, detail, given, NULL) : 0;
		ends[detail] = count;
	}
	scores s;
	bool done = scores_init(&s, x, y, given, pairs, count) && test_pairing_begin(p, x, y, finest);
	if (done)
		take_deviates(p, &s);
	for (unsigned detail = 0; done && detail < QUESTION_DETAILS; detail++) {
		double parts;
		find_moments(&p->variance[detail], &parts, &s, ends[detail]);
	}
	scores_clear(&s);
	return done;
}

/* ------------------------------------------------------------------------------------------------ pairs with weights */

static size_t count_pairs(const test_residuals *x, const test_residuals *y, unsigned detail)
{
	size_t count = 0;
	for (size_t i = 0; i < x->count * y->count; i++)
		count += detail_of(x, i / y->count, y, i % y->count) <= detail;
	return count;
}

static bool weigh_features(test_weighted *out, const test_pairing *p, const test_residuals *x, const test_residuals *y,
                           const test_given *given)
{
	size_t count = 0;
	bool carried[TEST_MOST_WEIGHTS];
	double rows = fmin(p->in_effect, TEST_WEIGHED_ROWS_OF_CLUSTER * (double)given->clusters->occurring);
	for (size_t w = 0; w < given->weight_count; w++) {
		double fourth = test_fourth_power(given->weights + w * x->rows, given);
		carried[w] = rows >= QUESTION_FEW_ROWS * fourth;
		count += carried[w];
	}
	if (count == 0)
		return true;
	bool both = count_pairs(x, y, 1) * given->weight_count <= TEST_MOST_WEIGHED;
	pair *pairs = base_array(x->count * y->count, count * sizeof *pairs);
	size_t simple = 0, all = 0;
	if (pairs != NULL) {
		simple = all = list_pairs(pairs, x, y, 0, given, carried);
		all += both ? list_pairs(pairs + simple, x, y, 1, given, carried) : 0;
	}
	scores s;
	bool done = scores_init(&s, x, y, given, pairs, all);
	if (done && simple > 0)
		add_sum(out, &s, simple);
	if (done && all > simple)
		add_sum(out, &s, all);
	scores_clear(&s);
	return done;
}

/* A dependence between cluster means has little weight among rows, so the means are also compared by themselves. */
static bool compare_means(test_weighted *out, const test_residuals *x, const test_residuals *y, const test_given *given)
{
	if (given->within)
		return true;
	pair *pairs = base_array(x->count, y->count * sizeof *pairs);
	size_t count = pairs != NULL ? list_pairs(pairs, x, y, 0, given, NULL) : 0;
	for (size_t i = 0; i < count; i++)
		pairs[i].weight = MEANS;
	scores s;
	bool done = scores_init(&s, x, y, given, pairs, count);
	if (done && count > 0)
		add_sum(out, &s, count);
	if (done && count == 1) { /* a single deviate has Student's distribution */
		double deviate = test_normal_deviate(s.ratios[0], (double)given->clusters->occurring + 1, 0);
		test_sum *sum = &out->sums[out->count - 1];
		*sum = (test_sum){ deviate * deviate, sum->mean, 2, sum->weight };
	}
	scores_clear(&s);
	return done;
}

bool test_compare_clusters(test_pairing *pairing, test_weighted *weighted, const test_residuals *x,
                           const test_residuals *y, const test_given *given)
{
	memset(pairing, 0, sizeof *pairing);
	weighted->count = 0;
	if (x->count == 0 || y->count == 0)
		return true;
	pairing->in_effect = rows_in_effect(x, y, given);
	return pairing->in_effect >= 0 && pair_features(pairing, x, y, given) &&
	       weigh_features(weighted, pairing, x, y, given) && compare_means(weighted, x, y, given);
}
