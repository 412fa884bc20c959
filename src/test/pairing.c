/* Sums of products of residual features, standardised by their moments under independence (moments.h) and
 * transformed to normal deviates (tails.h). */
#include "test/pairing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/counted.h"
#include "test/constants.h"
#include "test/moments.h"
#include "test/tails.h"

/* Rank of the features of a side up to each detail, at most the finest. */
static void count_details(size_t counts[QUESTION_DETAILS], const test_residuals *f, unsigned finest)
{
	for (unsigned detail = 0; detail < QUESTION_DETAILS; detail++) {
		counts[detail] = 0;
		for (size_t k = 0; k < f->count; k++)
			counts[detail] += f->detail[k] <= (detail < finest ? detail : finest);
		counts[detail] = counts[detail] < f->rank ? counts[detail] : f->rank;
	}
}

bool test_pairing_begin(test_pairing *p, const test_residuals *x, const test_residuals *y, unsigned finest)
{
	p->x_count = x->count;
	p->y_count = y->count;
	memcpy(p->x_detail, x->detail, sizeof p->x_detail);
	memcpy(p->y_detail, y->detail, sizeof p->y_detail);
	count_details(p->x_ranks, x, finest);
	count_details(p->y_ranks, y, finest);
	p->summands = base_array_zero(x->count, (y->count > 0 ? y->count : 1) * sizeof *p->summands);
	return p->summands != NULL;
}

/* Variance of the sum of squares of all deviates up to each detail: twice their number if products are normal. The
 * product of the fourth moments of both sides adds to it, and half as much again for higher moments. */
static void find_variances(test_pairing *p, const test_residuals *x, const test_residuals *y)
{
	for (unsigned detail = 0; detail < QUESTION_DETAILS; detail++) {
		double count = (double)(p->x_ranks[detail] * p->y_ranks[detail]);
		double excess = x->fourth[detail] * y->fourth[detail] - count * count - 2 * count;
		p->variance[detail] = base_round(2 * count + test_beyond_fourth * fmax(excess / fmax(p->in_effect, 1), 0));
	}
}

static bool find_deviates(test_pairing *p, const test_residuals *x, const test_residuals *y, const double *products,
                          const test_moments *m)
{
	double n = (double)x->rows;
	bool done = test_pairing_begin(p, x, y, QUESTION_DETAILS);
	for (size_t i = 0; done && i < x->count * y->count; i++) {
		size_t k = i / y->count, l = i % y->count;
		/* whitened indicators have fewer degrees of freedom than features: each square counts in part */
		double part = sqrt(x->shared[k * x->count + k] * y->shared[l * y->count + l]);
		p->in_effect = fmax(p->in_effect, m[i].rows);
		double ratio = (products[i] - m[i].shift) / sqrt(n * m[i].variance), rows = m[i].student ? m[i].rows : INFINITY;
		p->first = i == 0 ? part * test_normal_deviate(ratio, rows, m[i].skewness) : p->first;
		p->summands[i] = part * test_normal_deviate(ratio, rows, 0);
	}
	find_variances(p, x, y);
	return done;
}

bool test_pairing_init(test_pairing *pairing, const test_residuals *x, const test_residuals *y, const test_given *given)
{
	memset(pairing, 0, sizeof *pairing);
	size_t cells = x->count * y->count;
	double *products = base_array(cells, sizeof *products);
	test_moments *m = base_array(cells, sizeof *m);
	bool done =
		products != NULL && m != NULL &&
		question_counted_products(products, x->values, x->count, y->values, y->count, x->times, x->entries, false);
	if (done && x->manner == TEST_BY_REGRESSION)
		done = test_compare_residuals(m, products, x, y);
	else
		done = done && test_compare_cells(m, x, y, given);
	done = done && find_deviates(pairing, x, y, products, m);
	free(products);
	free(m);
	if (!done)
		test_pairing_clear(pairing);
	return done;
}

void test_pairing_clear(test_pairing *pairing)
{
	free(pairing->summands);
	memset(pairing, 0, sizeof *pairing);
}
