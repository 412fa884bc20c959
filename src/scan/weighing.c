/* A feature of X times a function of Z has mean 0 given Z like the feature itself, so weighed features are compared as any are
 * (pairing.h). Either side is weighed in turn and the sums are averaged: rounding must not tell X from Y. */
#include "scan/weighing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scan/exact.h"
#include "scan/pairing.h"

enum { MOST_PRODUCTS = 160, LEAST_IN_EFFECT = 20 };

/* Number of leading features up to a detail. */
static size_t count_up_to(const scan_freed *f, unsigned detail)
{
	size_t count = 0;
	while (count < f->count && f->detail[count] <= detail)
		count++;
	return count;
}

/* The first features, each times the weight; NULL: as they are. */
static bool weigh(scan_freed *out, const scan_freed *f, size_t count, const double *weight)
{
	*out = *f;
	out->count = count;
	out->shared = out->stages = NULL;
	out->values = base_array(f->rows, (count > 0 ? count : 1) * sizeof *out->values);
	if (out->values == NULL)
		return false;
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < f->rows; i++) {
			double value = f->values[k * f->rows + i];
			out->values[k * f->rows + i] = weight != NULL ? scan_fix(weight[i] * value) : value;
		}
	return scan_freed_finish(out);
}

static void add_squares(scan_weighed *w, const scan_pairing *p)
{
	for (size_t k = 0; k < p->x_count; k++)
		for (size_t l = 0; l < p->y_count; l++) {
			double z = p->summands[k * p->y_count + l], square = scan_round(z * z);
			w->all += square;
			w->simple += p->x_detail[k] == 0 && p->y_detail[l] == 0 ? square : 0;
		}
	w->all_variance += p->variance[1];
	w->simple_variance += p->variance[0];
	w->all_count += (double)(p->x_ranks[1] * p->y_ranks[1]);
	w->simple_count += (double)(p->x_ranks[0] * p->y_ranks[0]);
}

/* With `x` weighed. */
static bool pair_weighed(scan_pairing *p, const scan_freed *x, size_t x_count, const scan_freed *y, size_t y_count,
                         const scan_given *given, const double *weight)
{
	scan_freed a = { 0 }, b = { 0 };
	bool done = weigh(&a, x, x_count, weight) && weigh(&b, y, y_count, NULL) && scan_pairing_init(p, &a, &b, given);
	scan_freed_clear(&a);
	scan_freed_clear(&b);
	return done;
}

/* A weight counts where it leaves rows enough whichever side is weighed, so that X and Y may be exchanged. */
static bool add_weight(scan_weighed *w, scan_weighed *turned, const scan_freed *x, size_t x_count, const scan_freed *y,
                       size_t y_count, const scan_given *given, const double *weight)
{
	scan_pairing p = { 0 }, q = { 0 };
	bool done = pair_weighed(&p, x, x_count, y, y_count, given, weight) &&
	            pair_weighed(&q, y, y_count, x, x_count, given, weight);
	if (done && fmin(p.in_effect, q.in_effect) >= LEAST_IN_EFFECT) {
		add_squares(w, &p);
		add_squares(turned, &q);
	}
	scan_pairing_clear(&p);
	scan_pairing_clear(&q);
	return done;
}

bool scan_weighed_init(scan_weighed *out, const scan_freed *x, const scan_freed *y, const scan_given *given)
{
	memset(out, 0, sizeof *out);
	scan_weighed turned = { 0 };
	unsigned detail = count_up_to(x, 1) * count_up_to(y, 1) * given->weight_count <= MOST_PRODUCTS;
	size_t x_count = count_up_to(x, detail), y_count = count_up_to(y, detail);
	bool done = true;
	for (size_t j = 0; done && j < given->weight_count; j++)
		done = add_weight(out, &turned, x, x_count, y, y_count, given, given->weights + j * given->rows);
	out->simple = (out->simple + turned.simple) / 2;
	out->all = (out->all + turned.all) / 2;
	out->simple_variance = (out->simple_variance + turned.simple_variance) / 2;
	out->all_variance = (out->all_variance + turned.all_variance) / 2;
	out->simple_count = (out->simple_count + turned.simple_count) / 2;
	out->all_count = (out->all_count + turned.all_count) / 2;
	return done;
}
