/* Student's distribution to the normal one by Wallace (1959), which stays right for any size and never underflows;
 * skewness by Wilson and Hilferty (1931) through the gamma distribution with the same third moment. Sums of squares
 * of independent deviates are chi-squared. Sets of features are nested, from the simplest pair to all of them, and
 * their p-values are combined by Cauchy's distribution with weights that favour the simplest: a weak monotone
 * dependence then costs little more than if it were the only thing looked for. */
#include "test/tails.h"

#include <float.h>
#include <math.h>

#include "base/exact.h"
#include "base/functions.h"
#include "base/special.h"
#include "test/constants.h"

static const double pi = 3.14159265358979323846264338328;

/* Transforms from Student's distribution; the ratio is a correlation times sqrt(rows - 1). */
static double without_tails(double ratio, double rows)
{
	double freedom = rows - 2;
	if (isinf(rows))
		return ratio;
	if (!(freedom >= 1))
		return 0;
	double share = fmin(ratio * ratio / (rows - 1), 1 - 1e-12); /* r^2, and 1 + t^2 / freedom = 1 / (1 - r^2) */
	double size = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(-freedom * log1p(-share));
	return ratio < 0 ? -size : size;
}

double test_normal_deviate(double ratio, double rows, double skewness)
{
	double z = without_tails(ratio, rows), turn = skewness < 0 ? -1 : 1;
	skewness = fmin(fabs(skewness), 2);
	if (skewness < 1e-3)
		return z;
	double root = 2 / skewness, base = 1 + turn * z / root; /* of the shape parameter */
	double cubic = base > 0 ? cbrt(base) : 0;
	return turn * 3 * root * (cubic - 1 + 1 / (9 * root * root));
}

double test_two_sided(double deviate)
{
	return erfc(fabs(deviate) * 0.70710678118654752440);
}

double test_deviate_of(double p)
{
	return p < 1 ? base_normal_upper_quantile(p / 2) : 0;
}

double test_combine(const double *p, const double *weights, size_t count)
{
	double sum = 0, total = 0;
	for (size_t k = 0; k < count; k++) {
		double own = fmin(fmax(p[k], DBL_MIN), 0.99);
		sum += weights[k] * (own < 1e-8 ? 1 / (pi * own) : 1 / tan(pi * own));
		total += weights[k];
	}
	sum /= total;
	double tail = sum > 1e8 ? 1 / (pi * sum) : 0.5 - atan(sum) / pi;
	return fmin(fmax(tail, DBL_MIN), 1);
}

/* Sum of squares of the deviates up to a detail. */
static double nested_sum(const test_pairing *p, unsigned detail)
{
	double sum = 0;
	for (size_t k = 0; k < p->x_count; k++)
		for (size_t l = 0; l < p->y_count; l++)
			if (p->x_detail[k] <= detail && p->y_detail[l] <= detail) {
				double z = p->summands[k * p->y_count + l];
				sum += base_round(z * z);
			}
	return sum;
}

/* Tail of a sum of squares of `count` deviates with the given variance: that of the gamma variable with these two
 * moments or, if the third cumulant is larger than that of this variable, of the shifted gamma variable with three
 * moments (Hall 1983, Buckley and Eagleson 1988). */
static double sum_p(double sum, double count, double variance, double third)
{
	double scale = variance / (2 * count);
	if (third * count <= 2 * variance * variance)
		return base_chi2_tail(sum / scale, count / scale);
	double freedom = 8 * (variance * variance * variance) / (third * third);
	return base_chi2_tail(fmax(freedom + sqrt(2 * freedom / variance) * (sum - count), 0), freedom);
}

/* If there is only one deviate, it is corrected for skewness instead. */
static double nested_p(test_evidence *sum, const test_pairing *p, unsigned detail, size_t count)
{
	*sum = (test_evidence){ nested_sum(p, detail), (double)count, p->variance[detail], p->in_effect };
	bool alone = count == 1 && p->x_detail[0] <= detail && p->y_detail[0] <= detail;
	if (alone && (p->x_count == 1 || p->x_detail[1] > detail) && (p->y_count == 1 || p->y_detail[1] > detail))
		return test_two_sided(p->first);
	return sum_p(sum->sum, sum->mean, sum->variance, 0);
}

/* p-values with their weights. */
typedef struct part_list {
	size_t count;
	test_shown *shown;
	double least; /* p-value of the best one over its weight */
	double p[QUESTION_DETAILS + 2 * TEST_MOST_WEIGHTS + TEST_MOST_OMNIBUS];
	double weights[QUESTION_DETAILS + 2 * TEST_MOST_WEIGHTS + TEST_MOST_OMNIBUS];
} part_list;

/* Weights halve with every detail, because a weak monotone dependence is the most common one. */
double test_weight_of_detail(unsigned detail)
{
	return ldexp(1, -(int)detail);
}

static void add_part(part_list *l, double p, double weight, const test_evidence *sum)
{
	if (l->count == 0 || p / weight < l->least) {
		l->least = p / weight;
		l->shown->best = *sum;
	}
	l->p[l->count] = p;
	l->weights[l->count++] = weight;
}

/* The sum over all labels has the weight of detail 0, with all features that of detail 2. */
double test_p_value(test_shown *shown, const test_pairing *pairing, const test_weighted *w, const test_omnibus *omnibus)
{
	part_list l = { .shown = shown };
	size_t before = 0;
	*shown = (test_shown){ 0 };
	for (unsigned detail = 0; detail < QUESTION_DETAILS; detail++) {
		size_t count = pairing->x_ranks[detail] * pairing->y_ranks[detail];
		if (count == before)
			continue;
		add_part(&l, nested_p(&shown->whole, pairing, detail, count), test_weight_of_detail(detail), &shown->whole);
		before = count;
	}
	for (size_t k = 0; k < w->count; k++) {
		const test_sum *s = &w->sums[k];
		const test_evidence sum = { s->sum, s->mean, s->variance, pairing->in_effect };
		add_part(&l, sum_p(s->sum, s->mean, s->variance, 0), s->weight, &sum);
	}
	for (size_t k = 0; k < omnibus->count; k++) {
		const test_moments_of_sum *m = &omnibus->moments[k];
		const test_evidence sum = { omnibus->sums[k], m->mean, m->variance, omnibus->rows };
		add_part(&l, sum_p(omnibus->sums[k], m->mean, m->variance, m->third), test_weight_of_detail(k == 0 ? 0 : 2),
		         &sum);
		shown->whole = shown->whole.rows > 0 ? shown->whole : sum;
	}
	return l.count > 0 ? test_combine(l.p, l.weights, l.count) : 1;
}
