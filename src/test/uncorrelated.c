/* Features made uncorrelated. Ordered ones one after the other (Gram and Schmidt), so that the simplest stays what
 * it is. Indicators of labels have no order: with R their mean products, R^-1/2 takes them to features whose mean
 * products are a projection, whatever order they stand in; sums of squares over them have as many degrees of freedom
 * as R has rank. O(rows features^2). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/counted.h"
#include "test/constants.h"
#include "test/residuals.h"

/* ------------------------------------------------------------------------------------------------------- in order */

/* Subtracts the regression of feature k on the first `before` features, whose sums of squares are squares[]. Returns
 * the remaining share of its variance: 0 if one of them is constantly 0, because Z then determines the column and
 * all its features. */
static double free_from_others(test_residuals *f, size_t k, size_t before, const double *squares)
{
	double *values = f->values + k * f->entries;
	for (size_t j = 0; j < before; j++) {
		const double *other = f->values + j * f->entries;
		if (!(squares[j] > 0))
			return 0;
		double c = base_round_finely(question_counted_dot(values, other, f->times, f->entries) / squares[j]);
		for (size_t i = 0; i < f->entries; i++)
			values[i] = base_round(values[i] - c * other[i]);
	}
	double deviation = before > 0 ? question_counted_standardise(values, f->times, f->entries) : 1;
	return deviation * deviation;
}

/* Standardises features unless they already have variance 1, and drops those that Z or, if they are ordered, earlier
 * features determine. */
static void drop_determined(test_residuals *f)
{
	size_t kept = 0;
	double squares[QUESTION_MOST_FEATURES];
	for (size_t k = 0; k < f->count; k++) {
		double *values = f->values + k * f->entries;
		double own = f->manner == TEST_BY_REGRESSION ? question_counted_standardise(values, f->times, f->entries) : 1;
		if (own > 0 && f->ordered)
			own = free_from_others(f, k, kept, squares);
		if (!(own > question_least_share))
			continue;
		if (kept < k)
			memcpy(f->values + kept * f->entries, values, f->entries * sizeof *f->values);
		squares[kept] = question_counted_dot(values, values, f->times, f->entries);
		f->detail[kept++] = f->detail[k];
	}
	f->count = f->rank = kept;
}

/* ---------------------------------------------------------------------------------------------------- without order */

typedef struct square_matrix {
	double at[QUESTION_MOST_FEATURES][QUESTION_MOST_FEATURES];
} square_matrix;

/* One rotation of Jacobi's method in the plane of p and q. */
static void rotate(square_matrix *a, square_matrix *v, size_t count, size_t p, size_t q)
{
	double off = a->at[p][q];
	if (!(fabs(off) > 1e-15))
		return;
	double theta = (a->at[q][q] - a->at[p][p]) / (2 * off);
	double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1), s = t * c;
	for (size_t k = 0; k < count; k++) {
		double kp = a->at[k][p], kq = a->at[k][q];
		a->at[k][p] = c * kp - s * kq;
		a->at[k][q] = s * kp + c * kq;
	}
	for (size_t k = 0; k < count; k++) {
		double pk = a->at[p][k], qk = a->at[q][k], vp = v->at[k][p], vq = v->at[k][q];
		a->at[p][k] = c * pk - s * qk;
		a->at[q][k] = s * pk + c * qk;
		v->at[k][p] = c * vp - s * vq;
		v->at[k][q] = s * vp + c * vq;
	}
}

/* root = R^-1/2 on the eigenvectors of R whose eigenvalue is not small. Returns their number. `r` is overwritten. */
static size_t inverse_root(square_matrix *root, square_matrix *r, square_matrix *v, size_t count)
{
	enum { SWEEPS = 30 };
	size_t rank = 0;
	memset(v, 0, sizeof *v);
	memset(root, 0, sizeof *root);
	for (size_t k = 0; k < count; k++)
		v->at[k][k] = 1;
	for (size_t sweep = 0; sweep < SWEEPS; sweep++)
		for (size_t p = 0; p < count; p++)
			for (size_t q = p + 1; q < count; q++)
				rotate(r, v, count, p, q);
	for (size_t e = 0; e < count; e++) {
		if (!(r->at[e][e] > question_least_share))
			continue;
		rank++;
		for (size_t i = 0; i < count; i++)
			for (size_t j = 0; j < count; j++)
				root->at[i][j] += v->at[i][e] * v->at[j][e] / sqrt(r->at[e][e]);
	}
	return rank;
}

/* Two rows at a time; each keeps the order of its own sum. */
static void apply(test_residuals *f, square_matrix *root)
{
	size_t count = f->count, entries = f->entries;
	for (size_t k = 0; k < count; k++)
		for (size_t l = 0; l < count; l++)
			root->at[k][l] = base_round_finely(root->at[k][l]);
	for (size_t i = 0; i < entries; i += 2) {
		double row[QUESTION_MOST_FEATURES][2];
		size_t next = i + 1 < entries; /* offset of the second row; 0 if there is none */
		for (size_t l = 0; l < count; l++) {
			row[l][0] = f->values[l * entries + i];
			row[l][1] = f->values[l * entries + i + next];
		}
		for (size_t k = 0; k < count; k++) {
			double first = 0, second = 0;
			for (size_t l = 0; l < count; l++) {
				first += root->at[k][l] * row[l][0];
				second += root->at[k][l] * row[l][1];
			}
			f->values[k * entries + i + next] = base_fix(second);
			f->values[k * entries + i] = base_fix(first);
		}
	}
}

static bool part_alike(test_residuals *f)
{
	square_matrix *m = base_array(3, sizeof *m);
	double *products = base_array(f->count, (f->count + 1) * sizeof *products);
	bool done =
		m != NULL && products != NULL &&
		question_counted_products(products, f->values, f->count, f->values, f->count, f->times, f->entries, true);
	for (size_t k = 0; done && k < f->count * f->count; k++)
		m[0].at[k / f->count][k % f->count] = products[k] / (double)f->rows;
	if (done) {
		f->rank = inverse_root(&m[1], &m[0], &m[2], f->count);
		apply(f, &m[1]);
	}
	free(m);
	free(products);
	return done;
}

/* ----------------------------------------------------------------------------------------------------- description */

/* Adds the squared features of a detail to lengths[row], and returns the mean of the squared lengths. */
static double fourth_moment(double *lengths, double *room, const test_residuals *f, unsigned detail)
{
	bool any = false;
	for (size_t k = 0; k < f->count; k++) {
		const double *values = f->values + k * f->entries;
		any = any || f->detail[k] == detail;
		for (size_t i = 0; f->detail[k] == detail && i < f->entries; i++)
			lengths[i] += base_round_coarsely(values[i] * values[i]);
	}
	if (!any && detail > 0)
		return f->fourth[detail - 1];
	for (size_t i = 0; i < f->entries; i++) {
		double square = lengths[i] * lengths[i];
		room[i] = base_round_coarsely(square < 0x1p20 ? square : 0x1p20);
	}
	return question_counted_total(room, f->times, f->entries) / (double)f->rows;
}

static bool describe(test_residuals *f)
{
	free(f->shared);
	f->shared = base_array(f->count, (f->count + 1) * sizeof *f->shared);
	double *lengths = base_array_zero(f->entries, 2 * sizeof *lengths);
	bool done =
		f->shared != NULL && lengths != NULL &&
		question_counted_products(f->shared, f->values, f->count, f->values, f->count, f->times, f->entries, true);
	for (size_t k = 0; done && k < f->count * f->count; k++)
		f->shared[k] /= (double)f->rows;
	for (unsigned detail = 0; done && detail < QUESTION_DETAILS; detail++)
		f->fourth[detail] = fourth_moment(lengths, lengths + f->entries, f, detail);
	free(lengths);
	return done;
}

bool test_residuals_finish(test_residuals *f)
{
	drop_determined(f);
	return (f->ordered || f->count < 2 || part_alike(f)) && describe(f);
}
